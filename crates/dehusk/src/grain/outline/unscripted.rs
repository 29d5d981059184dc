//! Whether the text in `noscript` is the content of a page. What is kept of it is not decided here.

use crate::page::{Block, Page};

/// Text in `noscript` is read if it is more than this many times as long, in bytes of source, as the text shown with scripts. A
/// page with such a ratio shows hardly any text with scripts (some forum software). A shorter text is a note that asks to enable
/// scripts. Chosen by hand. Reading such text raised the upper bound of F1 on forums from .768 to .930 in the feasibility study.
const MIN_UNSCRIPTED_FACTOR: usize = 8;
/// The menu that a page shows with scripts may be longer than that. Then only text outside of links is compared, and `noscript`
/// must have at least this many bytes of it. Less is a note that asks to enable scripts. Chosen by hand.
const MIN_UNSCRIPTED_PROSE: usize = 400;
/// Shown texts with fewer bytes than this are not compared: they are labels, of which a page that a script fills has many. Chosen
/// by hand: about the length of the shortest sentences.
const MIN_PROSE_RUN: usize = 30;

/// Whether the text in `noscript` is read: whether it is the content of the page.
pub(super) fn is_unscripted(page: &Page<'_>) -> bool {
    if page.unscripted_blocks().is_empty() {
        return false;
    }
    let length = |blocks: &[Block]| blocks.iter().map(|block| block.span.len()).sum::<usize>();
    if length(page.unscripted_blocks()) > MIN_UNSCRIPTED_FACTOR * length(page.blocks()) {
        return true;
    }
    let (mut shown, mut unscripted) = (0, 0);
    for run in page.runs().filter(|run| !run.is_link() && !run.is_blank()) {
        match (run.is_visible(), run.is_unscripted()) {
            (true, _) if run.is_hidden() || run.span.len() < MIN_PROSE_RUN => {}
            (true, _) => shown += run.span.len(),
            (false, true) => unscripted += run.span.len(),
            (false, false) => {}
        }
    }
    unscripted >= MIN_UNSCRIPTED_PROSE && unscripted > MIN_UNSCRIPTED_FACTOR * shown
}
