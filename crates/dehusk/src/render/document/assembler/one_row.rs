//! Tables of which a single row is kept. Such a row is shown as paragraphs: a forum may put each reply into a table of its own, and
//! a method may keep one row of a table that lays out a page. This module does not decide which tables hold data.

use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Event, Page};
use crate::render::text::Kept;

/// Returns for each table of the page whether it holds data and at least two of its rows are kept. Takes linear time.
pub(super) fn without_single_rows(
    page: &Page<'_>,
    kept: &Kept,
    tables: &[bool],
    unscripted: bool,
    deadline: &mut Deadline,
) -> Result<Vec<bool>, TimedOut> {
    if !tables.contains(&true) {
        return Ok(tables.to_vec());
    }
    let mut rows = vec![0_usize; tables.len()];
    let mut open: Vec<Table> = Vec::new();
    let mut seen = 0;
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) if element.tag() == Tag::Table => {
                open.push(Table { index: seen, is_row_counted: false });
                seen += 1;
            }
            Event::Leave(element) if element.tag() == Tag::Table => drop(open.pop()),
            Event::Enter(element) if element.tag() == Tag::Tr => {
                open.iter_mut().next_back().into_iter().for_each(|table| table.is_row_counted = false);
            }
            Event::Text(run) => {
                if let Some(table) = open.last_mut()
                    && !table.is_row_counted
                    && super::is_shown(&run, unscripted)
                    && kept.within(run.span).next().is_some()
                {
                    table.is_row_counted = true;
                    rows[table.index] += 1;
                }
            }
            _ => {}
        }
    }
    Ok(tables.iter().zip(rows).map(|(is_data, rows)| *is_data && rows > 1).collect())
}

/// An open table.
struct Table {
    index: usize,
    /// Whether the current row is counted.
    is_row_counted: bool,
}
