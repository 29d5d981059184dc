//! Which tables of a page hold data, and which only arrange it.

use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Event, Page};

/// A cell of data holds a value or a sentence or two; more paragraphs than this are a layout.
const MOST_BLOCKS_PER_CELL: usize = 4;

/// For each table of a page, in the order in which they begin, whether it holds data: cells in at least two columns and
/// two rows, or a header; no table inside; few paragraphs for each cell. Linear in the page.
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

/// What is known of an open table.
struct Facts {
    index: usize,
    presentation: bool,
    holds_table: bool,
    /// It has a `th` or a caption.
    header: bool,
    rows: usize,
    cells: usize,
    cells_in_row: usize,
    columns: usize,
    /// Paragraphs, lists and the like inside cells.
    blocks: usize,
    headings: usize,
}

impl Facts {
    fn new(table: &Element<'_>, index: usize) -> Facts {
        let presentation =
            table.attribute("role").is_some_and(|role| matches!(&*role, "presentation" | "none"));
        Facts {
            index,
            presentation,
            holds_table: false,
            header: false,
            rows: 0,
            cells: 0,
            cells_in_row: 0,
            columns: 0,
            blocks: 0,
            headings: 0,
        }
    }

    fn element(&mut self, tag: Tag) {
        match tag {
            Tag::Tr => (self.rows, self.cells_in_row) = (self.rows + 1, 0),
            Tag::Td | Tag::Th => {
                self.cells += 1;
                self.cells_in_row += 1;
                self.columns = self.columns.max(self.cells_in_row);
                self.header |= tag == Tag::Th;
            }
            Tag::Caption => self.header = true,
            Tag::P | Tag::Div | Tag::Ul | Tag::Ol | Tag::Dl | Tag::Blockquote | Tag::Pre => self.blocks += 1,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::Form | Tag::Article | Tag::Section => self.headings += 1,
            _ => {}
        }
    }

    fn is_data(&self) -> bool {
        let looks_like_data = self.header || (self.rows >= 2 && self.headings == 0);
        !self.presentation
            && !self.holds_table
            && self.columns >= 2
            && looks_like_data
            && self.blocks <= self.cells * MOST_BLOCKS_PER_CELL
    }
}
