//! Page kind: predicts the kind of a page and the F1 of its extraction, and derives the layout that later stages depend on.
//!
//! These whole-page models are trained on the results of block models that were trained without the page in question
//! (`train/pages.py`).

mod features;
mod layout;
mod trees;

pub use features::fingerprint;
pub(super) use features::{Decided, Values, values};
pub use layout::Layout;

use crate::assessment::Assessment;

/// Returns the assessment of a page with these feature values; `None` if the built-in model cannot be read, which a test rules
/// out.
pub(super) fn assess(values: &[f32]) -> Option<Assessment> {
    trees::Forest::built_in().map(|forest| forest.assess(values))
}
