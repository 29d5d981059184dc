//! Fixed-length segments: the "lines" of DANAg and AdDANAg (definition C9 of the specification; DANAg steps 1 to 4).
//!
//! A page without scripts, styles and comments is a sequence of units. A unit is a content character (text,
//! with character references decoded) or a code character (tags). Each sequence of whitespace is collapsed to
//! one unit, and the result is cut every `L` units, even in the middle of a tag or word. The methods decide
//! which segments are main content.

use super::tokens::{counted_marks, non_whitespace_count};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{Tag, TextKind, TokenKind, WrittenIn, decode_reference};
use crate::method::params::choice;
use crate::page::{Mark, Page};
use crate::source::{BLOCK, Block};

choice! {
    /// How line feeds are normalized (ambiguity G1).
    LineRule {
        /// Line feeds are ordinary whitespace. Every segment but the last has `L` units.
        Recut "recut",
        /// A segment ends after `L` units or at a line feed.
        Keep "keep",
    }
}

/// How units are divided into segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The number of units in a segment (`L`), at least 1. `None`: set for each page by
    /// [`segment_length`].
    pub length: Option<u32>,
    /// Whether whitespace counts as content and code characters.
    pub count_ws: bool,
    /// How line feeds are normalized.
    pub lines: LineRule,
}

/// The counts of one segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The number of content characters, `T` in the papers.
    pub content: u32,
    /// How many of them are in links: between a start tag `a` that has attributes and the next tag `a`.
    pub linked: u32,
    /// The number of code characters, `S` in the papers.
    pub code: u32,
    /// Start and end offsets in the source: from the first to the last content character that is not
    /// whitespace. If there is no such character, start is not less than end.
    pub text: (u32, u32),
}

impl Segment {
    const EMPTY: Segment = Segment { content: 0, linked: 0, code: 0, text: (u32::MAX, 0) };

    /// Whether it has content characters that are not whitespace.
    #[must_use]
    pub fn has_text(&self) -> bool {
        self.text.0 < self.text.1
    }
}

/// A paragraph: a maximal sequence of segments whose columns (smoothed differences) are above the axis. The
/// papers call the set of all paragraphs R.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Index of the first segment.
    pub first: usize,
    /// Index of the last segment.
    pub last: usize,
    /// The sum of its columns.
    pub area: i64,
    /// Its longest column.
    pub height: i64,
}

impl Paragraph {
    /// The number of segments between this paragraph and `before`, an earlier one.
    #[must_use]
    pub fn gap_after(&self, before: &Paragraph) -> usize {
        self.first - before.last - 1
    }
}

/// A function that replaces a link's start tag by `<a ____>` (AdDANAg step 1a). Given the index of a mark and the
/// mark, it returns the number of placeholder characters (`_`), or `None` if the tag is not replaced.
pub(super) type LinkCode<'f> = &'f dyn Fn(usize, &Mark) -> Option<u32>;

/// Default of `L`, in units. The paper's value is not public; 65 is the line length of CETR, which the same
/// authors name together with DANAg.
pub const SEGMENT: u32 = 65;
/// The minimum of `L`, in units. A shorter segment would hold little more than the name of a tag. Chosen by hand.
pub(super) const MIN_SEGMENT: u32 = 10;

/// The maximum automatic segment length, in units. Longer segments would blur whole articles. Chosen by hand.
const MAX_SEGMENT: u32 = 1000;

/// The segment length of a page: the largest length such that half of the page's text is in texts of at least
/// this length. Here, a text is the text between two tags. So a segment holds about one piece of running text,
/// whether the page has short lines or long paragraphs.
///
/// ```
/// use dehusk::{methods::auto_params, page::Page, source::Source};
/// let page = Page::parse(Source::from_text("<li>one<li>two<li>three<p>a text of twenty-five letters</p>"));
/// assert_eq!(auto_params::segment_length(&page), 25);
/// ```
#[must_use]
pub fn segment_length(page: &Page<'_>) -> u32 {
    let texts = counted_marks(page).filter(|(_, mark)| matches!(mark.kind, TokenKind::Text(_)));
    let length = |text: &str| non_whitespace_count(text) as u32;
    let mut lengths: Vec<u32> = texts.map(|(_, mark)| length(page.source().slice(mark.span))).collect();
    lengths.sort_unstable();
    let half = lengths.iter().map(|length| u64::from(*length)).sum::<u64>().div_ceil(2);
    let mut below = 0;
    let median = lengths.into_iter().find(|length| {
        below += u64::from(*length);
        below >= half
    });
    median.filter(|median| *median > 0).unwrap_or(SEGMENT).clamp(MIN_SEGMENT, MAX_SEGMENT)
}

/// Divides the units of a page into segments. `link_code` replaces the start tags of links.
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
    let length = cut.length.unwrap_or_else(|| segment_length(page));
    let mut builder = SegmentBuilder::new(cut, length, source.len());
    for (index, mark) in counted_marks(page) {
        deadline.tick()?;
        let text = &source[mark.span.range()];
        let link = mark.tag == Tag::A && mark.has_attributes && mark.kind == TokenKind::StartTag;
        match mark.kind {
            TokenKind::Text(kind) => builder.push_text(text, mark.span.start(), kind),
            _ if is_bare(mark) => builder.push_code(text.len() as u32),
            _ => match link_code.filter(|_| link).and_then(|code| code(index, mark)) {
                Some(placeholders) => builder.push_link(placeholders),
                None => builder.push_tag(text),
            },
        }
        if mark.tag == Tag::A && matches!(mark.kind, TokenKind::StartTag | TokenKind::EndTag) {
            builder.in_link = link;
        }
    }
    Ok(builder.finish())
}

/// Whether a tag is exactly `<name>` or `</name>` for a known name, so that it contains no whitespace.
fn is_bare(mark: &Mark) -> bool {
    let brackets = if mark.kind == TokenKind::EndTag { 3 } else { 2 };
    mark.tag != Tag::Unknown && mark.span.len() == mark.tag.name().len() + brackets
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Content,
    Code,
}

struct SegmentBuilder {
    cut: Cut,
    length: u32,
    done: Vec<Segment>,
    open: Segment,
    /// Units in the open segment.
    filled: u32,
    /// Whether content is in a link.
    in_link: bool,
    /// A collapsed sequence of whitespace that has not been counted yet. It becomes a unit when another
    /// character follows, so whitespace at both ends of the page does not count.
    pending_space: Option<Kind>,
    /// Whether the last character was whitespace, or there was none.
    in_space: bool,
}

impl SegmentBuilder {
    fn new(cut: Cut, length: u32, bytes: usize) -> SegmentBuilder {
        let length = length.max(1);
        let done = Vec::with_capacity(bytes / 2 / length as usize);
        SegmentBuilder {
            cut,
            length,
            done,
            open: Segment::EMPTY,
            filled: 0,
            in_link: false,
            pending_space: None,
            in_space: true,
        }
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

    /// Adds the units of a text that begins at `offset` in the source.
    fn push_text(&mut self, text: &str, offset: usize, kind: TextKind) {
        let references = matches!(kind, TextKind::Data | TextKind::Rcdata);
        let bytes = text.as_bytes();
        // A fast path: half of all texts are only indentation.
        let mut at = bytes.iter().take_while(|byte| is_ascii_space(**byte)).count();
        if at > 0 {
            self.push_whitespace(Kind::Content, bytes[..at].contains(&b'\n'));
        }
        while at < bytes.len() {
            let block = Block::starting(&bytes[at..]);
            let mut special = self.special_bytes(&block);
            if references {
                special |= block.equal(b'&');
            }
            let plain = (special.trailing_zeros() as usize).min(bytes.len() - at);
            if plain > 0 {
                self.push_plain(Kind::Content, &block, plain, &bytes[at..], offset + at);
                at += plain;
            } else if references && bytes[at] == b'&' {
                at += self.push_reference(&bytes[at..], offset + at);
            } else {
                at += self.push_character(Kind::Content, &text[at..], offset + at);
            }
        }
    }

    /// Adds the units of a tag or declaration.
    fn push_tag(&mut self, tag: &str) {
        let bytes = tag.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let block = Block::starting(&bytes[at..]);
            let plain = (self.special_bytes(&block).trailing_zeros() as usize).min(bytes.len() - at);
            if plain > 0 {
                self.push_plain(Kind::Code, &block, plain, &bytes[at..], 0);
                at += plain;
            } else {
                at += self.push_character(Kind::Code, &tag[at..], 0);
            }
        }
    }

    /// The positions of bytes that [`SegmentBuilder::push_plain`] cannot handle: lead bytes of characters that may be
    /// non-ASCII whitespace, and line feeds if they end segments.
    #[inline]
    fn special_bytes(&self, block: &Block) -> u64 {
        let mut special = 0;
        if block.high() != 0 {
            special = block.equal(0xC2) | block.within(0xE1, 0xE3);
        }
        if self.cut.lines == LineRule::Keep {
            special |= block.equal(b'\n');
        }
        special
    }

    /// Adds the first `len` bytes of a block. None of these bytes is special. Each character that is not
    /// whitespace is a unit, and each sequence of whitespace is a unit.
    #[inline]
    fn push_plain(&mut self, kind: Kind, block: &Block, len: usize, bytes: &[u8], offset: usize) {
        let valid = u64::MAX >> (BLOCK - len);
        let space = (block.equal(b' ') | block.within(b'\t', b'\r')) & valid;
        let continuation = block.high() & !block.lead();
        let non_space = valid & !space & !continuation;
        if non_space == 0 {
            if space != 0 {
                self.push_whitespace(kind, false);
            }
            return;
        }
        // Whitespace is a unit if another character follows. For whitespace at the end of the block, the next
        // character is not known yet.
        let mut spaces = space & !(space << 1 | u64::from(self.in_space));
        let last_non_space = 63 - non_space.leading_zeros();
        let trailing = spaces & !(u64::MAX >> (63 - last_non_space));
        spaces &= !trailing;
        if non_space.trailing_zeros() < spaces.trailing_zeros() {
            self.flush_space();
        }
        self.distribute(kind, non_space, spaces, bytes, offset);
        self.in_space = trailing != 0;
        self.pending_space = (trailing != 0).then_some(kind);
    }

    /// Distributes the units of a block over the open segment and the following ones.
    #[inline]
    fn distribute(&mut self, kind: Kind, mut non_space: u64, mut spaces: u64, bytes: &[u8], offset: usize) {
        loop {
            let room = self.length - self.filled;
            let units = non_space | spaces;
            let taken = if units.count_ones() <= room { u64::MAX } else { up_to_bit(units, room) };
            self.count(kind, non_space & taken, spaces & taken, bytes, offset);
            self.advance((units & taken).count_ones());
            if taken == u64::MAX {
                return;
            }
            non_space &= !taken;
            spaces &= !taken;
        }
    }

    #[inline]
    fn count(&mut self, kind: Kind, non_space: u64, spaces: u64, bytes: &[u8], offset: usize) {
        let counted = non_space.count_ones() + if self.cut.count_ws { spaces.count_ones() } else { 0 };
        match kind {
            Kind::Code => self.open.code += counted,
            Kind::Content => {
                self.add_content(counted);
                if non_space != 0 {
                    let (first, last) =
                        (non_space.trailing_zeros() as usize, 63 - non_space.leading_zeros() as usize);
                    self.extend_text(offset + first, 0);
                    self.extend_text(offset + last, character_length(bytes[last]));
                }
            }
        }
    }

    /// Adds the first character of `rest` and returns its length in bytes.
    fn push_character(&mut self, kind: Kind, rest: &str, offset: usize) -> usize {
        let Some(c) = rest.chars().next() else { return 1 };
        if c.is_whitespace() {
            self.push_whitespace(kind, c == '\n');
        } else {
            self.push_one(kind, offset, c.len_utf8());
        }
        c.len_utf8()
    }

    /// Adds the character reference, or else the `&`, at the start of `rest`. Returns its length in bytes.
    fn push_reference(&mut self, rest: &[u8], offset: usize) -> usize {
        let Some(found) = decode_reference(rest, WrittenIn::Text) else {
            self.push_one(Kind::Content, offset, 1);
            return 1;
        };
        for c in [Some(found.first), found.second].into_iter().flatten() {
            if c.is_whitespace() {
                self.push_whitespace(Kind::Content, false);
            } else {
                self.push_one(Kind::Content, offset, found.len);
            }
        }
        found.len
    }

    /// Adds `<a ____>` with this number of placeholders, or `<a>` if it is 0.
    fn push_link(&mut self, placeholders: u32) {
        self.push_code("<a".len() as u32);
        if placeholders > 0 {
            self.push_whitespace(Kind::Code, false);
        }
        self.push_code(placeholders + ">".len() as u32);
    }

    /// Adds this number of code units without whitespace.
    fn push_code(&mut self, units: u32) {
        self.flush_space();
        let mut left = units;
        while left > 0 {
            let taken = left.min(self.length - self.filled);
            self.open.code += taken;
            left -= taken;
            self.advance(taken);
        }
    }

    /// Adds a whitespace character.
    fn push_whitespace(&mut self, kind: Kind, is_line_feed: bool) {
        if is_line_feed && self.cut.lines == LineRule::Keep {
            self.pending_space = None;
            self.end_segment();
        } else if !self.in_space {
            self.pending_space = Some(kind);
        }
        self.in_space = true;
    }

    /// Adds the pending whitespace, because another unit follows.
    #[inline]
    fn flush_space(&mut self) {
        self.in_space = false;
        if let Some(kind) = self.pending_space.take() {
            let counted = u32::from(self.cut.count_ws);
            match kind {
                Kind::Content => self.add_content(counted),
                Kind::Code => self.open.code += counted,
            }
            self.advance(1);
        }
    }

    /// Adds one character that is not whitespace.
    fn push_one(&mut self, kind: Kind, offset: usize, len: usize) {
        self.flush_space();
        match kind {
            Kind::Code => self.open.code += 1,
            Kind::Content => {
                self.add_content(1);
                self.extend_text(offset, len);
            }
        }
        self.advance(1);
    }

    #[inline]
    fn add_content(&mut self, characters: u32) {
        self.open.content += characters;
        self.open.linked += if self.in_link { characters } else { 0 };
    }

    /// Extends the text range of the open segment.
    #[inline]
    fn extend_text(&mut self, offset: usize, len: usize) {
        let (first, last) = &mut self.open.text;
        *first = (*first).min(offset as u32);
        *last = (offset + len) as u32;
    }

    #[inline]
    fn advance(&mut self, units: u32) {
        self.filled += units;
        if self.filled == self.length {
            self.end_segment();
        }
    }
}

/// Whether a byte is an ASCII character that Unicode defines as whitespace.
#[inline]
fn is_ascii_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// A mask of all bits up to and including the `count`-th set bit of `mask`.
#[inline]
fn up_to_bit(mask: u64, count: u32) -> u64 {
    let mut rest = mask;
    for _ in 1..count {
        rest &= rest - 1;
    }
    rest ^ (rest - 1)
}

/// The length in bytes of the UTF-8 character with this lead byte.
#[inline]
fn character_length(lead: u8) -> usize {
    match lead {
        0..0xC0 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    }
}

/// The paragraphs (set R): maximal sequences of segments whose columns are above the axis.
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

    /// A unit of C9: a character, whether it is content, whether it is in a link, and its start and end in the
    /// source.
    type Unit = (char, bool, bool, (u32, u32));

    fn units(page: &Page<'_>) -> Vec<Unit> {
        let mut units = Vec::new();
        let mut linked = false;
        for (_, mark) in counted_marks(page) {
            let (start, text) = (mark.span.start(), page.source().slice(mark.span));
            let content = matches!(mark.kind, TokenKind::Text(_));
            let mut at = 0;
            while at < text.len() {
                let reference = decode_reference(&text.as_bytes()[at..], WrittenIn::Text);
                let found = if content && text[at..].starts_with('&') { reference } else { None };
                let c = found.map_or_else(|| text[at..].chars().next().unwrap(), |found| found.first);
                let len = found.map_or(c.len_utf8(), |found| found.len);
                units.push((c, content, linked, ((start + at) as u32, (start + at + len) as u32)));
                at += len;
            }
            if text.starts_with("<a") || text.starts_with("</a") {
                linked = text.starts_with("<a ");
            }
        }
        units
    }

    /// DANAg steps 2 and 3, one character at a time.
    fn naive(page: &Page<'_>, cut: Cut) -> Vec<Segment> {
        let mut collapsed: Vec<(Option<Unit>, bool)> = Vec::new(); // (unit, whether a line ended before it)
        let mut pending: Option<(Unit, bool)> = None;
        for unit in units(page) {
            let feed = unit.0 == '\n' && cut.lines == LineRule::Keep;
            if unit.0.is_whitespace() {
                let (first, ended) = pending.unwrap_or((unit, false));
                pending = Some((first, ended || feed));
                continue;
            }
            let (space, ended) = pending.take().map_or((None, false), |(first, ended)| (Some(first), ended));
            if !collapsed.is_empty() && !ended {
                collapsed.extend(space.map(|space| (Some(space), false)));
            }
            collapsed.push((Some(unit), ended));
        }
        let (mut done, mut open, mut filled) = (Vec::new(), Segment::EMPTY, 0);
        for ((c, content, linked, (start, end)), ended) in
            collapsed.into_iter().filter_map(|(unit, ended)| Some((unit?, ended)))
        {
            if filled == cut.length.unwrap() || (ended && filled > 0) {
                done.push(std::mem::replace(&mut open, Segment::EMPTY));
                filled = 0;
            }
            filled += 1;
            let non_space = !c.is_whitespace();
            let counted = u32::from(non_space || cut.count_ws);
            if content {
                open.content += counted;
                open.linked += u32::from(linked) * counted;
            } else {
                open.code += counted;
            }
            if content && non_space {
                open.text = (open.text.0.min(start), end);
            }
        }
        done.extend((filled > 0).then_some(open));
        done
    }

    proptest! {
        #[test]
        fn segments_equal_the_naive_version(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just("word"), Just(" "), Just("  \n "), Just("\n"), Just("&amp;"), Just("&nbsp;"), Just("&"), Just("<p>"),
                    Just("</p>"), Just("<a  href=x\n>"), Just("</a>"), Just("<a>"), Just("<b title='ä \u{A0}ö'>"), Just("ไทย"), Just("日本、"), Just("\u{3000}"),
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
