//! Facts about a page that several steps need: the threads of readers' comments, which tables hold data, the groups of repeated
//! structures, and what is visible. Each fact is computed at most once per page, when the first step needs it.
//!
//! This module does not decide what is main content.

use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::data_tables::data_tables;
use crate::page::Page;
use crate::records::Groups;
use crate::visibility::Visibility;
use std::cell::{OnceCell, RefCell};

/// The facts that are known about one page so far. They must never be used with another page.
#[derive(Debug, Default)]
pub(crate) struct Found {
    threads: OnceCell<Threads>,
    data_tables: OnceCell<Vec<bool>>,
    groups: OnceCell<Groups>,
    visibility: RefCell<Option<Visibility>>,
}

/// A page and the facts about it.
///
/// A method receives this value in [`Method::select_with`](crate::methods::Method::select_with). The published methods use only
/// the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFacts<'p> {
    page: &'p Page<'p>,
    found: &'p Found,
}

impl<'p> PageFacts<'p> {
    pub(crate) fn new(page: &'p Page<'_>, found: &'p Found) -> PageFacts<'p> {
        PageFacts { page, found }
    }

    /// Returns the page.
    #[must_use]
    pub fn page(self) -> &'p Page<'p> {
        self.page
    }

    /// Returns the threads of readers' comments, even if they are the subject of the page.
    pub(crate) fn threads(self, deadline: &mut Deadline) -> Result<&'p Threads, TimedOut> {
        remember(&self.found.threads, || Threads::find(self.page, deadline))
    }

    /// Returns whether each table holds data, in the order of the tables' start tags.
    pub(crate) fn data_tables(self, deadline: &mut Deadline) -> Result<&'p [bool], TimedOut> {
        remember(&self.found.data_tables, || data_tables(self.page, deadline)).map(Vec::as_slice)
    }

    /// Returns the groups of repeated structures.
    pub(crate) fn groups(self, deadline: &mut Deadline) -> Result<&'p Groups, TimedOut> {
        remember(&self.found.groups, || Groups::find(self.page, deadline))
    }

    /// Calls `use_it` with the visibility of the elements, which grows with each element that is asked for.
    pub(crate) fn with_visibility<T>(self, use_it: impl FnOnce(&mut Visibility) -> T) -> T {
        let mut slot = self.found.visibility.borrow_mut();
        use_it(slot.get_or_insert_with(|| Visibility::of(self.page)))
    }
}

/// Returns the value in a cell. If the cell is empty, computes the value first.
fn remember<T>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T, TimedOut>) -> Result<&T, TimedOut> {
    if cell.get().is_none() {
        // This cannot fail, because the cell is empty.
        let _ = cell.set(find()?);
    }
    cell.get().ok_or(TimedOut::Deadline)
}
