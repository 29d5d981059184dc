//! Features of the blocks before and after a block: means over windows, the direct neighbors, and the densities of DANA and
//! CETR, computed on blocks instead of lines.

use super::list::{After, Before, Feature as F, Window};
use super::{Row, share, tag_number};
use crate::grain::outline::{Kind, Outline, Piece};

/// The number of blocks on each side that each window contains.
const WINDOWS: [usize; 3] = [1, 2, 20];
/// The length that each tag counts as, in characters: about the median length of `<div>` and `</div>` in wcxb-dev
/// (docs/src/grain/features.md).
const CODE_PER_TAG: f32 = 10.0;

/// Running sums of one quantity over the blocks, so that the sum of any window is a difference. All quantities are whole numbers,
/// so 32 bits are exact, whatever the sum of the page.
struct Counts(Vec<u32>);

impl Counts {
    fn of(values: impl ExactSizeIterator<Item = u32>) -> Counts {
        let mut sums = Vec::with_capacity(values.len() + 1);
        let mut sum = 0u32;
        sums.push(sum);
        sums.extend(values.map(|value| {
            sum = sum.wrapping_add(value);
            sum
        }));
        Counts(sums)
    }

    /// The sum over the blocks up to `reach` away, and the number of these blocks.
    fn window(&self, index: usize, reach: usize) -> (f32, f32) {
        let (start, end) = window(self.0.len() - 1, index, reach);
        (self.0[end].wrapping_sub(self.0[start]) as f32, (end - start) as f32)
    }

    fn mean(&self, index: usize, reach: usize) -> f32 {
        let (sum, count) = self.window(index, reach);
        sum / count
    }
}

/// The blocks up to `reach` away from a block: the first, and the one after the last.
fn window(blocks: usize, index: usize, reach: usize) -> (usize, usize) {
    (index.saturating_sub(reach), (index + reach + 1).min(blocks))
}

/// Replaces each value by the mean of the values up to `reach` away. Does this twice.
fn blurred(values: Vec<f32>, reach: usize) -> Vec<f32> {
    let once = |mut values: Vec<f32>| {
        let mut sums = Vec::with_capacity(values.len() + 1);
        let mut sum = 0.0;
        sums.push(sum);
        sums.extend(values.iter().map(|value| {
            sum += f64::from(*value);
            sum
        }));
        for (index, value) in values.iter_mut().enumerate() {
            let (start, end) = window(sums.len() - 1, index, reach);
            *value = (sums[end] - sums[start]) as f32 / (end - start) as f32;
        }
        values
    };
    once(once(values))
}

/// The mass without the length of the tags, over the block and its neighbors: the mean.
fn surplus(outline: &Outline, index: usize) -> f32 {
    let (start, end) = window(outline.pieces.len(), index, 1);
    let surplus = |piece: &Piece| piece.shape.mass as f32 - piece.tags as f32 * CODE_PER_TAG;
    let sum: f64 = outline.pieces[start..end].iter().map(|piece| f64::from(surplus(piece))).sum();
    sum as f32 / (end - start) as f32
}

pub(super) struct Around {
    mass: Counts,
    link: Counts,
    sentences: Counts,
    headings: Counts,
    ratio3: Vec<f32>,
    peak: f32,
}

impl Around {
    pub(super) fn of(outline: &Outline) -> Around {
        let pieces = || outline.pieces.iter();
        let is_heading = |piece: &Piece| u32::from(outline.container_of(piece).is_in(Kind::Heading));
        let ratio = |piece: &Piece| piece.shape.mass as f32 / (piece.tags + 1) as f32;
        let ratio3 = blurred(pieces().map(ratio).collect(), 3);
        Around {
            mass: Counts::of(pieces().map(|piece| piece.shape.mass)),
            link: Counts::of(pieces().map(|piece| piece.shape.link)),
            sentences: Counts::of(pieces().map(|piece| piece.sentence_mass() as u32)),
            headings: Counts::of(pieces().map(is_heading)),
            peak: ratio3.iter().copied().fold(0.0, f32::max),
            ratio3,
        }
    }

    pub(super) fn fill(&self, outline: &Outline, index: usize, row: &mut Row<'_>) {
        for (window, reach) in WINDOWS.into_iter().enumerate() {
            self.window(index, reach, window, row);
        }
        neighbors(outline, index, row);
        row.set(F::Dana1, surplus(outline, index));
        row.set(F::Ratio3, self.ratio3[index]);
        row.set(F::RatioOfPeak, share(self.ratio3[index], self.peak));
    }

    fn window(&self, index: usize, reach: usize, window: usize, row: &mut Row<'_>) {
        let ((mass, count), (link, _)) = (self.mass.window(index, reach), self.link.window(index, reach));
        row.set(Window::Mass.of(window), mass / count);
        row.set(Window::Sentences.of(window), self.sentences.mean(index, reach));
        row.set(Window::Plain.of(window), (mass - link) / count);
        row.set(Window::LinkShare.of(window), share(link, mass));
        row.set(Window::Headings.of(window), self.headings.mean(index, reach));
    }
}

fn neighbors(outline: &Outline, index: usize, row: &mut Row<'_>) {
    let pieces = &outline.pieces;
    let neighbor = |index: Option<usize>| index.and_then(|index| pieces.get(index));
    let values = |features: [F; 3], piece: Option<&Piece>| match piece {
        Some(piece) => {
            [piece.shape.mass as f32, piece.link_share(), tag_number(outline.container_of(piece).tag)]
        }
        None => features.map(F::missing),
    };
    let before = [Before::Length, Before::LinkShare, Before::Tag].map(|field| field.of(0));
    let after = [After::Length, After::LinkShare, After::Tag].map(|field| field.of(0));
    for (features, piece) in [(before, neighbor(index.checked_sub(1))), (after, neighbor(Some(index + 1)))] {
        features
            .into_iter()
            .zip(values(features, piece))
            .for_each(|(feature, value)| row.set(feature, value));
    }
    let depth = outline.container_of(&pieces[index]).depth;
    let shared_before = pieces[index].shared_depth;
    let shared_after = pieces.get(index + 1).map_or(0, |next| next.shared_depth);
    row.set(F::SharedBefore, f32::from(shared_before));
    row.set(F::RiseAfter, f32::from(depth.saturating_sub(shared_after)));
    row.set(F::SharedAfter, f32::from(shared_after));
}
