//! Finds dates and bylines without markup, in short blocks around the heading of the page.
//!
//! A field that already has a better candidate is not searched for. All limits of this file were chosen by hand.

use super::candidates::{Candidates, Kind};
use super::collected::Collected;
use super::credits::{self, Role};
use super::date::Reader;
use super::place::{AFTER_HEADING, BEFORE_HEADING, BY_TEXT, FAR, NEAR, is_first_post, is_sentence};
use super::short_blocks::{is_link, short_text};
use super::{Origin, author, rows, stamps};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::Tag;
use crate::page::{Block, Page};
use crate::source::Span;
use crate::source::span::touches;
use crate::text_key::text_key;
use std::ops::Range;

/// Number of blocks that are searched before the heading: a date or section may come above it. Chosen by hand.
const BLOCKS_BEFORE: usize = 4;
/// Number of blocks, from the heading on, in which a date is that of the page even if the page declares a later one. Chosen by
/// hand.
const BLOCKS_RIGHT_AFTER: usize = 6;
/// Number of blocks that are searched from the heading on. Chosen by hand.
const BLOCKS_AFTER: usize = 16;
/// Maximum length, in bytes, of a block that is a date or byline and not a paragraph. Chosen by hand.
const MAX_BYTES: usize = 160;
/// Maximum length, in bytes, of a block that is a date and hardly more. Chosen by hand.
const MAX_BYTES_ALONE: usize = 40;
/// Maximum length, in bytes, of a block with a date around the heading, unless its words say what the date is. A longer block is a
/// sentence. Chosen by hand.
const MAX_BYTES_NEAR: usize = 110;
/// Maximum length, in bytes, of a block with a date in the rest of the page, unless its words say what the date is. The limit is
/// lower than [`MAX_BYTES`] because more blocks there have dates of their own. Chosen by hand.
const MAX_BYTES_ELSEWHERE: usize = 64;
/// Number of blocks that are searched in the rest of the page. Chosen by hand.
const BLOCKS_ELSEWHERE: usize = 400;
/// Number of first blocks among which the heading is searched for if no element is a heading. Chosen by hand.
const BLOCKS_WITH_HEADING: usize = 200;
/// Minimum length, in bytes, of the [`text_key`] of a block that can be the heading. Chosen by hand.
const MIN_KEY_BYTES: usize = 6;
/// Maximum number of words of a name in the block after a label such as `Written by`. Chosen by hand.
const MAX_NAME_WORDS: usize = 5;
/// Maximum number of elements from that of a block to the head of the table around it: paragraph, cell, row, head. Chosen by hand.
const MAX_AROUND_CELL: usize = 4;
/// Number of bytes at the beginning of a paragraph in which a reporter in brackets is searched for. Chosen by hand.
const MAX_OPENING_BYTES: usize = 200;
/// The ranks of editors and sources, who are used only if no author is found anywhere. Chosen by hand.
pub(super) const RANK_OF_EDITOR: u8 = 20;
const RANK_OF_SOURCE: u8 = 21;

/// A part of the page that is searched.
struct Area {
    blocks: Range<usize>,
    /// The rank of what is found.
    rank: u8,
}

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
    let has_credits = is_east_asian(found);
    let (footers, listed) = (std::mem::take(&mut found.footers), std::mem::take(&mut found.listed));
    let areas = areas(page, found, deadline)?;
    let searched = areas[2].blocks.start..areas[3].blocks.end;
    let text_of = |block: &Block| short_text(page, block, MAX_BYTES);
    let rows = rows::dated(page, &page.blocks()[searched], dates, text_of, deadline)?;
    let search =
        Search { page, comments, dates, footers, listed, rows, needs_date, needs_author, has_credits };
    let is_index = found.is_index;
    for area in areas.into_iter().filter(|area| !is_index || area.rank < FAR) {
        // A declared date is compared with the one that is printed next to the heading.
        if area.rank < NEAR || needs_date || needs_author || has_credits {
            search.area(area, &mut found.candidates, deadline)?;
        }
    }
    Ok(())
}

/// Whether a title of the page is Chinese, Japanese or Korean.
fn is_east_asian(found: &Collected<'_>) -> bool {
    let titles = found.candidates.ordered(Kind::Title, &[Origin::Html, Origin::OpenGraph]);
    titles.iter().any(|title| title.value.chars().any(credits::is_east_asian))
}

/// Returns the blocks after the heading, before it, and elsewhere.
fn areas(page: &Page<'_>, found: &Collected<'_>, deadline: &mut Deadline) -> Result<[Area; 4], TimedOut> {
    let blocks = page.blocks();
    let at = match found.heading() {
        Some(heading) => blocks.iter().position(|it| it.span.start() >= heading.start),
        None => heading_among(page, found, deadline)?,
    };
    let at = at.unwrap_or(0);
    let (before, after) = (at.saturating_sub(BLOCKS_BEFORE), (at + BLOCKS_AFTER).min(blocks.len()));
    let right_after = (at + BLOCKS_RIGHT_AFTER).min(after);
    let elsewhere = after..blocks.len().min(after + BLOCKS_ELSEWHERE);
    Ok([
        Area { blocks: at..right_after, rank: AFTER_HEADING + BY_TEXT },
        Area { blocks: right_after..after, rank: NEAR + BY_TEXT },
        Area { blocks: before..at, rank: BEFORE_HEADING + BY_TEXT },
        Area { blocks: elsewhere, rank: FAR + BY_TEXT },
    ])
}

/// Returns the index of the first block whose text begins a title of the page.
fn heading_among(
    page: &Page<'_>,
    found: &Collected<'_>,
    deadline: &mut Deadline,
) -> Result<Option<usize>, TimedOut> {
    let titles = found.candidates.ordered(Kind::Title, &[Origin::Html, Origin::OpenGraph]);
    let titles: Vec<String> = titles.iter().map(|it| text_key(&it.value)).collect();
    for (index, block) in page.blocks().iter().take(BLOCKS_WITH_HEADING).enumerate() {
        deadline.tick()?;
        let Some(key) = short_text(page, block, MAX_BYTES).map(|text| text_key(&text)) else { continue };
        if key.len() >= MIN_KEY_BYTES && titles.iter().any(|title| title.starts_with(&key)) {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// What is searched for, and where.
struct Search<'s, 'p> {
    page: &'s Page<'p>,
    /// Readers' comments: names and dates there belong to readers, not to the page.
    comments: &'s Threads,
    dates: &'s Reader,
    /// The footers of the page, where only labelled dates belong to the page.
    footers: Vec<Span>,
    /// The items of lists of other pages.
    listed: Vec<Span>,
    /// The rows of tables and lists that have dates of their own.
    rows: Vec<Span>,
    needs_date: bool,
    needs_author: bool,
    /// Whether the page may have credits in Chinese, Japanese or Korean.
    has_credits: bool,
}

impl Search<'_, '_> {
    fn area(&self, area: Area, into: &mut Candidates, deadline: &mut Deadline) -> Result<(), TimedOut> {
        let is_near = area.rank < FAR;
        let (mut is_labelled, mut after_sentence, mut bytes) = (false, false, 0);
        for block in &self.page.blocks()[area.blocks] {
            deadline.tick()?;
            bytes += block.span.len();
            let is_first_post = area.rank < NEAR && is_first_post(bytes, after_sentence);
            let is_comment = self.comments.hold(block.span.start()) && !is_first_post;
            if is_comment || touches(&self.listed, block.span) {
                continue;
            }
            let text = short_text(self.page, block, MAX_BYTES);
            let was_labelled = std::mem::take(&mut is_labelled);
            after_sentence |= text.as_deref().is_none_or(is_sentence);
            let Some(text) = text else {
                if self.has_credits && is_near {
                    self.opening_credit(block, area.rank, into);
                }
                continue;
            };
            let is_elsewhere = touches(&self.footers, block.span) || touches(&self.rows, block.span);
            if !is_elsewhere || stamps::is_labelled(&text) {
                self.dates(&text, area.rank, into);
            }
            if self.needs_author && is_near {
                is_labelled = author::is_prefix(&text) && !self.is_head_of_column(block);
                self.authors(&text, was_labelled, area.rank, into);
            }
            if self.has_credits && !self.is_control(block) {
                credit(&text, area.rank, into);
            }
        }
        Ok(())
    }

    /// Adds the reporter in brackets at the beginning of a paragraph.
    fn opening_credit(&self, block: &Block, rank: u8, into: &mut Candidates) {
        let shown = self.page.runs_of(block).filter(|run| run.is_visible() && !run.is_undisplayed());
        let text = self.page.beginning_of(shown, MAX_OPENING_BYTES);
        let names = credits::in_bracket(&text).unwrap_or_default();
        into.add(Kind::Author, Origin::Visible, rank, &author::joined(&names));
    }

    /// Whether a block is a cell in the head of a table. The block after `Started by` there is another head and not a name.
    fn is_head_of_column(&self, block: &Block) -> bool {
        let around = std::iter::successors(self.page.block_element(block), |it| it.parent());
        around.take(MAX_AROUND_CELL).any(|it| matches!(it.tag(), Tag::Th | Tag::Thead))
    }

    /// Whether a block is a link or an entry of a menu, whose words are of another page.
    fn is_control(&self, block: &Block) -> bool {
        let element = self.page.block_element(block);
        element.is_some_and(|it| it.tag() == Tag::Option) || is_link(self.page, block)
    }

    /// Adds the dates of a block. If the page declares a date, only those that stand for themselves right after the heading are
    /// added, to compare them with it.
    fn dates(&self, text: &str, rank: u8, into: &mut Candidates) {
        let is_alone = text.len() <= MAX_BYTES_ALONE;
        let max = if rank < FAR { MAX_BYTES_NEAR } else { MAX_BYTES_ELSEWHERE };
        let is_date = is_alone || text.len() <= max || stamps::is_labelled(text);
        let is_wanted = if self.needs_date { is_date } else { is_alone && rank < NEAR };
        if !is_wanted {
            return;
        }
        // A sentence with a date is weaker than a date in markup soon after it.
        let rank = if is_alone { rank } else { rank.max(NEAR + BY_TEXT) };
        for (kind, date) in stamps::dates_in(text, self.dates) {
            date.iter().for_each(|date| into.add(kind, Origin::Visible, rank, date));
        }
    }

    /// Adds the author of a byline, or of the block after a label such as `Written by`.
    fn authors(&self, text: &str, was_labelled: bool, rank: u8, into: &mut Candidates) {
        let text = self.after_date(text);
        // Where letters have no capitals, a name cannot be told from a sentence.
        let is_name = was_labelled
            && text.starts_with(char::is_uppercase)
            && text.split(' ').count() <= MAX_NAME_WORDS
            && author::is_credible(text);
        if is_name || author::begins_byline(text) {
            let name = author::in_byline(text).filter(|name| is_name || author::is_credible(name));
            name.iter().for_each(|it| into.add(Kind::Author, Origin::Visible, rank, it));
        }
    }

    /// Returns the text without a date at its beginning: `5 May 2011 by Ann Smith`.
    fn after_date<'t>(&self, text: &'t str) -> &'t str {
        let at = text.find(" by ").filter(|at| self.dates.in_text(&text[..*at]).is_some());
        at.map_or(text, |at| &text[at + 1..])
    }
}

fn credit(text: &str, rank: u8, into: &mut Candidates) {
    let Some((role, names)) = credits::find(text) else { return };
    let rank = match role {
        Role::Author => rank,
        Role::Editor => RANK_OF_EDITOR,
        Role::Source => RANK_OF_SOURCE,
    };
    into.add(Kind::Author, Origin::Visible, rank, &author::joined(&names));
}
