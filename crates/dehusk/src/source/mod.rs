//! Source: the decoded text of a page, the origin of its encoding, and its lines.
//!
//! This is the only module that decodes bytes. Markup is parsed by [`crate::markup`]; the only exception is
//! the `<meta>` prescan of the HTML standard, which is done here.

mod block;
mod decode;
mod lines;
mod prescan;
pub(crate) mod span;

pub(crate) use block::{BLOCK, Block};
pub use decode::{EncodingOrigin, decode};
pub use lines::{Line, Lines, Split};
pub use span::Span;
pub(crate) use span::addressable;
pub(crate) use span::disjoint;

use std::borrow::Cow;

/// A decoded page: UTF-8 text without a byte order mark. All spans and offsets in dehusk are byte offsets in
/// this text.
///
/// ```
/// use dehusk::source::Source;
/// let source = Source::decode(b"\xEF\xBB\xBF<p>ok", None);
/// assert_eq!((source.text(), source.encoding(), source.origin().as_str()), ("<p>ok", "UTF-8", "bom"));
/// ```
#[derive(Clone, Debug)]
pub struct Source<'a> {
    text: Cow<'a, str>,
    encoding: &'static str,
    origin: EncodingOrigin,
    replaced: bool,
    looks_like_utf8: bool,
}

impl<'a> Source<'a> {
    /// Decodes the bytes of a page; [`decode()`] says in which order encodings are tried.
    ///
    /// `content_type` is the value of the HTTP header, for example `text/html; charset=tis-620`. Decoding
    /// never fails: malformed sequences become U+FFFD. Valid UTF-8 is borrowed, not copied. Text beyond 4 GiB
    /// is cut off.
    #[must_use]
    pub fn decode(bytes: &'a [u8], content_type: Option<&str>) -> Source<'a> {
        decode(bytes, content_type)
    }

    /// Makes a source from text that is already decoded.
    ///
    /// ```
    /// assert_eq!(dehusk::source::Source::from_text("<p>a").text(), "<p>a");
    /// ```
    #[must_use]
    pub fn from_text(text: &'a str) -> Source<'a> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Source {
            text: Cow::Borrowed(addressable(text)),
            encoding: "UTF-8",
            origin: EncodingOrigin::Utf8,
            replaced: false,
            looks_like_utf8: false,
        }
    }

    /// Makes a source that owns its text.
    pub(crate) fn from_owned(text: String) -> Source<'static> {
        Source::from_text("").with_text(text)
    }

    /// Returns a source with another text, but with the encoding and origin of this source.
    pub(crate) fn with_text(&self, text: String) -> Source<'static> {
        Source {
            text: Cow::Owned(text),
            encoding: self.encoding,
            origin: self.origin,
            replaced: self.replaced,
            looks_like_utf8: self.looks_like_utf8,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part of the text that a span covers.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The name of the encoding from which the bytes were decoded, as the encoding standard spells it.
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// How the encoding was found.
    #[must_use]
    pub fn origin(&self) -> EncodingOrigin {
        self.origin
    }

    /// Whether malformed byte sequences were replaced by U+FFFD.
    #[must_use]
    pub fn replaced(&self) -> bool {
        self.replaced
    }

    /// Whether the HTTP header declares another encoding, which was used as browsers do, although the bytes are valid UTF-8 with
    /// characters outside of ASCII. The text may be garbled.
    #[must_use]
    pub fn looks_like_utf8(&self) -> bool {
        self.looks_like_utf8
    }

    /// The lines of the text, with their counts of non-ASCII and ASCII characters.
    #[must_use]
    pub fn lines(&self, split: Split) -> Lines {
        Lines::count(&self.text, split)
    }
}

/// Whether a byte is what the HTML standard calls ASCII whitespace: tab, line feed, form feed, carriage
/// return or space.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}
