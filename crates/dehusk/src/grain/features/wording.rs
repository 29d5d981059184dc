//! The learned weights of the classes and ids of the containers around a block.

use super::Row;
use super::list::Feature as F;
use crate::grain::outline::WordTable;
use crate::grain::outline::{Outline, Piece};

/// The weight of the words of a container, and the sum, minimum and maximum of the weights of all containers from the root to it.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    own: f32,
    path: f32,
    least: f32,
    most: f32,
}

pub(super) struct Wording(Vec<Worth>);

impl Wording {
    pub(super) fn of(outline: &Outline, table: WordTable<'_>) -> Wording {
        let mut worths: Vec<Worth> = Vec::with_capacity(outline.containers.len());
        let mut weight = table.remembered();
        for container in &outline.containers {
            let words = &outline.words[container.words.0 as usize..container.words.1 as usize];
            let own: f32 = words.iter().map(|word| weight(*word)).sum();
            let around = worths.get(container.parent as usize).copied().unwrap_or_default();
            let (least, most) = (around.least.min(own), around.most.max(own));
            worths.push(Worth { own, path: around.path + own, least, most });
        }
        Wording(worths)
    }

    pub(super) fn fill(&self, outline: &Outline, piece: &Piece, row: &mut Row<'_>) {
        let parent = outline.container_of(piece).parent;
        let grandparent = outline.containers[parent as usize].parent;
        let [own, around, further] =
            [piece.container, parent, grandparent].map(|container| self.0[container as usize]);
        row.set(F::WordsOwn, own.own);
        row.set(F::WordsNear, own.own + around.own + further.own);
        row.set(F::WordsPath, own.path);
        row.set(F::WordsLeast, own.least);
        row.set(F::WordsMost, own.most);
    }
}
