//! Parameters of DANAg and AdDANAg that are computed from the page: the segment length (`L=auto`) and the gap
//! (`P=auto`).
//!
//! The DANA and AdDANAg papers name a method without parameters as future work. How these two formulas were
//! chosen, what else was tried and how well they do is in docs/src/notebook/paper-methods.md, "DANAg and
//! AdDANAg without parameters".

use super::danag::{MIN_SEGMENT, SEGMENT};
use super::segments::{Paragraph, counted_marks};
use super::tokens::non_whitespace_count;
use crate::markup::TokenKind;
use crate::method::params::choice;
use crate::page::Page;

/// The maximum automatic segment length, in units. Longer segments would blur whole articles. Chosen by hand.
const MAX_SEGMENT: u32 = 1000;

/// The segment length of a page: the largest length such that half of the page's text is in texts of at least
/// this length. A text here is what is between two tags. So a segment holds about one piece of running text,
/// whether the page has short lines or long paragraphs.
///
/// ```
/// use dehusk::{methods::auto_params, page::Page, source::Source};
/// let page = Page::parse(Source::from_text("<li>one<li>two<li>three<p>a text of twenty-five letters</p>"));
/// assert_eq!(auto_params::segment_length(&page), 25);
/// ```
#[must_use]
pub fn segment_length(page: &Page<'_>) -> u32 {
    let texts = counted_marks(page).filter(|(_, mark)| matches!(mark.kind, TokenKind::Text(_)));
    let length = |text: &str| non_whitespace_count(text) as u32;
    let mut lengths: Vec<u32> = texts.map(|(_, mark)| length(page.source().slice(mark.span))).collect();
    lengths.sort_unstable();
    let half = lengths.iter().map(|length| u64::from(*length)).sum::<u64>().div_ceil(2);
    let mut below = 0;
    let median = lengths.into_iter().find(|length| {
        below += u64::from(*length);
        below >= half
    });
    median.filter(|median| *median > 0).unwrap_or(SEGMENT).clamp(MIN_SEGMENT, MAX_SEGMENT)
}

choice! {
    /// How the gap is computed from the page.
    AutoGap {
        /// The square root of the number of segments.
        Root "root",
        /// From the sorted gaps between paragraphs: the gap before the largest jump (§12 of the
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
