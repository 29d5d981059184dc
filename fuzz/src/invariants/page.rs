//! A page with everything on: each method, each form of output.

use super::round_trip::{
    collapse_whitespace, difference, holds_formula, html_of_markdown, plain_text, sanitized,
};
use super::{Broken, digest, ensure, html, is_part, limits, spans};
use crate::forms;
use dehusk::budget::Limits;
use dehusk::metadata::Context;
use dehusk::overrides::TitleLine;
use dehusk::selection::Emission;
use dehusk::{Extraction, Extractor, Options, Status};

/// Longer pages are not looked at, so that a fuzzer does not spend its time on them. Chosen by hand.
pub const MAX_BYTES: usize = 1 << 16;
/// Longer pages are not explained, because explanations take much longer than extractions. Chosen by hand.
const MAX_EXPLAINED_BYTES: usize = 2000;
/// The method that prints characters of the source, without a parser.
const PRINTS_SOURCE: &str = "r2l";

/// The extractors of all methods, which are used for page after page.
#[derive(Debug)]
pub struct Checker {
    extractors: Vec<Extractor>,
}

impl Default for Checker {
    fn default() -> Checker {
        let extractors = forms::methods().into_iter().map(|method| Extractor::new(options(method)));
        Checker { extractors: extractors.collect() }
    }
}

/// With the title before the main content, markup and text would differ.
fn options(method: &str) -> Options {
    forms::everything(method).with_title(TitleLine::AsFound).with_limits(Limits::default())
}

impl Checker {
    /// Checks a page with `plain`, `grain` and one other method, which the page chooses.
    ///
    /// # Errors
    /// What is broken.
    pub fn check(&mut self, page: &[u8]) -> Result<(), Broken> {
        if page.len() > MAX_BYTES {
            return Ok(());
        }
        let other = digest(page) % self.extractors.len();
        let plain = Extractor::new(options("plain")).extract(page, None);
        for (index, extractor) in self.extractors.iter_mut().enumerate() {
            let method = extractor.options().method();
            if index == other || ["plain", "grain"].contains(&method) {
                one_method(extractor, page, &plain).map_err(|broken| format!("{method}: {broken}"))?;
            }
        }
        limits::check(page, &plain)
    }

    /// Checks a page with every method.
    ///
    /// # Errors
    /// What is broken.
    pub fn check_all(&mut self, page: &[u8]) -> Result<(), Broken> {
        let plain = Extractor::new(options("plain")).extract(page, None);
        for extractor in &mut self.extractors {
            let method = extractor.options().method();
            one_method(extractor, page, &plain).map_err(|broken| format!("{method}: {broken}"))?;
        }
        limits::check(page, &plain)
    }
}

fn one_method(reused: &mut Extractor, page: &[u8], plain: &Extraction) -> Result<(), Broken> {
    let options = reused.options().clone();
    let answer = Extractor::new(options.clone()).extract(page, None);
    ensure(answer == reused.extract(page, None), || "another answer from a reused extractor".to_owned())?;
    let mut opened = reused.open(page, None);
    let context = Context { address: Some(forms::ADDRESS), ..Context::default() };
    drop(opened.metadata(&context));
    if page.len() <= MAX_EXPLAINED_BYTES {
        drop(opened.explain(options.method_value()));
    }
    let after = opened.extract(options.method_value());
    ensure(answer == after, || "another answer after metadata and an explanation".to_owned())?;
    let source = opened.page().map(|page| page.source().text().to_owned()).unwrap_or_default();
    drop(opened);
    status(&answer)?;
    text(&answer, plain)?;
    spans::check(&answer, &source)?;
    safe_html(&answer)?;
    same_texts(&options, page)
}

fn status(answer: &Extraction) -> Result<(), Broken> {
    let expected = match answer.status() {
        Status::Ok => !answer.text().is_empty(),
        Status::Partial => answer.reason().is_some(),
        _ => answer.text().is_empty() && answer.reason().is_some(),
    };
    ensure(expected, || format!("{:?} {:?} {:?}", answer.status(), answer.reason(), answer.text()))
}

/// The normal form of text, and where it comes from.
fn text(answer: &Extraction, plain: &Extraction) -> Result<(), Broken> {
    let text = answer.text();
    ensure(!text.contains('\0'), || format!("a NUL in {text:?}"))?;
    let emission = answer.selection().map_or(Emission::Parser, |selection| selection.emission);
    if answer.method() == PRINTS_SOURCE || emission == Emission::Unscripted {
        return Ok(());
    }
    let is_from_data = answer.selection().is_some_and(|selection| selection.is_from_data());
    let is_found = is_from_data || plain.status() != Status::Ok || is_part(text, plain.text());
    ensure(is_found, || format!("{text:?} is not part of {:?}", plain.text()))?;
    if emission == Emission::Parser {
        let is_normal =
            |line: &str| line == line.split_whitespace().collect::<Vec<_>>().join(" ") && !line.is_empty();
        ensure(text.is_empty() || text.split('\n').all(is_normal), || format!("no normal form: {text:?}"))?;
    }
    Ok(())
}

/// HTML is safe.
fn safe_html(answer: &Extraction) -> Result<(), Broken> {
    let Some(written) = answer.html() else { return Ok(()) };
    html::check(written)?;
    let found = difference(written, &sanitized(written));
    found.map_or(Ok(()), |found| Err(format!("a sanitizer changes the HTML\n{found}")))
}

/// Markdown and HTML have the text of the main content. With images, they also have captions that the text does not have.
fn same_texts(options: &Options, page: &[u8]) -> Result<(), Broken> {
    let mut markup = options.markup();
    markup.without_images = true;
    let answer = Extractor::new(options.clone().with_markup(markup)).extract(page, None);
    let (Some(markdown), Some(written)) = (answer.markdown(), answer.html()) else { return Ok(()) };
    if holds_formula(page) || answer.status() == Status::Partial {
        return Ok(());
    }
    same_text("HTML", &answer, &format!("<meta charset=utf-8>{written}"))?;
    // In Markdown, the numbers of notes are no text.
    if markdown.contains("[^") { Ok(()) } else { same_text("Markdown", &answer, &html_of_markdown(markdown)) }
}

/// Compares a text with that of HTML. Text for people has spaces that markup does not need, such as before a raised number.
fn same_text(form: &str, answer: &Extraction, html: &str) -> Result<(), Broken> {
    let is_for_people = answer.selection().is_some_and(|selection| selection.emission == Emission::Formatted);
    let normal = |text: &str| match is_for_people {
        true => text.split_whitespace().collect::<String>(),
        false => collapse_whitespace(text),
    };
    let found = difference(&normal(answer.text()), &normal(&plain_text(html)));
    found.map_or(Ok(()), |found| Err(format!("{form} has another text\n{found}\n{html}")))
}
