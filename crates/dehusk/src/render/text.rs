//! Plain text: the emission rules C5, for every method but R2L, which prints its raw characters.
//!
//! Every character comes from the page. White space is squeezed, each block-level boundary is one line break, no word
//! is glued or split. What is [`Emission::Formatted`] has the lines of `pre`, and spaces where elements touch (`joints`). No method is known here.

use crate::budget::{Deadline, TimedOut};
use crate::markup::{TextKind, decode_reference};
use crate::page::{Page, Run};
use crate::selection::{CharSet, Emission, Selection};
use crate::source::{BLOCK, Block, Lines, Source, Span, Split};

use super::joints::{self, Apart};

/// A rendered text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text: lines joined by `\n`, none of them empty.
    pub text: String,
    /// Whether it was cut at the output limit.
    pub cut: bool,
}

/// Renders the kept parts of a page (C5), at most `max_output` bytes. The verdicts stand in the order of the source and do
/// not overlap; a span that cuts a character has no text.
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
    write(page, selection, &mut writer, deadline)?;
    Ok(writer.into_text())
}

/// Writes the text of a selection.
pub(super) fn write(
    page: &Page<'_>,
    selection: &Selection,
    writer: &mut Writer,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    match selection.emission {
        Emission::Parser | Emission::Formatted | Emission::Unscripted => {
            parser_text(page, selection, writer, deadline)?
        }
        Emission::Raw { .. } => write_raw(page.source(), selection, writer, deadline)?,
    }
    Ok(())
}

/// Writes the raw characters of a selection; nothing for one that is printed by a parser.
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

/// The text as a parser prints it, with the places where its stretches landed, whatever the selection's emission is.
pub(crate) fn parsed(
    page: &Page<'_>,
    selection: &Selection,
    max_output: usize,
    deadline: &mut Deadline,
) -> Result<(String, Vec<Landing>), TimedOut> {
    let mut writer = Writer::new(max_output, selection.emission).with_landings(true);
    parser_text(page, selection, &mut writer, deadline)?;
    let landings = writer.take_landings();
    Ok((writer.out, landings))
}

/// The kept stretches of a source, in its order.
pub(crate) struct Kept(Vec<Span>);

impl Kept {
    pub(crate) fn new(selection: &Selection) -> Kept {
        Kept(selection.kept().collect())
    }

    /// What is kept of a stretch.
    #[inline]
    pub(crate) fn within(&self, whole: Span) -> impl Iterator<Item = Span> + '_ {
        let first = self.0.partition_point(|span| span.end() <= whole.start());
        let before_end = self.0[first..].iter().take_while(move |span| span.start() < whole.end());
        let inside = before_end.map(move |span| {
            let start = span.start().max(whole.start());
            Span::new(start, span.end().min(whole.end()).max(start))
        });
        inside.filter(|span| !span.is_empty())
    }

    pub(crate) fn contains(&self, at: usize) -> bool {
        self.within(Span::new(at, at + 1)).next().is_some()
    }
}

fn parser_text(
    page: &Page<'_>,
    selection: &Selection,
    writer: &mut Writer,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let kept = Kept::new(selection);
    let source = page.source().text();
    let unscripted = selection.emission == Emission::Unscripted;
    for run in page.runs().filter(|run| run.is_visible() || (unscripted && run.is_unscripted())) {
        deadline.tick()?;
        if run.begins_line() || (unscripted && run.begins_line_unscripted()) {
            writer.line_break();
        }
        if run.is_blank() {
            writer.blank(source, &run); // whether it is kept or stands for what is left out
            continue;
        }
        if writer.skips(page, &run) {
            continue;
        }
        writer.begin_run(source, &run);
        write_kept(source, &run, &kept, writer);
        if writer.cut {
            break;
        }
    }
    Ok(())
}

/// The parts of a run that lie in kept spans; a space stands for what is left out.
fn write_kept(source: &str, run: &Run, kept: &Kept, writer: &mut Writer) {
    let mut at = run.span.start();
    for span in kept.within(run.span) {
        if span.start() > at {
            writer.space();
        }
        writer.stretch(source, span, run.kind);
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

/// The runs of S₁ of each line, joined by one space; lines joined by a line break (R2L step 11).
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
            raw_line(&crate::markup::Decode::text(text, TextKind::Data), raw.set, writer);
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

/// Where a kept stretch of a run stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landing {
    pub(crate) source: Span,
    pub(crate) text: Span,
}

/// What stands between the last character written and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pending {
    Nothing,
    Space,
    Line,
}

/// Writes text; what stands between two pieces of it is written with the second.
pub(super) struct Writer {
    out: String,
    pending: Pending,
    /// Blanks of a `pre` that are written for what is pending, behind its line break; none: one space will do.
    blanks: String,
    /// Whether it is for people to read.
    is_formatted: bool,
    /// Inside a `pre` whose white space is kept.
    preformatted: bool,
    /// The last run that is not blank.
    last: Option<Run>,
    max: usize,
    cut: bool,
    /// Where each stretch landed, in the order written, if that is asked for.
    landings: Option<Vec<Landing>>,
}

impl Writer {
    pub(super) fn new(max: usize, emission: Emission) -> Writer {
        Writer {
            out: String::new(),
            pending: Pending::Nothing,
            blanks: String::new(),
            is_formatted: emission == Emission::Formatted,
            preformatted: false,
            last: None,
            max,
            cut: false,
            landings: None,
        }
    }

    /// It notes where each stretch lands, if that `is_wanted`.
    pub(super) fn with_landings(self, is_wanted: bool) -> Writer {
        Writer { landings: is_wanted.then(Vec::new), ..self }
    }

    /// Whether a run is the sign of a permalink, as manuals have them behind their headings: it is for clicking, not for reading.
    pub(super) fn skips(&self, page: &Page<'_>, run: &Run) -> bool {
        const SIGNS: [&str; 4] = ["¶", "#", "🔗", "\u{F0C1}"];
        const LONGEST: usize = "&#x1F517;".len();
        self.is_formatted
            && run.is_link()
            && run.span.len() <= LONGEST
            && SIGNS.contains(&page.text_of(run).trim())
    }

    /// A run begins that is not blank; whether a space is put before it that markup has no need of.
    #[inline]
    pub(super) fn begin_run(&mut self, source: &str, run: &Run) -> bool {
        if !self.is_formatted {
            return false;
        }
        self.preformatted = run.is_preformatted();
        let last = self.last.replace(*run);
        let Some(last) = last.filter(|_| self.pending == Pending::Nothing) else { return false };
        let apart = joints::parts(&self.out, source, [&last, run]);
        if apart != Apart::Nowhere {
            self.space();
        }
        apart == Apart::InText
    }

    /// White space between two elements.
    pub(super) fn blank(&mut self, source: &str, run: &Run) {
        self.preformatted = self.is_formatted && run.is_preformatted();
        if self.preformatted {
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

    /// What is written so far.
    pub(super) fn written(&self) -> &str {
        &self.out
    }

    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }

    /// What will stand before the next character.
    pub(super) fn pending(&self) -> Pending {
        self.pending
    }

    pub(super) fn space(&mut self) {
        self.pending = self.pending.max(Pending::Space);
    }

    pub(super) fn line_break(&mut self) {
        self.pending = Pending::Line;
        self.blanks.clear();
    }

    /// One character of white space.
    fn white(&mut self, c: char) {
        match c {
            '\n' if self.preformatted => self.line_break(),
            ' ' | '\t' if self.preformatted => {
                self.space();
                self.blanks.push(c);
            }
            _ => self.space(),
        }
    }

    /// Writes characters as they are, what is pending first.
    #[inline]
    fn verbatim(&mut self, text: &str) {
        if self.cut {
            return;
        }
        let separator = match std::mem::replace(&mut self.pending, Pending::Nothing) {
            _ if self.out.is_empty() => "",
            Pending::Nothing => "",
            Pending::Space if self.blanks.is_empty() => " ",
            Pending::Space => "",
            Pending::Line => "\n",
        };
        if self.out.len() + separator.len() + self.blanks.len() + text.len() > self.max {
            self.cut_at_limit(separator, text);
            return;
        }
        self.out.push_str(separator);
        if !self.blanks.is_empty() {
            // The first line of all is not indented.
            if !self.out.is_empty() {
                self.out.push_str(&self.blanks);
            }
            self.blanks.clear();
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

    /// Writes a stretch of a source, and notes where it landed.
    pub(super) fn stretch(&mut self, source: &str, span: Span, kind: TextKind) {
        let before = self.out.len();
        self.decoded(source.get(span.range()).unwrap_or(""), kind);
        if let Some(landings) = &mut self.landings
            && self.out.len() > before
        {
            // Text never begins with white space: that is what stood between it and the text before.
            let start = self.out.len() - self.out[before..].trim_ascii_start().len();
            landings.push(Landing { source: span, text: Span::new(start, self.out.len()) });
        }
    }

    /// Writes a piece of source: references decoded, white space squeezed.
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

    /// One character that is not plain, at the start of `rest`; returns the bytes used.
    fn special(&mut self, rest: &str, kind: TextKind) -> usize {
        let references = matches!(kind, TextKind::Data | TextKind::Rcdata);
        let Some(c) = rest.chars().next() else { return 1 };
        if c.is_whitespace() {
            self.white(c);
        } else if c == '\0' {
            // dropped in text, U+FFFD in RCDATA and raw text
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

    fn reference(&mut self, rest: &str) -> usize {
        let Some(found) = decode_reference(rest.as_bytes(), false) else {
            self.verbatim("&");
            return 1;
        };
        for c in [Some(found.first), found.second].into_iter().flatten() {
            if c.is_whitespace() {
                self.white(c);
            } else {
                self.verbatim(c.encode_utf8(&mut [0; 4]));
            }
        }
        found.len
    }
}

/// End of the characters from `at` on that are written as they are: no white space but single spaces between others, no
/// `&`, no NUL, and nothing that begins like white space outside ASCII. Looks at one block of bytes.
#[inline]
fn plain_end(source: &str, at: usize) -> usize {
    let block = Block::starting(&source.as_bytes()[at..]);
    let mut look = block.within(0, b' ') | block.equal(b'&');
    if block.high() != 0 {
        look |= block.equal(0xC2) | block.within(0xE1, 0xE3);
    }
    let (first, last) = (1, 1 << (BLOCK - 1));
    let single = block.equal(b' ') & !(look << 1 | first) & !(look >> 1 | last);
    let plain = (look & !single).trailing_zeros() as usize;
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
        let beside = render(&page, &all, Markup::ALL, None, usize::MAX, never).unwrap().text;
        assert_eq!(alone, beside, "markup beside it changes nothing");
        let (parsed, landings) = parsed(&page, &all, usize::MAX, never).unwrap();
        assert_eq!(parsed, alone);
        for landing in landings {
            let stretch = &alone[landing.text.range()];
            assert!(!stretch.starts_with(char::is_whitespace) && !stretch.ends_with(char::is_whitespace));
        }
        alone
    }

    #[test]
    fn formatted_text_has_the_lines_of_pre_and_what_touches_apart() {
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
    fn notes_are_apart_where_no_markup_raises_them() {
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
    fn formatted_text_is_cut_at_its_limit() {
        let page = Page::parse(Source::from_text("<pre>a\n        bc\n d</pre>"));
        let all = Selection { emission: Emission::Formatted, ..plain::select(&page) };
        for limit in 0..20 {
            let cut = text(&page, &all, limit, &mut Deadline::after(None)).unwrap();
            assert!(cut.text.len() <= limit, "{limit}: {:?}", cut.text);
            assert_eq!(cut.cut, limit < 15, "{limit}: {:?}", cut.text);
        }
    }
}
