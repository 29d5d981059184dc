//! Finds the parts of the titles in the head that the page prints as blocks of their own.
//!
//! Where nothing names the site, such a part is the title rather than the name of the site before it. All limits of this file were
//! chosen by hand.

use std::collections::HashSet;

use super::Origin;
use super::candidates::{Candidates, Kind};
use super::short_blocks::{is_link, short_text};
use super::title::{self, Printed, Segments};
use crate::budget::{Deadline, TimedOut};
use crate::page::{Block, Page};
use crate::text_key::text_key;

/// Number of first blocks that are searched.
const MAX_BLOCKS: usize = 400;
/// Maximum number of titles whose parts are searched for.
const MAX_TITLES: usize = 4;
/// Maximum length of a block, in bytes.
const MAX_BYTES: usize = 300;
/// Minimum length of a part, in characters.
const MIN_CHARS: usize = 4;

/// Number of blocks between a headline and the first paragraph of its text. The motto of a site is not so near.
const MAX_BLOCKS_BETWEEN: usize = 6;
/// Minimum length of a paragraph, in bytes.
const MIN_PARAGRAPH_BYTES: usize = 120;

/// Returns the [`text_key`]s of the parts of titles that are blocks of their own and no links, as the words of menus are.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn parts(
    page: &Page<'_>,
    candidates: &Candidates,
    deadline: &mut Deadline,
) -> Result<Printed, TimedOut> {
    let titles = candidates.ordered(Kind::Title, &[Origin::Html, Origin::OpenGraph]);
    let titles = titles.iter().take(MAX_TITLES).map(|it| Segments::fine(title::topic(&it.value)));
    let parts = titles.filter(|title| title.count() > 1).flat_map(|title| title.run_keys());
    let wanted: HashSet<String> = parts.filter(|key| key.chars().count() >= MIN_CHARS).collect();
    let mut found = Printed::new();
    if wanted.is_empty() {
        return Ok(found);
    }
    let blocks = page.blocks();
    for (at, block) in blocks.iter().enumerate().take(MAX_BLOCKS) {
        deadline.tick()?;
        if is_link(page, block) {
            continue;
        }
        let text = short_text(page, block, MAX_BYTES);
        if let Some(key) = text.and_then(|text| wanted.get(&text_key(&text))) {
            let mut next = blocks[at + 1..].iter().take(MAX_BLOCKS_BETWEEN);
            *found.entry(key.clone()).or_default() |= next.any(|block| is_paragraph(page, block));
        }
    }
    Ok(found)
}

fn is_paragraph(page: &Page<'_>, block: &Block) -> bool {
    let runs = page.runs_of(block).filter(|run| run.is_visible() && !run.is_blank() && !run.is_link());
    runs.map(|run| run.span.len()).sum::<usize>() >= MIN_PARAGRAPH_BYTES
}
