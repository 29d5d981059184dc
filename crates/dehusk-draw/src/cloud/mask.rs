//! Stores which cells of the canvas a word touches, one bit per cell, and tests whether two sets of cells
//! intersect. A mask holds every cell that the outlines touch, however slightly, so outlines in disjoint
//! masks cannot overlap. This module knows nothing about words.

use super::outline::Outline;

/// Distance from an outline within which cells count as touched, in cells. It covers the errors of the
/// chords, of single precision, and of renderers that round outlines to quarters of a pixel, as tiny-skia
/// does.
const SLACK: f32 = 0.25;

const BITS: i32 = u64::BITS as i32;

/// Cells around the origin of a word.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mask {
    /// The leftmost column, relative to the origin.
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    /// Number of `u64`s per row.
    stride: usize,
    bits: Vec<u64>,
}

impl Mask {
    fn empty(left: i32, top: i32, width: i32, height: i32) -> Mask {
        let stride = (width.max(0) as usize).div_ceil(BITS as usize);
        Mask { left, top, width, height, stride, bits: vec![0; stride * height.max(0) as usize] }
    }

    /// Returns the cells that an outline touches or encloses. What is enclosed is decided by the non-zero
    /// winding rule, as when text is filled.
    pub(super) fn of(outline: &Outline) -> Mask {
        let Some([left, top, right, bottom]) = outline.bounds() else { return Mask::empty(0, 0, 0, 0) };
        let (left, right) = ((left - SLACK).floor() as i32, (right + SLACK).floor() as i32);
        let (top, bottom) = ((top - SLACK).floor() as i32, (bottom + SLACK).floor() as i32);
        let mut mask = Mask::empty(left, top, right - left + 1, bottom - top + 1);
        let mut crossings = Vec::new();
        for [from, to] in outline.edges() {
            let shift = |(x, y): (f32, f32)| (x - left as f32, y - top as f32);
            let (from, to) = (shift(from), shift(to));
            mask.touch(from, to);
            add_crossings(from, to, &mut crossings);
        }
        mask.fill(&mut crossings);
        mask
    }

    /// Sets the cells that an edge touches.
    fn touch(&mut self, from: (f32, f32), to: (f32, f32)) {
        let (high, low) = if from.1 <= to.1 { (from, to) } else { (to, from) };
        let first = (high.1 - SLACK).floor() as i32;
        let last = (low.1 + SLACK).floor() as i32;
        let slope = (low.0 - high.0) / (low.1 - high.1).max(f32::MIN_POSITIVE);
        for row in first.max(0)..=last.min(self.height - 1) {
            let at = |y: f32| {
                if y <= high.1 {
                    high.0
                } else if y >= low.1 {
                    low.0
                } else {
                    high.0 + (y - high.1) * slope
                }
            };
            let (a, b) = (at(row as f32 - SLACK), at((row + 1) as f32 + SLACK));
            self.set(row, (a.min(b) - SLACK).floor() as i32, (a.max(b) + SLACK).floor() as i32);
        }
    }

    /// Sets the cells inside the outline: in each row, those between the places where the outline crosses the
    /// middle line of the row. One line per row is enough, because the cells of every edge are already set.
    fn fill(&mut self, crossings: &mut [Crossing]) {
        crossings.sort_by(|a, b| a.row.cmp(&b.row).then(a.x.total_cmp(&b.x)));
        let mut winding = 0;
        for pair in crossings.windows(2) {
            winding += pair[0].direction;
            if pair[0].row != pair[1].row {
                winding = 0;
            } else if winding != 0 {
                self.set(pair[0].row, pair[0].x.floor() as i32, pair[1].x.floor() as i32);
            }
        }
    }

    /// Sets the cells of a row from `first` to `last`.
    fn set(&mut self, row: i32, first: i32, last: i32) {
        let (first, last) = (first.max(0), last.min(self.width - 1));
        if first > last || row < 0 || row >= self.height {
            return;
        }
        let row = &mut self.bits[row as usize * self.stride..][..self.stride];
        for (index, bits) in
            row.iter_mut().enumerate().take((last / BITS) as usize + 1).skip((first / BITS) as usize)
        {
            let start = index as i32 * BITS;
            let from = (first - start).max(0);
            let to = (last - start).min(BITS - 1);
            *bits |= (u64::MAX << from) & (u64::MAX >> (BITS - 1 - to));
        }
    }

    /// The mask extended by the given number of cells to the left and right, and above and below.
    pub(super) fn grown(&self, [aside, above]: [i32; 2]) -> Mask {
        let (width, height) = (self.width + 2 * aside, self.height + 2 * above);
        let mut wide = Mask::empty(self.left - aside, self.top, width, self.height);
        for row in 0..self.height as usize {
            for (index, bits) in self.bits[row * self.stride..][..self.stride].iter().enumerate() {
                for shift in 0..=2 * aside {
                    let target = &mut wide.bits[row * wide.stride..][..wide.stride];
                    or_shifted(target, index as i32 * BITS + shift, *bits);
                }
            }
        }
        let mut grown = Mask::empty(wide.left, self.top - above, width, height);
        for row in 0..self.height as usize {
            for below in 0..=2 * above as usize {
                let target = &mut grown.bits[(row + below) * grown.stride..][..grown.stride];
                let source = &wide.bits[row * wide.stride..][..wide.stride];
                target.iter_mut().zip(source).for_each(|(target, source)| *target |= source);
            }
        }
        grown
    }

    #[cfg(test)]
    pub(super) fn has(&self, x: i32, y: i32) -> bool {
        let (x, y) = (x - self.left, y - self.top);
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside && self.bits[y as usize * self.stride + (x / BITS) as usize] >> (x % BITS) & 1 == 1
    }
}

/// Where an edge crosses the middle line of a row.
struct Crossing {
    row: i32,
    x: f32,
    /// 1 for a downward edge, -1 for an upward edge.
    direction: i32,
}

fn add_crossings(from: (f32, f32), to: (f32, f32), crossings: &mut Vec<Crossing>) {
    let (high, low, direction) = if from.1 <= to.1 { (from, to, 1) } else { (to, from, -1) };
    let first = (high.1 - 0.5).ceil() as i32;
    let end = (low.1 - 0.5).ceil() as i32;
    let slope = (low.0 - high.0) / (low.1 - high.1);
    for row in first..end {
        crossings.push(Crossing { row, x: high.0 + (row as f32 + 0.5 - high.1) * slope, direction });
    }
}

fn or_shifted(row: &mut [u64], at: i32, bits: u64) {
    let (index, shift) = ((at / BITS) as usize, at % BITS);
    if let Some(first) = row.get_mut(index) {
        *first |= bits << shift;
    }
    if shift > 0
        && let Some(next) = row.get_mut(index + 1)
    {
        *next |= bits >> (BITS - shift);
    }
}

/// The cells of the canvas, each free or taken. Cells outside the shape of the cloud are taken.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) width: i32,
    pub(super) height: i32,
    stride: usize,
    taken: Vec<u64>,
}

impl Grid {
    /// Creates a grid. Cells for which `inside` is false are taken.
    pub(super) fn new(width: i32, height: i32, inside: impl Fn(i32, i32) -> bool) -> Grid {
        // One more `u64` per row, so that the second half of a shifted `u64` is always inside the row.
        let stride = width as usize / BITS as usize + 2;
        let mut taken = vec![u64::MAX; stride * height as usize];
        for y in 0..height {
            for x in (0..width).filter(|x| inside(*x, y)) {
                taken[y as usize * stride + (x / BITS) as usize] &= !(1 << (x % BITS));
            }
        }
        Grid { width, height, stride, taken }
    }

    /// The number of free cells.
    pub(super) fn free(&self) -> u64 {
        self.taken.iter().map(|bits| u64::from(bits.count_zeros())).sum()
    }

    /// The mean position of the free cells.
    pub(super) fn center(&self) -> Option<(i32, i32)> {
        let (mut x, mut y, mut count) = (0i64, 0i64, 0i64);
        for row in 0..self.height {
            for column in (0..self.width).filter(|column| !self.is_taken(*column, row)) {
                (x, y, count) = (x + i64::from(column), y + i64::from(row), count + 1);
            }
        }
        (count > 0).then(|| ((x / count) as i32, (y / count) as i32))
    }

    fn is_taken(&self, x: i32, y: i32) -> bool {
        self.taken[y as usize * self.stride + (x / BITS) as usize] >> (x % BITS) & 1 == 1
    }

    /// Whether a mask with its origin at the given cell is on the canvas and covers only free cells.
    #[inline]
    pub(super) fn is_free(&self, mask: &Mask, x: i32, y: i32) -> bool {
        let (left, top) = (x + mask.left, y + mask.top);
        if left < 0 || top < 0 || left + mask.width > self.width || top + mask.height > self.height {
            return false;
        }
        let rows = mask.height as usize;
        let free = |row: usize| self.is_row_free(mask, row, left, top);
        // Checking a few rows first, starting in the middle, finds nearly every collision.
        [rows / 2, rows / 4, rows * 3 / 4].into_iter().all(free) && (0..rows).all(free)
    }

    #[inline]
    fn is_row_free(&self, mask: &Mask, row: usize, left: i32, top: i32) -> bool {
        let start = (top as usize + row) * self.stride + (left / BITS) as usize;
        let shift = left % BITS;
        let taken = &self.taken[start..=start + mask.stride.min(self.stride - (left / BITS) as usize - 1)];
        let bits = &mask.bits[row * mask.stride..][..mask.stride];
        if shift == 0 {
            return bits.iter().zip(taken).all(|(bits, taken)| bits & taken == 0);
        }
        let mut carried = 0;
        for (bits, taken) in bits.iter().zip(taken) {
            if (bits << shift | carried) & taken != 0 {
                return false;
            }
            carried = bits >> (BITS - shift);
        }
        taken.get(bits.len()).is_none_or(|taken| carried & taken == 0)
    }

    /// Marks the cells of a mask as taken, ignoring those outside the canvas.
    pub(super) fn take(&mut self, mask: &Mask, x: i32, y: i32) {
        let (left, top) = (x + mask.left, y + mask.top);
        for row in (0..mask.height).filter(|row| (0..self.height).contains(&(top + row))) {
            let target = &mut self.taken[(top + row) as usize * self.stride..][..self.stride];
            for (index, bits) in mask.bits[row as usize * mask.stride..][..mask.stride].iter().enumerate() {
                let at = left + index as i32 * BITS;
                if at <= -BITS {
                    continue;
                } else if at < 0 {
                    target[0] |= bits >> -at;
                } else if ((at / BITS) as usize) < self.stride {
                    or_shifted(target, at, *bits);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square(left: f32, top: f32, side: f32) -> Vec<(f32, f32)> {
        vec![(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
    }

    #[test]
    fn enclosed_cells_are_set_and_holes_are_not() {
        let mut hole = square(10.0, 10.0, 20.0);
        hole.reverse();
        let mask = Mask::of(&Outline::from_contours(vec![square(0.5, 0.5, 40.0), hole]));
        for (x, y, expected) in [(5, 5, true), (20, 20, false), (0, 0, true), (40, 20, true), (41, 20, false)]
        {
            assert_eq!(mask.has(x, y), expected, "{x} {y}");
        }
    }

    #[test]
    fn growing_adds_every_near_cell() {
        let mask = Mask::of(&Outline::from_contours(vec![square(60.5, 3.5, 5.0)]));
        let grown = mask.grown([5, 3]);
        for y in -4..20 {
            for x in 50..80 {
                let near = (-3..=3).any(|dy| (-5..=5).any(|dx| mask.has(x + dx, y + dy)));
                assert_eq!(grown.has(x, y), near, "{x} {y}");
            }
        }
    }

    fn points() -> impl Strategy<Value = Vec<(f32, f32)>> {
        prop::collection::vec((-70.0f32..70.0, -30.0f32..30.0), 3..9)
    }

    proptest! {
        #[test]
        fn a_mask_holds_every_point_of_its_outline(points in points(), at in 0.0f32..1.0) {
            let mask = Mask::of(&Outline::from_contours(vec![points.clone()]));
            for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
                let (x, y) = (from.0 + (to.0 - from.0) * at, from.1 + (to.1 - from.1) * at);
                prop_assert!(mask.has(x.floor() as i32, y.floor() as i32));
            }
        }

        #[test]
        fn a_mask_is_free_if_it_shares_no_cell_with_another(a in points(), b in points(), x in 0i32..200, y in 0i32..100) {
            let (a, b) = (Mask::of(&Outline::from_contours(vec![a])), Mask::of(&Outline::from_contours(vec![b])));
            let mut grid = Grid::new(200, 100, |_, _| true);
            grid.take(&a, 90, 50);
            let meets = (0..100).any(|row| (0..200).any(|column| {
                a.has(column - 90, row - 50) && b.has(column - x, row - y)
            }));
            let (left, top) = (x + b.left, y + b.top);
            let inside = left >= 0 && top >= 0 && left + b.width <= 200 && top + b.height <= 100;
            prop_assert_eq!(grid.is_free(&b, x, y), inside && !meets);
        }
    }
}
