//! Decodes the source text of a token into the characters that a tree or a reader sees.
//!
//! Line ends are normalized (CRLF and CR become LF), character references are decoded, and NULs are replaced
//! or kept as the standard says. Text that needs none of this is borrowed.

use super::charref::{self, WrittenIn};
use memchr::memchr3;
use std::borrow::Cow;

/// The tokenizer state in which a text was read. It determines how the text is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TextKind {
    /// Ordinary text: references are decoded, and NULs are kept because the tree builder drops them.
    #[default]
    Data,
    /// Text of `title` and `textarea`: references are decoded, NULs become U+FFFD.
    Rcdata,
    /// Text of `style`, `script`, `iframe` and others: references are not decoded, NULs become U+FFFD.
    Raw,
    /// A CDATA section of foreign content: references are not decoded, NULs are kept.
    Cdata,
}

/// Decodes spans of a source.
///
/// ```
/// use dehusk::markup::{Decode, TextKind};
/// assert_eq!(Decode::text("R&amp;D\r\n", TextKind::Data), "R&D\n");
/// assert_eq!(Decode::attribute("?a=1&copy=2"), "?a=1&copy=2");
/// ```
#[derive(Debug)]
pub struct Decode;

impl Decode {
    /// Decodes a text token.
    #[must_use]
    pub fn text(source: &str, kind: TextKind) -> Cow<'_, str> {
        let replaces = matches!(kind, TextKind::Rcdata | TextKind::Raw);
        let nulls = if replaces { Nulls::Replaced } else { Nulls::Kept };
        decode(source, references_in(kind), nulls)
    }

    /// Decodes a text token as it is in the tree: like [`Decode::text`], but NULs that the tree builder drops are left out. The
    /// result never has a NUL.
    ///
    /// ```
    /// use dehusk::markup::{Decode, TextKind};
    /// assert_eq!(Decode::node_text("R\0&amp;D", TextKind::Data), "R&D");
    /// assert_eq!(Decode::node_text("R\0D", TextKind::Raw), "R\u{FFFD}D");
    /// ```
    #[must_use]
    pub fn node_text(source: &str, kind: TextKind) -> Cow<'_, str> {
        let replaces = matches!(kind, TextKind::Rcdata | TextKind::Raw);
        let nulls = if replaces { Nulls::Replaced } else { Nulls::Dropped };
        decode(source, references_in(kind), nulls)
    }

    /// Decodes an attribute value.
    #[must_use]
    pub fn attribute(source: &str) -> Cow<'_, str> {
        decode(source, Some(WrittenIn::Attribute), Nulls::Replaced)
    }

    /// Decodes the name of a tag or an attribute, with ASCII letters in lower case.
    #[must_use]
    pub fn name(source: &str) -> Cow<'_, str> {
        match decode(source, None, Nulls::Replaced) {
            Cow::Borrowed(name) if !name.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Borrowed(name),
            name => Cow::Owned(name.to_ascii_lowercase()),
        }
    }

    /// Decodes the data of a comment or a declaration.
    #[must_use]
    pub fn data(source: &str) -> Cow<'_, str> {
        decode(source, None, Nulls::Replaced)
    }
}

/// What becomes of a NUL.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nulls {
    Kept,
    Dropped,
    /// It becomes U+FFFD.
    Replaced,
}

/// Which references are decoded in a text of this kind; `None` for none.
fn references_in(kind: TextKind) -> Option<WrittenIn> {
    matches!(kind, TextKind::Data | TextKind::Rcdata).then_some(WrittenIn::Text)
}

fn decode(source: &str, references: Option<WrittenIn>, nulls: Nulls) -> Cow<'_, str> {
    let reference = if references.is_some() { b'&' } else { b'\r' };
    let null = if nulls == Nulls::Kept { b'\r' } else { b'\0' };
    let bytes = source.as_bytes();
    let next_special = |from: usize| memchr3(b'\r', reference, null, &bytes[from..]).map(|at| from + at);
    let Some(first) = next_special(0) else { return Cow::Borrowed(source) };
    let mut out = String::with_capacity(source.len());
    let mut plain_from = 0;
    let mut special = Some(first);
    while let Some(at) = special {
        out.push_str(&source[plain_from..at]);
        plain_from = at + push_special(&bytes[at..], references, nulls, &mut out);
        special = next_special(plain_from);
    }
    out.push_str(&source[plain_from..]);
    Cow::Owned(out)
}

/// Decodes the special byte or reference at the start of `rest` and returns the number of bytes read.
fn push_special(rest: &[u8], references: Option<WrittenIn>, nulls: Nulls, out: &mut String) -> usize {
    match rest[0] {
        b'\r' if rest.get(1) == Some(&b'\n') => 1, // the line feed after it is copied as ordinary text
        b'\r' => {
            out.push('\n');
            1
        }
        b'\0' => {
            if nulls == Nulls::Replaced {
                out.push('\u{FFFD}');
            }
            1
        }
        _ => match references.and_then(|written_in| charref::decode(rest, written_in)) {
            Some(found) => {
                out.push(found.first);
                out.extend(found.second);
                found.len
            }
            None => {
                out.push('&');
                1
            }
        },
    }
}
