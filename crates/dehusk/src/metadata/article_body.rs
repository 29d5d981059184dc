//! Reads the text of a page's article from its JSON-LD.

use super::{json, json_ld};
use crate::budget::{Deadline, TimedOut};
use crate::page::Page;
use crate::source::Span;

/// The property of schema.org that holds the text of an article.
const KEY: &str = "articleBody";
/// Two bodies with the same first 40 characters are taken for the same article, one of them shortened. Chosen by hand.
const SHARED_START_CHARS: usize = 40;

/// Returns the body of the article at the top level of a page's JSON-LD, as written there, and the span of its script. If the
/// body appears more than once, returns the longest version. Returns `None` if the JSON-LD has different bodies, because such a
/// page is a list of articles.
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
    for (script, span) in json_ld::scripts(page) {
        deadline.check()?;
        let values = json::read(&script);
        for body in json_ld::written(&values).filter_map(|work| work.get(KEY)?.text()) {
            match &best {
                Some((longest, _)) if !have_same_start(longest, body) => return Ok(None),
                Some((longest, _)) if longest.len() >= body.len() => {}
                _ => best = Some((body.to_owned(), span)),
            }
        }
    }
    Ok(best)
}

fn have_same_start(one: &str, other: &str) -> bool {
    let start = |text: &str| text.trim_start().chars().take(SHARED_START_CHARS).collect::<String>();
    start(one) == start(other)
}
