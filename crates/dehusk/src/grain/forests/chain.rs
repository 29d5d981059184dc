//! Runs the forests one after the other: each forest sees the answers of the previous forest.

use super::{FORESTS, Model};
use crate::budget::{Deadline, TimedOut};
use crate::grain::features::{self, Features, Previous};
use crate::grain::outline::Outline;

/// Number of blocks whose rows are in memory at the same time: about 3 MB. The rows of a page with more blocks are computed
/// again for each forest. Chosen by hand: most pages have fewer blocks.
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

/// Like [`probabilities`], with the rows of at most `rows_at_once` blocks in memory.
fn probabilities_in_parts(
    outline: &Outline,
    model: &Model<'_>,
    rows_at_once: usize,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, TimedOut> {
    let Some(features) = Features::of(outline, model.words(), deadline)? else { return Ok(Vec::new()) };
    let blocks = outline.pieces.len();
    let (mut answers, mut rows) = (Vec::new(), Vec::new());
    for forest in 0..FORESTS {
        let previous = (forest > 0).then(|| Previous::of(outline, &answers));
        let mut next = Vec::with_capacity(blocks);
        for start in (0..blocks).step_by(rows_at_once) {
            let part = start..blocks.min(start + rows_at_once);
            if forest == 0 || blocks > rows_at_once {
                rows.clear();
                features.push_rows(part.clone(), &mut rows, deadline)?;
            }
            if let Some(previous) = &previous {
                features::add_answers(previous, part, &mut rows, deadline)?;
            }
            next.extend(model.probabilities(forest, &rows));
            deadline.check()?;
        }
        answers = next;
    }
    Ok(answers)
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
