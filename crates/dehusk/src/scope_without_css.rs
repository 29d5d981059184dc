//! Scope without the feature `css`: there are no selectors, so main content is searched for in the whole
//! page.

use crate::budget::{Deadline, Limits, TimedOut};
use crate::facts::PageFacts;
use crate::masking;
use crate::method::Method;
use crate::selection::Selection;
use crate::source::Span;

/// The scope of a search, which is always the whole page. A smaller scope needs the feature `css`.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Scope {}

impl Scope {
    /// Whether the scope is the whole of every page. Always true without the feature `css`.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        true
    }

    /// Whether only parts of a page are searched. Always false without the feature `css`.
    pub(crate) fn selects_parts(&self) -> bool {
        false
    }

    /// Returns the selection of a method for the whole page, as if the `masked` spans were not in it.
    pub(crate) fn select(
        &self,
        method: &dyn Method,
        facts: PageFacts<'_>,
        masked: &[Span],
        limits: &Limits,
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        masking::select_with(method, facts, masked, limits, deadline)
    }

    /// Returns an empty text: there are no selectors to add to the fingerprint of options.
    pub(crate) fn canonical(&self) -> String {
        String::new()
    }
}
