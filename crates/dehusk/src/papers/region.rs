//! The columns of the density plot and the region around the longest column; shared by R2L and DANA.
//!
//! "Letters" are the characters that a method counts as characters of the page's language (S₁ in the R2L paper).
//! This module implements formulas (1) and (2) of the R2L paper (Mohammadzadeh et al., ICSOFT 2011, §4.1) for any
//! pair of counts per line.

use crate::method::Density;
use crate::method::density::{Bar, Unit};
use crate::method::params::{ParamSpec, choice};

// Descriptions of the parameters that R2L and DANA share.
pub(super) const SPLIT: ParamSpec = ParamSpec {
    name: "split",
    default: "auto",
    values: "auto, always, never or retry",
    doc: "whether to split the source at its tags; auto: if it has one line or too many tags per line; retry: also if no column is above the axis",
};
pub(super) const SPLIT_RATIO: ParamSpec = ParamSpec {
    name: "split_ratio",
    default: "10",
    values: "a number > 0",
    doc: "average number of tags per line above which split=auto splits",
};
pub(super) const GAP_RULE: ParamSpec = ParamSpec {
    name: "gap_rule",
    default: "gap<=P",
    values: "gap<=P or gap<P",
    doc: "how wide a gap is bridged: up to P lines, or less than P lines",
};

choice! {
    /// How wide a gap between two lines with letters may be (ambiguity A11).
    GapRule {
        /// At most `P` lines without letters.
        AtMost "gap<=P",
        /// Fewer than `P` lines without letters.
        Below "gap<P",
    }
}

choice! {
    /// Whether the source is split at its tags before its lines are counted (ambiguities A4, A5).
    SplitRule {
        /// Only if the source has at most one line, or more than `split_ratio` tags per line.
        Auto "auto",
        /// Always.
        Always "always",
        /// Never.
        Never "never",
        /// Like `Auto`, and also if no column of the unsplit source is above the axis. Not in the papers.
        Retry "retry",
    }
}

impl SplitRule {
    /// Returns the rule with the ratio that `Auto` uses, for the first try of `Retry` too.
    #[must_use]
    pub fn with_ratio(self, tags_per_line: f64) -> crate::source::Split {
        match self {
            SplitRule::Auto | SplitRule::Retry => crate::source::Split::Auto(tags_per_line),
            SplitRule::Always => crate::source::Split::Always,
            SplitRule::Never => crate::source::Split::Never,
        }
    }
}

/// Formula (2): adds to each difference both of its neighbors. A missing neighbor counts as 0.
///
/// ```
/// use dehusk::methods::region::smooth;
/// assert_eq!(smooth(&[-4, 2, 0, -2, 4, 0, 8, -7]), [-2, -2, 0, 2, 2, 12, 1, 1]);
/// ```
#[must_use]
pub fn smooth(differences: &[i64]) -> Vec<i64> {
    smoothed(differences.len(), |i| differences[i]).collect()
}

/// Like [`smooth`], but lazy: `difference` returns the difference at an index below `count`.
pub fn smoothed(count: usize, difference: impl Fn(usize) -> i64) -> impl Iterator<Item = i64> {
    let mut previous = 0;
    let mut here = if count > 0 { difference(0) } else { 0 };
    (0..count).map(move |i| {
        let next = if i + 1 < count { difference(i + 1) } else { 0 };
        let column = previous + here + next;
        (previous, here) = (here, next);
        column
    })
}

/// The index of the longest column above the axis, the first one in a tie; `None` if no column is above the axis.
///
/// ```
/// use dehusk::methods::region::longest_column;
/// assert_eq!(longest_column([-2, 3, 12, 1, 12].into_iter()), Some(2));
/// assert_eq!(longest_column([0, -1].into_iter()), None);
/// ```
pub fn longest_column(columns: impl Iterator<Item = i64>) -> Option<usize> {
    let mut longest = (None, 0);
    for (index, column) in columns.enumerate() {
        if column > longest.1 {
            longest = (Some(index), column);
        }
    }
    longest.0
}

/// The first and last line of the region around `seed` (R2L steps 8 to 10). The region grows in both
/// directions across gaps that `rule` allows for `gap` (`P`), then is trimmed to begin and end with a line
/// that has letters.
///
/// ```
/// use dehusk::methods::region::{GapRule, grow};
/// let letters = |line: usize| [0, 3, 0, 0, 5, 0, 9, 0][line] > 0;
/// assert_eq!(grow(8, letters, 5, 1, GapRule::AtMost), (4, 6));
/// assert_eq!(grow(8, letters, 5, 2, GapRule::AtMost), (1, 6));
/// ```
#[must_use]
pub fn grow(
    lines: usize,
    has_letters: impl Fn(usize) -> bool,
    seed: usize,
    gap: u32,
    rule: GapRule,
) -> (usize, usize) {
    let max_gap = match rule {
        GapRule::AtMost => i64::from(gap),
        GapRule::Below => i64::from(gap) - 1,
    };
    let mut last = furthest(seed + 1..lines, seed, max_gap, &has_letters);
    let mut first = furthest((0..seed).rev(), seed, max_gap, &has_letters);
    while first < last && !has_letters(first) {
        first += 1;
    }
    while last > first && !has_letters(last) {
        last -= 1;
    }
    (first, last)
}

/// Returns the last line in `lines` that has letters and is reachable from `seed` without a gap wider than
/// `max_gap`; `seed` if there is none.
fn furthest(
    lines: impl Iterator<Item = usize>,
    seed: usize,
    max_gap: i64,
    has_letters: impl Fn(usize) -> bool,
) -> usize {
    let mut furthest = seed;
    let mut gap = 0;
    for line in lines {
        if gap > max_gap {
            break;
        }
        if has_letters(line) {
            furthest = line;
            gap = 0;
        } else {
            gap += 1;
        }
    }
    furthest
}

/// Makes a [`Density`] of bars, without a seed.
pub(super) fn density(counted_by: &'static str, unit: Unit, bars: Vec<Bar>) -> Density {
    let difference = |i: usize| i64::from(bars[i].content) - i64::from(bars[i].code);
    let smoothed = smoothed(bars.len(), difference).collect();
    Density { counted_by, unit, bars, smoothed, seed: None }
}
