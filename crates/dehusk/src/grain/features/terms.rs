//! Features from the learned weights of words in labels: in the block itself, and in the labels that introduce it.

use super::Row;
use super::list::{Feature as F, FirstTerms};
use crate::grain::outline::WordTable;
use crate::grain::outline::{Kind, Outline};

/// No block has this number.
const NO_HEADING: u32 = u32::MAX;

/// For each block, the sum and the mean of its terms' weights, and the index of the last heading before or at the block.
pub(super) struct Terms {
    worths: Vec<(f32, f32)>,
    /// [`NO_HEADING`] before the first heading.
    headings: Vec<u32>,
}

impl Terms {
    pub(super) fn of(outline: &Outline, table: WordTable<'_>) -> Terms {
        let (mut worths, mut headings) =
            (Vec::with_capacity(outline.pieces.len()), Vec::with_capacity(outline.pieces.len()));
        let (mut heading, mut weight) = (NO_HEADING, table.remembered());
        for (index, piece) in outline.pieces.iter().enumerate() {
            let terms = &outline.terms[piece.terms.0 as usize..piece.terms.1 as usize];
            let sum: f32 = terms.iter().map(|term| weight(*term)).sum();
            worths.push((sum, sum / terms.len().max(1) as f32));
            if outline.container_of(piece).is_in(Kind::Heading) {
                heading = index as u32;
            }
            headings.push(heading);
        }
        Terms { worths, headings }
    }

    /// Sets the features of a block. `around` are the containers around it whose first label is considered.
    pub(super) fn fill<const N: usize>(
        &self,
        outline: &Outline,
        index: usize,
        around: [u32; N],
        row: &mut Row<'_>,
    ) {
        let mean = |index: Option<usize>| {
            index.and_then(|index| self.worths.get(index)).map_or(0.0, |worth| worth.1)
        };
        row.set(F::TermsSum, self.worths[index].0);
        row.set(F::TermsMean, self.worths[index].1);
        row.set(F::TermsHeading, mean(Some(self.headings[index] as usize)));
        row.set(F::TermsBefore, mean(index.checked_sub(1)));
        row.set(F::TermsAfter, mean(Some(index + 1)));
        for (level, container) in around.into_iter().enumerate() {
            let first = outline.containers[container as usize].first;
            row.set(FirstTerms::TermsFirst.of(level), mean(Some(first as usize)));
        }
    }
}
