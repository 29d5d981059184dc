//! Density: the numbers of content and code characters that a method counts along the source.
//!
//! This is the data of density plots (figures 2 and 3 of the R2L paper, 5 and 6 of the AdDANAg paper).
//! Methods return it from [`Method::density`](super::Method::density). This module neither selects main
//! content nor draws.

use crate::source::Span;

/// The part of the source that one bar describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A line of the source.
    Line,
    /// A line of a source that was first split at its tags.
    SplitLine,
    /// A fixed-length segment.
    Segment,
}

/// The counts of one line or segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Content characters, drawn above the axis.
    pub content: u32,
    /// Code characters, drawn below the axis.
    pub code: u32,
    /// The byte range in the source: the whole line, or from the first to the last content character of the
    /// segment. Empty for a segment without content characters.
    pub span: Span,
}

/// The counts along the source of a page.
///
/// ```
/// use dehusk::{budget::Deadline, methods::{Method, R2l, density::Unit}, page::Page, source::Source};
/// let page = Page::parse(Source::from_text("<hr>\n<p>سلام دنیا\n</p>"));
/// let density = R2l::DEFAULT.density(&page, &mut Deadline::after(None)).unwrap().unwrap();
/// let counts: Vec<_> = density.bars.iter().map(|bar| (bar.content, bar.code)).collect();
/// assert_eq!((density.unit, counts, density.smoothed), (Unit::Line, vec![(0, 4), (8, 4), (0, 4)], vec![0, -4, 0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Density {
    /// The name of the method that made the counts. It differs from the requested method if the requested
    /// method counts neither lines nor segments.
    pub counted_by: &'static str,
    /// The part of the source that each bar describes.
    pub unit: Unit,
    /// The bars, in source order.
    pub bars: Vec<Bar>,
    /// For each bar, content minus code, summed over the bar and its two neighbors. The methods decide by
    /// these values.
    pub smoothed: Vec<i64>,
    /// The first and last bar of the seed, from which the region grows: the longest column or the largest
    /// paragraph. `None` if no column is above the axis, and for methods that count neither lines nor
    /// segments.
    pub seed: Option<(usize, usize)>,
}
