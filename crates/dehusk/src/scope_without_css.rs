//! Scope without the feature `css`: there are no selectors, so main content is looked for in the whole page.

use crate::budget::{Deadline, Limits, TimedOut};
use crate::facts::PageFacts;
use crate::method::Method;
use crate::selection::Selection;

/// The whole page; parts of it need the feature `css`.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Scope {}

impl Scope {
    /// Whether it is the whole page, whatever the page.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        true
    }

    /// Returns what a method takes for main content.
    pub(crate) fn select(
        &self,
        method: &dyn Method,
        facts: PageFacts<'_>,
        _limits: &Limits,
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        method.select_with(facts, deadline)
    }

    /// Returns nothing: the fingerprint of options has no selectors.
    pub(crate) fn canonical(&self) -> String {
        String::new()
    }
}
