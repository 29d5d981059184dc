//! Facts about a page that several steps need: the threads of reader comments and which tables hold data. Each is found at
//! most once per page, when the first step asks for it, and handed on.
//!
//! Nothing is decided here about what is main content.

use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::data_tables::data_tables;
use crate::page::Page;
use std::cell::OnceCell;

/// What has been found about one page so far. It belongs to that page: never pair it with another one.
#[derive(Debug, Default)]
pub(crate) struct Found {
    threads: OnceCell<Threads>,
    data_tables: OnceCell<Vec<bool>>,
}

/// A page and the facts that are found about it.
///
/// A method gets one by [`Method::select_with`](crate::methods::Method::select_with); for a published method it is nothing but its page.
#[derive(Clone, Copy, Debug)]
pub struct PageFacts<'p> {
    page: &'p Page<'p>,
    found: &'p Found,
}

impl<'p> PageFacts<'p> {
    pub(crate) fn new(page: &'p Page<'_>, found: &'p Found) -> PageFacts<'p> {
        PageFacts { page, found }
    }

    /// The page.
    #[must_use]
    pub fn page(self) -> &'p Page<'p> {
        self.page
    }

    /// The threads of reader comments, whether or not the page is about them.
    pub(crate) fn threads(self, deadline: &mut Deadline) -> Result<&'p Threads, TimedOut> {
        remember(&self.found.threads, || Threads::find(self.page, deadline))
    }

    /// For each table, in the order in which they begin, whether it holds data.
    pub(crate) fn data_tables(self, deadline: &mut Deadline) -> Result<&'p [bool], TimedOut> {
        remember(&self.found.data_tables, || data_tables(self.page, deadline)).map(Vec::as_slice)
    }
}

/// The value of a cell, found now unless it is known.
fn remember<T>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T, TimedOut>) -> Result<&T, TimedOut> {
    if cell.get().is_none() {
        // The cell is empty, so this cannot fail.
        let _ = cell.set(find()?);
    }
    cell.get().ok_or(TimedOut::Deadline)
}
