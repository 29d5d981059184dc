//! Tables of which a single row or a single column is kept. They are shown as paragraphs: a forum may put each reply into a table of
//! its own, and a method may keep one column of a table that lays out a page. This module does not decide which tables hold data.

use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Event, Page, Run};
use crate::selection::Kept;

/// Returns for each table of the page whether it holds data and at least two of its rows and two cells of a row are kept. Takes linear
/// time.
pub(super) fn with_rows_and_columns(
    page: &Page<'_>,
    kept: &Kept,
    tables: &[bool],
    unscripted: bool,
    deadline: &mut Deadline,
) -> Result<Vec<bool>, TimedOut> {
    let mut data = vec![false; tables.len()];
    if !tables.contains(&true) {
        return Ok(data);
    }
    let mut open: Vec<Table> = Vec::new();
    let mut seen = 0;
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) if element.tag() == Tag::Table => {
                open.push(Table {
                    index: seen,
                    rows: 0,
                    cells: 0,
                    has_columns: false,
                    is_in_kept_cell: false,
                });
                seen += 1;
            }
            Event::Leave(element) if element.tag() == Tag::Table => {
                if let Some(table) = open.pop() {
                    data[table.index] = tables[table.index] && table.rows > 1 && table.has_columns;
                }
            }
            Event::Enter(element) => {
                if let Some(table) = open.last_mut() {
                    table.enter(element.tag());
                }
            }
            Event::Text(run) => {
                if let Some(table) = open.last_mut() {
                    table.text(|| is_kept(kept, &run, unscripted));
                }
            }
            Event::Leave(_) => {}
        }
    }
    Ok(data)
}

fn is_kept(kept: &Kept, run: &Run, unscripted: bool) -> bool {
    super::is_shown(run, unscripted) && kept.within(run.span).next().is_some()
}

/// An open table.
struct Table {
    index: usize,
    /// Number of rows with kept text.
    rows: usize,
    /// Number of cells with kept text in the current row.
    cells: usize,
    /// Whether any row has two such cells.
    has_columns: bool,
    is_in_kept_cell: bool,
}

impl Table {
    fn enter(&mut self, tag: Tag) {
        match tag {
            Tag::Tr => (self.cells, self.is_in_kept_cell) = (0, false),
            Tag::Td | Tag::Th => self.is_in_kept_cell = false,
            _ => {}
        }
    }

    fn text(&mut self, is_kept: impl FnOnce() -> bool) {
        if !self.is_in_kept_cell && is_kept() {
            self.is_in_kept_cell = true;
            self.rows += usize::from(self.cells == 0);
            self.cells += 1;
            self.has_columns |= self.cells > 1;
        }
    }
}
