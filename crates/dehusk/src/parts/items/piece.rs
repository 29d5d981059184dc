//! The pieces of an item: stretches of text in one element, each with its slot. Pieces of different items with
//! the same slot have the same place in their item. Which piece is which field is decided in [`super::fields`].

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::fnv;
use crate::markup::{HEADING, Tag};
use crate::page::{Element, Page, Run};
use crate::records::Item as Found;
use crate::render::{SpaceIn, space_between};
use crate::selection::Kept;
use crate::source::Span;

use super::super::collect::append_collapsed;
use super::clues::{Clues, sign};
use std::collections::HashMap;

/// Maximum number of elements around a piece that are looked at. Chosen by hand.
const MAX_DEPTH: usize = 12;
/// A line of text is in a heading or a link if it is within this number of elements below one. Chosen by hand.
const MAX_DEPTH_OF_TITLE: usize = 3;
/// Pieces of an item with the same elements around them are told apart up to this number. Chosen by hand.
const MAX_ALIKE: u8 = 8;

/// A stretch of text in one element, or in one link, on one line.
#[derive(Clone, Debug)]
pub(super) struct Piece<'p> {
    pub(super) element: Element<'p>,
    pub(super) link: Option<Element<'p>>,
    /// A hash of its place in the item.
    pub(super) slot: u64,
    pub(super) text: String,
    pub(super) span: Span,
    /// Bits of [`sign`].
    pub(super) signs: u16,
    pub(super) begins_line: bool,
    /// Whether a reader sees whitespace between the previous piece and this one.
    pub(super) needs_space: bool,
    pub(super) kept: bool,
}

/// Makes the pieces of the items of one group.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'p, 'k> {
    pub(super) facts: PageFacts<'p>,
    pub(super) page: &'p Page<'p>,
    pub(super) kept: &'k Kept,
    pub(super) clues: &'k Clues,
    /// Whether the text of `noscript` counts, and no other text.
    pub(super) is_unscripted: bool,
    /// The element around the items.
    pub(super) container: u32,
    /// Whether items that are cells are in the same place in whatever column they are.
    pub(super) are_alike_in_columns: bool,
}

impl<'p> Pieces<'p, '_> {
    /// Returns the pieces of an item, in the order of the page.
    pub(super) fn of(&self, item: &Found, deadline: &mut Deadline) -> Result<Vec<Piece<'p>>, TimedOut> {
        let mut pieces: Vec<Piece<'p>> = Vec::new();
        let mut needs_space = false;
        let mut begins_line = true;
        let mut last_run: Option<Run> = None;
        for run in self.page.runs_between(item.runs) {
            deadline.tick()?;
            let is_shown = if self.is_unscripted { run.is_unscripted() } else { run.is_visible() };
            if !is_shown || (run.is_undisplayed() && !self.keeps(&run)) {
                continue;
            }
            let is_new_line =
                if self.is_unscripted { run.begins_line_unscripted() } else { run.begins_line() };
            begins_line |= is_new_line;
            if run.is_blank() {
                needs_space = true;
                continue;
            }
            let text = self.page.text_of(&run);
            let last = last_run.replace(run);
            needs_space =
                needs_space || text.starts_with(char::is_whitespace) || self.is_apart(last, &run, &pieces);
            self.add(item.span, &run, &text, (begins_line, needs_space), &mut pieces);
            (begins_line, needs_space) = (false, text.ends_with(char::is_whitespace));
        }
        number_alike(&mut pieces);
        Ok(pieces)
    }

    fn keeps(&self, run: &Run) -> bool {
        self.kept.within(run.span).next().is_some()
    }

    /// Whether a reader sees a run apart from the run before it, although there is no whitespace between them.
    fn is_apart(&self, last: Option<Run>, run: &Run, pieces: &[Piece<'_>]) -> bool {
        let written = pieces.last().map_or("", |piece| &piece.text);
        last.is_some_and(|last| space_between(written, self.facts, [&last, run]) != SpaceIn::NoOutput)
    }

    fn add(
        &self,
        item: Span,
        run: &Run,
        text: &str,
        (begins_line, needs_space): (bool, bool),
        pieces: &mut Vec<Piece<'p>>,
    ) {
        let Some(element) = self.page.element_of(run) else { return };
        let link = if run.is_link() { link_around(element) } else { None };
        let kept = self.keeps(run);
        let is_same = |last: &&mut Piece<'p>| {
            let is_inside = link.is_some() || last.element == element;
            last.link == link
                && if begins_line { last.element == element && goes_on(last, text) } else { is_inside }
        };
        let same = pieces.last_mut().filter(is_same);
        if let Some(last) = same {
            append_collapsed(&mut last.text, if needs_space || begins_line { " " } else { "" });
            append_collapsed(&mut last.text, trimmed(text));
            last.span =
                Span::new(last.span.start().min(run.span.start()), last.span.end().max(run.span.end()));
            last.kept |= kept;
            return;
        }
        let (slot, signs) = self.place(element, item);
        let mut line = String::new();
        append_collapsed(&mut line, trimmed(text));
        let span = run.span;
        pieces.push(Piece { element, link, slot, text: line, span, signs, begins_line, needs_space, kept });
    }

    /// Returns the slot of a text that is directly in an element of an item, and what the elements around it say about it. A value in
    /// a list of names and values, such as a place or a number of posts, is no author, although the box around the list is about one.
    /// The column of an item that is a cell itself is no part of the slot if there are many items.
    fn place(&self, element: Element<'p>, item: Span) -> (u64, u16) {
        let around = std::iter::successors(Some(element), Element::parent);
        let (mut slot, mut signs, mut ignored) = (fnv::OFFSET, 0_u16, 0_u16);
        let mut is_value = false;
        for element in around.take(MAX_DEPTH).take_while(|it| it.id() != self.container) {
            let clue = self.clues.of(&element);
            slot = fnv::with(slot, &clue.place.to_le_bytes());
            let is_alike = self.are_alike_in_columns && !is_within(&element, item);
            slot = fnv::with(slot, &[if is_alike { 0 } else { clue.column }]);
            signs |= clue.signs & !ignored;
            is_value |= element.tag() == Tag::Dd;
            if is_value && element.tag() == Tag::Dl {
                ignored = sign::AUTHOR;
            }
        }
        (slot, signs)
    }
}

/// Whether an element is only a part of an item.
fn is_within(element: &Element<'_>, item: Span) -> bool {
    element.span().start() > item.start() || element.span().end() < item.end()
}

/// Returns a text without whitespace and byte order marks around it: editors of pages leave the marks before pasted values.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}')
}

/// Whether a text after a line break belongs to the line before it: a heading or a link may be on several lines. A line with digits
/// may be a price or a date, and a sentence is a line of its own.
fn goes_on(last: &Piece<'_>, text: &str) -> bool {
    let mut around = std::iter::successors(Some(last.element), Element::parent).take(MAX_DEPTH_OF_TITLE);
    !last.text.ends_with(['.', '!', '?', ':'])
        && !text.bytes().any(|byte| byte.is_ascii_digit())
        && around.any(|it| it.tag() == Tag::A || it.tag().is(HEADING))
}

/// Gives pieces of one item with the same elements around them different slots, in the order of the item.
fn number_alike(pieces: &mut [Piece<'_>]) {
    let mut counts: HashMap<u64, u8> = HashMap::new();
    for piece in pieces {
        let count = counts.entry(piece.slot).or_default();
        piece.slot = fnv::with(piece.slot, &[*count]);
        *count = (*count + 1).min(MAX_ALIKE);
    }
}

fn link_around(element: Element<'_>) -> Option<Element<'_>> {
    let around = std::iter::successors(Some(element), Element::parent);
    around.take(MAX_DEPTH).find(|it| it.tag() == Tag::A)
}
