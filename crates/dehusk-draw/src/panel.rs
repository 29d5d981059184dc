//! Panel: columns above and below an axis, with the stretches behind them and the marks beside them.

use crate::canvas::{Anchor, Canvas, Fill, Path, Text};
use crate::columns::{Column, Columns};
use crate::scale::{Scale, round_lengths};
use crate::text::grouped;

/// Above the axis: blue of Okabe and Ito, which differs from [`CODE`] to every eye.
pub(crate) const CONTENT: &str = "#0072b2";
/// Below the axis: their vermilion.
pub(crate) const CODE: &str = "#d55e00";
/// What is pale of [`CONTENT`] and [`CODE`]: between the mean and the largest value.
const PALE_CONTENT: &str = "#a3cce6";
const PALE_CODE: &str = "#f4bf9c";
/// What is too narrow for hatching.
pub(crate) const GOLD: &str = "#aa3377";
/// Behind what is kept.
pub(crate) const KEPT: &str = "#cfe8f7";
/// The track of what is kept.
pub(crate) const KEPT_TRACK: &str = "#3a9bd6";
/// The track of what was nearly kept.
pub(crate) const REMOVED_TRACK: &str = "#b4b4b4";
const AXIS: &str = "#222";
const GRID: &str = "#e3e3e3";
/// Texts at marks.
pub(crate) const TICK_SIZE: f64 = 11.0;
/// Pixels between marks that are written, up and down.
const TICKS_APART: f64 = 17.0;
/// The same from left to right.
const TICKS_BESIDE: f64 = 70.0;
/// Columns of this width have a gap between them.
const WIDE_COLUMN: f64 = 4.0;
/// A stretch is never narrower than this many pixels ...
const LEAST_STRETCH: f64 = 1.5;
/// ... and hatched only if it is as wide as the pattern.
const LEAST_HATCH: f64 = 8.0;
/// Pixels above and below the longest columns.
pub(crate) const AIR: f64 = 8.0;
/// Pixels between two pointers to cut columns.
const POINTERS_APART: f64 = 8.0;

/// Where something is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// From bars to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Across {
    pub(crate) x: f64,
    pub(crate) width: f64,
    pub(crate) bars: usize,
}

impl Across {
    /// The left side of a bar.
    pub(crate) fn at(&self, bar: usize) -> f64 {
        self.x + self.width * bar as f64 / self.bars.max(1) as f64
    }

    /// Fills stretches of bars between two heights. What is too narrow to show its hatching is plain.
    pub(crate) fn stretches(
        &self,
        canvas: &mut Canvas,
        stretches: &[(usize, usize)],
        (y, height): (f64, f64),
        fill: Fill,
    ) {
        let (mut wide, mut narrow) = (Path::default(), Path::default());
        for (first, last) in stretches {
            let (left, right) = (self.at(*first), self.at(*last + 1));
            let path = if right - left < LEAST_HATCH { &mut narrow } else { &mut wide };
            path.rect(left, y, (right - left).max(LEAST_STRETCH), height);
        }
        canvas.path(wide, fill);
        canvas.path(narrow, if fill == Fill::Hatch { Fill::Colour(GOLD) } else { fill });
    }

    /// Numbers of bars to write below the axis: 1 and round ones.
    fn ticks(&self) -> Vec<usize> {
        let pixels = self.width / self.bars.max(1) as f64;
        let wide_enough = |step: &u64| *step as f64 * pixels >= TICKS_BESIDE;
        let step = round_lengths(u64::MAX).find(wide_enough).map_or(usize::MAX, |step| step as usize);
        let multiples = (1..=self.bars / step).map(|count| count * step);
        let first = (self.bars > 0).then_some(1).filter(|_| step > 1);
        first.into_iter().chain(multiples).collect()
    }
}

/// One panel.
pub(crate) struct Panel<'a> {
    pub(crate) area: Area,
    pub(crate) across: Across,
    pub(crate) columns: &'a Columns,
    pub(crate) scale: Scale,
    pub(crate) kept: &'a [(usize, usize)],
    pub(crate) gold: &'a [(usize, usize)],
    /// Whether lengths below the axis are negative numbers.
    pub(crate) signed: bool,
}

impl Panel<'_> {
    /// Where the axis is.
    fn axis(&self) -> f64 {
        self.area.y + AIR + self.scale.pixels_above(f64::INFINITY)
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas) {
        self.stretches(canvas, self.kept, Fill::Colour(KEPT));
        self.stretches(canvas, self.gold, Fill::Hatch);
        self.grid(canvas);
        let axis = self.axis();
        let lengths = |column: &Column| (column.above as f64, column.below as f64);
        let greatest: Vec<(f64, f64)> = self.columns.columns.iter().map(lengths).collect();
        if self.columns.means.is_empty() {
            self.bars(canvas, &greatest, CONTENT, CODE);
        } else {
            self.bars(canvas, &greatest, PALE_CONTENT, PALE_CODE);
            self.bars(canvas, &self.columns.means, CONTENT, CODE);
        }
        canvas.rect(self.area.x, axis - 0.5, self.area.width, 1.0, Fill::Colour(AXIS));
        self.cut_marks(canvas);
    }

    fn stretches(&self, canvas: &mut Canvas, stretches: &[(usize, usize)], fill: Fill) {
        self.across.stretches(canvas, stretches, (self.area.y, self.area.height), fill);
    }

    /// Lengths above and below of each column, an outline on each side.
    fn bars(&self, canvas: &mut Canvas, lengths: &[(f64, f64)], above: &'static str, below: &'static str) {
        let axis = self.axis();
        let end = |length: f64| (length > 0.0).then(|| axis - self.scale.pixels_above(length));
        canvas.path(self.outline(lengths.iter().map(|(above, _)| end(*above))), Fill::Colour(above));
        let end = |length: f64| (length > 0.0).then(|| axis + self.scale.pixels_below(length));
        canvas.path(self.outline(lengths.iter().map(|(_, below)| end(*below))), Fill::Colour(below));
    }

    /// The columns on one side as one outline: neighbours of the same height are one step.
    fn outline(&self, ends: impl Iterator<Item = Option<f64>>) -> Path {
        let mut path = Path::default();
        let mut steps: Vec<(f64, f64, f64)> = Vec::new();
        for (index, end) in ends.enumerate() {
            let (left, right, apart) = self.column_sides(index);
            if apart || end.is_none() {
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

    /// The sides of a column, and whether it has a gap beside it.
    fn column_sides(&self, index: usize) -> (f64, f64, bool) {
        let first = index * self.columns.bars_per_column;
        let after = (first + self.columns.bars_per_column).min(self.across.bars);
        let (left, right) = (self.across.at(first), self.across.at(after));
        let gap = if right - left >= WIDE_COLUMN { (right - left) * 0.15 } else { 0.0 };
        (left + gap / 2.0, right - gap / 2.0, gap > 0.0)
    }

    /// Lines and numbers at round lengths.
    fn grid(&self, canvas: &mut Canvas) {
        if self.columns.columns.is_empty() {
            return;
        }
        let axis = self.axis();
        let above = self.scale.ticks(self.scale.above, TICKS_APART).into_iter();
        let below = self.scale.ticks(self.scale.below, TICKS_APART).into_iter();
        let sign = if self.signed { "−" } else { "" };
        let above = above.map(|length| (grouped(length), axis - self.scale.pixels_above(length as f64)));
        let below = below.map(|length| {
            (format!("{sign}{}", grouped(length)), axis + self.scale.pixels_below(length as f64))
        });
        for (length, y) in std::iter::once(("0".to_owned(), axis)).chain(above).chain(below) {
            canvas.rect(self.area.x, y - 0.5, self.area.width, 1.0, Fill::Colour(GRID));
            let text = Text::new(self.area.x - 6.0, y + 4.0, TICK_SIZE, length);
            canvas.text(Text { anchor: Anchor::End, ..text });
        }
    }

    /// Pointers at the ends of the columns that are longer than the panel.
    fn cut_marks(&self, canvas: &mut Canvas) {
        let mut path = Path::default();
        let (top, bottom) = (self.area.y, self.area.y + self.area.height);
        let (mut last_above, mut last_below) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (index, column) in self.columns.columns.iter().enumerate() {
            let (left, right, _) = self.column_sides(index);
            let middle = f64::midpoint(left, right);
            if column.above > self.scale.above && middle - last_above >= POINTERS_APART {
                path.pointer(middle, top + 1.0, false);
                last_above = middle;
            }
            if column.below > self.scale.below && middle - last_below >= POINTERS_APART {
                path.pointer(middle, bottom - 1.0, true);
                last_below = middle;
            }
        }
        canvas.path(path, Fill::Colour(AXIS));
    }

    /// Numbers of bars below the panel.
    pub(crate) fn numbers(&self, canvas: &mut Canvas) {
        let y = self.area.y + self.area.height;
        for number in self.across.ticks() {
            let x = f64::midpoint(self.across.at(number - 1), self.across.at(number));
            canvas.rect(x - 0.5, y, 1.0, 5.0, Fill::Colour(AXIS));
            let text = Text::new(x, y + 17.0, TICK_SIZE, grouped(number as u64));
            canvas.text(Text { anchor: Anchor::Middle, ..text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round_and_apart() {
        let across = |bars| Across { x: 50.0, width: 700.0, bars };
        assert_eq!(across(10).ticks(), (1..=10).collect::<Vec<_>>());
        assert_eq!(across(1).ticks(), [1]);
        assert!(across(0).ticks().is_empty());
        assert_eq!(across(1100).ticks(), [1, 200, 400, 600, 800, 1000]);
        assert_eq!(
            across(20_000).ticks(),
            [1, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000, 20_000]
        );
    }
}
