//! One page from its input to its outcome, on one thread, with everything that thread can use again: the extractor,
//! the buffer, the connections.
//!
//! Whatever happens to a page stays with that page: even a panic ends as the outcome of that page alone.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::thread;
use std::time::Instant;

use dehusk::budget::Deadline;
use dehusk::css::Selectors;
use dehusk::metadata::Context;
use dehusk::methods::Method;
use dehusk::scope::Scope;
use dehusk::site_noise::SiteNoise;
use dehusk::{Extractor, OpenPage, Options};
use dehusk_eval::tune::{Rule, Sites};
use ureq::Agent;
use url::Url;

use crate::host;
use crate::input::{Input, Reader, Unread};
use crate::page::{Chosen, PageOutcome, SiteRule};
use crate::pipeline::WORKER_NAME;
use crate::site_noise::NoiseByHost;

/// What is asked of each page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Want {
    pub(crate) text: bool,
    pub(crate) metadata: bool,
    pub(crate) timing: bool,
}

/// How pages are extracted.
pub(crate) struct Recipe {
    pub(crate) want: Want,
    /// Whether the blocks of each page are explained.
    pub(crate) explain: bool,
    pub(crate) options: Options,
    /// Rules by site; empty where the user gave no file of them.
    pub(crate) sites: Sites,
    /// Noise by site; empty where the user gave no folder of pages.
    pub(crate) noise: NoiseByHost,
}

pub(crate) struct Worker<'r> {
    recipe: &'r Recipe,
    /// None at first and after a panic, which may have left it in disorder.
    extractor: Option<Extractor>,
    reader: Reader,
}

impl<'r> Worker<'r> {
    pub(crate) fn new(recipe: &'r Recipe, agent: &Agent) -> Worker<'r> {
        let reader = Reader::new(recipe.options.limits().max_bytes, agent.clone());
        Worker { recipe, extractor: None, reader }
    }

    pub(crate) fn page(&mut self, input: &Input) -> PageOutcome {
        let worked = panic::catch_unwind(AssertUnwindSafe(|| self.read_and_extract(input)));
        worked.unwrap_or_else(|payload| {
            self.extractor = None;
            PageOutcome::error(input.id(), sentence_about_panic(payload.as_ref()))
        })
    }

    fn read_and_extract(&mut self, input: &Input) -> PageOutcome {
        let url = input.address().map(without_login);
        PageOutcome { url: url.clone(), ..self.outcome(input, url) }
    }

    fn outcome(&mut self, input: &Input, url: Option<String>) -> PageOutcome {
        let id = input.id();
        match self.reader.read(input) {
            Ok(page) => {
                let begun = Instant::now();
                let Recipe { options, want, .. } = self.recipe;
                let extractor = self.extractor.get_or_insert_with(|| Extractor::new(options.clone()));
                let mut opened = extractor.open(page.bytes, page.content_type.as_deref());
                url.into_iter().for_each(|url| opened.set_address(url));
                let site = OfSite::find(self.recipe, id, &mut opened);
                let fields = site.rule.map(|rule| &rule.fields).filter(|fields| !fields.is_empty());
                let context = Context { address: input.address(), rules: fields, ..Context::default() };
                let metadata = if want.metadata { opened.metadata(&context) } else { None };
                let mut outcome = if want.text {
                    let outcome = extracted(self.recipe, id, site, &mut opened);
                    PageOutcome { metadata: metadata.map(Box::new), ..outcome }
                } else {
                    PageOutcome::described(id, page.bytes.len(), opened.status(), metadata)
                };
                if let Some(fields) = fields.filter(|_| want.metadata) {
                    outcome.note_unmatched(fields);
                }
                PageOutcome { time: want.timing.then(|| begun.elapsed()), ..outcome }
            }
            Err(Unread::TooLarge { bytes }) => PageOutcome::too_large(id, bytes),
            Err(Unread::NotHtml { content_type }) => PageOutcome::not_html(id, &content_type),
            Err(Unread::Failed(sentence)) => PageOutcome::error(id, sentence),
        }
    }
}

impl Recipe {
    /// The same for all pages.
    pub(crate) fn of(options: Options) -> Recipe {
        Recipe {
            want: Want { text: true, metadata: false, timing: false },
            explain: false,
            options,
            sites: Sites::default(),
            noise: NoiseByHost::default(),
        }
    }

    fn is_same_for_all(&self) -> bool {
        self.sites.is_empty() && self.noise.is_empty()
    }
}

/// What holds for the pages of one site.
#[derive(Default)]
struct OfSite<'r> {
    rule: Option<&'r Rule>,
    noise: Option<&'r SiteNoise>,
    /// Whether the rule has selectors and none of them matches.
    is_unmatched: bool,
}

impl<'r> OfSite<'r> {
    fn find(recipe: &'r Recipe, id: &str, page: &mut OpenPage<'r, '_>) -> OfSite<'r> {
        if recipe.is_same_for_all() {
            return OfSite::default();
        }
        let host = host::of_address(id).or_else(|| host::in_page(page.page()?));
        let rule = host.as_deref().and_then(|host| recipe.sites.find(host));
        let select = rule.map_or(&[][..], |rule| &rule.scope.select);
        let deadline = Deadline::after(recipe.options.limits().timeout);
        let mut matches = |selectors: &Selectors| {
            // A page that takes too long to look at has no text either way.
            page.page().is_none_or(|page| selectors.first(page, &deadline).is_ok_and(|found| found.is_some()))
        };
        let is_unmatched = !select.is_empty() && !select.iter().any(&mut matches);
        OfSite { rule, noise: recipe.noise.of(host.as_deref()), is_unmatched }
    }
}

/// The outcome of a page, whose site may decide on method, scope and noise.
fn extracted<'r>(recipe: &'r Recipe, id: &str, site: OfSite<'r>, page: &mut OpenPage<'r, '_>) -> PageOutcome {
    let OfSite { rule, noise, is_unmatched } = site;
    let site_rule = rule.map(|rule| {
        let unmatched = if is_unmatched { vec!["select"] } else { Vec::new() };
        SiteRule { site: rule.site.clone(), unmatched }
    });
    // A rule that does not fit the page any more is as none.
    let rule = rule.filter(|_| !is_unmatched);
    page.set_site_noise(noise);
    if rule.is_none() && noise.is_none() {
        let outcome = outcome(recipe, id, page, recipe.options.method_value());
        return PageOutcome { site_rule, ..outcome };
    }
    let method = rule.and_then(|rule| rule.method.as_deref()).unwrap_or(recipe.options.method_value());
    let scope = rule.map_or_else(|| recipe.options.scope().clone(), |rule| scope(recipe, rule));
    let options = recipe.options.clone().with_boxed(method.boxed()).with_scope(scope.clone());
    page.set_scope(scope);
    let chosen = Some(Chosen { method: method.name(), options_hash: options.hash_with(noise) });
    PageOutcome { chosen, site_rule, ..outcome(recipe, id, page, method) }
}

/// What is looked at by a rule and the command line: the rule says better what to select, both say what to leave out.
fn scope(recipe: &Recipe, rule: &Rule) -> Scope {
    let mut scope = recipe.options.scope().clone();
    if !rule.scope.select.is_empty() {
        scope.select.clone_from(&rule.scope.select);
    }
    scope.exclude.extend(rule.scope.exclude.iter().cloned());
    scope
}

/// The outcome of a page by one method.
fn outcome(recipe: &Recipe, id: &str, page: &mut OpenPage<'_, '_>, method: &dyn Method) -> PageOutcome {
    let explanation = if recipe.explain { page.explain(method).map(Box::new) } else { None };
    PageOutcome { explanation, ..PageOutcome::extracted(id, page.extract(method)) }
}

/// An address that may be written into links: without user and password.
fn without_login(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    // An http or https address can always do without both.
    let _ = (url.set_username(""), url.set_password(None));
    url.into()
}

/// Keeps the standard panic message of a worker off the terminal: the panic is reported with its page.
pub(crate) fn quiet_worker_panics() {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_worker = matches!(thread::current().name(), Some(WORKER_NAME | dehusk_eval::WORKER_NAME));
        if !is_worker {
            standard(info);
        }
    }));
}

fn sentence_about_panic(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    format!("dehusk itself failed on this page ({text}); please report it together with the page")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_never_hold_the_password_of_the_page() {
        assert_eq!(without_login("https://me:secret@a.example/b?c"), "https://a.example/b?c");
    }

    #[test]
    fn a_panic_becomes_a_sentence_with_its_message() {
        let payload = panic::catch_unwind(|| panic!("index {}", 7)).unwrap_err();
        let sentence = sentence_about_panic(payload.as_ref());
        assert!(sentence.contains("(index 7)"), "{sentence}");
    }
}
