//! The cut: from probabilities to what is kept.

use super::choice::Choice;
use super::focus::Focus;
use super::outline::Outline;
use super::page_kind::Layout;

/// How much is kept where the model is not sure.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Weight of the expected content in the expected F1: below 1, less is kept.
    breadth: f64,
    /// What is less probable is never kept.
    floor: f32,
}

/// Chosen on cross-validation and on corpora left out: `train/REPORT.md`.
const BALANCED: Cut = Cut { breadth: 0.8, floor: 0.0 };
const PRECISION: Cut = Cut { breadth: 0.5, floor: 0.5 };
const RECALL: Cut = Cut { breadth: 1.6, floor: 0.0 };

/// A page with less expected content, in letters, has none: about ten words.
const LEAST_CONTENT: f64 = 50.0;

/// Nor has one with less than this of which no block is as probable as `LEAST_SURE`: shells that a script would fill, walls before
/// the page (`train/REPORT.md`).
const LITTLE_CONTENT: f64 = 100.0;
const LEAST_SURE: f32 = 0.3;

/// What becomes of each block.
pub(super) fn cut(outline: &Outline, probabilities: &[f32], wanted: (Focus, Layout)) -> Vec<Choice> {
    let masses: Vec<f32> = outline.pieces.iter().map(|piece| piece.shape.mass as f32).collect();
    keep(probabilities, &masses, wanted).into_iter().map(Choice::of).collect()
}

/// Which blocks are kept: those most probable, as many as give the largest expected F1
/// `2·Σ_kept p·m / (Σ_kept m + Σ p·m)` over masses m. None, if little content is expected.
fn keep(probabilities: &[f32], masses: &[f32], (focus, layout): (Focus, Layout)) -> Vec<bool> {
    let cut = match focus {
        Focus::Precision => PRECISION,
        Focus::Balanced => BALANCED,
        Focus::Recall => RECALL,
    };
    let gain = |index: usize| f64::from(probabilities[index]) * f64::from(masses[index]);
    let expected: f64 = (0..probabilities.len()).map(gain).sum();
    if is_nothing(expected, probabilities) {
        return vec![false; probabilities.len()];
    }
    let weighed = layout.broader() * cut.breadth * expected;
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*b].total_cmp(&probabilities[*a]));
    let (mut found, mut kept, mut best) = (0.0, 0.0, (0.0, f32::INFINITY));
    for index in order {
        found += gain(index);
        kept += f64::from(masses[index]);
        let f1 = 2.0 * found / (kept + weighed);
        if f1 > best.0 {
            best = (f1, probabilities[index]);
        }
    }
    let least = best.1.max(cut.floor);
    probabilities.iter().map(|probability| *probability >= least).collect()
}

fn is_nothing(expected: f64, probabilities: &[f32]) -> bool {
    let sure = || probabilities.iter().any(|probability| *probability >= LEAST_SURE);
    expected < LEAST_CONTENT || (expected < LITTLE_CONTENT && !sure())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_is_where_the_expected_f1_is_largest() {
        let keep = |probabilities: &[f32], masses: &[f32]| {
            keep(probabilities, masses, (Focus::Balanced, Layout::OneText))
        };
        assert_eq!(keep(&[0.9, 0.1, 0.8], &[100.0, 100.0, 50.0]), [true, false, true]);
        assert_eq!(keep(&[0.4, 0.01], &[500.0, 500.0]), [true, false]);
        assert_eq!(keep(&[0.9, 0.1], &[10.0, 10.0]), [false, false], "too little to be a page's content");
        assert_eq!(keep(&[0.25; 3], &[100.0; 3]), [false; 3], "little, and nothing of it sure");
        assert_eq!(keep(&[0.25, 0.35], &[100.0; 2]), [true; 2]);
        assert_eq!(keep(&[0.25; 5], &[100.0; 5]), [true; 5], "not little");
        assert!(keep(&[], &[]).is_empty());
    }

    #[test]
    fn more_is_kept_of_many_texts_than_of_one() {
        let kept = |layout| {
            let kept = keep(&[0.95, 0.6, 0.35], &[100.0; 3], (Focus::Balanced, layout));
            kept.into_iter().filter(|kept| *kept).count()
        };
        assert_eq!(Layout::ALL.map(kept), [2, 3, 2, 2]);
    }

    #[test]
    fn recall_keeps_more_than_precision() {
        let (probabilities, masses) = ([0.95, 0.6, 0.45, 0.35, 0.2], [100.0; 5]);
        let kept = |focus, layout| {
            keep(&probabilities, &masses, (focus, layout)).into_iter().filter(|kept| *kept).count()
        };
        for layout in Layout::ALL {
            let [little, some, much] =
                [Focus::Precision, Focus::Balanced, Focus::Recall].map(|focus| kept(focus, layout));
            assert!(little < some && some < much, "{layout:?}: {little} {some} {much}");
        }
    }
}
