//! The cut: decides, from the probabilities, which blocks are kept.

use super::choice::Choice;
use super::focus::Focus;
use super::outline::Outline;
use super::page_kind::Layout;

/// The settings that determine how much is kept where the model is unsure.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// A factor of the expected content in the formula of the expected F1 (`best_threshold`). With a smaller factor, fewer blocks
    /// are kept.
    breadth: f64,
    /// Blocks with a lower probability than this are never kept.
    floor: f32,
}

// Breadths and floors were chosen by cross-validation and on corpora left out of training (docs/src/notebook/grain-cut.md).
const BALANCED: Cut = Cut { breadth: 0.8, floor: 0.0 };
const PRECISION: Cut = Cut { breadth: 0.5, floor: 0.5 };
const RECALL: Cut = Cut { breadth: 1.6, floor: 0.0 };

/// A page with less expected content than this mass, about ten words, has no main content. This rule gained .004 F1 on wcxb-dev
/// in the feasibility study.
const MIN_CONTENT: f64 = 50.0;

/// A page with less expected content than this mass has no main content either, unless the probability of some block is at least
/// [`MIN_SURE`]. Such pages are consent walls, or shells that a script would fill. Half of the gain of this rule on products
/// comes from one shop (docs/src/notebook/grain-cut.md).
const MIN_UNSURE_CONTENT: f64 = 100.0;
/// If the probability of some block is at least this, a page with less expected content than [`MIN_UNSURE_CONTENT`] can have main
/// content.
const MIN_SURE: f32 = 0.3;

/// Returns the choice for each block.
pub(super) fn cut(outline: &Outline, probabilities: &[f32], focus: Focus, layout: Layout) -> Vec<Choice> {
    let threshold = threshold(outline, probabilities, focus, layout).unwrap_or(f32::INFINITY);
    probabilities.iter().map(|probability| Choice::of_cut(*probability >= threshold)).collect()
}

/// Returns the probability from which on the cut keeps blocks; `None` if it keeps none.
pub(super) fn threshold(
    outline: &Outline,
    probabilities: &[f32],
    focus: Focus,
    layout: Layout,
) -> Option<f32> {
    let masses: Vec<f32> = outline.pieces.iter().map(|piece| piece.shape.mass as f32).collect();
    best_threshold(probabilities, &masses, focus, layout)
}

/// Returns the lowest probability of the blocks to keep. The most probable blocks are kept, up to the number that gives the largest
/// expected F1, `2·Σ_kept p·m / (Σ_kept m + breadth·Σ p·m)`, for blocks with probability p and mass m. The breadth is the product
/// of the breadths of the focus and of the layout. Returns `None` if little content is expected.
fn best_threshold(probabilities: &[f32], masses: &[f32], focus: Focus, layout: Layout) -> Option<f32> {
    let cut = match focus {
        Focus::Precision => PRECISION,
        Focus::Balanced => BALANCED,
        Focus::Recall => RECALL,
    };
    let gain = |index: usize| f64::from(probabilities[index]) * f64::from(masses[index]);
    let expected: f64 = (0..probabilities.len()).map(gain).sum();
    if is_nothing(expected, probabilities) {
        return None;
    }
    let weighed = layout.breadth() * cut.breadth * expected;
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
    Some(best.1.max(cut.floor))
}

fn is_nothing(expected: f64, probabilities: &[f32]) -> bool {
    let is_sure = || probabilities.iter().any(|probability| *probability >= MIN_SURE);
    expected < MIN_CONTENT || (expected < MIN_UNSURE_CONTENT && !is_sure())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(probabilities: &[f32], masses: &[f32], focus: Focus, layout: Layout) -> Vec<bool> {
        let threshold = best_threshold(probabilities, masses, focus, layout).unwrap_or(f32::INFINITY);
        probabilities.iter().map(|probability| *probability >= threshold).collect()
    }

    #[test]
    fn the_cut_is_where_the_expected_f1_is_largest() {
        let keep = |probabilities: &[f32], masses: &[f32]| {
            kept(probabilities, masses, Focus::Balanced, Layout::OneText)
        };
        assert_eq!(keep(&[0.9, 0.1, 0.8], &[100.0, 100.0, 50.0]), [true, false, true]);
        assert_eq!(keep(&[0.4, 0.01], &[500.0, 500.0]), [true, false]);
        assert_eq!(keep(&[0.9, 0.1], &[10.0, 10.0]), [false, false], "too little content for a page");
        assert_eq!(keep(&[0.25; 3], &[100.0; 3]), [false; 3], "little content, none of it sure");
        assert_eq!(keep(&[0.25, 0.35], &[100.0; 2]), [true; 2]);
        assert_eq!(keep(&[0.25; 5], &[100.0; 5]), [true; 5], "enough content");
        assert!(keep(&[], &[]).is_empty());
    }

    #[test]
    fn more_is_kept_of_many_texts_than_of_one() {
        let kept = |layout| {
            let kept = kept(&[0.95, 0.6, 0.35], &[100.0; 3], Focus::Balanced, layout);
            kept.into_iter().filter(|kept| *kept).count()
        };
        assert_eq!(Layout::ALL.map(kept), [2, 3, 2, 2]);
    }

    #[test]
    fn recall_keeps_more_than_precision() {
        let (probabilities, masses) = ([0.95, 0.6, 0.45, 0.35, 0.2], [100.0; 5]);
        let kept = |focus, layout| {
            kept(&probabilities, &masses, focus, layout).into_iter().filter(|kept| *kept).count()
        };
        for layout in Layout::ALL {
            let [little, some, much] =
                [Focus::Precision, Focus::Balanced, Focus::Recall].map(|focus| kept(focus, layout));
            assert!(little < some && some < much, "{layout:?}: {little} {some} {much}");
        }
    }
}
