//! A span: a byte range in the text of a source.

use std::ops::Range;

/// A half-open byte range of a source's text. Start and end take four bytes each, because texts are at most 4
/// GiB long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The span from `start` up to but not including `end`.
    #[inline]
    #[must_use]
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && end <= u32::MAX as usize);
        Span { start: start as u32, end: end as u32 }
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
