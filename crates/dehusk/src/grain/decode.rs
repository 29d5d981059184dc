//! Decoding: from probabilities to what is kept.

use crate::assessment::{Assessment, PageType};
use crate::methods::grain::Focus;

/// What else decides how much is kept: the kind of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// One text, one discussion, one product: what is less probable than its main part is beside it.
    Narrow,
    /// What the page is about stands in many places: collections, listings, services.
    Broad,
}

impl Breadth {
    /// That of a page of such kinds.
    #[must_use]
    pub fn of(assessment: &Assessment) -> Breadth {
        let kinds = [PageType::Collection, PageType::Listing, PageType::Service];
        let many: f32 = kinds.into_iter().map(|kind| assessment.probability(kind)).sum();
        if many > MOST_OF_ONE { Breadth::Broad } else { Breadth::Narrow }
    }

    /// What the weight of the expected content is multiplied by.
    fn factor(self) -> f64 {
        match self {
            Breadth::Narrow => 1.0,
            Breadth::Broad => BROADER,
        }
    }
}

/// With more probability that it is a collection, a listing or a service, a page is broad: collections of sites left out gain .02 F1,
/// listings .01, services .005. With .5 they gain as much, but corpora of news left out lose .004 (`train/REPORT.md`).
const MOST_OF_ONE: f32 = 0.8;
const BROADER: f64 = 2.0;

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
pub(super) fn keep(probabilities: &[f32], masses: &[f32], (focus, breadth): (Focus, Breadth)) -> Vec<bool> {
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
    let weighed = breadth.factor() * cut.breadth * expected;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_is_where_the_expected_f1_is_largest() {
        let keep = |probabilities: &[f32], masses: &[f32]| {
            keep(probabilities, masses, (Focus::Balanced, Breadth::Narrow))
        };
        assert_eq!(keep(&[0.9, 0.1, 0.8], &[100.0, 100.0, 50.0]), [true, false, true]);
        assert_eq!(keep(&[0.4, 0.01], &[500.0, 500.0]), [true, false]);
        assert_eq!(keep(&[0.9, 0.1], &[10.0, 10.0]), [false, false], "too little to be a page's content");
        assert!(keep(&[], &[]).is_empty());
    }

    #[test]
    fn more_is_kept_of_a_collection_than_of_an_article() {
        let kept = |page_types| {
            let breadth = Breadth::of(&Assessment { page_types, expected_f1: 0.5 });
            let kept = keep(&[0.95, 0.6, 0.35], &[100.0; 3], (Focus::Balanced, breadth));
            kept.into_iter().filter(|kept| *kept).count()
        };
        assert_eq!(kept([0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]), 2);
        assert_eq!(kept([0.05, 0.9, 0.0, 0.05, 0.0, 0.0, 0.0]), 3);
    }

    #[test]
    fn recall_keeps_more_than_precision() {
        let (probabilities, masses) = ([0.95, 0.6, 0.45, 0.35, 0.2], [100.0; 5]);
        let kept = |focus, breadth| {
            keep(&probabilities, &masses, (focus, breadth)).into_iter().filter(|kept| *kept).count()
        };
        for breadth in [Breadth::Narrow, Breadth::Broad] {
            let [little, some, much] =
                [Focus::Precision, Focus::Balanced, Focus::Recall].map(|focus| kept(focus, breadth));
            assert!(little < some && some < much, "{breadth:?}: {little} {some} {much}");
        }
    }
}
