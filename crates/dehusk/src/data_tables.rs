//! Distinguishes tables that hold data from tables that only lay out a page.

use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Event, Page};

/// Maximum mean number of paragraphs and lists in a cell of a data table. A cell of data holds a value or a few sentences; more
/// paragraphs indicate that the table is used for layout. Chosen by hand.
const MAX_BLOCKS_PER_CELL: usize = 4;
/// Minimum number of cells of a data table without a header for each heading or section in it. One rich cell among many makes
/// no layout. Chosen by hand.
const MIN_CELLS_PER_HEADING: usize = 10;

/// Returns whether each table of a page holds data, in the order of the tables' start tags. A data table meets all of these
/// conditions: it has at least two columns; it has a header, or at least two rows, hardly any headings and no form; it contains no other
/// table; it has few paragraphs per cell; and its role is not `presentation` or `none`. Takes linear time in the size of the page.
pub(crate) fn data_tables(page: &Page<'_>, deadline: &mut Deadline) -> Result<Vec<bool>, TimedOut> {
    let mut tables = Vec::new();
    if !page.marks().iter().any(|mark| mark.tag == Tag::Table) {
        return Ok(tables);
    }
    let mut open: Vec<Facts> = Vec::new();
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) if element.tag() == Tag::Table => {
                if let Some(outer) = open.last_mut() {
                    outer.holds_table = true;
                }
                open.push(Facts::new(&element, tables.len()));
                tables.push(false);
            }
            Event::Leave(element) if element.tag() == Tag::Table => {
                if let Some(facts) = open.pop() {
                    tables[facts.index] = facts.is_data();
                }
            }
            Event::Enter(element) => {
                if let Some(facts) = open.last_mut() {
                    facts.element(element.tag());
                }
            }
            _ => {}
        }
    }
    Ok(tables)
}

/// What is known so far about a table whose end has not been reached.
struct Facts {
    index: usize,
    is_presentation: bool,
    holds_table: bool,
    /// Whether the table has a `th` or a caption.
    has_header: bool,
    rows: usize,
    cells: usize,
    cells_in_row: usize,
    columns: usize,
    /// Number of paragraphs, lists and similar elements inside cells.
    blocks: usize,
    headings: usize,
    has_form: bool,
}

impl Facts {
    fn new(table: &Element<'_>, index: usize) -> Facts {
        let is_presentation =
            table.attribute("role").is_some_and(|role| matches!(&*role, "presentation" | "none"));
        Facts {
            index,
            is_presentation,
            holds_table: false,
            has_header: false,
            rows: 0,
            cells: 0,
            cells_in_row: 0,
            columns: 0,
            blocks: 0,
            headings: 0,
            has_form: false,
        }
    }

    fn element(&mut self, tag: Tag) {
        match tag {
            Tag::Tr => (self.rows, self.cells_in_row) = (self.rows + 1, 0),
            Tag::Td | Tag::Th => {
                self.cells += 1;
                self.cells_in_row += 1;
                self.columns = self.columns.max(self.cells_in_row);
                self.has_header |= tag == Tag::Th;
            }
            Tag::Caption => self.has_header = true,
            Tag::P | Tag::Div | Tag::Ul | Tag::Ol | Tag::Dl | Tag::Blockquote | Tag::Pre => self.blocks += 1,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::Article | Tag::Section => self.headings += 1,
            Tag::Form => self.has_form = true,
            _ => {}
        }
    }

    fn is_data(&self) -> bool {
        let has_few_headings = self.headings * MIN_CELLS_PER_HEADING <= self.cells;
        let looks_like_data = self.has_header || (self.rows >= 2 && has_few_headings && !self.has_form);
        !self.is_presentation
            && !self.holds_table
            && self.columns >= 2
            && looks_like_data
            && self.blocks <= self.cells * MAX_BLOCKS_PER_CELL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn one_rich_cell_among_many_does_not_make_a_layout() {
        let row = "<tr><td>5 May<td>No. 7<td>Miller v. Baker";
        for (table, expected) in [
            (format!("<table>{}", row.repeat(4)), true),
            (format!("<table>{}<article><p>On bread</article>", row.repeat(4)), true),
            (format!("<table>{}<h3>On bread</h3>", row.repeat(2)), false),
            (format!("<table>{}<form><input></form>", row.repeat(4)), false),
            (format!("<table>{}", "<tr><td><h3>On bread</h3><td>Bread".repeat(9)), false),
            (format!("<table><tr><th>Day<th>No.<th>Case{}<h3>On bread</h3>", row.repeat(2)), true),
            (format!("<table>{}<table><tr><td>1</table>", row.repeat(4)), false),
        ] {
            let page = Page::parse(Source::from_text(&table));
            let found = data_tables(&page, &mut Deadline::after(None)).unwrap();
            assert_eq!(found[0], expected, "{table}");
        }
    }
}
