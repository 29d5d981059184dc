//! Counts: the numbers by which a method judged a block, for explanations.
//!
//! A method returns them from [`Method::counts`](super::Method::counts); for a method with a
//! [`Density`] they are read off its bars. Nothing is decided here.

use super::density::{Density, Unit};
use crate::source::Span;
use std::sync::Arc;

/// The numbers by which a method judged a block.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BlockCounts {
    /// Texts and anchors of the element that the Thai method judged.
    Anchors(Arc<AnchorCounts>),
    /// Content and code of the lines or segments with the block (R2L, DANA, DANAg, AdDANAg).
    Columns(ColumnCounts),
}

/// The attributes of a block in the paper of the Thai method (§III.B). Its words are in the descriptions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AnchorCounts {
    /// The XPath of the element. If it has many steps, only the innermost ones, after `…`.
    pub xpath: String,
    /// Whether no other block is inside it ("lowest level").
    pub is_lowest: bool,
    /// Number of texts ("All Elements").
    pub texts: u32,
    /// Number of texts inside anchors ("All Href").
    pub anchors: u32,
    /// Number of characters ("All T-Length").
    pub length: u64,
    /// Number of characters inside anchors ("All Href T-Length").
    pub anchor_length: u64,
    /// `anchors` divided by `texts` ("ANR").
    pub node_ratio: f64,
    /// `anchor_length` divided by `length` ("ATR").
    pub text_ratio: f64,
    /// The weighted mean of the two ratios ("AR"), which is compared with the threshold.
    pub ratio: f64,
}

/// The counts of the lines or segments in which a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnCounts {
    /// What is counted: lines or segments.
    pub unit: Unit,
    /// The number of the first line or segment with text of the block. The first of the page is 1.
    pub first: usize,
    /// The number of the last one.
    pub last: usize,
    /// The number of the one with the highest column, which `content`, `code` and `column` describe.
    pub highest: usize,
    /// Content characters.
    pub content: u32,
    /// Code characters.
    pub code: u32,
    /// Content minus code, summed over it and its two neighbors.
    pub column: i64,
}

impl BlockCounts {
    /// The numbers on one line, for people to read.
    #[must_use]
    pub fn says(&self) -> String {
        match self {
            BlockCounts::Anchors(counts) => counts.says(),
            BlockCounts::Columns(counts) => counts.says(),
        }
    }
}

impl AnchorCounts {
    fn says(&self) -> String {
        format!(
            "AR {:.2} (ATR {:.2}, ANR {:.2}): {} of {} texts and {} of {} characters are in anchors in {}",
            self.ratio,
            self.text_ratio,
            self.node_ratio,
            self.anchors,
            self.texts,
            self.anchor_length,
            self.length,
            self.xpath
        )
    }
}

impl ColumnCounts {
    /// The counts of the lines or segments that share text with a span; `None` if none does.
    ///
    /// ```
    /// use dehusk::{budget::Deadline, methods::{Method, R2l, counts::ColumnCounts}, page::Page, source::Source};
    /// let page = Page::parse(Source::from_text("<hr>\n<p>سلام دنیا\n</p>"));
    /// let density = R2l::DEFAULT.density(&page, &mut Deadline::after(None)).unwrap().unwrap();
    /// let counts = ColumnCounts::of(&density, density.bars[1].span).unwrap();
    /// assert_eq!((counts.first, counts.last, counts.content, counts.code, counts.column), (2, 2, 8, 4, -4));
    /// ```
    #[must_use]
    pub fn of(density: &Density, span: Span) -> Option<ColumnCounts> {
        let first = density.bars.partition_point(|bar| bar.span.end() <= span.start());
        let after = density.bars.partition_point(|bar| bar.span.start() < span.end());
        let filled = |index: &usize| !density.bars[*index].span.is_empty();
        let (first, last) = ((first..after).find(filled)?, (first..after).rfind(filled)?);
        let highest = (first..=last).rev().max_by_key(|index| density.smoothed[*index])?;
        let (bar, column) = (&density.bars[highest], density.smoothed[highest]);
        let (unit, content, code) = (density.unit, bar.content, bar.code);
        Some(ColumnCounts {
            unit,
            first: first + 1,
            last: last + 1,
            highest: highest + 1,
            content,
            code,
            column,
        })
    }

    /// Content minus code of the line or segment with the highest column.
    #[must_use]
    pub fn difference(&self) -> i64 {
        i64::from(self.content) - i64::from(self.code)
    }

    /// Whether all columns of the block are below the axis or on it.
    #[must_use]
    pub fn is_below_axis(&self) -> bool {
        self.column <= 0
    }

    fn says(&self) -> String {
        let unit = if self.unit == Unit::Segment { "segment" } else { "line" };
        let range = if self.first < self.last {
            format!(", the highest of {} to {}", self.first, self.last)
        } else {
            String::new()
        };
        format!(
            "{unit} {}{range}: {} content - {} code = {}, with both neighbors {}",
            self.highest,
            self.content,
            self.code,
            self.difference(),
            self.column
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::density::Bar;

    /// Segments of two characters of source each; `None`: a segment without content.
    fn density(differences: &[Option<(u32, u32)>]) -> Density {
        let bar = |(index, counts): (usize, &Option<(u32, u32)>)| {
            let (content, code) = counts.unwrap_or((0, 9));
            let end = if counts.is_some() { 2 * index + 2 } else { 2 * index };
            Bar { content, code, span: Span::new(2 * index, end) }
        };
        let bars: Vec<Bar> = differences.iter().enumerate().map(bar).collect();
        let smoothed = bars.iter().map(|bar| i64::from(bar.content) - i64::from(bar.code)).collect();
        Density { counted_by: "danag", unit: Unit::Segment, bars, smoothed, seed: None }
    }

    #[test]
    fn a_span_has_the_counts_of_its_highest_segment() {
        let density = density(&[Some((1, 8)), None, Some((3, 4)), Some((3, 4)), None]);
        let of = |start, end| ColumnCounts::of(&density, Span::new(start, end));
        let numbers = |counts: ColumnCounts| (counts.first, counts.last, counts.highest, counts.column);
        assert_eq!(of(0, 1).map(numbers), Some((1, 1, 1, -7)));
        assert_eq!(of(1, 8).map(numbers), Some((1, 4, 3, -1)));
        assert_eq!(of(2, 4).map(numbers), None);
        assert_eq!(
            of(0, 6).unwrap().says(),
            "segment 3, the highest of 1 to 3: 3 content - 4 code = -1, with both neighbors -1"
        );
    }
}
