//! Density: what a method counts along the source, for pictures (figures 2 and 3 of the R2L paper, 5 and 6 of the
//! AdDANAg paper).
//!
//! Every method gives one by [`Method::density`](super::Method::density). Nothing is decided here and nothing drawn.

use crate::source::Span;

/// What one bar stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A line of the source.
    Line,
    /// A line of a source that was split at its tags first.
    SplitLine,
    /// A fixed-length segment.
    Segment,
}

/// The counts of one line or segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Content characters: above the axis.
    pub content: u32,
    /// Code characters: below the axis.
    pub code: u32,
    /// Where it stands in the source: a line; of a segment, from its first to its last content character. Empty for a
    /// segment without any.
    pub span: Span,
}

/// The counts along a page.
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
    /// The method that counts so: of a method without columns of its own, another one.
    pub counted_by: &'static str,
    /// What a bar stands for.
    pub unit: Unit,
    /// In the order of the source.
    pub bars: Vec<Bar>,
    /// Content less code of each bar with its neighbours' added, which is what the methods look at.
    pub smoothed: Vec<i64>,
    /// First and last bar of what the region grew from: the longest column, or the largest paragraph. `None` if nothing
    /// rises above the axis, and for methods without columns of their own.
    pub seed: Option<(usize, usize)>,
}
