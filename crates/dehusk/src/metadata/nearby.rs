//! Dates and bylines that no markup names: short blocks around the heading of the page.
//!
//! It is asked only for what nothing else says.

use super::candidates::{Candidates, Kind, collapse_whitespace};
use super::collect::{BEFORE_HEADING, Collected, IN_ASIDE, tells_of_change};
use super::date::Reader;
use super::{Origin, author};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::page::{Block, Page};
use crate::text_key::text_key;

/// Blocks before the heading that are looked at: a date or a section may stand above it.
const BLOCKS_BEFORE: usize = 4;
/// Blocks after it that are looked at.
const BLOCKS_AFTER: usize = 16;
/// Longest block, in bytes, that is a date or a byline and not a paragraph.
const LONGEST: usize = 160;
/// Longest one in the rest of the page, where more things have dates.
const LONGEST_ELSEWHERE: usize = 64;
/// Blocks of the rest of the page that are looked at.
const BLOCKS_ELSEWHERE: usize = 400;
/// Fewest letters and digits of a heading that is known again in the title.
const LEAST_KEY: usize = 6;
/// Ranks after, before and far from the heading: each behind what classes name at such a place.
const RANKS: [u8; 3] = [BEFORE_HEADING - 1, BEFORE_HEADING + 3, IN_ASIDE + 3];

/// Adds dates and authors of short blocks, for each only if no better candidate is there yet.
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
    let places = [(at..after, LONGEST), (before..at, LONGEST), (elsewhere, LONGEST_ELSEWHERE)];
    for ((range, longest), rank) in places.into_iter().zip(RANKS) {
        let is_near = longest == LONGEST;
        for block in &blocks[range] {
            deadline.tick()?;
            // Readers sign what they write.
            if comments.hold(block.span.start()) {
                continue;
            }
            let Some(text) = short_text(page, block, longest) else { continue };
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

/// Where the heading begins that the title names, else the first.
fn heading(found: &Collected<'_>) -> Option<usize> {
    let titles = found.candidates.ordered(Kind::Title, &[Origin::Html, Origin::OpenGraph]);
    let titles: Vec<String> = titles.iter().map(|it| text_key(&it.value)).collect();
    let is_named = |text: &str| {
        let key = text_key(text);
        key.len() >= LEAST_KEY && titles.iter().any(|title| title.contains(&key))
    };
    let named = found.headings.iter().find(|(_, text)| is_named(text));
    named.or(found.headings.first()).map(|(start, _)| *start)
}

fn short_text(page: &Page<'_>, block: &Block, longest: usize) -> Option<String> {
    let runs = || page.runs_of(block).filter(|run| run.is_visible() && !run.is_undisplayed());
    let bytes: usize = runs().map(|run| run.span.len()).sum();
    // References and blanks are longer in the source than in the text.
    if bytes > longest * 2 {
        return None;
    }
    let mut text = String::new();
    for run in runs() {
        if run.begins_line() {
            text.push(' ');
        }
        text.push_str(&page.text_of(&run));
    }
    Some(collapse_whitespace(&text)).filter(|text| text.len() <= longest)
}

fn date(text: &str, rank: u8, dates: &Reader, into: &mut Candidates) {
    if let Some(date) = dates.in_text(text) {
        let kind = if tells_of_change(text) { Kind::Modified } else { Kind::Published };
        into.add(kind, Origin::Visible, rank, &date);
    }
}
