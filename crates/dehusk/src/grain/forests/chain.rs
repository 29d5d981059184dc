//! Runs the forests one after the other: each forest sees the answers of the previous forest.

use super::{FORESTS, Model};
use crate::budget::{Deadline, TimedOut};
use crate::grain::features;
use crate::grain::outline::Outline;

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
        deadline.check()?;
        features::add_answers(outline, &answers, &mut rows, deadline)?;
    }
    Ok(rows)
}

/// For each block, the probability that it is main content: the answer of the last forest.
pub(in crate::grain) fn probabilities(
    outline: &Outline,
    model: &Model<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    const LAST: usize = FORESTS - 1;
    Ok(model.probabilities(LAST, &rows_for(outline, LAST, model, deadline)?))
}
