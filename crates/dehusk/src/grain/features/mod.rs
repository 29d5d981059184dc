//! Features: describe each block of an outline by a row of numbers, in the order of [`list`]. Computing them takes time linear in
//! the page.
//!
//! Each file sets some of the features:
//!
//! | file | features |
//! |---|---|
//! | `own` | the block itself: text, links, punctuation, tags, duplicates; the kinds of containers it is in |
//! | `wording` | `Words…`: learned weights of the words in classes and ids |
//! | `nested` | `Up…`, `Path…`, `Styled…`, `Group…`: the containers around it, and containers with the same structure |
//! | `landmarks` | `Main…`, `Best…`, `Title…`: its position relative to three containers that are probably near the content |
//! | `around` | its neighbors: windows, the blocks before and after, densities |
//! | `place` | its position on the page, and distances to headings, the title and sentences |
//! | `terms` | `Terms…`: learned weights of the words of labels |
//! | `whole` | most of `Page…`: the same for all blocks of a page (`nested` sets `PageGroup…`) |
//! | `previous` | everything from [`list::ANSWERS`] on: the answers of the previous forest |
//!
//! `columns` has the macro and the types of the list. Values are plain counts, masses and shares, because trees need no
//! logarithms. This module decides nothing.

mod around;
pub(super) mod columns;
mod landmarks;
pub(super) mod list;
mod nested;
mod own;
mod place;
mod previous;
mod terms;
mod whole;
mod wording;

pub(super) use previous::Previous;
pub(super) use whole::{FEW_LINKS, LONG};

use super::outline::{Outline, WordTable};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use list::{COUNT, Feature};

/// One block's features.
pub(super) struct Row<'r>(&'r mut [f32]);

impl Row<'_> {
    #[inline]
    fn set(&mut self, feature: Feature, value: f32) {
        if let Some(place) = self.0.get_mut(feature.index()) {
            *place = value;
        }
    }
}

/// What is computed once for a page before the rows of its blocks.
pub(super) struct Features<'o> {
    outline: &'o Outline,
    whole: [f32; COUNT],
    own: own::Own,
    wording: wording::Wording,
    nested: nested::Nested,
    terms: terms::Terms,
    landmarks: landmarks::Landmarks,
    around: around::Around,
    place: place::Places,
}

impl<'o> Features<'o> {
    /// Prepares the features of a page. `None` if it has no blocks.
    pub(super) fn of(
        outline: &'o Outline,
        table: WordTable<'_>,
        deadline: &mut Deadline,
    ) -> Result<Option<Features<'o>>, TimedOut> {
        if outline.pieces.is_empty() {
            return Ok(None);
        }
        let place = place::Places::of(outline);
        let landmarks = landmarks::Landmarks::of(outline, place.title());
        deadline.check()?;
        Ok(Some(Features {
            outline,
            whole: whole::whole(outline),
            own: own::Own::of(outline),
            wording: wording::Wording::of(outline, table),
            nested: nested::Nested::of(outline),
            terms: terms::Terms::of(outline, table),
            landmarks,
            around: around::Around::of(outline),
            place,
        }))
    }

    /// The number of blocks of the page.
    pub(super) fn blocks(&self) -> usize {
        self.outline.pieces.len()
    }

    /// Appends the rows of some blocks; the features from [`list::ANSWERS`] on are 0.
    pub(super) fn push_rows(
        &self,
        blocks: impl ExactSizeIterator<Item = usize>,
        rows: &mut Vec<f32>,
        deadline: &mut Deadline,
    ) -> Result<(), TimedOut> {
        let Features { outline, nested, .. } = self;
        rows.reserve_exact(blocks.len() * COUNT);
        for index in blocks {
            deadline.tick()?;
            let piece = &outline.pieces[index];
            let start = rows.len();
            rows.extend_from_slice(&self.whole);
            let row = &mut Row(&mut rows[start..]);
            self.own.fill(outline, index, piece, row);
            self.wording.fill(outline, piece, row);
            nested.fill(outline, index, piece, row);
            self.terms.fill(outline, index, nested::levels_of(outline, piece), row);
            self.landmarks.fill(outline, index, piece, row);
            self.around.fill(outline, index, row);
            self.place.fill(outline, index, row);
        }
        Ok(())
    }
}

/// The rows of all blocks, one after the other; the features from [`list::ANSWERS`] on are 0.
pub(super) fn rows(
    outline: &Outline,
    table: WordTable<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    let blocks = outline.pieces.len();
    let mut rows = Vec::with_capacity(blocks * COUNT);
    if let Some(features) = Features::of(outline, table, deadline)? {
        features.push_rows(0..blocks, &mut rows, deadline)?;
    }
    Ok(rows)
}

/// Fills in the features that depend on the answers of the previous forest. `rows` has the rows of `blocks`.
pub(super) fn add_answers(
    previous: &Previous<'_>,
    blocks: impl Iterator<Item = usize>,
    rows: &mut [f32],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    for (index, row) in blocks.zip(rows.chunks_exact_mut(COUNT)) {
        deadline.tick()?;
        previous.fill(index, &mut Row(row));
    }
    Ok(())
}

/// Tags with similar meanings are adjacent, so that one threshold of a tree can separate groups of tags.
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

/// The place of each tag in [`ORDER`], from 1; 0 for tags that it does not have.
const TAG_NUMBERS: [u8; 256] = {
    let mut numbers = [0; 256];
    let mut i = 0;
    while i < ORDER.len() {
        numbers[ORDER[i] as usize] = i as u8 + 1;
        i += 1;
    }
    numbers
};

fn tag_number(tag: Tag) -> f32 {
    f32::from(TAG_NUMBERS[tag as usize])
}

/// The share of `part` in `whole`, computed in double precision; 0 if both are 0.
#[inline]
fn ratio(part: f64, whole: f64) -> f32 {
    (part / whole.max(1e-9)) as f32
}

/// The share of `part` in `whole`; 0 if `whole` is 0.
#[inline]
fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
