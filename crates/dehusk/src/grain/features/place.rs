//! Where a block is on the page, and how far from headings, title and sentences.

use super::Row;
use super::list::Feature as F;
use crate::grain::outline::{Kind, Outline, heading_level};
use crate::markup::Tag;

/// The maximum distance to a heading, in blocks. It is also the distance if there is no heading on that side.
const FAR: f32 = F::SinceHeading.missing();
/// The maximum distance to a block with sentences, in mass. It is also the distance if there is no such block on that side.
const FAR_MASS: f32 = F::SinceSentence.missing();
/// The minimum share of a block's terms that are in the title, for a block that repeats the title. Chosen by hand.
const TITLE_SHARE: f32 = 0.8;
/// The minimum share of the title's terms that are in a block, for a block that repeats the title. Chosen by hand.
const TITLE_COVER: f32 = 0.4;

/// The values of one block, from a forward and a backward pass over all blocks.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    mass_before: f32,
    since_heading: f32,
    heading_level: u8,
    to_heading: f32,
    since_sentence: f32,
    to_sentence: f32,
}

pub(super) struct Places {
    places: Vec<Place>,
    first_h1: Option<usize>,
    title: Option<usize>,
}

impl Places {
    pub(super) fn of(outline: &Outline) -> Places {
        let mut places = vec![Place::default(); outline.pieces.len()];
        forwards(outline, &mut places);
        backwards(outline, &mut places);
        let is_h1 = |index: &usize| outline.container_of(&outline.pieces[*index]).tag == Tag::H1;
        let first_h1 = (0..places.len()).find(is_h1);
        Places { places, first_h1, title: title(outline).or(first_h1) }
    }

    /// The index of the title block: the block that repeats the page's title or, if there is none, the block of the first `h1`.
    pub(super) fn title(&self) -> Option<usize> {
        self.title
    }

    pub(super) fn fill(&self, outline: &Outline, index: usize, row: &mut Row<'_>) {
        let (place, blocks) = (&self.places[index], outline.pieces.len());
        let since = |feature: F, from: Option<usize>| {
            (feature, from.map_or(feature.missing(), |from| index as f32 - from as f32))
        };
        row.set(F::FromStart, index as f32);
        row.set(F::FromEnd, (blocks - 1 - index) as f32);
        row.set(F::MassFromStart, place.mass_before);
        for (feature, blocks) in [since(F::FromFirstH1, self.first_h1), since(F::FromTitle, self.title)] {
            row.set(feature, blocks);
        }
        row.set(F::SinceHeading, place.since_heading);
        row.set(F::HeadingLevel, f32::from(place.heading_level));
        row.set(F::ToHeading, place.to_heading);
        row.set(F::SinceSentence, place.since_sentence);
        row.set(F::ToSentence, place.to_sentence);
    }
}

fn forwards(outline: &Outline, places: &mut [Place]) {
    let (mut mass, mut heading, mut level, mut quiet) = (0.0, FAR, 0, FAR_MASS);
    for (piece, place) in outline.pieces.iter().zip(places) {
        let own = outline.container_of(piece);
        if own.is_in(Kind::Heading) {
            (heading, level) = (0.0, heading_level(own.tag));
        }
        (place.mass_before, place.since_sentence) = (mass, quiet);
        (place.since_heading, place.heading_level) = (heading, level);
        mass += piece.shape.mass as f32;
        heading = (heading + 1.0).min(FAR);
        quiet =
            if piece.sentence_mass() > 0.0 { 0.0 } else { (quiet + piece.shape.mass as f32).min(FAR_MASS) };
    }
}

fn backwards(outline: &Outline, places: &mut [Place]) {
    let (mut heading, mut quiet) = (FAR, FAR_MASS);
    for (piece, place) in outline.pieces.iter().zip(places).rev() {
        (place.to_heading, place.to_sentence) = (heading, quiet);
        let is_heading = outline.container_of(piece).is_in(Kind::Heading);
        heading = if is_heading { 1.0 } else { (heading + 1.0).min(FAR) };
        quiet =
            if piece.sentence_mass() > 0.0 { 0.0 } else { (quiet + piece.shape.mass as f32).min(FAR_MASS) };
    }
}

/// The index of the first block that repeats the page's title. Headings are preferred to other blocks.
fn title(outline: &Outline) -> Option<usize> {
    let repeats = |index: &usize| {
        let piece = &outline.pieces[*index];
        piece.in_title >= TITLE_SHARE && piece.of_title >= TITLE_COVER
    };
    let is_heading = |index: &usize| outline.container_of(&outline.pieces[*index]).is_in(Kind::Heading);
    let all = || (0..outline.pieces.len()).filter(repeats);
    all().find(is_heading).or_else(|| all().next())
}
