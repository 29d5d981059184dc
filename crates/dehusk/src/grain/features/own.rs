//! Features of the block itself: its text, its tags, and how often its text occurs on the page.

use super::list::{Feature as F, Within};
use super::{Row, share, tag_number};
use crate::grain::outline::{Class, FEATURED_KINDS, Outline, Piece};
use std::collections::HashMap;

/// How often the text of each block occurs on the page.
pub(super) struct Own {
    same: Vec<u32>,
}

impl Own {
    pub(super) fn of(outline: &Outline) -> Own {
        let (mut texts, mut counts) = (HashMap::with_capacity(outline.pieces.len()), Vec::new());
        let number = |piece: &Piece| {
            let number = *texts.entry(piece.shape.hash).or_insert(counts.len());
            counts.resize(counts.len().max(number + 1), 0);
            counts[number] += 1;
            number
        };
        let numbers: Vec<usize> = outline.pieces.iter().map(number).collect();
        Own { same: numbers.into_iter().map(|number| counts[number]).collect() }
    }

    pub(super) fn fill(&self, outline: &Outline, index: usize, piece: &Piece, row: &mut Row<'_>) {
        text(piece, row);
        marks(piece, row);
        path(outline, piece, row);
        row.set(F::Duplicates, self.same[index] as f32);
    }
}

fn text(piece: &Piece, row: &mut Row<'_>) {
    let shape = &piece.shape;
    let mass = shape.mass as f32;
    row.set(F::Length, mass);
    row.set(F::LinkShare, piece.link_share());
    row.set(F::PlainLength, (shape.mass - shape.link) as f32);
    row.set(F::Links, piece.links as f32);
    row.set(F::Runs, piece.runs as f32);
    row.set(F::Tags, piece.tags as f32);
    row.set(F::TextPerTag, mass / (piece.tags + 1) as f32);
    row.set(F::Breaks, piece.breaks as f32);
    row.set(F::Images, piece.images as f32);
    row.set(F::InTitle, piece.in_title);
    row.set(F::OfTitle, piece.of_title);
    row.set(F::Hidden, f32::from(u8::from(piece.hidden)));
    row.set(F::Undisplayed, f32::from(u8::from(piece.undisplayed)));
}

fn marks(piece: &Piece, row: &mut Row<'_>) {
    let shape = &piece.shape;
    let mass = shape.mass as f32;
    row.set(F::Commas, shape.commas as f32);
    row.set(F::Sentences, shape.ends as f32);
    row.set(F::EndsWith, class_number(shape.last));
    row.set(F::UpperShare, share(shape.upper as f32, shape.letters as f32));
    row.set(F::LetterShare, share(shape.letters as f32, mass));
    row.set(F::Separators, shape.separators as f32);
    row.set(F::Years, shape.years as f32);
}

/// The number of a character class. Letters of all scripts have the same number, so that the model does not learn scripts.
pub(super) fn class_number(class: Option<Class>) -> f32 {
    let class = match class {
        Some(Class::Letter | Class::Unmarked | Class::Syllable | Class::Ideograph) => Class::Lower,
        Some(Class::WideStop) => Class::Stop,
        class => class.unwrap_or(Class::Blank),
    };
    f32::from(class as u8)
}

fn path(outline: &Outline, piece: &Piece, row: &mut Row<'_>) {
    let own = outline.container_of(piece);
    let parent = &outline.containers[own.parent as usize];
    let grandparent = &outline.containers[parent.parent as usize];
    row.set(F::Tag, tag_number(own.tag));
    row.set(F::ParentTag, tag_number(parent.tag));
    row.set(F::GrandparentTag, tag_number(grandparent.tag));
    for kind in 0..FEATURED_KINDS {
        row.set(Within::In.of(kind), f32::from(own.levels_to(kind)));
    }
    row.set(F::Siblings, parent.children as f32);
    row.set(F::Number, own.number as f32);
}
