//! The grid of a table: finds the positions that each cell covers by its row and column spans, and the header rows.

/// Maximum number of grid positions per cell, on average over the table. If a table needs more, its row and column spans are
/// ignored, as in the Markdown output. Chosen by hand.
const MAX_POSITIONS_PER_CELL: usize = 16;

/// A cell as written in the page.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) header: bool,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// A row as written in the page.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// Whether the row is in `thead`.
    pub(super) head: bool,
}

/// The texts of the grid of a table, with the same number of cells in all rows. `None` if they take more than `max_bytes` in
/// total.
pub(super) fn texts(rows: &[Row], max_bytes: usize) -> Option<Vec<Vec<String>>> {
    let cells: usize = rows.iter().map(|row| row.cells.len()).sum();
    let positions = positions(rows, Spans::Respected, cells * MAX_POSITIONS_PER_CELL)
        .or_else(|| positions(rows, Spans::Ignored, usize::MAX))?;
    let width = positions.iter().map(Vec::len).max().unwrap_or(0);
    let text =
        |position: &Option<(usize, usize)>| position.map_or("", |(row, cell)| &rows[row].cells[cell].text);
    let bytes: usize = positions.iter().flatten().map(|position| text(position).len()).sum();
    // One wide row among many narrow ones would make a large grid of empty cells.
    if bytes + width * positions.len() * size_of::<String>() > max_bytes {
        return None;
    }
    let fill = |row: &Vec<Option<(usize, usize)>>| {
        let mut texts: Vec<String> = row.iter().map(|position| text(position).to_owned()).collect();
        texts.resize(width, String::new());
        texts
    };
    Some(positions.iter().map(fill).collect())
}

/// The row and the index of the cell at a position of the grid, if there is one.
type Position = Option<(usize, usize)>;

/// What becomes of row and column spans.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spans {
    Respected,
    /// Every cell covers one position.
    Ignored,
}

/// The positions of the grid, row by row; `None` if there are more than `max`.
fn positions(rows: &[Row], spans: Spans, max: usize) -> Option<Vec<Vec<Position>>> {
    let mut grid: Vec<Vec<Position>> = vec![Vec::new(); rows.len()];
    let mut taken = 0;
    for (at, row) in rows.iter().enumerate() {
        let mut column = 0;
        for (number, cell) in row.cells.iter().enumerate() {
            let (wide, high) = match spans {
                Spans::Respected => (cell.columns, cell.rows.min(rows.len() - at)),
                Spans::Ignored => (1, 1),
            };
            while grid[at].get(column).is_some_and(Option::is_some) {
                column += 1;
            }
            taken += wide * high;
            if taken > max || (column + wide).saturating_mul(high) > max {
                return None;
            }
            for below in &mut grid[at..at + high] {
                below.resize(below.len().max(column + wide), None);
                // If two cells overlap, the first wins.
                below[column..column + wide]
                    .iter_mut()
                    .for_each(|position| *position = position.or(Some((at, number))));
            }
            column += wide;
        }
    }
    Some(grid)
}

/// The number of header rows at the beginning: rows in `thead` and rows with only `th` cells. 0 if all rows are header rows.
pub(super) fn header_rows(rows: &[Row]) -> usize {
    let is_header =
        |row: &&Row| row.head || (!row.cells.is_empty() && row.cells.iter().all(|cell| cell.header));
    let first = rows.iter().take_while(is_header).count();
    if first == rows.len() { 0 } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[(&str, usize, usize)]) -> Row {
        let cell = |(text, columns, rows): &(&str, usize, usize)| Cell {
            text: (*text).to_owned(),
            header: false,
            columns: *columns,
            rows: *rows,
        };
        Row { cells: cells.iter().map(cell).collect(), head: false }
    }

    #[test]
    fn spanning_cells_fill_all_their_positions() {
        let rows = [row(&[("a", 2, 1), ("b", 1, 2)]), row(&[("c", 1, 9), ("d", 1, 1)]), row(&[("e", 1, 1)])];
        assert_eq!(texts(&rows, 999).unwrap(), [["a", "a", "b"], ["c", "d", "b"], ["c", "e", ""]]);
    }

    #[test]
    fn oversized_spans_are_ignored() {
        let rows = [row(&[("a", 1000, 1), ("b", 1, 65_534)]), row(&[("c", 1, 1)])];
        assert_eq!(texts(&rows, 999).unwrap(), [["a", "b"], ["c", ""]]);
    }

    #[test]
    fn a_grid_has_bounds() {
        assert_eq!(texts(&[row(&[("abcd", 2, 1), ("e", 1, 1)])], 80), None);
        assert_eq!(texts(&[], 0), Some(Vec::new()));
    }

    #[test]
    fn header_rows_come_first_and_are_not_all() {
        let mut rows = [row(&[("a", 1, 1)]), row(&[("b", 1, 1)])];
        assert_eq!(header_rows(&rows), 0);
        rows[0].cells[0].header = true;
        assert_eq!(header_rows(&rows), 1);
        rows[1].head = true;
        assert_eq!(header_rows(&rows), 0);
    }
}
