//! Runs the forests one after the other: each forest sees the answers of the previous forest.

use super::{FORESTS, Model};
use crate::budget::{Deadline, TimedOut};
use crate::grain::features::list::COUNT;
use crate::grain::features::{self, Features, Previous};
use crate::grain::outline::Outline;

/// Number of blocks that the first forest rates at once. Chosen by hand: their rows take 150 KB.
const BLOCKS_AT_ONCE: usize = 128;
/// Maximum number of blocks that later forests are asked about and whose rows are kept: about 2 MB. If a page has more, their rows are
/// computed again for each forest. Chosen by hand: most pages have fewer.
const ROWS_AT_ONCE: usize = 2048;

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
    probabilities_in_parts(outline, model, ROWS_AT_ONCE, deadline)
}

/// Like [`probabilities`], with the rows of at most `rows_at_once` blocks kept in memory.
fn probabilities_in_parts(
    outline: &Outline,
    model: &Model<'_>,
    rows_at_once: usize,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    let Some(features) = Features::of(outline, model.words(), deadline)? else { return Ok(Vec::new()) };
    let First { mut answers, doubtful, mut rows } = First::of(&features, model, rows_at_once, deadline)?;
    let are_kept = doubtful.len() <= rows_at_once;
    let part_len = if are_kept { doubtful.len().max(1) } else { rows_at_once };
    for forest in 1..FORESTS {
        let previous = Previous::of(outline, &answers);
        let mut next = answers.clone();
        for part in doubtful.chunks(part_len) {
            if !are_kept {
                rows.clear();
                features.push_rows(part.iter().copied(), &mut rows, deadline)?;
            }
            features::add_answers(&previous, part.iter().copied(), &mut rows, deadline)?;
            for (block, answer) in part.iter().zip(model.probabilities(forest, &rows)) {
                next[*block] = answer;
            }
            deadline.check()?;
        }
        answers = next;
    }
    Ok(answers)
}

/// What the first forest says.
struct First {
    /// The probability of each block.
    answers: Vec<f32>,
    /// The blocks that later forests may be asked about.
    doubtful: Vec<usize>,
    /// The rows of these blocks, if there are not too many.
    rows: Vec<f32>,
}

impl First {
    fn of(
        features: &Features<'_>,
        model: &Model<'_>,
        max_rows: usize,
        deadline: &mut Deadline,
    ) -> Result<First, TimedOut> {
        let blocks = features.blocks();
        let mut first = First { answers: Vec::with_capacity(blocks), doubtful: Vec::new(), rows: Vec::new() };
        for start in (0..blocks).step_by(BLOCKS_AT_ONCE) {
            let part = start..blocks.min(start + BLOCKS_AT_ONCE);
            let kept = first.rows.len();
            features.push_rows(part, &mut first.rows, deadline)?;
            let answers = model.probabilities(0, &first.rows[kept..]);
            first.add(&answers, model, kept);
            if first.doubtful.len() > max_rows {
                first.rows.clear();
            }
            deadline.check()?;
        }
        Ok(first)
    }

    /// Adds the answers for the next blocks, whose rows begin at `kept`. The rows of those that are certain are removed.
    fn add(&mut self, answers: &[f32], model: &Model<'_>, mut kept: usize) {
        let first_row = kept;
        for (number, answer) in answers.iter().enumerate() {
            if model.may_ask_again(*answer) {
                self.doubtful.push(self.answers.len() + number);
                let row = first_row + number * COUNT;
                self.rows.copy_within(row..row + COUNT, kept);
                kept += COUNT;
            }
        }
        self.rows.truncate(kept);
        self.answers.extend_from_slice(answers);
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
        for rows_at_once in [1, 7, 35, 36, 100] {
            assert_eq!(probabilities_in_parts(&outline, &model, rows_at_once, never).unwrap(), whole);
        }
    }
}
