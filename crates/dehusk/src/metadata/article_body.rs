//! The body of the article that a page is, where its JSON-LD has one.

use std::borrow::Cow;

use super::{json, json_ld};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Event, Page};
use crate::source::Span;

/// The key of schema.org.
const KEY: &str = "articleBody";

/// The longest body that the works at the top of a page's JSON-LD have, as it is written, and the text of its script.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn article_body(
    page: &Page<'_>,
    deadline: &mut Deadline,
) -> Result<Option<(String, Span)>, TimedOut> {
    if memchr::memmem::find(page.source().text().as_bytes(), KEY.as_bytes()).is_none() {
        return Ok(None);
    }
    let mut best: Option<(String, Span)> = None;
    for (script, span) in scripts(page) {
        deadline.check()?;
        let values = json::read(&script);
        let found = json_ld::written(&values).filter_map(|work| work.get(KEY)?.text());
        if let Some(body) = found.max_by_key(|body| body.len())
            && best.as_ref().is_none_or(|(longest, _)| body.len() > longest.len())
        {
            best = Some((body.to_owned(), span));
        }
    }
    Ok(best)
}

fn scripts<'p>(page: &'p Page<'p>) -> impl Iterator<Item = (Cow<'p, str>, Span)> {
    let of_kind = |kind: Cow<'_, str>| kind.contains("ld+json");
    let scripts = page.elements().filter(move |element| {
        element.tag() == Tag::Script && element.attribute("type").is_some_and(of_kind)
    });
    scripts.flat_map(|script| {
        script.walk().filter_map(|event| match event {
            Event::Text(run) => Some((page.text_of(&run), run.span)),
            _ => None,
        })
    })
}
