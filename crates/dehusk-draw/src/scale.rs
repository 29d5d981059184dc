//! Scale: converts column lengths to pixels, so that small columns can still be seen beside very tall ones.
//!
//! The caller chooses a linear or a square-root scale, or leaves the choice to the page. Then there are three
//! kinds, depending on how much the tallest column exceeds the median one: linear; square root on both sides
//! of the axis; square root with the tallest columns cut. Both sides have the same pixels per unit, because
//! readers compare them. The plot says which kind it uses.

use crate::columns::Column;

/// The scale of the vertical axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisScale {
    /// Linear if the tallest column is at most 12 times the median one, otherwise a square root. On a
    /// square-root scale, at most one column in 50 of a side may be cut.
    #[default]
    Auto,
    /// Linear, as in the papers. No column is cut, so one tall column makes all others short.
    Linear,
    /// A square root on both sides of the axis. No column is cut.
    Root,
}

/// Maximum ratio of the tallest column to the median one for a linear scale. The median column is then drawn
/// with at least 4 % of the height of the panel. Chosen by hand.
const MAX_LINEAR_SPREAD: u64 = 12;
/// Maximum ratio of the tallest column to the median one for a square-root scale without cuts. The median is
/// that of the side with the shorter columns. It is then drawn at least a twelfth as high as the tallest
/// column. Chosen by hand.
const MAX_ROOT_SPREAD: u64 = 150;
/// At most one in this many columns of a side is cut. Chosen by hand.
const CUT_ONE_IN: usize = 50;

/// How lengths become pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    pub(crate) is_root: bool,
    /// The maximum drawn length above the axis; longer columns are cut.
    pub(crate) above: u64,
    /// The maximum drawn length below the axis; longer columns are cut.
    pub(crate) below: u64,
    /// Pixels per unit of length, or per unit of its square root on a square-root scale.
    pixels: f64,
}

impl Scale {
    /// The scale of this kind that fits the columns into `height` pixels.
    pub(crate) fn of(kind: AxisScale, columns: &[Column], height: f64) -> Scale {
        let lengths = |side: fn(&Column) -> u64| Lengths::new(columns.iter().map(side));
        let (above, below) = (lengths(|column| column.above), lengths(|column| column.below));
        let all = Lengths::new(columns.iter().flat_map(|column| [column.above, column.below]));
        let is_root = match kind {
            AxisScale::Auto => all.longest > all.median.saturating_mul(MAX_LINEAR_SPREAD),
            AxisScale::Linear => false,
            AxisScale::Root => true,
        };
        let max_root = above.median.min(below.median).saturating_mul(MAX_ROOT_SPREAD);
        let may_cut = is_root && kind == AxisScale::Auto;
        let limit =
            |side: &Lengths| if may_cut { side.longest.min(max_root.max(side.tall)) } else { side.longest };
        let (above, below) = (limit(&above).max(1), limit(&below).max(1));
        let scale = Scale { is_root, above, below, pixels: 1.0 };
        Scale { pixels: height / (scale.pixels(above as f64) + scale.pixels(below as f64)), ..scale }
    }

    /// Returns a length above the axis in pixels, cut at the maximum drawn length.
    pub(crate) fn pixels_above(&self, length: f64) -> f64 {
        self.pixels(length.min(self.above as f64))
    }

    /// Returns a length below the axis in pixels, cut at the maximum drawn length.
    pub(crate) fn pixels_below(&self, length: f64) -> f64 {
        self.pixels(length.min(self.below as f64))
    }

    /// The height in pixels of the median column, of both sides together; `None` if there are no columns.
    pub(crate) fn median_pixels(&self, columns: &[Column]) -> Option<f64> {
        let all = Lengths::new(columns.iter().flat_map(|column| [column.above, column.below]));
        (all.longest > 0).then(|| self.pixels(all.median as f64))
    }

    fn pixels(&self, length: f64) -> f64 {
        self.pixels * if self.is_root { length.sqrt() } else { length }
    }

    /// Round lengths up to `longest` for tick marks, at least `min_gap` pixels from each other and from 0.
    pub(crate) fn ticks(&self, longest: u64, min_gap: f64) -> Vec<u64> {
        if !self.is_root {
            let step = round_lengths(u64::MAX)
                .find(|length| self.pixels(*length as f64) >= min_gap)
                .unwrap_or(u64::MAX);
            return (1..=longest / step).map(|count| count * step).collect();
        }
        let mut ticks: Vec<u64> = Vec::new();
        let lengths: Vec<u64> = round_lengths(longest).collect();
        let mut limit = f64::INFINITY;
        for length in lengths.into_iter().rev() {
            let pixels = self.pixels(length as f64);
            if pixels <= limit && pixels >= min_gap {
                ticks.insert(0, length);
                limit = pixels - min_gap;
            }
        }
        ticks
    }
}

/// A summary of the lengths other than 0.
struct Lengths {
    /// The median length; `u64::MAX` if there are no lengths.
    median: u64,
    /// The length that one in [`CUT_ONE_IN`] lengths exceeds.
    tall: u64,
    longest: u64,
}

impl Lengths {
    fn new(lengths: impl Iterator<Item = u64>) -> Lengths {
        let mut lengths: Vec<u64> = lengths.filter(|length| *length > 0).collect();
        lengths.sort_unstable();
        let count = lengths.len();
        let from_last = |back: usize| lengths.get(count.wrapping_sub(1 + back)).copied().unwrap_or(0);
        let median = lengths.get(count / 2).copied().unwrap_or(u64::MAX);
        Lengths { median, tall: from_last(count / CUT_ONE_IN), longest: from_last(0) }
    }
}

/// 1, 2 and 5 times the powers of ten, up to `longest`.
pub(crate) fn round_lengths(longest: u64) -> impl Iterator<Item = u64> {
    let powers = std::iter::successors(Some(1u64), |power| power.checked_mul(10));
    let lengths = powers.flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    lengths.take_while(move |length| *length <= longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(above: &[u64], below: &[u64]) -> Vec<Column> {
        above.iter().zip(below).map(|(above, below)| Column { above: *above, below: *below }).collect()
    }

    #[test]
    fn even_columns_are_drawn_to_scale_and_fill_the_height() {
        let scale = Scale::of(AxisScale::Auto, &columns(&[10, 20, 60], &[5, 20, 40]), 200.0);
        assert!(!scale.is_root);
        assert_eq!(
            (scale.pixels_above(60.0), scale.pixels_below(40.0), scale.pixels_above(30.0)),
            (120.0, 80.0, 60.0)
        );
        assert_eq!(scale.ticks(60, 20.0), [10, 20, 30, 40, 50, 60]);
        assert!(scale.ticks(40, 45.0).is_empty());
    }

    #[test]
    fn a_tall_column_makes_the_scale_a_root_and_a_very_tall_one_is_cut() {
        let mut below = vec![10; 149];
        below.push(1440);
        let scale = Scale::of(AxisScale::Auto, &columns(&[10; 150], &below), 210.0);
        assert!(scale.is_root && scale.below == 1440);
        assert_eq!((scale.pixels_above(10.0).round(), scale.pixels_below(1000.0).round()), (16.0, 162.0));
        assert_eq!(scale.ticks(1440, 30.0), [50, 200, 500, 1000]);
        below.push(1_000_000);
        let scale = Scale::of(AxisScale::Auto, &columns(&[10; 151], &below), 210.0);
        assert_eq!((scale.below, scale.pixels_below(1e6)), (1500, scale.pixels_below(1500.0)));
    }

    #[test]
    fn few_columns_are_cut_even_if_the_other_side_is_very_short() {
        let below: Vec<u64> = (1..=1000).map(|length| length * length).collect();
        let scale = Scale::of(AxisScale::Auto, &columns(&[1; 1000], &below), 100.0);
        assert_eq!((scale.above, scale.below), (1, 980 * 980));
    }

    #[test]
    fn a_chosen_scale_cuts_nothing() {
        let mut below = vec![10; 150];
        below.push(1_000_000);
        let columns = columns(&[10; 151], &below);
        for (kind, is_root) in [(AxisScale::Linear, false), (AxisScale::Root, true)] {
            let scale = Scale::of(kind, &columns, 210.0);
            assert_eq!((scale.is_root, scale.above, scale.below), (is_root, 10, 1_000_000));
        }
        let linear = Scale::of(AxisScale::Linear, &columns, 210.0);
        assert!(linear.median_pixels(&columns).unwrap() < 0.01);
        assert_eq!(linear.median_pixels(&[]), None);
    }

    #[test]
    fn empty_columns_have_a_scale() {
        for columns in [vec![], columns(&[0, 0], &[0, 0])] {
            for kind in [AxisScale::Auto, AxisScale::Linear, AxisScale::Root] {
                let scale = Scale::of(kind, &columns, 100.0);
                assert_eq!((scale.pixels_above(0.0), scale.pixels_below(9.0)), (0.0, 50.0));
            }
        }
    }
}
