//! What a page sets for itself where DANAg and AdDANAg run without parameters (`L=auto`, `P=auto`): the wish at the end of
//! the DANA and the AdDANAg paper. Both values come from the page alone; what is done with them is the methods' business.
//!
//! How they were found, what else was tried (the largest jump between gaps among it) and what they reach is in
//! EVALUATION.md.

use super::danag::{LEAST_SEGMENT, SEGMENT};
use super::segments::counted_marks;
use super::tokens::solid_characters;
use crate::markup::TokenKind;
use crate::page::Page;

/// Longer ones would blur whole articles.
const LARGEST_SEGMENT: u32 = 1000;

/// The segment length of a page: half of its text stands in stretches between two tags that are at least as long. So a
/// segment is about one piece of the running text, be it short lines or long paragraphs.
///
/// ```
/// use dehusk::{Page, Source, methods::own};
/// let page = Page::parse(Source::from_text("<li>one<li>two<li>three<p>a text of twenty-five letters</p>"));
/// assert_eq!(own::segment_length(&page), 25);
/// ```
#[must_use]
pub fn segment_length(page: &Page<'_>) -> u32 {
    let texts = counted_marks(page).filter(|(_, mark)| matches!(mark.kind, TokenKind::Text(_)));
    let length = |text: &str| solid_characters(text) as u32;
    let mut lengths: Vec<u32> = texts.map(|(_, mark)| length(page.source().slice(mark.span))).collect();
    lengths.sort_unstable();
    let half = lengths.iter().map(|length| u64::from(*length)).sum::<u64>().div_ceil(2);
    let mut below = 0;
    let median = lengths.into_iter().find(|length| {
        below += u64::from(*length);
        below >= half
    });
    median.filter(|median| *median > 0).unwrap_or(SEGMENT).clamp(LEAST_SEGMENT, LARGEST_SEGMENT)
}

/// The gap of a page of so many segments: the square root of their number, as histograms choose their bins. Long pages
/// have wider gaps inside their content, but not in proportion to their length.
///
/// ```
/// assert_eq!([0, 80, 81, 10_000].map(dehusk::methods::own::gap), [0, 8, 9, 100]);
/// ```
#[must_use]
pub fn gap(segments: usize) -> usize {
    segments.isqrt()
}
