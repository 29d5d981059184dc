//! Case: one operation to measure. It runs on every page and must return the same answer each time.

use crate::page::Page;
use anyhow::Result;

/// The operation on one page. It returns a number that it can only know if it really did the work.
type Work = Box<dyn FnMut(&Page) -> Result<u64>>;

/// One operation to measure. Its state, such as reused buffers, is in the closure.
pub(crate) struct Case {
    /// The name in tables and for `--filter`: the library, then the operation.
    pub(crate) name: String,
    /// What the answer is a number of, such as `elements` or `text bytes`.
    pub(crate) unit: &'static str,
    work: Work,
}

impl Case {
    /// Creates a case from its name, the unit of its answer, and its operation.
    pub(crate) fn new(
        name: impl Into<String>,
        unit: &'static str,
        work: impl FnMut(&Page) -> Result<u64> + 'static,
    ) -> Case {
        Case { name: name.into(), unit, work: Box::new(work) }
    }

    /// Runs the operation on one page.
    pub(crate) fn run(&mut self, page: &Page) -> Result<u64> {
        (self.work)(page)
    }

    /// Runs the operation on all pages and returns the sum of the answers.
    pub(crate) fn run_all(&mut self, pages: &[Page]) -> Result<u64> {
        let mut sum = 0_u64;
        for page in pages {
            sum = sum.wrapping_add(self.run(page)?);
        }
        Ok(sum)
    }
}
