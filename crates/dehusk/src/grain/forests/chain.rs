//! The forests one after the other: each sees what the previous one made of the page.

use super::{FORESTS, Model};
use crate::budget::{Deadline, TimedOut};
use crate::grain::features;
use crate::grain::outline::Outline;

/// The features of every block as a forest sees them, counted from 0; those from [`features::list::ANSWERS`] on tell what the
/// previous forest made of the page.
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

/// The probability of each block that it is main content.
pub(in crate::grain) fn probabilities(
    outline: &Outline,
    model: &Model<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    const LAST: usize = FORESTS - 1;
    Ok(model.probabilities(LAST, &rows_for(outline, LAST, model, deadline)?))
}
