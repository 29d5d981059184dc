//! What short blocks of a page say: their text, and whether they are links.

use super::candidates::collapse_whitespace;
use crate::page::{Block, Page};

/// Returns the visible text of a block if it has at most `max_bytes` bytes.
pub(super) fn short_text(page: &Page<'_>, block: &Block, max_bytes: usize) -> Option<String> {
    let runs = || page.runs_of(block).filter(|run| run.is_visible() && !run.is_undisplayed());
    let bytes: usize = runs().map(|run| run.span.len()).sum();
    // Character references and whitespace are longer in the source than in the text.
    if bytes > max_bytes * 2 {
        return None;
    }
    let mut text = String::new();
    for run in runs() {
        if run.begins_line() {
            text.push(' ');
        }
        text.push_str(&page.text_of(&run));
    }
    Some(collapse_whitespace(&text)).filter(|text| text.len() <= max_bytes)
}

/// Whether all of the text of a block is in links.
pub(super) fn is_link(page: &Page<'_>, block: &Block) -> bool {
    let mut runs = page.runs_of(block).filter(|run| run.is_visible() && !run.is_blank());
    runs.all(|run| run.is_link())
}
