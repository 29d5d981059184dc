//! Parameters of DANAg and AdDANAg that are computed from the page: the segment length (`L=auto`) and the gap
//! (`P=auto`).
//!
//! The DANA and AdDANAg papers name a method without parameters as future work. `region=interval` does better
//! ([`super::interval`]), so no preset uses these formulas; how well they do is in
//! docs/src/notebook/paper-methods.md, "DANAg and AdDANAg without parameters".

use super::segments::Paragraph;
pub use super::segments::segment_length;
use crate::method::params::choice;

choice! {
    /// How the gap is computed from the page.
    AutoGap {
        /// The square root of the number of segments.
        Root "root",
        /// The gap before the largest jump in the sorted list of gaps between paragraphs (§12 of the
        /// specification, item 3).
        Jump "jump",
    }
}

impl AutoGap {
    /// Returns the gap for a page with this number of segments and these paragraphs.
    ///
    /// The square root is a common choice for the number of bins of a histogram. It suits gaps because long
    /// pages have wider gaps inside their main content, but not in proportion to their length.
    ///
    /// ```
    /// use dehusk::methods::auto_params::AutoGap;
    /// assert_eq!([0, 80, 81, 10_000].map(|segments| AutoGap::Root.gap(segments, &[])), [0, 8, 9, 100]);
    /// ```
    #[must_use]
    pub fn gap(self, segments: usize, paragraphs: &[Paragraph]) -> usize {
        match self {
            AutoGap::Root => segments.isqrt(),
            AutoGap::Jump => below_largest_jump(paragraphs),
        }
    }
}

/// The gap before the largest jump in the sorted list of gaps. If all gaps are equal, returns that gap.
fn below_largest_jump(paragraphs: &[Paragraph]) -> usize {
    let mut gaps: Vec<usize> = paragraphs.windows(2).map(|pair| pair[1].gap_after(&pair[0])).collect();
    gaps.sort_unstable();
    let largest = gaps.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
    let below = gaps.windows(2).find(|pair| largest > 0 && pair[1] - pair[0] == largest);
    below.map_or(gaps.first().copied().unwrap_or(0), |pair| pair[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_jump_separates_narrow_gaps_from_wide_ones() {
        let paragraph = |at: usize| Paragraph { first: at, last: at, area: 1, height: 1 };
        let gap = |positions: &[usize]| {
            below_largest_jump(&positions.iter().copied().map(paragraph).collect::<Vec<_>>())
        };
        assert_eq!(gap(&[0, 2, 5, 40, 43, 45]), 2); // gaps 1, 1, 2, 2, 34
        assert_eq!((gap(&[0, 4, 8]), gap(&[0, 7]), gap(&[3]), gap(&[])), (3, 6, 0, 0));
    }
}
