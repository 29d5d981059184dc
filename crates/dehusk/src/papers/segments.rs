//! Fixed segments: the "lines" of DANAg and AdDANAg (C9 of the common definitions; DANAg steps 1 to 4).
//!
//! A page without scripts, styles and comments is a sequence of units: content characters (text, references decoded)
//! and code characters (tags). White space is squeezed and the sequence is cut every `L` units. The cuts do not follow
//! the markup; the labels were made before. Which segments are main content is the methods' business.

use super::auto_params;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{Tag, TextKind, TokenKind, decode_reference};
use crate::method::params::choice;
use crate::page::{Mark, Page};
use crate::source::{BLOCK, Block};

choice! {
    /// How the distribution of line feeds is normalised (ambiguity G1).
    LineRule {
        /// Line feeds are white space; every segment has `L` units.
        Recut "recut",
        /// Line feeds end segments too, beside every `L` units.
        Keep "keep",
    }
}

/// How units become segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Units of a segment (`L`), at least 1; `None`: the page sets its own ([`super::auto_params::segment_length`]).
    pub length: Option<u32>,
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

impl Paragraph {
    /// Segments between this paragraph and one before it.
    #[must_use]
    pub fn gap_after(&self, before: &Paragraph) -> usize {
        self.first - before.last - 1
    }
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
    let length = cut.length.unwrap_or_else(|| auto_params::segment_length(page));
    let mut cutter = Cutter::new(cut, length, source.len());
    for (index, mark) in counted_marks(page) {
        deadline.tick()?;
        let text = &source[mark.span.range()];
        let link = mark.tag == Tag::A && mark.has_attributes && mark.kind == TokenKind::StartTag;
        match mark.kind {
            TokenKind::Text(kind) => cutter.content(text, mark.span.start(), kind),
            _ if is_bare(mark) => cutter.solid_code(text.len() as u32),
            _ => match link_code.filter(|_| link).and_then(|code| code(index, mark)) {
                Some(placeholders) => cutter.link(placeholders),
                None => cutter.code(text),
            },
        }
    }
    Ok(cutter.finish())
}

/// Whether a tag is nothing but `<name>` or `</name>` of a known name: no blank in it.
fn is_bare(mark: &Mark) -> bool {
    let brackets = if mark.kind == TokenKind::EndTag { 3 } else { 2 };
    mark.tag != Tag::Unknown && mark.span.len() == mark.tag.name().len() + brackets
}

/// The marks that make units: no comments, nothing of scripts and styles, and not the raw text of elements that stand
/// for what a browser could not show (`iframe`, `noembed`, `noframes`): by the standard it is text that nobody sees.
pub(super) fn counted_marks<'p>(page: &'p Page<'_>) -> impl Iterator<Item = (usize, &'p Mark)> {
    let source = page.source().text();
    let mut dropping = Dropping::Nothing;
    page.marks().iter().enumerate().filter(move |(_, mark)| {
        let (counts, next) = dropping.step(mark, source);
        dropping = next;
        counts
    })
}

/// What is being left out while the marks go by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dropping {
    Nothing,
    /// The raw text that follows, but not the end tag.
    Raw,
    /// Everything up to the end tag.
    Element(Tag),
    /// The text of a script or style in SVG, where it is no raw text: up to the next tag.
    Text(Tag),
}

impl Dropping {
    /// Whether a mark counts, and what is left out after it.
    fn step(self, mark: &Mark, source: &str) -> (bool, Dropping) {
        let text = matches!(mark.kind, TokenKind::Text(_));
        let ends = |tag: Tag| mark.kind == TokenKind::EndTag && mark.tag == tag;
        match self {
            Dropping::Element(tag) if ends(tag) => (false, Dropping::Nothing),
            Dropping::Element(_) => (false, self),
            Dropping::Text(_) | Dropping::Raw if text => (false, self),
            Dropping::Text(tag) if ends(tag) => (false, Dropping::Nothing),
            _ => match (mark.kind, mark.tag) {
                (TokenKind::StartTag, Tag::Script | Tag::Style) if mark.holds_raw => {
                    (false, Dropping::Element(mark.tag))
                }
                (TokenKind::StartTag, Tag::Script | Tag::Style) => (false, Dropping::Text(mark.tag)),
                (TokenKind::StartTag, Tag::Iframe | Tag::Noembed | Tag::Noframes) if mark.holds_raw => {
                    (true, Dropping::Raw)
                }
                (TokenKind::Comment, _) => (!source[mark.span.range()].starts_with("<!--"), self),
                _ => (true, Dropping::Nothing),
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Content,
    Code,
}

struct Cutter {
    cut: Cut,
    length: u32,
    done: Vec<Segment>,
    open: Segment,
    filled: u32,
    /// The blank that a run of white space has become; it is cut off at both ends of the page.
    blank: Option<Kind>,
    in_blank: bool,
}

impl Cutter {
    fn new(cut: Cut, length: u32, bytes: usize) -> Cutter {
        let length = length.max(1);
        let done = Vec::with_capacity(bytes / 2 / length as usize);
        Cutter { cut, length, done, open: Segment::EMPTY, filled: 0, blank: None, in_blank: true }
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
        // Half of all texts are nothing but an indentation.
        let mut at = bytes.iter().take_while(|byte| is_ascii_blank(**byte)).count();
        if at > 0 {
            self.space(Kind::Content, bytes[..at].contains(&b'\n'));
        }
        while at < bytes.len() {
            let block = Block::starting(&bytes[at..]);
            let mut special = self.specials(&block);
            if references {
                special |= block.equal(b'&');
            }
            let plain = (special.trailing_zeros() as usize).min(bytes.len() - at);
            if plain > 0 {
                self.plain(Kind::Content, &block, plain, &bytes[at..], offset + at);
                at += plain;
            } else if references && bytes[at] == b'&' {
                at += self.reference(&bytes[at..], offset + at);
            } else {
                at += self.character(Kind::Content, &text[at..], offset + at);
            }
        }
    }

    /// Units of a tag or declaration.
    fn code(&mut self, tag: &str) {
        let bytes = tag.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let block = Block::starting(&bytes[at..]);
            let plain = (self.specials(&block).trailing_zeros() as usize).min(bytes.len() - at);
            if plain > 0 {
                self.plain(Kind::Code, &block, plain, &bytes[at..], 0);
                at += plain;
            } else {
                at += self.character(Kind::Code, &tag[at..], 0);
            }
        }
    }

    /// Bytes that need a look of their own: the first bytes of characters that may be white space outside ASCII, and
    /// line feeds where they end segments.
    #[inline]
    fn specials(&self, block: &Block) -> u64 {
        let mut special = 0;
        if block.high() != 0 {
            special = block.equal(0xC2) | block.within(0xE1, 0xE3);
        }
        if self.cut.lines == LineRule::Keep {
            special |= block.equal(b'\n');
        }
        special
    }

    /// The first `len` bytes of a block, none of them special: a unit for each character and each run of blanks.
    #[inline]
    fn plain(&mut self, kind: Kind, block: &Block, len: usize, bytes: &[u8], offset: usize) {
        let valid = u64::MAX >> (BLOCK - len);
        let space = (block.equal(b' ') | block.within(b'\t', b'\r')) & valid;
        let continuation = block.high() & !block.lead();
        let solid = valid & !space & !continuation;
        if solid == 0 {
            if space != 0 {
                self.space(kind, false);
            }
            return;
        }
        // A run of blanks is a unit if something solid follows it; the run at the end waits for what comes next.
        let mut blanks = space & !(space << 1 | u64::from(self.in_blank));
        let last_solid = 63 - solid.leading_zeros();
        let trailing = blanks & !(u64::MAX >> (63 - last_solid));
        blanks &= !trailing;
        if solid.trailing_zeros() < blanks.trailing_zeros() {
            self.before_unit();
        }
        self.fill_with(kind, solid, blanks, bytes, offset);
        self.in_blank = trailing != 0;
        self.blank = (trailing != 0).then_some(kind);
    }

    /// Distributes the units of a block over segments.
    #[inline]
    fn fill_with(&mut self, kind: Kind, mut solid: u64, mut blanks: u64, bytes: &[u8], offset: usize) {
        loop {
            let room = self.length - self.filled;
            let units = solid | blanks;
            let taken = if units.count_ones() <= room { u64::MAX } else { up_to_bit(units, room) };
            self.count(kind, solid & taken, blanks & taken, bytes, offset);
            self.fill((units & taken).count_ones());
            if taken == u64::MAX {
                return;
            }
            solid &= !taken;
            blanks &= !taken;
        }
    }

    #[inline]
    fn count(&mut self, kind: Kind, solid: u64, blanks: u64, bytes: &[u8], offset: usize) {
        let counted = solid.count_ones() + if self.cut.count_ws { blanks.count_ones() } else { 0 };
        match kind {
            Kind::Code => self.open.code += counted,
            Kind::Content => {
                self.open.content += counted;
                if solid != 0 {
                    let (first, last) =
                        (solid.trailing_zeros() as usize, 63 - solid.leading_zeros() as usize);
                    self.mark_text(offset + first, 0);
                    self.mark_text(offset + last, character_length(bytes[last]));
                }
            }
        }
    }

    /// The character at the start of `rest`, whatever it is; returns the bytes used.
    fn character(&mut self, kind: Kind, rest: &str, offset: usize) -> usize {
        let Some(c) = rest.chars().next() else { return 1 };
        if c.is_whitespace() {
            self.space(kind, c == '\n');
        } else {
            self.one(kind, offset, c.len_utf8());
        }
        c.len_utf8()
    }

    fn reference(&mut self, rest: &[u8], offset: usize) -> usize {
        let Some(found) = decode_reference(rest, false) else {
            self.one(Kind::Content, offset, 1);
            return 1;
        };
        for c in [Some(found.first), found.second].into_iter().flatten() {
            if c.is_whitespace() {
                self.space(Kind::Content, false);
            } else {
                self.one(Kind::Content, offset, found.len);
            }
        }
        found.len
    }

    /// `<a ____>` with so many placeholders, `<a>` with none.
    fn link(&mut self, placeholders: u32) {
        self.solid_code("<a".len() as u32);
        if placeholders > 0 {
            self.space(Kind::Code, false);
        }
        self.solid_code(placeholders + ">".len() as u32);
    }

    /// So many code units without a blank.
    fn solid_code(&mut self, units: u32) {
        self.before_unit();
        let mut left = units;
        while left > 0 {
            let taken = left.min(self.length - self.filled);
            self.open.code += taken;
            left -= taken;
            self.fill(taken);
        }
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

    /// One unit that is no white space.
    fn one(&mut self, kind: Kind, offset: usize, len: usize) {
        self.before_unit();
        match kind {
            Kind::Code => self.open.code += 1,
            Kind::Content => {
                self.open.content += 1;
                self.mark_text(offset, len);
            }
        }
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
        if self.filled == self.length {
            self.end_segment();
        }
    }
}

/// White space of Unicode below 0x80.
#[inline]
fn is_ascii_blank(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The bits of `mask` up to and including its `count`-th set one, and all below.
#[inline]
fn up_to_bit(mask: u64, count: u32) -> u64 {
    let mut rest = mask;
    for _ in 1..count {
        rest &= rest - 1;
    }
    rest ^ (rest - 1)
}

/// Bytes of the character that begins with `lead`.
#[inline]
fn character_length(lead: u8) -> usize {
    match lead {
        0..0xC0 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use proptest::prelude::*;

    /// A unit of C9: a character, whether it is content, and where it ends and begins in the source.
    type Unit = (char, bool, (u32, u32));

    fn units(page: &Page<'_>) -> Vec<Unit> {
        let mut units = Vec::new();
        for (_, mark) in counted_marks(page) {
            let (start, text) = (mark.span.start(), page.source().slice(mark.span));
            let content = matches!(mark.kind, TokenKind::Text(_));
            let mut at = 0;
            while at < text.len() {
                let reference = decode_reference(&text.as_bytes()[at..], false);
                let found = if content && text[at..].starts_with('&') { reference } else { None };
                let c = found.map_or_else(|| text[at..].chars().next().unwrap(), |found| found.first);
                let len = found.map_or(c.len_utf8(), |found| found.len);
                units.push((c, content, ((start + at) as u32, (start + at + len) as u32)));
                at += len;
            }
        }
        units
    }

    /// DANAg steps 2 and 3, a character at a time.
    fn naive(page: &Page<'_>, cut: Cut) -> Vec<Segment> {
        let mut squeezed: Vec<(Option<Unit>, bool)> = Vec::new(); // the unit, and whether a line ends before it
        let mut blank: Option<(Unit, bool)> = None;
        for unit in units(page) {
            let feed = unit.0 == '\n' && cut.lines == LineRule::Keep;
            if unit.0.is_whitespace() {
                let (first, ended) = blank.unwrap_or((unit, false));
                blank = Some((first, ended || feed));
                continue;
            }
            let (space, ended) = blank.take().map_or((None, false), |(first, ended)| (Some(first), ended));
            if !squeezed.is_empty() && !ended {
                squeezed.extend(space.map(|space| (Some(space), false)));
            }
            squeezed.push((Some(unit), ended));
        }
        let (mut done, mut open, mut filled) = (Vec::new(), Segment::EMPTY, 0);
        for ((c, content, (start, end)), ended) in
            squeezed.into_iter().filter_map(|(unit, ended)| Some((unit?, ended)))
        {
            if filled == cut.length.unwrap() || (ended && filled > 0) {
                done.push(std::mem::replace(&mut open, Segment::EMPTY));
                filled = 0;
            }
            filled += 1;
            let solid = !c.is_whitespace();
            let counted = u32::from(solid || cut.count_ws);
            if content {
                open.content += counted;
            } else {
                open.code += counted;
            }
            if content && solid {
                open.text = (open.text.0.min(start), end);
            }
        }
        done.extend((filled > 0).then_some(open));
        done
    }

    proptest! {
        #[test]
        fn segments_equal_their_naive_twin(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just("word"), Just(" "), Just("  \n "), Just("\n"), Just("&amp;"), Just("&nbsp;"), Just("&"), Just("<p>"),
                    Just("</p>"), Just("<a  href=x\n>"), Just("<b title='ä \u{A0}ö'>"), Just("ไทย"), Just("日本、"), Just("\u{3000}"),
                    Just("é\u{85}"), Just("<!-- c -->"), Just("<script>x</script>"), Just("<x-y>"), Just("</x-y >"),
                    Just("some longer text that fills more than one block of sixty-four bytes, all of it plain and simple words, "),
                ],
                0..40,
            ),
            length in 10u32..90,
            count_ws in any::<bool>(),
            keep in any::<bool>(),
        ) {
            let text: String = pieces.concat();
            let page = Page::parse(Source::from_text(&text));
            let lines = if keep { LineRule::Keep } else { LineRule::Recut };
            let cut = Cut { length: Some(length), count_ws, lines };
            let found = segments(&page, cut, None, &mut Deadline::after(None)).unwrap();
            prop_assert_eq!(found, naive(&page, cut), "{:?}", text);
        }
    }
}
