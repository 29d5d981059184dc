//! The text around a plot: title, method, parameters and notes.

use dehusk::markup::{Decode, Tag, TextKind, TokenKind};
use dehusk::methods::Method;
use dehusk::page::Page;
use dehusk::source::Span;
use dehusk::{Extraction, Status};

/// The text around a plot. It may come from untrusted pages, so it is cleaned, isolated in direction and cut
/// to fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Title of the page.
    pub title: String,
    /// Language tag of the title, written into the SVG.
    pub language: Option<String>,
    /// Name of the page: its file or URL.
    pub page: String,
    /// Name of the method.
    pub method: String,
    /// Parameters of the method, each with its value.
    pub params: Vec<(String, String)>,
    /// Further remarks, one sentence each, written at the bottom.
    pub notes: Vec<String>,
}

impl Labels {
    /// Returns the labels for a plot of what a method extracted from a page. `gold` are the parts of the page that are in its gold
    /// text, if there is one.
    #[must_use]
    pub fn of(
        (name, page): (&str, &Page<'_>),
        method: &dyn Method,
        extraction: &Extraction,
        gold: Option<&[Span]>,
    ) -> Labels {
        let value = |name: &str| method.get(name).unwrap_or_default();
        let params = method.params().iter().map(|spec| (spec.name.to_owned(), value(spec.name)));
        Labels {
            title: title(page),
            language: language(page),
            page: name.to_owned(),
            method: method.name().to_owned(),
            params: params.collect(),
            notes: notes(extraction, gold),
        }
    }
}

fn notes(extraction: &Extraction, gold: Option<&[Span]>) -> Vec<String> {
    let mut notes = Vec::new();
    let reason = extraction.reason().unwrap_or_default().replace('_', " ");
    match extraction.status() {
        Status::Empty => notes.push(format!("No main content: {reason}.")),
        Status::Partial => notes.push(format!("The page goes beyond a limit: {reason}.")),
        _ => {}
    }
    if gold.is_some_and(<[Span]>::is_empty) {
        notes.push("Nothing of the gold text was found in the page.".to_owned());
    }
    notes
}

/// The text of the page's first `<title>`.
fn title(page: &Page<'_>) -> String {
    let mut marks =
        page.marks().iter().skip_while(|mark| mark.tag != Tag::Title || mark.kind != TokenKind::StartTag);
    let text = marks.nth(1).filter(|mark| matches!(mark.kind, TokenKind::Text(TextKind::Rcdata)));
    let title = text.map(|mark| Decode::text(page.source().slice(mark.span), TextKind::Rcdata).into_owned());
    title.unwrap_or_default()
}

/// The language that the page's `<html>` declares.
fn language(page: &Page<'_>) -> Option<String> {
    let root = page.elements().next();
    let language = root.and_then(|html| html.attribute("lang")).map(|tag| tag.into_owned());
    let is_tag =
        |tag: &String| !tag.is_empty() && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    language.filter(is_tag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::{Extractor, Options, methods};

    #[test]
    fn labels_say_what_the_page_and_the_method_are() {
        let source = b"<html lang=en-GB><title>Mill &amp; river</title><p>The old mill reopens.";
        let method = methods::by_name("dsc").unwrap();
        let mut extractor = Extractor::new(Options::new());
        let mut opened = extractor.open(source, None);
        let extraction = opened.extract(&*method);
        let labels = Labels::of(("mill.html", opened.page().unwrap()), &*method, &extraction, Some(&[]));
        assert_eq!((labels.title.as_str(), labels.language.as_deref()), ("Mill & river", Some("en-GB")));
        assert_eq!((labels.page.as_str(), labels.method.as_str()), ("mill.html", "dsc"));
        assert_eq!(labels.params.len(), method.params().len());
        assert_eq!(labels.notes.last().unwrap(), "Nothing of the gold text was found in the page.");
    }
}
