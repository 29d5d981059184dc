//! Plain: the text of the whole page, the baseline for all other methods (§8.1 of the specification).

use crate::budget::{Deadline, TimedOut};
use crate::method::Method;
use crate::page::Page;
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;

/// Keeps everything. Recall is about 1; precision is the main content's share of the page's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Plain;

/// Returns a selection that keeps the whole page as one span.
#[must_use]
pub fn select(page: &Page<'_>) -> Selection {
    let span = Span::new(0, page.source().text().len());
    Selection::new(vec![Verdict { span, kept: true, score: 1.0, reason: Reason::WholePage }])
}

impl Method for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn summary(&self) -> &'static str {
        "All text of the page except scripts, styles and other invisible elements; the baseline."
    }

    fn paper(&self) -> &'static str {
        "Baseline of Mohammadzadeh et al., KDIR 2012, Table 3"
    }

    fn select(&self, page: &Page<'_>, _deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        Ok(select(page))
    }
}
