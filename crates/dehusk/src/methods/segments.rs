//! Fixed segments: the "lines" of DANAg and AdDANAg (C9 of the common definitions; DANAg steps 1 to 4).
//!
//! A page without scripts, styles and comments is a sequence of units: content characters (text, references decoded)
//! and code characters (tags). White space is squeezed and the sequence is cut every `L` units. The cuts do not follow
//! the markup; the labels were made before. Which segments are main content is the methods' business.

use super::params::choice;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{Tag, TextKind, TokenKind, decode_reference};
use crate::page::{Mark, Page};

choice! {
    /// How the distribution of line feeds is normalised (ambiguity G1).
    LineRule {
        /// Line feeds are white space; every segment has `L` units.
        Recut "recut",
        /// Line feeds end segments too, as in public CETR code.
        Keep "keep",
    }
}

/// How units become segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Units of a segment (`L`).
    pub length: u32,
    /// Whether blanks count as content and code.
    pub count_ws: bool,
    /// What line feeds do.
    pub lines: LineRule,
}

/// One segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Content characters, `T` of the papers.
    pub content: u32,
    /// Code characters, `S` of the papers.
    pub code: u32,
    /// From its first to its last content character that is no white space, in the source; empty if it has none.
    pub text: (u32, u32),
}

impl Segment {
    const EMPTY: Segment = Segment { content: 0, code: 0, text: (u32::MAX, 0) };

    /// Whether it has content characters.
    #[must_use]
    pub fn has_text(&self) -> bool {
        self.text.0 < self.text.1
    }
}

/// A paragraph: a maximal run of segments whose smoothed difference is above the axis (an element of the set R).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// First segment.
    pub first: usize,
    /// Last segment.
    pub last: usize,
    /// Sum of its differences.
    pub area: i64,
    /// Its largest difference.
    pub height: i64,
}

/// The code that a start tag of a link counts for, in place of its own (AdDANAg step 1a).
pub(super) type LinkCode<'f> = &'f dyn Fn(usize, &Mark) -> Option<u32>;

/// Cuts the units of a page. `link_code` may give the code characters of a tag that is replaced by `<a ____>`: how many
/// placeholders it has.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn segments(
    page: &Page<'_>,
    cut: Cut,
    link_code: Option<LinkCode<'_>>,
    deadline: &mut Deadline,
) -> Result<Vec<Segment>, TimedOut> {
    let source = page.source().text();
    let mut cutter = Cutter::new(cut, source.len());
    for (index, mark) in counted_marks(page) {
        deadline.tick()?;
        let text = &source[mark.span.range()];
        match mark.kind {
            TokenKind::Text => cutter.content(text, mark.span.start(), mark.text),
            _ => match link_code.and_then(|code| code(index, mark)) {
                Some(placeholders) => cutter.link(placeholders),
                None => cutter.code(text),
            },
        }
    }
    Ok(cutter.finish())
}

/// The marks that make units: no comments, nothing of scripts and styles, and not the raw text of elements that stand
/// for what a browser could not show (`iframe`, `noembed`, `noframes`): by the standard it is text that nobody sees.
pub(super) fn counted_marks<'p>(page: &'p Page<'_>) -> impl Iterator<Item = (usize, &'p Mark)> {
    let source = page.source().text();
    let mut dropping: Option<Tag> = None;
    let mut fallback = false;
    page.marks().iter().enumerate().filter(move |(_, mark)| {
        if let Some(tag) = dropping {
            if mark.kind == TokenKind::EndTag && mark.tag == tag {
                dropping = None;
            }
            return false;
        }
        match mark.kind {
            TokenKind::StartTag if matches!(mark.tag, Tag::Script | Tag::Style) => {
                dropping = (!mark.is_whole).then_some(mark.tag);
                false
            }
            TokenKind::StartTag => {
                fallback = matches!(mark.tag, Tag::Iframe | Tag::Noembed | Tag::Noframes);
                true
            }
            TokenKind::Text => !(fallback && mark.text == TextKind::Raw),
            TokenKind::Comment => !source[mark.span.range()].starts_with("<!--"),
            TokenKind::EndTag | TokenKind::Doctype => true,
        }
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Content,
    Code,
}

struct Cutter {
    cut: Cut,
    done: Vec<Segment>,
    open: Segment,
    filled: u32,
    /// The blank that a run of white space has become; it is cut off at both ends of the page.
    blank: Option<Kind>,
    in_blank: bool,
}

impl Cutter {
    fn new(cut: Cut, bytes: usize) -> Cutter {
        let done = Vec::with_capacity(bytes / 2 / cut.length.max(1) as usize);
        Cutter { cut, done, open: Segment::EMPTY, filled: 0, blank: None, in_blank: true }
    }

    fn finish(mut self) -> Vec<Segment> {
        self.end_segment();
        self.done
    }

    fn end_segment(&mut self) {
        if self.filled > 0 {
            self.done.push(std::mem::replace(&mut self.open, Segment::EMPTY));
            self.filled = 0;
        }
    }

    /// Units of text: `offset` is where it stands in the source.
    fn content(&mut self, text: &str, offset: usize, kind: TextKind) {
        let references = matches!(kind, TextKind::Data | TextKind::Rcdata);
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let end = word_end(bytes, at);
            if end > at {
                self.units(Kind::Content, offset + at, end - at);
                at = end;
                continue;
            }
            at += match bytes[at] {
                b'&' if references => self.reference(&bytes[at..], offset + at),
                b'&' => self.one(offset + at, 1),
                byte if byte.is_ascii() => {
                    self.space(Kind::Content, byte == b'\n');
                    1
                }
                _ => self.character(&text[at..], offset + at),
            };
        }
    }

    fn one(&mut self, offset: usize, len: usize) -> usize {
        self.before_unit();
        self.unit(Kind::Content, offset, len);
        len
    }

    /// Characters outside ASCII up to the next ASCII one; returns the bytes used.
    fn character(&mut self, rest: &str, offset: usize) -> usize {
        let mut used = 0;
        for c in rest.chars().take_while(|c| !c.is_ascii()) {
            if c.is_whitespace() {
                self.space(Kind::Content, false);
            } else {
                self.one(offset + used, c.len_utf8());
            }
            used += c.len_utf8();
        }
        used
    }

    fn reference(&mut self, rest: &[u8], offset: usize) -> usize {
        let Some(found) = decode_reference(rest, false) else { return self.one(offset, 1) };
        for c in [Some(found.first), found.second].into_iter().flatten() {
            if c.is_whitespace() {
                self.space(Kind::Content, false);
            } else {
                self.one(offset, found.len);
            }
        }
        found.len
    }

    /// Units of a tag or declaration.
    fn code(&mut self, tag: &str) {
        let bytes = tag.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let end = code_end(bytes, at);
            if end > at {
                self.units(Kind::Code, 0, end - at);
                at = end;
            } else if bytes[at].is_ascii() {
                self.space(Kind::Code, bytes[at] == b'\n');
                at += 1;
            } else {
                let Some(c) = tag[at..].chars().next() else { break };
                if c.is_whitespace() { self.space(Kind::Code, false) } else { self.units(Kind::Code, 0, 1) }
                at += c.len_utf8();
            }
        }
    }

    /// `<a ____>` with so many placeholders, `<a>` with none.
    fn link(&mut self, placeholders: u32) {
        self.units(Kind::Code, 0, "<a".len());
        if placeholders > 0 {
            self.space(Kind::Code, false);
        }
        self.units(Kind::Code, 0, placeholders as usize + ">".len());
    }

    fn space(&mut self, kind: Kind, feed: bool) {
        if feed && self.cut.lines == LineRule::Keep {
            self.blank = None;
            self.end_segment();
        } else if !self.in_blank {
            self.blank = Some(kind);
        }
        self.in_blank = true;
    }

    /// What stood between this unit and the one before.
    #[inline]
    fn before_unit(&mut self) {
        self.in_blank = false;
        if let Some(kind) = self.blank.take() {
            let counted = u32::from(self.cut.count_ws);
            match kind {
                Kind::Content => self.open.content += counted,
                Kind::Code => self.open.code += counted,
            }
            self.fill(1);
        }
    }

    /// `count` one-byte units that are no white space.
    #[inline]
    fn units(&mut self, kind: Kind, mut offset: usize, count: usize) {
        self.before_unit();
        let mut left = count as u32;
        while left > 0 {
            let taken = left.min(self.cut.length - self.filled);
            match kind {
                Kind::Content => {
                    self.open.content += taken;
                    self.mark_text(offset, taken as usize);
                }
                Kind::Code => self.open.code += taken,
            }
            offset += taken as usize;
            left -= taken;
            self.fill(taken);
        }
    }

    #[inline]
    fn unit(&mut self, kind: Kind, offset: usize, len: usize) {
        debug_assert!(kind == Kind::Content);
        self.open.content += 1;
        self.mark_text(offset, len);
        self.fill(1);
    }

    #[inline]
    fn mark_text(&mut self, offset: usize, len: usize) {
        let (first, last) = &mut self.open.text;
        *first = (*first).min(offset as u32);
        *last = (offset + len) as u32;
    }

    #[inline]
    fn fill(&mut self, units: u32) {
        self.filled += units;
        if self.filled == self.cut.length {
            self.end_segment();
        }
    }
}

/// End of the ASCII characters from `at` on that are neither white space nor `&`.
#[inline]
fn word_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let stops = |byte: &u8| STOPS[usize::from(*byte)];
    at + rest.iter().position(stops).unwrap_or(rest.len())
}

/// End of the ASCII characters from `at` on that are no white space.
#[inline]
fn code_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let stops = |byte: &u8| STOPS[usize::from(*byte)] && *byte != b'&';
    at + rest.iter().position(stops).unwrap_or(rest.len())
}

/// Bytes at which a word stops: white space (of Unicode, below 0x80), `&`, and all outside ASCII.
const STOPS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte >= 0x80 || matches!(byte as u8, b'\t'..=b'\r' | b' ' | b'&');
        byte += 1;
    }
    table
};

/// The set R: maximal runs of segments above the axis.
#[must_use]
pub fn paragraphs(columns: &[i64]) -> Vec<Paragraph> {
    let mut found: Vec<Paragraph> = Vec::new();
    for (index, &column) in columns.iter().enumerate().filter(|(_, column)| **column > 0) {
        match found.last_mut() {
            Some(open) if open.last + 1 == index => {
                open.last = index;
                open.area += column;
                open.height = open.height.max(column);
            }
            _ => found.push(Paragraph { first: index, last: index, area: column, height: column }),
        }
    }
    found
}
