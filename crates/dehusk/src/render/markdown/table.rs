//! Tables: cells with spans as rows of equal columns.

use std::collections::BTreeSet;

/// A grid may have so many times more places than the table has cells; spans of a larger one are ignored, so that a page
/// cannot ask for more than its own length.
const MOST_PLACES_PER_CELL: usize = 16;

/// Rows are filled up to the width of the table if it is no wider.
const MOST_FILLED_COLUMNS: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Table {
    cells: Vec<Cell>,
    /// The first cell of each row.
    rows: Vec<usize>,
}

#[derive(Debug)]
struct Cell {
    text: String,
    header: bool,
    columns: u32,
    rows: u32,
}

impl Table {
    /// Whether it has begun: what comes before, a caption, stands above it.
    pub(super) fn has_cells(&self) -> bool {
        !self.cells.is_empty()
    }

    pub(super) fn row(&mut self) {
        self.rows.push(self.cells.len());
    }

    pub(super) fn cell(&mut self, header: bool, columns: u32, rows: u32) {
        if self.rows.is_empty() {
            self.row();
        }
        self.cells.push(Cell { text: String::new(), header, columns, rows });
    }

    /// Appends a paragraph to the last cell.
    pub(super) fn push(&mut self, text: &str) {
        if self.cells.is_empty() {
            self.cell(false, 1, 1);
        }
        if let Some(cell) = self.cells.last_mut() {
            if !cell.text.is_empty() {
                cell.text.push_str("<br>");
            }
            cell.text.push_str(text);
        }
    }

    /// The lines of the table, and whether its spans were resolved.
    pub(super) fn lines(&self) -> (String, bool) {
        if self.cells.is_empty() {
            return (String::new(), true);
        }
        let (places, resolved) = match self.places() {
            Some(places) => (places, true),
            None => (self.ignoring_spans(), false),
        };
        let width = places.iter().map(|(_, column)| column + 1).max().unwrap_or(0);
        let mut lines = String::new();
        let first_row = self.row_cells(0);
        let has_header = !first_row.is_empty() && first_row.iter().all(|cell| cell.header);
        if !has_header {
            line(&mut lines, &[], width);
            delimiters(&mut lines, width);
        }
        let mut at = 0;
        for row in 0..self.rows.len() {
            let end =
                places[at..].iter().position(|(of, _)| *of != row).map_or(places.len(), |count| at + count);
            let cells: Vec<(usize, &str)> =
                (at..end).map(|cell| (places[cell].1, self.cells[cell].text.as_str())).collect();
            at = end;
            let is_header = has_header && row == 0;
            let is_filled = is_header || width <= MOST_FILLED_COLUMNS;
            line(&mut lines, &cells, if is_filled { width } else { 0 });
            if is_header {
                delimiters(&mut lines, width);
            }
        }
        lines.truncate(lines.trim_end_matches('\n').len());
        (lines, resolved)
    }

    fn row_cells(&self, row: usize) -> &[Cell] {
        let start = self.rows.get(row).copied().unwrap_or(self.cells.len());
        let end = self.rows.get(row + 1).copied().unwrap_or(self.cells.len());
        &self.cells[start..end]
    }

    /// Row and column of each cell, with columns in which no cell begins left out; `None` if the grid is too large.
    fn places(&self) -> Option<Vec<(usize, usize)>> {
        let mut places = Vec::with_capacity(self.cells.len());
        // For each column, how many rows a cell from above still takes.
        let mut taken: Vec<u32> = Vec::new();
        let mut budget = self.cells.len() * MOST_PLACES_PER_CELL + 2 * MOST_PLACES_PER_CELL;
        for row in 0..self.rows.len() {
            let mut column = 0;
            for cell in self.row_cells(row) {
                while taken.get(column).is_some_and(|rows| *rows > 0) {
                    taken[column] -= 1;
                    column += 1;
                    budget = budget.checked_sub(1)?;
                }
                places.push((row, column));
                let end = column + cell.columns as usize;
                budget = budget.checked_sub(cell.columns as usize)?;
                taken.resize(taken.len().max(end), 0);
                taken[column..end].fill(cell.rows - 1);
                column = end;
            }
            let rest = taken.get_mut(column..).unwrap_or_default();
            budget = budget.checked_sub(rest.len())?;
            rest.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        }
        let used: BTreeSet<usize> = places.iter().map(|(_, column)| *column).collect();
        let used: Vec<usize> = used.into_iter().collect();
        for (_, column) in &mut places {
            *column = used.binary_search(column).unwrap_or(0);
        }
        Some(places)
    }

    fn ignoring_spans(&self) -> Vec<(usize, usize)> {
        let of_row = |row| (0..self.row_cells(row).len()).map(move |column| (row, column));
        (0..self.rows.len()).flat_map(of_row).collect()
    }
}

/// A row up to its last cell, and at least `width` columns.
fn line(lines: &mut String, cells: &[(usize, &str)], width: usize) {
    let mut cells = cells.iter().peekable();
    let mut column = 0;
    lines.push('|');
    while column < width.max(1) || cells.peek().is_some() {
        if let Some((_, text)) = cells.next_if(|(of, _)| *of == column) {
            lines.push(' ');
            lines.push_str(text);
        }
        lines.push_str(" |");
        column += 1;
    }
    lines.push('\n');
}

fn delimiters(lines: &mut String, width: usize) {
    lines.push('|');
    for _ in 0..width {
        lines.push_str(" --- |");
    }
    lines.push('\n');
}
