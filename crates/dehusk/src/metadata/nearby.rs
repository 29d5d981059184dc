//! Finds dates and bylines without markup, in short blocks around the heading of the page.
//!
//! A field that already has a better candidate is not searched for. All limits of this file were chosen by hand.

use super::candidates::{Candidates, Kind, collapse_whitespace};
use super::collect::{BEFORE_HEADING, Collected, IN_ASIDE, mentions_change};
use super::date::Reader;
use super::{Origin, author};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::page::{Block, Page};
use crate::text_key::text_key;

/// Number of blocks that are searched before the heading: a date or section may come above it. Chosen by hand.
const BLOCKS_BEFORE: usize = 4;
/// Number of blocks that are searched from the heading on. Chosen by hand.
const BLOCKS_AFTER: usize = 16;
/// Maximum length, in bytes, of a block that is a date or byline and not a paragraph. Chosen by hand.
const MAX_BYTES: usize = 160;
/// Maximum length, in bytes, of a block with a date in the rest of the page. The limit is lower than [`MAX_BYTES`] because more
/// blocks there have dates of their own. Chosen by hand.
const MAX_BYTES_ELSEWHERE: usize = 64;
/// Number of blocks that are searched in the rest of the page. Chosen by hand.
const BLOCKS_ELSEWHERE: usize = 400;
/// Minimum length, in bytes, of the [`text_key`] of a heading that is searched for in the titles. Chosen by hand.
const MIN_KEY_BYTES: usize = 6;
/// The ranks of candidates after, before and far from the heading. Each is the worst rank that `collect` leaves free for that
/// position, so candidates that were found by their class win over them.
const RANKS: [u8; 3] = [BEFORE_HEADING - 1, BEFORE_HEADING + 3, IN_ASIDE + 3];

/// Adds dates and authors from short blocks. A field that already has a better candidate is left as it is.
pub(super) fn collect(
    page: &Page<'_>,
    comments: &Threads,
    found: &mut Collected<'_>,
    dates: &Reader,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let needs_date = !found.candidates.has(Kind::Published, BEFORE_HEADING);
    let needs_author = !found.candidates.has(Kind::Author, BEFORE_HEADING);
    if !needs_date && !needs_author {
        return Ok(());
    }
    let blocks = page.blocks();
    let heading = heading(found);
    let at = heading.map_or(0, |start| blocks.iter().position(|it| it.span.start() >= start).unwrap_or(0));
    let (before, after) = (at.saturating_sub(BLOCKS_BEFORE), (at + BLOCKS_AFTER).min(blocks.len()));
    let elsewhere = after..blocks.len().min(after + BLOCKS_ELSEWHERE);
    let areas = [(at..after, MAX_BYTES), (before..at, MAX_BYTES), (elsewhere, MAX_BYTES_ELSEWHERE)];
    for ((range, max_bytes), rank) in areas.into_iter().zip(RANKS) {
        let is_near = max_bytes == MAX_BYTES;
        for block in &blocks[range] {
            deadline.tick()?;
            // Names and dates in comments belong to readers, not to the page.
            if comments.hold(block.span.start()) {
                continue;
            }
            let Some(text) = short_text(page, block, max_bytes) else { continue };
            if needs_date {
                date(&text, rank, dates, &mut found.candidates);
            }
            if needs_author && is_near && author::begins_byline(&text) {
                let name = author::in_byline(&text);
                name.iter().for_each(|it| found.candidates.add(Kind::Author, Origin::Visible, rank, it));
            }
        }
    }
    Ok(())
}

/// Returns the source offset of the heading that the title contains, otherwise of the first heading.
fn heading(found: &Collected<'_>) -> Option<usize> {
    let titles = found.candidates.ordered(Kind::Title, &[Origin::Html, Origin::OpenGraph]);
    let titles: Vec<String> = titles.iter().map(|it| text_key(&it.value)).collect();
    let is_named = |text: &str| {
        let key = text_key(text);
        key.len() >= MIN_KEY_BYTES && titles.iter().any(|title| title.contains(&key))
    };
    let named = found.headings.iter().find(|(_, text)| is_named(text));
    named.or(found.headings.first()).map(|(start, _)| *start)
}

/// Returns the visible text of a block if it has at most `max_bytes` bytes.
fn short_text(page: &Page<'_>, block: &Block, max_bytes: usize) -> Option<String> {
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

fn date(text: &str, rank: u8, dates: &Reader, into: &mut Candidates) {
    if let Some(date) = dates.in_text(text) {
        let kind = if mentions_change(text) { Kind::Modified } else { Kind::Published };
        into.add(kind, Origin::Visible, rank, &date);
    }
}
