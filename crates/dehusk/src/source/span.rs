//! A span: a byte range in the text of a source, and operations on lists of spans.

use std::ops::Range;

/// A half-open byte range of a source's text. Start and end take four bytes each, because texts are at most 4
/// GiB long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The span from `start` up to but not including `end`, which is not less; if it is, the span is empty.
    #[inline]
    #[must_use]
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && end <= u32::MAX as usize);
        Span { start: start as u32, end: end.max(start) as u32 }
    }

    /// Offset of the first byte.
    #[inline]
    #[must_use]
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// Offset after the last byte.
    #[inline]
    #[must_use]
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Length in bytes.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether its length is zero.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range with which to index the text.
    ///
    /// ```
    /// assert_eq!(&"main content"[dehusk::source::Span::new(5, 12).range()], "content");
    /// ```
    #[inline]
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start()..self.end()
    }
}

/// Returns the part of a text that spans can address: at most the first 4 GiB.
pub(crate) fn addressable(text: &str) -> &str {
    const LIMIT: usize = u32::MAX as usize - 1;
    if text.len() <= LIMIT { text } else { &text[..text.floor_char_boundary(LIMIT)] }
}

/// Sorts spans in the order of the source and merges spans that overlap or touch.
pub(crate) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    // Without capacity for all spans: many of them may become one.
    let mut merged: Vec<Span> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start() <= last.end() => {
                *last = Span::new(last.start(), last.end().max(span.end()))
            }
            _ => merged.push(span),
        }
    }
    merged
}

/// Returns the parts of `spans` that are outside of `taken`. Both lists must be sorted and without overlaps.
pub(crate) fn subtract(spans: &[Span], taken: &[Span]) -> Vec<Span> {
    let mut left = Vec::with_capacity(spans.len());
    let mut next = 0;
    for span in spans {
        next += taken[next..].partition_point(|taken| taken.end() <= span.start());
        let mut start = span.start();
        for taken in taken[next..].iter().take_while(|taken| taken.start() < span.end()) {
            if taken.start() > start {
                left.push(Span::new(start, taken.start()));
            }
            start = taken.end();
        }
        if start < span.end() {
            left.push(Span::new(start, span.end()));
        }
    }
    left
}

/// Returns the overlap of two spans.
pub(crate) fn intersection(one: Span, other: Span) -> Span {
    Span::new(one.start().max(other.start()), one.end().min(other.end()))
}

/// Whether at least a part of one of the spans is in `within`. The list must be sorted and without overlaps.
pub(crate) fn touches(spans: &[Span], within: Span) -> bool {
    let next = spans.partition_point(|span| span.end() <= within.start());
    spans.get(next).is_some_and(|span| span.start() < within.end())
}

/// Sorts spans and drops those that are inside an earlier one.
pub(crate) fn disjoint(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable_by_key(|span| (span.start(), usize::MAX - span.end()));
    let mut end = 0;
    spans.retain(|span| {
        let is_new = span.start() >= end;
        end = end.max(span.end());
        is_new
    });
    spans
}
