//! Features of the whole page, which are the same for all its blocks.

use super::list::{COUNT, Feature as F};
use super::{Row, share};
use crate::grain::outline::{Kind, Outline, Piece};
use crate::markup::{HEADING, Tag};

/// Minimum mass of a long block. Long blocks with few links are probably prose. Chosen by hand; the model was trained with this
/// value.
pub(in crate::grain) const LONG: u32 = 100;
/// A block has few links if its share of link text is below this. Chosen by hand; the model was trained with this value.
pub(in crate::grain) const FEW_LINKS: f32 = 0.3;

pub(super) fn whole(outline: &Outline) -> [f32; COUNT] {
    let mut values = [0.0; COUNT];
    let row = &mut Row(&mut values);
    masses(outline, row);
    counts(outline, row);
    containers(outline, row);
    vintage(outline, row);
    lengths(outline, row);
    values
}

fn masses(outline: &Outline, row: &mut Row<'_>) {
    let (total, mass) = (&outline.containers[0].total, outline.mass());
    let share_of = |counts: &dyn Fn(&Piece) -> bool| {
        let pieces = outline.pieces.iter().filter(|piece| counts(piece));
        pieces.map(|piece| piece.shape.mass as f32).sum::<f32>() / mass
    };
    let share_in = |kind| share_of(&|piece| outline.container_of(piece).is_in(kind));
    row.set(F::PageBlocks, total.blocks as f32);
    row.set(F::PageMass, mass);
    row.set(F::PageLinkShare, total.link / mass);
    row.set(F::PageParagraphs, total.paragraphs / mass);
    row.set(F::PageSentences, total.sentences / mass);
    row.set(F::PageItems, share_in(Kind::Item));
    row.set(F::PageInMain, share_in(Kind::Main));
    row.set(F::PageInArticle, share_in(Kind::Article));
    row.set(F::PageHidden, share_of(&|piece| piece.hidden));
    row.set(F::PageLargest, total.largest);
}

fn counts(outline: &Outline, row: &mut Row<'_>) {
    let count =
        |counts: &dyn Fn(&Piece) -> bool| outline.pieces.iter().filter(|piece| counts(piece)).count() as f32;
    let sum = |part: &dyn Fn(&Piece) -> u32| outline.pieces.iter().map(part).sum::<u32>() as f32;
    row.set(F::PageEnds, sum(&|piece| piece.shape.ends));
    row.set(F::PageLong, count(&|piece| piece.shape.mass >= LONG && piece.link_share() < FEW_LINKS));
    row.set(F::PageCurrencies, count(&|piece| piece.shape.currency > 0));
    row.set(F::PageYears, count(&|piece| piece.shape.years > 0));
    row.set(F::PageImages, sum(&|piece| piece.images));
}

fn containers(outline: &Outline, row: &mut Row<'_>) {
    let mut counts = [0u32; 256];
    for container in &outline.containers {
        counts[container.tag as usize] += 1;
    }
    let of = |tags: &[Tag]| tags.iter().map(|tag| counts[*tag as usize]).sum::<u32>() as f32;
    row.set(F::PageArticles, of(&[Tag::Article]));
    row.set(F::PageForms, of(&[Tag::Form]));
    row.set(F::PageLists, of(&[Tag::Ul, Tag::Ol]));
    row.set(F::PageH1s, of(&[Tag::H1]));
    let headings = outline.containers.iter().filter(|container| container.tag.is(HEADING)).count();
    row.set(F::PageHeadings, headings as f32);
    row.set(F::PageDivs, outline.containers.len() as f32);
}

fn vintage(outline: &Outline, row: &mut Row<'_>) {
    let vintage = &outline.vintage;
    row.set(F::PageDoctype, f32::from(vintage.doctype));
    row.set(F::PageBytes, vintage.bytes as f32);
    row.set(F::PageText, outline.mass() / vintage.bytes.max(1) as f32);
    row.set(F::PageScripts, vintage.scripts as f32);
    row.set(F::PageData, vintage.data_scripts as f32);
    row.set(F::PageStylesheets, vintage.stylesheets as f32);
    row.set(F::PageMetas, vintage.metas as f32);
    row.set(F::PageViewport, f32::from(u8::from(vintage.viewport)));
    row.set(F::PageCards, vintage.cards as f32);
    row.set(F::PageModern, vintage.modern as f32);
    row.set(F::PagePresentational, vintage.presentational as f32);
    row.set(F::PageFrames, vintage.frames as f32);
    row.set(F::PageDrawings, vintage.drawings as f32);
    row.set(F::PageButtons, vintage.buttons as f32);
    row.set(F::PageTimes, vintage.times as f32);
    row.set(F::PageAnchors, vintage.links as f32);
    row.set(F::PageElements, share(vintage.elements as f32, outline.pieces.len() as f32));
    row.set(F::PageBoxes, share(vintage.boxes as f32, vintage.elements as f32));
}

fn lengths(outline: &Outline, row: &mut Row<'_>) {
    /// Blocks with less mass than this count as short. Chosen by hand; the forests were trained with it.
    const SHORT: u32 = 15;
    let mut masses: Vec<u32> = outline.pieces.iter().map(|piece| piece.shape.mass).collect();
    masses.sort_unstable();
    let (blocks, mass) = (masses.len(), outline.mass());
    let squares: f32 = masses.iter().map(|part| (*part as f32 / mass).powi(2)).sum();
    row.set(F::PageLargestShare, outline.containers[0].total.largest / mass);
    row.set(F::PageMedian, masses.get(blocks / 2).copied().unwrap_or(0) as f32);
    row.set(F::PageUpper, masses.get(blocks * 9 / 10).copied().unwrap_or(0) as f32);
    row.set(F::PageSpread, share(1.0, squares));
    row.set(F::PageShort, share(masses.partition_point(|mass| *mass < SHORT) as f32, blocks as f32));
}
