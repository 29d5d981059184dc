//! Rows: finds the blocks with a date in rows of tables and items of lists. Such a date is that of the row and not of the page.
//!
//! The rows of a table or list are rows in this sense if at least [`MIN_ROWS`] of them have a date, these are not all the same, and
//! they are not in order, the oldest first, as the posts of a thread are. All limits of this file were chosen by hand.

use std::collections::HashMap;
use std::iter::successors;

use super::date::Reader;
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Block, Element, Page};
use crate::source::Span;
use crate::source::span::merged;

/// Minimum number of rows with a date.
const MIN_ROWS: usize = 3;
/// Maximum number of elements between a block and its row, and between a row and its table.
const MAX_ANCESTORS: usize = 6;

/// A row and the date of its first block that has one.
struct Row {
    span: Span,
    day: String,
}

/// Returns the spans of the rows that have dates of their own, of the rows around these blocks. `text_of` returns the text of a
/// short block.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn dated(
    page: &Page<'_>,
    blocks: &[Block],
    dates: &Reader,
    text_of: impl Fn(&Block) -> Option<String>,
    deadline: &mut Deadline,
) -> Result<Vec<Span>, TimedOut> {
    let mut tables: HashMap<u32, Vec<Row>> = HashMap::new();
    for block in blocks {
        deadline.tick()?;
        let Some((table, span)) = row_of(page, block) else { continue };
        let rows = tables.entry(table.id()).or_default();
        if rows.last().is_some_and(|last| last.span == span) {
            continue;
        }
        let day = text_of(block).and_then(|text| dates.in_text(&text));
        rows.extend(day.map(|day| Row { span, day }));
    }
    let lists = tables.into_values().filter(|rows| are_records(rows));
    Ok(merged(lists.flatten().map(|row| row.span).collect()))
}

/// Returns the table or list around a block, and the span of its row in there.
fn row_of<'p>(page: &'p Page<'_>, block: &Block) -> Option<(Element<'p>, Span)> {
    let first = page.runs_of(block).find(|run| !run.is_blank())?;
    let around = |from: Element<'p>| successors(Some(from), Element::parent).take(MAX_ANCESTORS);
    let row = around(page.element_of(&first)?).find(|it| matches!(it.tag(), Tag::Tr | Tag::Li))?;
    let table = around(row.parent()?).find(|it| matches!(it.tag(), Tag::Table | Tag::Ul | Tag::Ol))?;
    Some((table, row.span()))
}

fn are_records(rows: &[Row]) -> bool {
    rows.len() >= MIN_ROWS && !rows.is_sorted_by(|one, next| one.day <= next.day)
}
