//! Tables with a single kept row or column. They are shown as paragraphs: a forum may put each reply into a table
//! of its own, and a method may keep one column of a table that lays out a page. Also finds rows that are the title of their
//! table. This module does not decide which tables hold data.

use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag};
use crate::page::{Element, Event, Page, Run};
use crate::render::document::roles::cell_spans;
use crate::selection::Kept;

/// Number of starts and ends of elements and texts of a title that are looked at. Chosen by hand.
const MAX_EVENTS: usize = 32;
/// Maximum bytes of source of the cell with a title. Chosen by hand.
const MAX_TITLE_BYTES: usize = 400;

/// Returns for each table of the page whether it holds data and at least two of its rows and two cells of a row are kept. Takes
/// linear time.
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

/// Whether a row is the title of its table, which is shown as a caption: the first row, with a single cell that holds one line
/// and is as wide as the row below it. At least two rows follow.
pub(super) fn is_title(row: &Element<'_>) -> bool {
    let Some(section) = row.parent() else { return false };
    let is_in_table = section.tag() == Tag::Table;
    let mut before = std::iter::successors(section.previous(), Element::previous);
    let is_first = row.previous().is_none() && (is_in_table || before.all(|it| it.tag() == Tag::Colgroup));
    let mut cells = row.children();
    let (true, Some(cell), None) = (is_first, cells.next(), cells.next()) else { return false };
    let sections = std::iter::successors(section.next().filter(|_| !is_in_table), Element::next);
    let below = std::iter::successors(row.next(), Element::next);
    let mut rows = below.chain(sections.flat_map(|it| it.children())).filter(|it| it.tag() == Tag::Tr);
    let (Some(next), Some(after)) = (rows.next(), rows.next()) else { return false };
    let width: usize = next.children().map(|cell| cell_spans(&cell).0).sum();
    let is_whole = |row: &Element<'_>| {
        let mut cells = row.children();
        cells.next().is_some_and(|cell| cell_spans(&cell).0 >= width) && cells.next().is_none()
    };
    // With another such row, each is the title of the rows below it.
    width > 1
        && is_whole(row)
        && holds_a_line(&cell)
        && !std::iter::once(after).chain(rows).any(|it| is_whole(&it))
}

/// Whether a cell holds neither images nor elements that make several lines.
fn holds_a_line(cell: &Element<'_>) -> bool {
    let is_in_line = |tag: Tag| match tag {
        Tag::Div | Tag::P => true,
        Tag::Img | Tag::Input | Tag::Select => false,
        tag => !tag.is(BLOCK),
    };
    if cell.span().len() > MAX_TITLE_BYTES {
        return false;
    }
    let mut events = cell.walk().skip(1);
    let is_line = events.by_ref().take(MAX_EVENTS).all(|event| match event {
        Event::Enter(inner) => is_in_line(inner.tag()),
        Event::Text(_) | Event::Leave(_) => true,
    });
    is_line && events.next().is_none()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn titles_of_tables() {
        const ROWS: &str = "<tr><td>a<td>b<tr><td>c<td>d";
        for (rows, expected) in [
            (format!("<tr><td colspan=2>Hours{ROWS}"), true),
            (format!("<colgroup><col></colgroup><thead><tr><th colspan=2><p>Hours</thead>{ROWS}"), true),
            (format!("<tr><td>Hours{ROWS}"), false),
            (format!("<tr><td colspan=2>Monday<br>Sunday{ROWS}"), false),
            (format!("<tr><td colspan=2>Hours<td>9{ROWS}"), false),
            ("<tr><td colspan=2>Hours<tr><td>a<td>b".to_owned(), false),
        ] {
            let table = format!("<table>{rows}</table>");
            let page = Page::parse(Source::from_text(&table));
            let row = page.elements().find(|it| it.tag() == Tag::Tr);
            assert_eq!(row.is_some_and(|row| is_title(&row)), expected, "{rows}");
        }
    }
}
