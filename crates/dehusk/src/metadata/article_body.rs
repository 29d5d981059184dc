//! The body of the article that a page is, where its JSON-LD has one.

use std::borrow::Cow;

use super::{json, json_ld};
use crate::budget::{Deadline, TimedOut};
use crate::page::{Event, Page};
use crate::source::Span;

/// The key of schema.org.
const KEY: &str = "articleBody";
/// Bodies that begin with the same characters, so many, are one that was cut somewhere.
const BEGINNING: usize = 40;

/// The body of the one work at the top of a page's JSON-LD that has one, as it is written, and the text of its script: the longest, if
/// it is there more than once. A page of several articles is a list of them, and has none.
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
        for body in json_ld::written(&values).filter_map(|work| work.get(KEY)?.text()) {
            match &best {
                Some((longest, _)) if !begins_alike(longest, body) => return Ok(None),
                Some((longest, _)) if longest.len() >= body.len() => {}
                _ => best = Some((body.to_owned(), span)),
            }
        }
    }
    Ok(best)
}

fn begins_alike(one: &str, other: &str) -> bool {
    let beginning = |text: &str| text.trim_start().chars().take(BEGINNING).collect::<String>();
    beginning(one) == beginning(other)
}

fn scripts<'p>(page: &'p Page<'p>) -> impl Iterator<Item = (Cow<'p, str>, Span)> {
    let scripts = page.elements().filter(json_ld::is_script);
    scripts.flat_map(|script| {
        script.walk().filter_map(|event| match event {
            Event::Text(run) => Some((page.text_of(&run), run.span)),
            _ => None,
        })
    })
}
