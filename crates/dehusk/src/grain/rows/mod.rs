//! Rows: the features of every block of an outline, in the order of [`super::features`]. Linear in the page.
//!
//! A file for each group. Values are plain counts, masses and shares: trees need no logarithms.

mod answers;
mod around;
mod landmarks;
mod nested;
mod own;
mod place;
mod terms;
mod whole;
mod wording;

use super::features::{COUNT, Feature};
use super::outline::{Kind, Outline};
use super::words::WordTable;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{HEADING, Tag};

/// One block's features.
pub(super) struct Row<'r>(&'r mut [f32]);

impl Row<'_> {
    #[inline]
    fn set(&mut self, feature: Feature, value: f32) {
        self.set_nth(feature, 0, value);
    }

    #[inline]
    fn get(&self, feature: Feature) -> f32 {
        self.0.get(feature as usize).copied().unwrap_or(0.0)
    }

    /// Sets the feature `offset` places after another one.
    #[inline]
    fn set_nth(&mut self, feature: Feature, offset: usize, value: f32) {
        if let Some(place) = self.0.get_mut(feature as usize + offset) {
            *place = value;
        }
    }
}

/// The rows of all blocks, one after the other; the features from [`Feature::Answer`] on are 0.
pub(super) fn of(
    outline: &Outline,
    table: WordTable<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    let mut rows = Vec::with_capacity(outline.pieces.len() * COUNT);
    if outline.pieces.is_empty() {
        return Ok(rows);
    }
    let whole = whole::whole(outline);
    let own = own::Own::of(outline);
    let wording = wording::Wording::of(outline, table);
    let nested = nested::Nested::of(outline);
    let terms = terms::Terms::of(outline, table);
    let place = place::Places::of(outline);
    let landmarks = landmarks::Landmarks::of(outline, place.title());
    deadline.check()?;
    let around = around::Around::of(outline);
    for (index, piece) in outline.pieces.iter().enumerate() {
        deadline.tick()?;
        rows.extend_from_slice(&whole);
        let row = &mut Row(&mut rows[index * COUNT..]);
        own.fill(outline, index, piece, row);
        wording.fill(outline, piece, row);
        nested.fill(outline, index, piece, row);
        terms.fill(outline, index, nested.levels_of(outline, piece), row);
        landmarks.fill(outline, index, piece, row);
        around.fill(outline, index, row);
        place.fill(outline, index, row);
    }
    Ok(rows)
}

/// Fills in what depends on a forest's answers.
pub(super) fn complete(
    outline: &Outline,
    answers: &[f32],
    rows: &mut [f32],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    answers::fill(outline, answers, rows);
    deadline.check()
}

/// Tags as numbers, alike ones near each other.
fn tag_number(tag: Tag) -> f32 {
    const ORDER: [Tag; 44] = [
        Tag::P,
        Tag::Blockquote,
        Tag::Pre,
        Tag::Figcaption,
        Tag::Dd,
        Tag::Dt,
        Tag::Li,
        Tag::Td,
        Tag::Th,
        Tag::H1,
        Tag::H2,
        Tag::H3,
        Tag::H4,
        Tag::H5,
        Tag::H6,
        Tag::Article,
        Tag::Main,
        Tag::Section,
        Tag::Div,
        Tag::Center,
        Tag::Unknown,
        Tag::Details,
        Tag::Summary,
        Tag::Figure,
        Tag::Ul,
        Tag::Ol,
        Tag::Dl,
        Tag::Table,
        Tag::Tbody,
        Tag::Tr,
        Tag::Header,
        Tag::Footer,
        Tag::Nav,
        Tag::Aside,
        Tag::Form,
        Tag::Fieldset,
        Tag::Label,
        Tag::Button,
        Tag::Select,
        Tag::Option,
        Tag::Address,
        Tag::Caption,
        Tag::Legend,
        Tag::Body,
    ];
    const NUMBERS: [u8; 256] = {
        let mut numbers = [0; 256];
        let mut i = 0;
        while i < ORDER.len() {
            numbers[ORDER[i] as usize] = i as u8 + 1;
            i += 1;
        }
        numbers
    };
    f32::from(NUMBERS[tag as usize])
}

/// The level of the heading that a block stands in, however deep; 0 outside of headings.
pub(super) fn heading_around(outline: &Outline, index: usize) -> u8 {
    /// That of `role=heading` without a level of its own, by WAI-ARIA 1.2.
    const OF_ROLE: u8 = 2;
    let mut container = outline.container_of(&outline.pieces[index]);
    if !container.is_in(Kind::Heading) {
        return 0;
    }
    while container.is_in(Kind::Heading) && heading_level(container.tag) == 0 {
        container = &outline.containers[container.parent as usize];
    }
    match heading_level(container.tag) {
        0 => OF_ROLE,
        level => level,
    }
}

/// The level of a heading's tag, 0 for others.
fn heading_level(tag: Tag) -> u8 {
    match tag {
        Tag::H1 => 1,
        Tag::H2 => 2,
        Tag::H3 => 3,
        Tag::H4 => 4,
        Tag::H5 => 5,
        tag if tag.is(HEADING) => 6,
        _ => 0,
    }
}

/// The same in double precision.
#[inline]
fn ratio(part: f64, whole: f64) -> f32 {
    (part / whole.max(1e-9)) as f32
}

/// A share of a whole that may be empty.
#[inline]
fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
