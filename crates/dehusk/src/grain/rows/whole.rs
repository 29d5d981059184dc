//! What the whole page is like: the same for all its blocks.

use super::super::features::{COUNT, Feature as F};
use super::super::outline::{Kind, Outline, Piece};
use super::{HABIT, Row};
use crate::markup::{HEADING, Tag};

/// A long block, in mass.
const LONG: u32 = 100;
const FEW_LINKS: f32 = 0.3;

pub(super) fn whole(outline: &Outline) -> [f32; COUNT] {
    let mut values = [0.0; COUNT];
    let row = &mut Row(&mut values);
    row.set(F::Habit, HABIT);
    masses(outline, row);
    counts(outline, row);
    containers(outline, row);
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
    row.set(F::PageCells, share_in(Kind::Table));
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
    row.set(F::PageTables, of(&[Tag::Table]));
    row.set(F::PageH1s, of(&[Tag::H1]));
    row.set(F::PagePres, of(&[Tag::Pre]));
    let headings = outline.containers.iter().filter(|container| container.tag.is(HEADING)).count();
    row.set(F::PageHeadings, headings as f32);
    row.set(F::PageDivs, outline.containers.len() as f32);
}
