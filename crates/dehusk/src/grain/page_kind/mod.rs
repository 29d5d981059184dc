//! Page kind: what kind of page it is, how good its extraction probably is, and what the decision does differently for it.
//!
//! The models are trained on pages that were decided by models of blocks which had not seen them (`train/pages.py`).

mod features;
mod layout;
mod trees;

pub use features::fingerprint;
pub(super) use features::{Decided, Values, values};
pub use layout::Layout;

use crate::assessment::Assessment;

/// What the models say about a page with these values; `None` if the built-in models cannot be read, which a test rules out.
pub(super) fn assess(values: &[f32]) -> Option<Assessment> {
    trees::Forest::built_in().map(|forest| forest.assess(values))
}
