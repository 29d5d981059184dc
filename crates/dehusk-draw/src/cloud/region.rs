//! The part of the canvas that one cloud may fill, divided into cells.

use super::mask::Grid;
use super::picture::Shape;

/// The part of the canvas for one cloud, divided into square cells.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// Its left edge, in pixels.
    pub(super) left: i32,
    pub(super) top: i32,
    /// The side of a cell, in pixels.
    pub(super) cell: i32,
    /// Its cells. Cells outside the shape are taken.
    pub(super) grid: Grid,
    /// The middle of the shape, in cells: words are placed as close to it as possible.
    pub(super) center: (i32, i32),
}

/// Maximum cells along a side, which bounds time and memory on a large canvas. Chosen by hand.
const MAX_CELLS: i32 = 2048;

impl Region {
    /// Divides an area into cells, leaving `margin` pixels free at each side.
    pub(super) fn new([left, top, width, height]: [i32; 4], margin: i32, shape: &Shape) -> Region {
        let margin = margin.min((width.min(height) - 1) / 2).max(0);
        let (left, top) = (left + margin, top + margin);
        let (width, height) = ((width - 2 * margin).max(1), (height - 2 * margin).max(1));
        let cell = width.max(height).div_euclid(MAX_CELLS + 1) + 1;
        let (columns, rows) = ((width / cell).max(1), (height / cell).max(1));
        let (wide, high) = (f64::from(columns), f64::from(rows));
        let grid = Grid::new(columns, rows, |x, y| {
            let (x, y) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            match shape {
                Shape::Rectangle => true,
                Shape::Ellipse => (2.0 * x / wide - 1.0).powi(2) + (2.0 * y / high - 1.0).powi(2) <= 1.0,
                Shape::Picture(picture) => picture.has(x, y, wide, high),
            }
        });
        let center = grid.center().unwrap_or((columns / 2, rows / 2));
        Region { left, top, cell, grid, center }
    }

    /// The free area in square pixels.
    pub(super) fn area(&self) -> f64 {
        self.grid.free() as f64 * f64::from(self.cell).powi(2)
    }

    /// The width and height in pixels.
    pub(super) fn sides(&self) -> (f64, f64) {
        (f64::from(self.grid.width * self.cell), f64::from(self.grid.height * self.cell))
    }
}
