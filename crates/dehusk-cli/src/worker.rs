//! Processes one page from its input to its outcome. Each worker belongs to one thread and reuses its extractor, its buffer and its
//! connections.
//!
//! An error affects its own page only: even a panic becomes the outcome of that page.

use std::borrow::Cow;
use std::panic;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use dehusk::css::Selectors;
use dehusk::metadata::Context;
use dehusk::methods::Method;
use dehusk::scope::Scope;
use dehusk::site_noise::SiteNoise;
use dehusk::{Extractor, OpenPage, Options, PageInput, Status, guarded};
use dehusk_eval::tune::{Rule, Sites};
use dehusk_fetch::{FetchOptions, without_credentials};
use dehusk_record::{PageOutcome, SiteMethod, SiteRule};

use crate::fetching::Fetching;
use crate::host;
use crate::input::{Input, ReadError, ReadPage, Reader, is_list_of_addresses};
use crate::pipeline::{MemoryUse, WORKER_NAME};
use crate::report::{ADDRESSES, TRUNCATED};
use crate::site_noise::NoiseByHost;

/// The output that is requested for each page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) text: bool,
    pub(crate) metadata: bool,
    pub(crate) timing: bool,
}

/// How the pages of a run are processed.
pub(crate) struct Recipe {
    pub(crate) request: Request,
    /// Whether to explain the decision about each block.
    pub(crate) explain: bool,
    pub(crate) options: Options,
    /// The encoding of all pages, whatever they and their servers say.
    pub(crate) encoding: Option<String>,
    /// How addresses are fetched.
    pub(crate) fetching: Arc<Fetching>,
    /// Rules by site. Empty without `--sites`.
    pub(crate) sites: Sites,
    /// Noise by site. Empty without `--site-noise`.
    pub(crate) noise: NoiseByHost,
}

/// Reads and extracts pages on one thread.
pub(crate) struct Worker<'r> {
    recipe: &'r Recipe,
    /// None at first, and after a panic, which may have left the extractor in an inconsistent state.
    extractor: Option<Extractor>,
    reader: Reader,
}

impl<'r> Worker<'r> {
    pub(crate) fn new(recipe: &'r Recipe) -> Worker<'r> {
        let reader = Reader::new(recipe.options.limits().max_bytes, Arc::clone(&recipe.fetching));
        Worker { recipe, extractor: None, reader }
    }

    /// Reads and extracts a page. A panic becomes the outcome of the page.
    pub(crate) fn page(&mut self, input: &Input) -> PageOutcome {
        guarded(|| self.read_and_extract(input)).unwrap_or_else(|panicked| {
            self.extractor = None;
            PageOutcome::error(input.id(), panicked.to_string())
        })
    }

    fn read_and_extract(&mut self, input: &Input) -> PageOutcome {
        let typed = input.address().map(without_credentials);
        let id = input.id();
        let outcome = match self.reader.read(input) {
            Ok(page) if is_typed_list(input, &page) => {
                return PageOutcome::other_format(id, page.bytes.len() as u64, ADDRESSES.to_owned());
            }
            Ok(page) => {
                let url = page.final_address.clone().or(typed);
                let outcome = answer(self.recipe, &mut self.extractor, id, &page, url.as_deref());
                let outcome = if page.is_truncated { truncated(outcome) } else { outcome };
                return PageOutcome { url, ..outcome };
            }
            Err(ReadError::TooLarge { bytes, head }) => match format_of(&head) {
                Some(format) => PageOutcome::other_format(id, bytes, format),
                None => PageOutcome::too_large(id, bytes),
            },
            Err(ReadError::NotHtml { content_type }) => PageOutcome::not_html(id, &content_type),
            Err(ReadError::Failed(sentence)) => PageOutcome::error(id, sentence),
        };
        PageOutcome { url: typed, ..outcome }
    }
}

/// Whether a file or standard input is a list of addresses. What a server sends is what was asked for.
fn is_typed_list(input: &Input, page: &ReadPage<'_>) -> bool {
    matches!(input, Input::File { .. } | Input::Stdin) && is_list_of_addresses(page.bytes)
}

/// The outcome of a saved page that lacks its end.
fn truncated(outcome: PageOutcome) -> PageOutcome {
    match outcome.status {
        Status::Ok | Status::Empty => {
            PageOutcome { status: Status::Partial, reason: Some(TRUNCATED.to_owned()), ..outcome }
        }
        _ => outcome,
    }
}

/// The format of a file that is not HTML, by its first bytes. None if it may be HTML.
fn format_of(head: &[u8]) -> Option<String> {
    let mut extractor = Extractor::new(Options::new());
    let opened = extractor.open(head, None);
    let (status, reason) = opened.status();
    // Of unnamed binary data, the size is what matters.
    reason.filter(|reason| status == Status::NotHtml && *reason != "binary").map(str::to_owned)
}

/// The outcome of a page that was read. `url` is its address, if it has one.
fn answer(
    recipe: &Recipe,
    extractor: &mut Option<Extractor>,
    id: &str,
    page: &ReadPage<'_>,
    url: Option<&str>,
) -> PageOutcome {
    let start = Instant::now();
    let Recipe { options, request, .. } = recipe;
    let extractor = extractor.get_or_insert_with(|| Extractor::new(options.clone()));
    let content_type = recipe.content_type(page.content_type.as_deref());
    let input = PageInput { bytes: page.bytes, content_type: content_type.as_deref(), address: url };
    let mut opened = extractor.open_page(&input);
    let site = SiteSettings::find(recipe, url.unwrap_or(id), &mut opened);
    let fields = site.rule.map(|rule| &rule.fields).filter(|fields| !fields.is_empty());
    let context = Context { address: url, rules: fields, ..Context::default() };
    let metadata = if request.metadata { opened.metadata(&context) } else { None };
    let mut outcome = if request.text {
        let outcome = extract(recipe, id, site, &mut opened);
        PageOutcome { metadata: metadata.map(Box::new), ..outcome }
    } else {
        PageOutcome::metadata_only(id, page.bytes.len(), opened.status(), metadata)
    };
    if let Some(fields) = fields.filter(|_| request.metadata) {
        outcome.record_unmatched_fields(fields);
    }
    PageOutcome { time: request.timing.then(|| start.elapsed()), ..outcome }
}

impl Recipe {
    /// Returns a recipe that extracts only the text, with the same options for all pages.
    pub(crate) fn new(options: Options) -> Recipe {
        let fetch = FetchOptions::new().with_max_bytes(options.limits().max_bytes);
        Recipe {
            request: Request { text: true, metadata: false, timing: false },
            explain: false,
            options,
            encoding: None,
            fetching: Arc::new(Fetching::new(fetch)),
            sites: Sites::default(),
            noise: NoiseByHost::default(),
        }
    }

    /// The content type of a page, with the encoding that the user names instead of that of the server.
    fn content_type<'t>(&self, of_server: Option<&'t str>) -> Option<Cow<'t, str>> {
        let Some(encoding) = &self.encoding else { return of_server.map(Cow::Borrowed) };
        let kind = of_server.and_then(|kind| kind.split(';').next()).unwrap_or("text/html");
        Some(Cow::Owned(format!("{kind}; charset={encoding}")))
    }

    fn has_no_site_settings(&self) -> bool {
        self.sites.is_empty() && self.noise.is_empty()
    }
}

/// The settings for the site of a page.
#[derive(Default)]
struct SiteSettings<'r> {
    rule: Option<&'r Rule>,
    noise: Option<&'r SiteNoise>,
    /// Whether the rule has `select` and it matches nothing on the page.
    is_unmatched: bool,
}

impl<'r> SiteSettings<'r> {
    fn find(recipe: &'r Recipe, address: &str, page: &mut OpenPage<'r, '_>) -> SiteSettings<'r> {
        if recipe.has_no_site_settings() {
            return SiteSettings::default();
        }
        let host = host::of_address(address).or_else(|| host::in_page(page.page()?));
        let rule = host.as_deref().and_then(|host| recipe.sites.find(host));
        let select = rule.map_or(&[][..], |rule| &rule.scope.select);
        let deadline = page.deadline();
        let mut matches = |selectors: &Selectors| {
            // If this search times out, the page has no text whatever is returned here.
            page.page().is_none_or(|page| selectors.first(page, &deadline).is_ok_and(|found| found.is_some()))
        };
        let is_unmatched = !select.is_empty() && !select.iter().any(&mut matches);
        SiteSettings { rule, noise: recipe.noise.for_host(host.as_deref()), is_unmatched }
    }
}

/// Extracts a page. The site of the page may determine the method, the scope and the noise.
fn extract<'r>(
    recipe: &'r Recipe,
    id: &str,
    site: SiteSettings<'r>,
    page: &mut OpenPage<'r, '_>,
) -> PageOutcome {
    let SiteSettings { rule, noise, is_unmatched } = site;
    let site_rule = rule.map(|rule| {
        let unmatched = if is_unmatched { vec!["select"] } else { Vec::new() };
        SiteRule { site: rule.site.clone(), unmatched }
    });
    // A rule whose `select` no longer matches the page is not used.
    let rule = rule.filter(|_| !is_unmatched);
    page.set_site_noise(noise);
    if rule.is_none() && noise.is_none() {
        let outcome = extract_with(recipe, id, page, recipe.options.method_value());
        return PageOutcome { site_rule, ..outcome };
    }
    let method = rule.and_then(|rule| rule.method.as_deref()).unwrap_or(recipe.options.method_value());
    let scope = rule.map_or_else(|| recipe.options.scope().clone(), |rule| scope(recipe, rule));
    let options = recipe.options.clone().with_boxed(method.boxed()).with_scope(scope.clone());
    page.set_scope(scope);
    let site_method = Some(SiteMethod { method: method.name(), options_hash: options.hash_with(noise) });
    PageOutcome { site_method, site_rule, ..extract_with(recipe, id, page, method) }
}

/// Combines the scopes of the command line and of a rule. The rule's `select`, if it has one, replaces `--select`; elements that
/// match `--exclude` or the rule's `exclude` are removed.
fn scope(recipe: &Recipe, rule: &Rule) -> Scope {
    let mut scope = recipe.options.scope().clone();
    if !rule.scope.select.is_empty() {
        scope.select.clone_from(&rule.scope.select);
    }
    scope.exclude.extend(rule.scope.exclude.iter().cloned());
    scope
}

/// Extracts a page with one method, and explains that if time is left.
fn extract_with(recipe: &Recipe, id: &str, page: &mut OpenPage<'_, '_>, method: &dyn Method) -> PageOutcome {
    let outcome = PageOutcome::extracted(id, page.extract(method));
    if recipe.explain { outcome.with_explanation(page.explain(method)) } else { outcome }
}

impl MemoryUse for PageOutcome {
    fn memory_bytes(&self) -> usize {
        PageOutcome::memory_bytes(self)
    }
}

/// Hides the standard panic message of worker threads: a panic is reported with its page.
pub(crate) fn quiet_worker_panics() {
    quiet_panics_of(&[WORKER_NAME, dehusk_eval::WORKER_NAME]);
}

/// Hides the standard panic message of threads with these names.
pub(crate) fn quiet_panics_of(names: &'static [&'static str]) {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_worker = thread::current().name().is_some_and(|name| names.contains(&name));
        if !is_worker {
            standard(info);
        }
    }));
}
