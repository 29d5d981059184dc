//! Plain: the text of the whole page, the floor that every method is compared with (§8.1 of the algorithms).

use crate::budget::{Deadline, TimedOut};
use crate::method::Method;
use crate::page::Page;
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;

/// Keeps everything; recall is about 1, precision the share of the main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Plain;

/// The whole page as one kept stretch.
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
        "All text of the page but scripts, styles and their like; the floor of every comparison."
    }

    fn paper(&self) -> &'static str {
        "Baseline of Mohammadzadeh et al., KDIR 2012, Table 3"
    }

    fn select(&self, page: &Page<'_>, _deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        Ok(select(page))
    }
}
