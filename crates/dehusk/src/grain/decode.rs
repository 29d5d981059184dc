//! Decoding: from probabilities to what is kept.

use crate::methods::grain::Focus;

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

/// Which blocks are kept: those most probable, as many as give the largest expected F1
/// `2·Σ_kept p·m / (Σ_kept m + Σ p·m)` over masses m. None, if little content is expected.
pub(super) fn keep(probabilities: &[f32], masses: &[f32], focus: Focus) -> Vec<bool> {
    let cut = match focus {
        Focus::Precision => PRECISION,
        Focus::Balanced => BALANCED,
        Focus::Recall => RECALL,
    };
    let gain = |index: usize| f64::from(probabilities[index]) * f64::from(masses[index]);
    let expected: f64 = (0..probabilities.len()).map(gain).sum();
    if expected < LEAST_CONTENT {
        return vec![false; probabilities.len()];
    }
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*b].total_cmp(&probabilities[*a]));
    let (mut found, mut kept, mut best) = (0.0, 0.0, (0.0, f32::INFINITY));
    for index in order {
        found += gain(index);
        kept += f64::from(masses[index]);
        let f1 = 2.0 * found / (kept + cut.breadth * expected);
        if f1 > best.0 {
            best = (f1, probabilities[index]);
        }
    }
    let least = best.1.max(cut.floor);
    probabilities.iter().map(|probability| *probability >= least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_is_where_the_expected_f1_is_largest() {
        let keep = |probabilities: &[f32], masses: &[f32]| keep(probabilities, masses, Focus::Balanced);
        assert_eq!(keep(&[0.9, 0.1, 0.8], &[100.0, 100.0, 50.0]), [true, false, true]);
        assert_eq!(keep(&[0.4, 0.01], &[500.0, 500.0]), [true, false]);
        assert_eq!(keep(&[0.9, 0.1], &[10.0, 10.0]), [false, false], "too little to be a page's content");
        assert!(keep(&[], &[]).is_empty());
    }

    #[test]
    fn recall_keeps_more_than_precision() {
        let (probabilities, masses) = ([0.95, 0.6, 0.45, 0.35, 0.2], [100.0; 5]);
        let kept = |focus| keep(&probabilities, &masses, focus).into_iter().filter(|kept| *kept).count();
        assert!(
            kept(Focus::Precision) < kept(Focus::Balanced) && kept(Focus::Balanced) < kept(Focus::Recall)
        );
    }
}
