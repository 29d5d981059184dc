//! Runs the forests one after the other: each forest sees the answers of the previous forest.

use super::{FORESTS, LANES, Model};
use crate::budget::{Deadline, TimedOut};
use crate::grain::features::list::COUNT;
use crate::grain::features::{self, Features, Previous};
use crate::grain::outline::Outline;

/// Maximum number of blocks that later forests may rate and whose rows are kept: about 2 MB. If a page has more, their rows are
/// computed again for each forest. Chosen by hand: most pages have fewer.
const MAX_KEPT_ROWS: usize = 2048;

/// The rows of all blocks as a forest sees them; the first forest is number 0. The features from [`features::list::ANSWERS`] on
/// hold the answers of the previous forest.
pub(in crate::grain) fn rows_for(
    outline: &Outline,
    forest: usize,
    model: &Model<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    let mut rows = features::rows(outline, model.words(), deadline)?;
    for previous in 0..forest {
        let answers = model.probabilities(previous, &rows);
        let previous = Previous::of(outline, &answers);
        features::add_answers(&previous, 0..answers.len(), &mut rows, deadline)?;
    }
    Ok(rows)
}

/// For each block, the probability that it is main content: the answer of the last forest.
pub(in crate::grain) fn probabilities(
    outline: &Outline,
    model: &Model<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    probabilities_in_parts(outline, model, MaxRows { at_once: LANES, kept: MAX_KEPT_ROWS }, deadline)
}

/// Maximum numbers of rows in memory.
#[derive(Clone, Copy)]
struct MaxRows {
    /// Of those that are computed at the same time.
    at_once: usize,
    /// Of those that are kept for later forests.
    kept: usize,
}

/// Like [`probabilities`], with at most so many rows in memory.
fn probabilities_in_parts(
    outline: &Outline,
    model: &Model<'_>,
    max_rows: MaxRows,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    let Some(features) = Features::of(outline, model.words(), deadline)? else { return Ok(Vec::new()) };
    let mut first = FirstPass::default();
    first.rate(&features, model, max_rows, deadline)?;
    let FirstPass { mut answers, doubtful, mut rows } = first;
    let mut recomputed_rows = Vec::new();
    for forest in 1..FORESTS {
        let previous = Previous::of(outline, &answers);
        let mut next = answers.clone();
        for (number, part) in doubtful.chunks(max_rows.at_once).enumerate() {
            let rows = match rows.get_mut(number) {
                Some(kept) => kept,
                None => {
                    recomputed_rows.clear();
                    features.push_rows(part.iter().copied(), &mut recomputed_rows, deadline)?;
                    &mut recomputed_rows
                }
            };
            features::add_answers(&previous, part.iter().copied(), rows, deadline)?;
            for (block, answer) in part.iter().zip(model.probabilities(forest, rows)) {
                next[*block] = answer;
            }
            deadline.check()?;
        }
        answers = next;
    }
    Ok(answers)
}

/// The answers of the first forest.
#[derive(Default)]
struct FirstPass {
    /// The probability of each block.
    answers: Vec<f32>,
    /// The blocks that later forests may rate.
    doubtful: Vec<usize>,
    /// The rows of these blocks in parts; empty if there are too many.
    rows: Vec<Vec<f32>>,
}

impl FirstPass {
    fn rate(
        &mut self,
        features: &Features<'_>,
        model: &Model<'_>,
        max_rows: MaxRows,
        deadline: &mut Deadline,
    ) -> Result<(), TimedOut> {
        let blocks = features.blocks();
        let mut rows = Vec::new();
        for start in (0..blocks).step_by(max_rows.at_once) {
            let part = start..blocks.min(start + max_rows.at_once);
            rows.clear();
            features.push_rows(part.clone(), &mut rows, deadline)?;
            let answers = model.probabilities(0, &rows);
            for ((block, answer), row) in part.zip(&answers).zip(rows.chunks_exact(COUNT)) {
                if model.may_be_rerated(*answer) {
                    self.add_doubtful(block, row, max_rows);
                }
            }
            self.answers.extend_from_slice(&answers);
            deadline.check()?;
        }
        Ok(())
    }

    /// Adds a block that later forests may rate, and keeps its row if there are not too many.
    fn add_doubtful(&mut self, block: usize, row: &[f32], max_rows: MaxRows) {
        let MaxRows { at_once, kept } = max_rows;
        if self.doubtful.len() < kept {
            if self.doubtful.len().is_multiple_of(at_once) {
                self.rows.push(Vec::with_capacity(at_once * COUNT));
            }
            if let Some(part) = self.rows.last_mut() {
                part.extend_from_slice(row);
            }
        } else if self.doubtful.len() == kept {
            self.rows = Vec::new();
        }
        self.doubtful.push(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn rows_in_parts_give_the_same_answers() {
        let page = "<ul><li><a href=/>Home</a><li>News</ul><h1>The mill</h1><p>It reopens on Monday, after ten years.".repeat(9);
        let page = Page::parse(Source::from_text(&page));
        let never = &mut Deadline::after(None);
        let outline = Outline::of(&page, never).unwrap();
        let model = Model::built_in();
        let whole =
            model.probabilities(FORESTS - 1, &rows_for(&outline, FORESTS - 1, &model, never).unwrap());
        assert_eq!(whole.len(), 36);
        for (at_once, kept) in [(1, 0), (1, 100), (7, 10), (35, 0), (35, 100), (36, 100), (100, 36), (100, 0)]
        {
            let max_rows = MaxRows { at_once, kept };
            assert_eq!(probabilities_in_parts(&outline, &model, max_rows, never).unwrap(), whole);
        }
    }
}
