//! Tables. Markdown has no cell spans, so cells with spans are placed in a grid.

use std::collections::BTreeSet;
use std::ops::Range;

/// Maximum number of grid positions per cell of a table. If the grid of a table would be larger, its spans are ignored, so that a
/// page cannot cause an output much longer than itself. Chosen by hand.
const MAX_POSITIONS_PER_CELL: usize = 16;

/// Maximum number of columns of a table whose short rows are padded with empty cells to the width of the table. Chosen by hand.
const MAX_FILLED_COLUMNS: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Table {
    cells: Vec<Cell>,
    /// The index of the first cell of each row.
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
    /// Whether any cell has begun. Text before the first cell is a caption, which is written above the table.
    pub(super) fn has_cells(&self) -> bool {
        !self.cells.is_empty()
    }

    /// Begins a row.
    pub(super) fn row(&mut self) {
        self.rows.push(self.cells.len());
    }

    /// Begins a cell.
    pub(super) fn cell(&mut self, header: bool, columns: u32, rows: u32) {
        if self.rows.is_empty() {
            self.row();
        }
        self.cells.push(Cell { text: String::new(), header, columns, rows });
    }

    /// Begins a cell of one row and one column that is no header.
    pub(super) fn plain_cell(&mut self) {
        self.cell(false, 1, 1);
    }

    /// Appends a paragraph to the last cell.
    pub(super) fn push(&mut self, text: &str) {
        if self.cells.is_empty() {
            self.plain_cell();
        }
        if let Some(cell) = self.cells.last_mut() {
            if !cell.text.is_empty() {
                cell.text.push_str("<br>");
            }
            cell.text.push_str(text);
        }
    }

    /// Returns the lines of the table, and whether the cell spans were respected.
    pub(super) fn lines(&self) -> (String, bool) {
        if self.cells.is_empty() {
            return (String::new(), true);
        }
        let (positions, resolved) = match self.positions() {
            Some(positions) => (positions, true),
            None => (self.ignoring_spans(), false),
        };
        let width = positions.iter().map(|(_, column)| column + 1).max().unwrap_or(0);
        let mut lines = String::new();
        let (first, has_header) = self.header();
        let has_bold_header = has_header && self.row_cells(first).iter().any(|cell| !cell.header);
        let text = |cell: usize, row: usize| {
            let text = self.cells[cell].text.as_str();
            if has_bold_header && row == first { without_bold(text).unwrap_or(text) } else { text }
        };
        if !has_header {
            line(&mut lines, &[], width);
            delimiters(&mut lines, width);
        }
        for row in first..self.rows.len() {
            let cells = self.range(row).map(|cell| (positions[cell].1, text(cell, row)));
            let cells: Vec<(usize, &str)> = cells.collect();
            let is_header = has_header && row == first;
            let is_filled = is_header || width <= MAX_FILLED_COLUMNS;
            line(&mut lines, &cells, if is_filled { width } else { 0 });
            if is_header {
                delimiters(&mut lines, width);
            }
        }
        lines.truncate(lines.trim_end_matches('\n').len());
        (lines, resolved)
    }

    /// Returns the first row that is written, and whether it is the header. Empty rows before other rows are left out. The header
    /// is a row of header cells, or a row in bold, also of one cell across several columns, before other rows.
    fn header(&self) -> (usize, bool) {
        let is_empty = |row: &usize| self.row_cells(*row).iter().all(|cell| cell.text.is_empty());
        let first = (0..self.rows.len()).find(|row| !is_empty(row)).unwrap_or(0);
        let cells = self.row_cells(first);
        let is_marked = !cells.is_empty() && cells.iter().all(|cell| cell.header);
        let has_columns = cells.len() > 1 || cells.iter().any(|cell| cell.columns > 1);
        let is_bold = has_columns
            && first + 1 < self.rows.len()
            && cells.iter().all(|cell| cell.text.is_empty() || without_bold(&cell.text).is_some());
        (first, is_marked || is_bold)
    }

    fn row_cells(&self, row: usize) -> &[Cell] {
        &self.cells[self.range(row)]
    }

    /// The indices of the cells of a row.
    fn range(&self, row: usize) -> Range<usize> {
        let start = |row: usize| self.rows.get(row).copied().unwrap_or(self.cells.len());
        start(row)..start(row + 1)
    }

    /// Returns the row and column of each cell, or `None` if the grid is too large. Columns in which no cell begins are dropped.
    fn positions(&self) -> Option<Vec<(usize, usize)>> {
        let mut positions = Vec::with_capacity(self.cells.len());
        // For each column: the number of rows, from the current row on, that a cell further up still spans.
        let mut spanned: Vec<u32> = Vec::new();
        let mut budget = self.cells.len() * MAX_POSITIONS_PER_CELL + 2 * MAX_POSITIONS_PER_CELL;
        for row in 0..self.rows.len() {
            let mut column = 0;
            for cell in self.row_cells(row) {
                while spanned.get(column).is_some_and(|rows| *rows > 0) {
                    spanned[column] -= 1;
                    column += 1;
                    budget = budget.checked_sub(1)?;
                }
                positions.push((row, column));
                let end = column + cell.columns as usize;
                budget = budget.checked_sub(cell.columns as usize)?;
                spanned.resize(spanned.len().max(end), 0);
                spanned[column..end].fill(cell.rows - 1);
                column = end;
            }
            let rest = spanned.get_mut(column..).unwrap_or_default();
            budget = budget.checked_sub(rest.len())?;
            rest.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        }
        let used: BTreeSet<usize> = positions.iter().map(|(_, column)| *column).collect();
        let used: Vec<usize> = used.into_iter().collect();
        for (_, column) in &mut positions {
            *column = used.binary_search(column).unwrap_or(0);
        }
        Some(positions)
    }

    /// Returns the row and column that each cell would have if no cell had a span.
    fn ignoring_spans(&self) -> Vec<(usize, usize)> {
        let of_row = |row| (0..self.row_cells(row).len()).map(move |column| (row, column));
        (0..self.rows.len()).flat_map(of_row).collect()
    }
}

/// Returns the text of a cell without its marks of bold, if all of it is bold.
fn without_bold(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("**")?.strip_suffix("**")?;
    let is_plain =
        !inner.is_empty() && !inner.contains("**") && !inner.starts_with('*') && !inner.ends_with('*');
    is_plain.then_some(inner)
}

/// Writes a row up to its last cell, with at least `width` columns.
fn line(lines: &mut String, cells: &[(usize, &str)], width: usize) {
    let mut cells = cells.iter().peekable();
    let mut column = 0;
    lines.push('|');
    while column < width.max(1) || cells.peek().is_some() {
        if let Some((_, text)) = cells.next_if(|(cell_column, _)| *cell_column == column) {
            lines.push(' ');
            lines.push_str(text);
        }
        lines.push_str(" |");
        column += 1;
    }
    lines.push('\n');
}

/// Writes the delimiter row, which follows the header row.
fn delimiters(lines: &mut String, width: usize) {
    lines.push('|');
    for _ in 0..width {
        lines.push_str(" --- |");
    }
    lines.push('\n');
}
