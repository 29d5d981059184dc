//! Plain text, by the same rules for all methods except R2L, which prints its raw characters.
//!
//! Every character comes from the page. Whitespace is collapsed, each boundary of a block-level element is one line break, and
//! words are neither joined nor split. [`Emission::Formatted`] also keeps the lines of `pre` and inserts spaces between adjacent
//! inline elements ([`super::spacing`]). These rules do not depend on the method.

use crate::budget::{Deadline, TimedOut};
use crate::facts::{Found, PageFacts};
use crate::markup::{TextKind, WrittenIn, decode_reference};
use crate::page::{Page, Run};
use crate::selection::{CharSet, Emission, Kept, Selection};
use crate::source::{BLOCK, Block, Lines, Source, Span, Split};

use super::escaped_twice::{escaped_twice, may_be_escaped_twice};
use super::spacing::{self, SpaceIn};

/// A rendered text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text: lines joined by `\n`, none of them empty.
    pub text: String,
    /// Whether the text was truncated at the output limit.
    pub cut: bool,
}

/// Renders the kept parts of a page as plain text: whitespace is collapsed, and each block boundary is one line break. The text has
/// at most `max_output` bytes. The verdicts must be in source order and must not overlap. A span that splits a character has no
/// text.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
///
/// ```
/// use dehusk::budget::Deadline;
/// use dehusk::{page::Page, source::Source, methods, render};
/// let page = Page::parse(Source::from_text("<p>x &lt; 1</p>y<b>z</b>"));
/// let all = methods::plain::select(&page);
/// let text = render::text(&page, &all, usize::MAX, &mut Deadline::after(None)).unwrap();
/// assert_eq!(text.text, "x < 1\nyz");
/// ```
pub fn text(
    page: &Page<'_>,
    selection: &Selection,
    max_output: usize,
    deadline: &mut Deadline,
) -> Result<Text, TimedOut> {
    let mut writer = Writer::new(max_output, selection.emission);
    let found = Found::default();
    write(PageFacts::new(page, &found), selection, &mut writer, deadline)?;
    Ok(writer.into_text())
}

/// Writes the text of a selection.
pub(super) fn write(
    facts: PageFacts<'_>,
    selection: &Selection,
    writer: &mut Writer,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    match selection.emission {
        Emission::Parser | Emission::Formatted | Emission::Unscripted => {
            parser_text(facts, selection, writer, deadline)?
        }
        Emission::Raw { .. } => write_raw(facts.page().source(), selection, writer, deadline)?,
    }
    Ok(())
}

/// Writes the raw characters of a selection. Writes nothing if its emission is not [`Emission::Raw`].
pub(super) fn write_raw(
    source: &Source<'_>,
    selection: &Selection,
    writer: &mut Writer,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    if let Emission::Raw { set, split, decode_refs } = selection.emission {
        let raw = Raw { set, decode_refs };
        for span in selection.kept() {
            raw_text(source.slice(span), split, raw, writer, deadline)?;
        }
    }
    Ok(())
}

/// Returns the text as a parser prints it, even for [`Emission::Raw`], and where each kept span begins in it.
pub(crate) fn parser_text_with_landings(
    facts: PageFacts<'_>,
    selection: &Selection,
    max_output: usize,
    deadline: &mut Deadline,
) -> Result<(String, Vec<Landing>), TimedOut> {
    let mut writer = Writer::new(max_output, selection.emission).with_landings(true);
    parser_text(facts, selection, &mut writer, deadline)?;
    let landings = writer.take_landings();
    Ok((writer.out, landings))
}

fn parser_text(
    facts: PageFacts<'_>,
    selection: &Selection,
    writer: &mut Writer,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let page = facts.page();
    let kept = Kept::new(selection);
    let source = page.source().text();
    let unscripted = selection.emission == Emission::Unscripted;
    for run in page.runs().filter(|run| selection.emission.shows(run)) {
        deadline.tick()?;
        if run.begins_line() || (unscripted && run.begins_line_unscripted()) {
            writer.line_break();
        }
        if run.is_blank() {
            writer.whitespace(source, &run); // it separates words, whether it is kept or removed
            continue;
        }
        if writer.should_skip(page, &run) {
            continue;
        }
        writer.begin_run(facts, &run);
        write_kept(source, &run, &kept, writer);
        if writer.cut {
            break;
        }
    }
    Ok(())
}

/// Writes the parts of a run that are in kept spans, with a space in place of each removed part.
fn write_kept(source: &str, run: &Run, kept: &Kept, writer: &mut Writer) {
    let mut at = run.span.start();
    for span in kept.within(run.span) {
        if span.start() > at {
            writer.space();
        }
        writer.span(source, span, run.kind);
        at = span.end();
    }
    if at < run.span.end() {
        writer.space();
    }
}

#[derive(Clone, Copy)]
struct Raw {
    set: CharSet,
    decode_refs: bool,
}

/// Writes only the characters of the set S₁ (R2L step 11), with a space between two runs of them and a line break between two
/// lines.
fn raw_text(
    source: &str,
    split: bool,
    raw: Raw,
    writer: &mut Writer,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let split = if split { Split::Always } else { Split::Never };
    for line in Lines::count(source, split).iter() {
        deadline.tick()?;
        writer.line_break();
        let text = &source[line.span.range()];
        if raw.decode_refs {
            raw_line(&crate::markup::Decode::node_text(text, TextKind::Data), raw.set, writer);
        } else if line.non_ascii > 0 {
            raw_line(text, raw.set, writer);
        }
        if writer.cut {
            break;
        }
    }
    Ok(())
}

fn raw_line(line: &str, set: CharSet, writer: &mut Writer) {
    for piece in line.split(|c| !set.contains(c)).filter(|piece| !piece.is_empty()) {
        writer.space();
        writer.verbatim(piece);
    }
}

/// A kept span of the source, and the span of the output text that it was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landing {
    pub(crate) source: Span,
    pub(crate) text: Span,
}

/// The whitespace to write between the last character and the next one. The variants are in order of strength: a line break
/// replaces a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    Nothing,
    Space,
    LineBreak,
}

/// Writes text. The gap between two pieces is written together with the second piece, so the text never ends with whitespace.
pub(super) struct Writer {
    out: String,
    gap: Gap,
    /// The spaces and tabs of a `pre` to write in the gap. They come after the line break if the gap is one. If there are none, a
    /// gap that is a space is written as one space.
    pre_spaces: String,
    /// Whether the emission is [`Emission::Formatted`].
    is_formatted: bool,
    /// Whether the writer is in a `pre` whose whitespace is kept.
    in_pre: bool,
    /// Whether references that are left after decoding are decoded again: pages escape text twice by mistake. Code may mean them.
    decodes_twice: bool,
    /// The last run that has text.
    last_run: Option<Run>,
    max: usize,
    cut: bool,
    /// The landings in the order written, if they are recorded.
    landings: Option<Vec<Landing>>,
}

impl Writer {
    pub(super) fn new(max: usize, emission: Emission) -> Writer {
        Writer {
            out: String::new(),
            gap: Gap::Nothing,
            pre_spaces: String::new(),
            is_formatted: emission == Emission::Formatted,
            in_pre: false,
            decodes_twice: false,
            last_run: None,
            max,
            cut: false,
            landings: None,
        }
    }

    /// Makes the writer record the landing of each span, if `is_wanted`.
    pub(super) fn with_landings(self, is_wanted: bool) -> Writer {
        Writer { landings: is_wanted.then(Vec::new), ..self }
    }

    /// Whether to leave out a run because it is a permalink mark, such as the `¶` after the headings of a manual. Readers click
    /// such a mark; they do not read it.
    pub(super) fn should_skip(&self, page: &Page<'_>, run: &Run) -> bool {
        const PERMALINK_MARKS: [&str; 4] = ["¶", "#", "🔗", "\u{F0C1}"];
        /// Length, in bytes, of the longest permalink mark in a source, which is written as a character reference.
        const MAX_BYTES: usize = "&#x1F517;".len();
        self.is_formatted
            && run.is_link()
            && run.span.len() <= MAX_BYTES
            && PERMALINK_MARKS.contains(&page.text_of(run).trim())
    }

    /// Begins a run that has text. Adds a space before the run if it needs one. Returns whether only plain text needs that space.
    #[inline]
    pub(super) fn begin_run(&mut self, facts: PageFacts<'_>, run: &Run) -> bool {
        if !self.is_formatted {
            return false;
        }
        self.in_pre = run.is_preformatted();
        self.decodes_twice = may_be_escaped_twice(facts.page(), run);
        let last = self.last_run.replace(*run);
        let Some(last) = last.filter(|_| self.gap == Gap::Nothing) else { return false };
        let space_in = spacing::space_between(&self.out, facts, [&last, run]);
        match space_in {
            SpaceIn::NoOutput => {}
            SpaceIn::PlainText | SpaceIn::EveryOutput => self.space(),
            SpaceIn::LineOfCode => self.line_break(),
        }
        space_in == SpaceIn::PlainText
    }

    /// Handles a run that consists only of whitespace.
    pub(super) fn whitespace(&mut self, source: &str, run: &Run) {
        self.in_pre = self.is_formatted && run.is_preformatted();
        if self.in_pre {
            self.decoded(source.get(run.span.range()).unwrap_or(""), run.kind);
        } else {
            self.space();
        }
    }

    pub(super) fn take_landings(&mut self) -> Vec<Landing> {
        self.landings.take().unwrap_or_default()
    }

    pub(super) fn into_text(self) -> Text {
        Text { text: self.out, cut: self.cut }
    }

    /// The text written so far.
    pub(super) fn written(&self) -> &str {
        &self.out
    }

    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }

    /// The gap that will be written before the next character.
    pub(super) fn gap(&self) -> Gap {
        self.gap
    }

    pub(super) fn space(&mut self) {
        self.gap = self.gap.max(Gap::Space);
    }

    pub(super) fn line_break(&mut self) {
        self.gap = Gap::LineBreak;
        self.pre_spaces.clear();
    }

    /// Handles one whitespace character.
    fn whitespace_char(&mut self, c: char) {
        match c {
            '\n' if self.in_pre => self.line_break(),
            ' ' | '\t' if self.in_pre => {
                self.space();
                self.pre_spaces.push(c);
            }
            _ => self.space(),
        }
    }

    /// Writes the gap, then the text unchanged.
    #[inline]
    fn verbatim(&mut self, text: &str) {
        if self.cut {
            return;
        }
        let separator = match std::mem::replace(&mut self.gap, Gap::Nothing) {
            _ if self.out.is_empty() => "",
            Gap::Nothing => "",
            Gap::Space if self.pre_spaces.is_empty() => " ",
            Gap::Space => "",
            Gap::LineBreak => "\n",
        };
        if self.out.len() + separator.len() + self.pre_spaces.len() + text.len() > self.max {
            self.cut_at_limit(separator, text);
            return;
        }
        self.out.push_str(separator);
        if !self.pre_spaces.is_empty() {
            // The first line of the text is not indented.
            if !self.out.is_empty() {
                self.out.push_str(&self.pre_spaces);
            }
            self.pre_spaces.clear();
        }
        self.out.push_str(text);
    }

    #[cold]
    fn cut_at_limit(&mut self, separator: &str, text: &str) {
        let room = self.max.saturating_sub(self.out.len() + separator.len());
        let fits = text[..text.floor_char_boundary(room)].trim_end();
        if !fits.is_empty() && !self.cut {
            self.out.push_str(separator);
            self.out.push_str(fits);
        }
        self.cut = true;
    }

    /// Writes a span of the source and records where it landed.
    pub(super) fn span(&mut self, source: &str, span: Span, kind: TextKind) {
        let before = self.out.len();
        self.decoded(source.get(span.range()).unwrap_or(""), kind);
        if let Some(landings) = &mut self.landings
            && self.out.len() > before
        {
            // Whitespace at the start is the gap before the span, not part of it.
            let start = self.out.len() - self.out[before..].trim_ascii_start().len();
            landings.push(Landing { source: span, text: Span::new(start, self.out.len()) });
        }
    }

    /// Writes a piece of source with its character references decoded and its whitespace collapsed.
    fn decoded(&mut self, source: &str, kind: TextKind) {
        let mut at = 0;
        while at < source.len() && !self.cut {
            let end = plain_end(source, at);
            if end > at {
                self.verbatim(&source[at..end]);
                at = end;
            } else {
                at += self.special(&source[at..], kind);
            }
        }
    }

    /// Writes the first character of `rest`, where [`plain_end`] stopped. Returns the number of bytes consumed.
    fn special(&mut self, rest: &str, kind: TextKind) -> usize {
        let references = matches!(kind, TextKind::Data | TextKind::Rcdata);
        let Some(c) = rest.chars().next() else { return 1 };
        if c.is_whitespace() {
            self.whitespace_char(c);
        } else if c == '\0' {
            // The HTML standard drops NUL in text and replaces it by U+FFFD in RCDATA and raw text.
            if matches!(kind, TextKind::Rcdata | TextKind::Raw) {
                self.verbatim("\u{FFFD}");
            }
        } else if c == '&' && references {
            return self.reference(rest);
        } else {
            self.verbatim(&rest[..c.len_utf8()]);
        }
        c.len_utf8()
    }

    /// Writes the character reference at the start of `rest`, or only its `&` if it is not a reference. Returns the number of
    /// bytes consumed.
    fn reference(&mut self, rest: &str) -> usize {
        if self.decodes_twice
            && let Some((text, length)) = escaped_twice(rest)
        {
            for c in text.chars() {
                if c.is_whitespace() {
                    self.whitespace_char(c)
                } else {
                    self.verbatim(c.encode_utf8(&mut [0; 4]))
                }
            }
            return length;
        }
        let Some(found) = decode_reference(rest.as_bytes(), WrittenIn::Text) else {
            self.verbatim("&");
            return 1;
        };
        for c in [Some(found.first), found.second].into_iter().flatten() {
            if c.is_whitespace() {
                self.whitespace_char(c);
            } else {
                self.verbatim(c.encode_utf8(&mut [0; 4]));
            }
        }
        found.len
    }
}

/// Returns the offset up to which the characters from `at` can be written unchanged. Looks at one block of bytes only. Single
/// spaces between other characters can be written unchanged. All other whitespace, `&`, NUL and characters whose first byte may
/// begin non-ASCII whitespace cannot.
#[inline]
fn plain_end(source: &str, at: usize) -> usize {
    let block = Block::starting(&source.as_bytes()[at..]);
    let mut special = block.within(0, b' ') | block.equal(b'&');
    if block.high() != 0 {
        special |= block.equal(0xC2) | block.within(0xE1, 0xE3);
    }
    let (first, last) = (1, 1 << (BLOCK - 1));
    let single = block.equal(b' ') & !(special << 1 | first) & !(special >> 1 | last);
    let plain = (special & !single).trailing_zeros() as usize;
    source.floor_char_boundary(at + plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::plain;
    use crate::render::{Markup, render};
    use crate::source::Source;

    fn written(html: &str, emission: Emission) -> String {
        let page = Page::parse(Source::from_text(html));
        let all = Selection { emission, ..plain::select(&page) };
        let never = &mut Deadline::after(None);
        let alone = text(&page, &all, usize::MAX, never).unwrap().text;
        let with_markup = render(&page, &all, Markup::ALL, None, usize::MAX, never).unwrap().text;
        assert_eq!(alone, with_markup, "the text is the same when markup is written too");
        let (parsed, landings) =
            parser_text_with_landings(PageFacts::new(&page, &Found::default()), &all, usize::MAX, never)
                .unwrap();
        assert_eq!(parsed, alone);
        for landing in landings {
            let text = &alone[landing.text.range()];
            assert!(!text.starts_with(char::is_whitespace) && !text.ends_with(char::is_whitespace));
        }
        alone
    }

    #[test]
    fn formatted_text_has_the_lines_of_pre_and_spaces_between_adjacent_elements() {
        for (html, formatted, parser) in [
            (
                "<p>a  b\nc<pre>\nif x:\n    y\n\n\tz  w\n</pre>d  e",
                "a b c\nif x:\n    y\n\tz  w\nd e",
                "a b c\nif x: y z w\nd e",
            ),
            ("<pre>  a\n  b</pre>", "a\n  b", "a b"),
            ("<pre><i>if</i> <b>x</b>:\n<span>  </span><b>y</b>&#10;z</pre>", "if x:\n  y\nz", "if x: y z"),
            (
                "<a href=a>North</a><a href=b>South</a> <a href=c>E<b>as</b>t</a>",
                "North South East",
                "NorthSouth East",
            ),
            (
                "<p><span>Old Mill</span><span>Bakery</span><span>5</span><span>stars</span> <b>M</b><i>ill</i>",
                "Old Mill Bakery 5 stars Mill",
                "Old MillBakery5stars Mill",
            ),
            ("<pre><i>Mill</i><b>Bakery</b></pre>", "MillBakery", "MillBakery"),
            ("<a href=a>Mill</a>s", "Mills", "Mills"),
            ("<h2>Mill<a href='#mill'>&para;</a></h2><a href=c>C#</a>", "Mill\nC#", "Mill¶\nC#"),
            ("<p>a<pre>b<p>c\n  d</pre>\n  e", "a\nb\nc\n  d\ne", "a\nb\nc d\ne"),
        ] {
            assert_eq!(written(html, Emission::Formatted), formatted, "{html}");
            assert_eq!(written(html, Emission::Parser), parser, "{html}");
        }
    }

    #[test]
    fn references_that_were_escaped_twice_are_decoded_outside_of_code() {
        for (html, expected) in [
            ("Don&amp;#39;t, R&amp;amp;D, a&amp;nbsp;b &amp;#x2013; c", "Don't, R&D, a b – c"),
            (
                "&amp;lt;b&amp;gt; &amp;# &amp;#; &amp;amp &amp;unknown; &amp;#1;",
                "&lt;b&gt; &# &#; &amp &unknown; &#1;",
            ),
            (
                "<code>&amp;amp;</code> <kbd><b>&amp;amp;</b></kbd><pre>&amp;quot;</pre>",
                "&amp; &amp;\n&quot;",
            ),
            ("&amp;amp;amp;", "&amp;"),
        ] {
            assert_eq!(written(html, Emission::Formatted), expected, "{html}");
            assert!(written(html, Emission::Parser).contains('&'));
        }
    }

    #[test]
    fn note_marks_have_a_space_only_without_markup() {
        let page = Page::parse(Source::from_text(
            "<p>Old<sup><a href=#n>1</a></sup> <b>mill</b>s<sup>2</sup>, 10 m<sup>2</sup>",
        ));
        let all = Selection { emission: Emission::Formatted, ..plain::select(&page) };
        let never = &mut Deadline::after(None);
        let rendered = render(&page, &all, Markup::ALL, None, usize::MAX, never).unwrap();
        assert_eq!(rendered.text, "Old 1 mills 2, 10 m2");
        assert_eq!(
            rendered.markdown.unwrap(),
            "Old[<sup>1</sup>](#n) **mill**s<sup>2</sup>, 10 m<sup>2</sup>\n"
        );
    }

    #[test]
    fn formatted_text_is_truncated_at_its_limit() {
        let page = Page::parse(Source::from_text("<pre>a\n        bc\n d</pre>"));
        let all = Selection { emission: Emission::Formatted, ..plain::select(&page) };
        for limit in 0..20 {
            let cut = text(&page, &all, limit, &mut Deadline::after(None)).unwrap();
            assert!(cut.text.len() <= limit, "{limit}: {:?}", cut.text);
            assert_eq!(cut.cut, limit < 15, "{limit}: {:?}", cut.text);
        }
    }
}
