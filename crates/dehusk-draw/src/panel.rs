//! Panel: columns above and below an axis, highlighted stretches behind them and tick marks beside them.

use crate::canvas::{Anchor, Canvas, Fill, Path, Text};
use crate::columns::{Column, Columns};
use crate::scale::{Scale, round_lengths};
use crate::text::grouped;

/// The color of columns above the axis: Okabe and Ito's blue, which differs from [`CODE`] with any color
/// vision.
pub(crate) const CONTENT: &str = "#0072b2";
/// The color of columns below the axis: Okabe and Ito's vermilion.
pub(crate) const CODE: &str = "#d55e00";
/// Pale versions of [`CONTENT`] and [`CODE`], for the part of a column between its mean and its maximum.
const PALE_CONTENT: &str = "#a3cce6";
const PALE_CODE: &str = "#f4bf9c";
/// The color of gold stretches that are too narrow for hatching.
pub(crate) const GOLD: &str = "#aa3377";
/// The background color of kept stretches.
pub(crate) const KEPT: &str = "#cfe8f7";
/// The color of kept stretches in their track.
pub(crate) const KEPT_TRACK: &str = "#3a9bd6";
/// The color of removed stretches in their track.
pub(crate) const REMOVED_TRACK: &str = "#b4b4b4";
const AXIS: &str = "#222";
const GRID: &str = "#e3e3e3";
/// Font size of tick labels, in pixels.
pub(crate) const TICK_SIZE: f64 = 11.0;
/// Minimum pixels between the labels of a vertical axis. Chosen by hand.
const MIN_VERTICAL_TICK_GAP: f64 = 17.0;
/// Minimum pixels between the labels of a horizontal axis. Chosen by hand.
const MIN_HORIZONTAL_TICK_GAP: f64 = 70.0;
/// Minimum width in pixels of columns that are drawn with gaps between them. Chosen by hand.
const MIN_WIDTH_WITH_GAP: f64 = 4.0;
/// Minimum drawn width of a stretch, in pixels. Chosen by hand.
const MIN_STRETCH_WIDTH: f64 = 1.5;
/// Minimum width of a hatched stretch, in pixels: the width of the pattern.
const MIN_HATCH_WIDTH: f64 = 8.0;
/// Free pixels above and below the longest columns.
pub(crate) const PADDING: f64 = 8.0;
/// Minimum pixels between two of the pointers that mark cut columns: a pointer is 7 pixels wide.
const MIN_POINTER_GAP: f64 = 8.0;

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The horizontal scale: from bars to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HorizontalScale {
    pub(crate) x: f64,
    pub(crate) width: f64,
    pub(crate) bars: usize,
}

impl HorizontalScale {
    /// The left edge of a bar.
    pub(crate) fn at(&self, bar: usize) -> f64 {
        self.x + self.width * bar as f64 / self.bars.max(1) as f64
    }

    /// The left and right edges of stretches of bars as they are drawn: stretches that touch each other are joined, so that there
    /// are no more of them than pixels.
    fn edges(&self, stretches: &[(usize, usize)]) -> Vec<(f64, f64)> {
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for (first, last) in stretches {
            let left = self.at(*first);
            let right = self.at(*last + 1).max(left + MIN_STRETCH_WIDTH);
            match joined.last_mut() {
                Some(previous) if left <= previous.1 => previous.1 = previous.1.max(right),
                _ => joined.push((left, right)),
            }
        }
        joined
    }

    /// Fills stretches of bars from `y` down to `y + height`. Stretches too narrow for hatching get a plain
    /// color.
    pub(crate) fn fill_stretches(
        &self,
        canvas: &mut Canvas,
        stretches: &[(usize, usize)],
        (y, height): (f64, f64),
        fill: Fill,
    ) {
        let (mut wide, mut narrow) = (Path::default(), Path::default());
        for (left, right) in self.edges(stretches) {
            let path = if right - left < MIN_HATCH_WIDTH { &mut narrow } else { &mut wide };
            path.rect(left, y, right - left, height);
        }
        canvas.path(wide, fill);
        canvas.path(narrow, if fill == Fill::Hatch { Fill::Color(GOLD) } else { fill });
    }

    /// The bar numbers to write below the axis: 1 and round numbers.
    fn ticks(&self) -> Vec<usize> {
        let pixels = self.width / self.bars.max(1) as f64;
        let wide_enough = |step: &u64| *step as f64 * pixels >= MIN_HORIZONTAL_TICK_GAP;
        let step = round_lengths(u64::MAX).find(wide_enough).map_or(usize::MAX, |step| step as usize);
        let multiples = (1..=self.bars / step).map(|count| count * step);
        let first = (self.bars > 0).then_some(1).filter(|_| step > 1);
        first.into_iter().chain(multiples).collect()
    }
}

/// One of the two panels of a plot.
pub(crate) struct Panel<'a> {
    pub(crate) area: Area,
    pub(crate) horizontal: HorizontalScale,
    pub(crate) columns: &'a Columns,
    pub(crate) scale: Scale,
    pub(crate) kept: &'a [(usize, usize)],
    pub(crate) gold: &'a [(usize, usize)],
    /// Whether lengths below the axis are negative numbers.
    pub(crate) signed: bool,
}

impl Panel<'_> {
    /// The vertical position of the axis.
    fn axis(&self) -> f64 {
        self.area.y + PADDING + self.scale.pixels_above(f64::INFINITY)
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas) {
        self.fill_stretches(canvas, self.kept, Fill::Color(KEPT));
        self.fill_stretches(canvas, self.gold, Fill::Hatch);
        self.draw_grid(canvas);
        let axis = self.axis();
        let lengths = |column: &Column| (column.above as f64, column.below as f64);
        let maxima: Vec<(f64, f64)> = self.columns.columns.iter().map(lengths).collect();
        if self.columns.means.is_empty() {
            self.draw_columns(canvas, &maxima, CONTENT, CODE);
        } else {
            self.draw_columns(canvas, &maxima, PALE_CONTENT, PALE_CODE);
            self.draw_columns(canvas, &self.columns.means, CONTENT, CODE);
        }
        canvas.rect(self.area.x, axis - 0.5, self.area.width, 1.0, Fill::Color(AXIS));
        self.draw_cut_marks(canvas);
    }

    fn fill_stretches(&self, canvas: &mut Canvas, stretches: &[(usize, usize)], fill: Fill) {
        self.horizontal.fill_stretches(canvas, stretches, (self.area.y, self.area.height), fill);
    }

    /// Draws the columns above and below the axis, as one outline on each side.
    fn draw_columns(
        &self,
        canvas: &mut Canvas,
        lengths: &[(f64, f64)],
        above: &'static str,
        below: &'static str,
    ) {
        let axis = self.axis();
        let end = |length: f64| (length > 0.0).then(|| axis - self.scale.pixels_above(length));
        canvas.path(self.outline(lengths.iter().map(|(above, _)| end(*above))), Fill::Color(above));
        let end = |length: f64| (length > 0.0).then(|| axis + self.scale.pixels_below(length));
        canvas.path(self.outline(lengths.iter().map(|(_, below)| end(*below))), Fill::Color(below));
    }

    /// The columns on one side as one outline: adjacent columns of the same height are one step.
    fn outline(&self, ends: impl Iterator<Item = Option<f64>>) -> Path {
        let mut path = Path::default();
        let mut steps: Vec<(f64, f64, f64)> = Vec::new();
        for (index, end) in ends.enumerate() {
            let (left, right, has_gap) = self.column_sides(index);
            if has_gap || end.is_none() {
                path.steps(self.axis(), &std::mem::take(&mut steps));
            }
            match (end, steps.last_mut()) {
                (Some(y), Some(last)) if last.2 == y => last.1 = right,
                (Some(y), _) => steps.push((left, right, y)),
                (None, _) => {}
            }
        }
        path.steps(self.axis(), &steps);
        path
    }

    /// The left and right edges of a column, and whether there is a gap beside it.
    fn column_sides(&self, index: usize) -> (f64, f64, bool) {
        let first = index * self.columns.bars_per_column;
        let after = (first + self.columns.bars_per_column).min(self.horizontal.bars);
        let (left, right) = (self.horizontal.at(first), self.horizontal.at(after));
        let gap = if right - left >= MIN_WIDTH_WITH_GAP { (right - left) * 0.15 } else { 0.0 };
        (left + gap / 2.0, right - gap / 2.0, gap > 0.0)
    }

    /// Draws lines and numbers at round lengths.
    fn draw_grid(&self, canvas: &mut Canvas) {
        if self.columns.columns.is_empty() {
            return;
        }
        let axis = self.axis();
        let above = self.scale.ticks(self.scale.above, MIN_VERTICAL_TICK_GAP).into_iter();
        let below = self.scale.ticks(self.scale.below, MIN_VERTICAL_TICK_GAP).into_iter();
        let sign = if self.signed { "−" } else { "" };
        let above = above.map(|length| (grouped(length), axis - self.scale.pixels_above(length as f64)));
        let below = below.map(|length| {
            (format!("{sign}{}", grouped(length)), axis + self.scale.pixels_below(length as f64))
        });
        for (length, y) in std::iter::once(("0".to_owned(), axis)).chain(above).chain(below) {
            canvas.rect(self.area.x, y - 0.5, self.area.width, 1.0, Fill::Color(GRID));
            let text = Text::new(self.area.x - 6.0, y + 4.0, TICK_SIZE, length);
            canvas.text(Text { anchor: Anchor::End, ..text });
        }
    }

    /// Draws pointers at the ends of the columns that are longer than the panel.
    fn draw_cut_marks(&self, canvas: &mut Canvas) {
        let mut path = Path::default();
        let (top, bottom) = (self.area.y, self.area.y + self.area.height);
        let (mut last_above, mut last_below) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (index, column) in self.columns.columns.iter().enumerate() {
            let (left, right, _) = self.column_sides(index);
            let middle = f64::midpoint(left, right);
            if column.above > self.scale.above && middle - last_above >= MIN_POINTER_GAP {
                path.pointer(middle, top + 1.0, false);
                last_above = middle;
            }
            if column.below > self.scale.below && middle - last_below >= MIN_POINTER_GAP {
                path.pointer(middle, bottom - 1.0, true);
                last_below = middle;
            }
        }
        canvas.path(path, Fill::Color(AXIS));
    }

    /// Draws the bar numbers below the panel.
    pub(crate) fn draw_numbers(&self, canvas: &mut Canvas) {
        let y = self.area.y + self.area.height;
        for number in self.horizontal.ticks() {
            let x = f64::midpoint(self.horizontal.at(number - 1), self.horizontal.at(number));
            canvas.rect(x - 0.5, y, 1.0, 5.0, Fill::Color(AXIS));
            let text = Text::new(x, y + 17.0, TICK_SIZE, grouped(number as u64));
            canvas.text(Text { anchor: Anchor::Middle, ..text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_numbers_are_round_and_do_not_touch() {
        let horizontal = |bars| HorizontalScale { x: 50.0, width: 700.0, bars };
        assert_eq!(horizontal(10).ticks(), (1..=10).collect::<Vec<_>>());
        assert_eq!(horizontal(1).ticks(), [1]);
        assert!(horizontal(0).ticks().is_empty());
        assert_eq!(horizontal(1100).ticks(), [1, 200, 400, 600, 800, 1000]);
        assert_eq!(
            horizontal(20_000).ticks(),
            [1, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000, 20_000]
        );
    }

    #[test]
    fn stretches_that_touch_are_joined() {
        let edges = |bars, stretches: &[(usize, usize)]| {
            HorizontalScale { x: 50.0, width: 100.0, bars }.edges(stretches)
        };
        assert_eq!(edges(100, &[(0, 1), (3, 3), (5, 9)]), [(50.0, 52.0), (53.0, 54.5), (55.0, 60.0)]);
        assert_eq!(edges(200, &[(0, 0), (2, 2), (9, 9)]), [(50.0, 52.5), (54.5, 56.0)]);
        let every_second: Vec<_> = (0..10_000).step_by(2).map(|bar| (bar, bar)).collect();
        assert_eq!(edges(10_000, &every_second).len(), 1);
        assert!(edges(10, &[]).is_empty());
    }
}
