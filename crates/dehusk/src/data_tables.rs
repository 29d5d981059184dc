//! Distinguishes tables that hold data from tables that only lay out a page.

use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Event, Page, Run};

/// Maximum mean number of paragraphs and lists in a cell of a data table. A cell of data holds a value or a few sentences; more
/// paragraphs indicate that the table is used for layout. Chosen by hand.
const MAX_BLOCKS_PER_CELL: usize = 4;
/// Minimum number of cells of a data table without a header for each heading or section in it. One rich cell among many makes
/// no layout. Chosen by hand.
const MIN_CELLS_PER_HEADING: usize = 10;
/// Minimum number of rows of a table that may hold small tables. Chosen by hand, as are the next four.
const MIN_REGULAR_ROWS: usize = 4;
/// At least this percentage of the rows of such a table have the same number of cells.
const MIN_REGULAR_PERCENT: usize = 60;
/// Minimum number of cells of these rows.
const MIN_REGULAR_COLUMNS: usize = 3;
/// More than half of the cells of such a table have fewer characters than this.
const MAX_VALUE_CHARS: usize = 80;
/// At most this percentage of the text of such a table is in rows of a single cell with a table.
const MAX_PERCENT_BESIDE: usize = 25;
/// At most this percentage of the text of such a table is in one cell. Chosen by hand: a layout has its article in a cell.
const MAX_PERCENT_IN_CELL: usize = 35;
/// Rows with more cells than this count as rows with this number of cells.
const MAX_COUNTED_CELLS: usize = 32;

/// Returns whether each table of a page holds data, in the order of the tables' start tags. A data table meets all of these
/// conditions: it has at least two columns; it has a header, or at least two rows, hardly any headings and no form; it contains
/// no other table, except small ones if its rows are regular; it is in no data table; it has few paragraphs per cell; and its
/// role is not `presentation` or `none`. Takes linear time in the size of the page.
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
                open.push(Facts::new(&element, tables.len()));
                tables.push(false);
            }
            Event::Leave(element) if element.tag() == Tag::Table => {
                if let Some(mut facts) = open.pop() {
                    facts.end_row();
                    if facts.is_data() {
                        tables[facts.index..].fill(false);
                        tables[facts.index] = true;
                    }
                    if let Some(outer) = open.last_mut() {
                        outer.table(&facts);
                    }
                }
            }
            Event::Enter(element) => {
                if let Some(facts) = open.last_mut() {
                    facts.element(element.tag());
                }
            }
            Event::Text(run) => {
                if let Some(facts) = open.last_mut() {
                    facts.text(page, &run);
                }
            }
            Event::Leave(_) => {}
        }
    }
    Ok(tables)
}

/// What is known so far about a table whose end has not been reached.
struct Facts {
    index: usize,
    is_presentation: bool,
    /// Whether it holds a table that is not small, in a row with several cells or outside of its rows.
    holds_large_table: bool,
    /// Whether it holds another table: a small one, or any in a row of a single cell, such as the links to the next pages.
    holds_small_table: bool,
    /// The largest number of rows of the tables in the current row; headings and sections in them count as rows.
    rows_inside: usize,
    /// Whether the table has a `th` or a caption.
    has_header: bool,
    rows: usize,
    cells: usize,
    cells_in_row: usize,
    columns: usize,
    /// The number of rows with each number of cells.
    rows_with: [usize; MAX_COUNTED_CELLS + 1],
    /// The number of characters in the current cell.
    chars: usize,
    /// The number of characters in the table.
    all_chars: usize,
    /// The number of characters in rows of a single cell with a table.
    chars_beside: usize,
    /// The number of cells with few characters.
    short_cells: usize,
    /// The most characters of a cell.
    longest_cell: usize,
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
            holds_large_table: false,
            holds_small_table: false,
            rows_inside: 0,
            has_header: false,
            rows: 0,
            cells: 0,
            cells_in_row: 0,
            columns: 0,
            rows_with: [0; MAX_COUNTED_CELLS + 1],
            chars: 0,
            all_chars: 0,
            chars_beside: 0,
            short_cells: 0,
            longest_cell: 0,
            blocks: 0,
            headings: 0,
            has_form: false,
        }
    }

    fn element(&mut self, tag: Tag) {
        match tag {
            Tag::Tr => {
                self.end_row();
                self.rows += 1;
            }
            Tag::Td | Tag::Th => {
                self.end_cell();
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

    fn text(&mut self, page: &Page<'_>, run: &Run) {
        if run.is_visible() && !run.is_blank() {
            let chars = page.source().slice(run.span).trim().chars().count();
            self.chars += chars;
            self.all_chars += chars;
        }
    }

    /// Adds what is known about a table in this one.
    fn table(&mut self, inner: &Facts) {
        let holds_table = inner.holds_large_table || inner.holds_small_table;
        let rows = inner.rows + inner.headings + usize::from(holds_table);
        self.rows_inside = self.rows_inside.max(rows.max(1));
        self.holds_large_table |= self.cells_in_row == 0;
        self.chars += inner.all_chars;
        self.all_chars += inner.all_chars;
    }

    fn end_cell(&mut self) {
        let is_short = self.cells_in_row > 0 && self.chars < MAX_VALUE_CHARS;
        self.short_cells += usize::from(is_short);
        self.longest_cell = self.longest_cell.max(self.chars);
        self.chars = 0;
    }

    fn end_row(&mut self) {
        if self.rows_inside > 0 && self.cells_in_row == 1 {
            self.chars_beside += self.chars;
        }
        self.end_cell();
        self.rows_with[self.cells_in_row.min(MAX_COUNTED_CELLS)] += usize::from(self.cells_in_row > 0);
        self.holds_small_table |= self.rows_inside > 0;
        self.holds_large_table |= self.rows_inside > 1 && self.cells_in_row > 1;
        (self.cells_in_row, self.rows_inside) = (0, 0);
    }

    /// Whether most rows have the same number of cells, most cells hold a value, none holds most of the text, and little text is
    /// beside them.
    fn is_regular(&self) -> bool {
        let rows: usize = self.rows_with.iter().sum();
        let alike = self.rows_with[MIN_REGULAR_COLUMNS..].iter().max().copied().unwrap_or(0);
        rows >= MIN_REGULAR_ROWS
            && alike * 100 >= rows * MIN_REGULAR_PERCENT
            && self.short_cells * 2 > self.cells
            && self.longest_cell * 100 <= self.all_chars * MAX_PERCENT_IN_CELL
            && self.chars_beside * 100 <= self.all_chars * MAX_PERCENT_BESIDE
    }

    fn is_data(&self) -> bool {
        let has_few_headings = self.headings * MIN_CELLS_PER_HEADING <= self.cells;
        let looks_like_data = self.has_header || (self.rows >= 2 && has_few_headings && !self.has_form);
        !self.is_presentation
            && !self.holds_large_table
            && (!self.holds_small_table || self.is_regular())
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
            (format!("<table>{}<table><tr><td>1<td>2</table>", row.repeat(4)), true),
            (format!("<table>{}<table><tr><td>1<td>2</table>", row.repeat(3)), false),
            (format!("<table>{}<table><tr><td>1<tr><td>2</table>", row.repeat(4)), false),
            (format!("<table>{}<table><tr><td><h2>1</h2></table>", row.repeat(4)), false),
            // Links to the next pages, in a row of their own.
            (
                format!(
                    "<table><tr><td colspan=3><table><tr><td>1<tr><td>2</table></td></tr>{}",
                    row.repeat(4)
                ),
                true,
            ),
            (
                format!(
                    "<table><tr><td colspan=2><table><tr><td>1</table></td></tr>{}",
                    "<tr><td>a<td>b".repeat(4)
                ),
                false,
            ),
        ] {
            let page = Page::parse(Source::from_text(&table));
            let found = data_tables(&page, &mut Deadline::after(None)).unwrap();
            assert_eq!(found[0], expected, "{table}");
        }
    }

    #[test]
    fn a_table_in_a_data_table_is_none() {
        let row = "<tr><td>5 May<td>No. 7<td>Miller v. Baker";
        let pager = "<tr><td colspan=3><table><tr><th>Page<th>Next<tr><td>1<td>2</table></td></tr>";
        for (table, expected) in [
            (format!("<table>{pager}{}", row.repeat(4)), [true, false]),
            (format!("<table>{pager}{}", row.repeat(2)), [false, true]),
        ] {
            let page = Page::parse(Source::from_text(&table));
            assert_eq!(data_tables(&page, &mut Deadline::after(None)).unwrap(), expected, "{table}");
        }
    }
}
