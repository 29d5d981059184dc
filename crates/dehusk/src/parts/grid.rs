//! The grid of a table: where cells with spans stand, and which rows are headers.

/// A table with more places than this for each cell has spans that mean nothing; they are ignored.
const MOST_PLACES_PER_CELL: usize = 16;

/// A cell as the page has it.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) header: bool,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// A row as the page has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// In `thead`.
    pub(super) head: bool,
}

/// The texts of a grid, every row with the same number of places, or none if they are longer than `most_bytes` together.
pub(super) fn texts(rows: &[Row], most_bytes: usize) -> Option<Vec<Vec<String>>> {
    let cells: usize = rows.iter().map(|row| row.cells.len()).sum();
    let places =
        places(rows, true, cells * MOST_PLACES_PER_CELL).or_else(|| places(rows, false, usize::MAX))?;
    let width = places.iter().map(Vec::len).max().unwrap_or(0);
    let text = |place: &Option<(usize, usize)>| place.map_or("", |(row, cell)| &rows[row].cells[cell].text);
    let bytes: usize = places.iter().flatten().map(|place| text(place).len()).sum();
    // A row of many cells among many of one would be a grid of nothing.
    if bytes + width * places.len() * size_of::<String>() > most_bytes {
        return None;
    }
    let fill = |row: &Vec<Option<(usize, usize)>>| {
        let mut texts: Vec<String> = row.iter().map(|place| text(place).to_owned()).collect();
        texts.resize(width, String::new());
        texts
    };
    Some(places.iter().map(fill).collect())
}

/// Row and number of the cell at a place of the grid, if there is one.
type Place = Option<(usize, usize)>;

/// The places of each row; none if there are more than `most`.
fn places(rows: &[Row], spans: bool, most: usize) -> Option<Vec<Vec<Place>>> {
    let mut grid: Vec<Vec<Place>> = vec![Vec::new(); rows.len()];
    let mut taken = 0;
    for (at, row) in rows.iter().enumerate() {
        let mut column = 0;
        for (number, cell) in row.cells.iter().enumerate() {
            let (wide, high) = if spans { (cell.columns, cell.rows.min(rows.len() - at)) } else { (1, 1) };
            while grid[at].get(column).is_some_and(Option::is_some) {
                column += 1;
            }
            taken += wide * high;
            if taken > most || (column + wide).saturating_mul(high) > most {
                return None;
            }
            for below in &mut grid[at..at + high] {
                below.resize(below.len().max(column + wide), None);
                // Where two cells overlap, the first stays.
                below[column..column + wide]
                    .iter_mut()
                    .for_each(|place| *place = place.or(Some((at, number))));
            }
            column += wide;
        }
    }
    Some(grid)
}

/// How many of the first rows stand in `thead` or have nothing but `th`, of several rows.
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
    fn spanning_cells_stand_in_all_their_places() {
        let rows = [row(&[("a", 2, 1), ("b", 1, 2)]), row(&[("c", 1, 9), ("d", 1, 1)]), row(&[("e", 1, 1)])];
        assert_eq!(texts(&rows, 999).unwrap(), [["a", "a", "b"], ["c", "d", "b"], ["c", "e", ""]]);
    }

    #[test]
    fn spans_that_mean_nothing_are_ignored() {
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
