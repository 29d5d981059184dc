//! The walk that makes a document of the kept parts of a page.

mod media;

pub(crate) use media::{image_address, is_pixel};

use super::math;
use super::notes::{Notes, notes};
use super::roles::{self, MAX_NESTING, Role};
use super::{Addresses, Container, Leaf, LeafKind, Lost, Piece, PieceKind, Sink, Voice};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Decode, Tag, TextKind};
use crate::page::{Element, Event, Page, Run};
use crate::render::Markup;
use crate::render::text::{Kept, Pending, Writer};
use crate::source::Span;
use std::iter::Peekable;

/// A link around several paragraphs is repeated in each, but no more often than this: its address may be long.
const MOST_LEAVES_PER_LINK: u32 = 16;
/// Longer addresses are no use to anybody and are left out.
const MAX_ADDRESS_BYTES: usize = 4096;
/// Longer names of languages are none (RFC 5646, section 4.4.1).
const MAX_LANGUAGE_BYTES: usize = 35;

/// What documents are made of.
#[derive(Clone, Copy)]
pub(in crate::render) struct Content<'c> {
    pub(in crate::render) page: &'c Page<'c>,
    pub(in crate::render) kept: &'c Kept,
    /// For each table of the page, whether it holds data.
    pub(in crate::render) tables: &'c [bool],
    pub(in crate::render) addresses: &'c Addresses,
    /// What of it is wanted.
    pub(in crate::render) markup: Markup,
}

/// Walks a parsed page: the text of what is kept goes to `writer`, its structure to the sinks.
pub(in crate::render) fn assemble<'d>(
    content: Content<'_>,
    writer: &mut Writer,
    sinks: &mut [&'d mut (dyn Sink + 'd)],
    deadline: &mut Deadline,
) -> Result<Lost, TimedOut> {
    let Content { page, kept, tables, addresses, markup } = content;
    let notes = notes(page, kept, addresses, tables, deadline)?;
    let ahead: Box<dyn Iterator<Item = Run>> = Box::new(page.runs().filter(is_shown));
    let has_voices = sinks.iter().any(|sink| sink.has_voices());
    let mut assembler = Assembler {
        page,
        kept,
        addresses,
        markup,
        writer,
        sinks,
        tables: tables.iter(),
        notes,
        ahead: ahead.peekable(),
        frames: Vec::new(),
        saved: Vec::new(),
        wanted: Vec::new(),
        entered: 0,
        open: Vec::new(),
        now: State::default(),
        leaf: Leaf::default(),
        started: false,
        voice: Voice::default(),
        leaf_link: None,
        links: 0,
        codes: 0,
        breaks: 0,
        skipped: 0,
        gap_taken: false,
        gap_skipped: Pending::Nothing,
        has_voices,
        has_math_scripts: memchr::memmem::find(page.source().text().as_bytes(), b"math/tex").is_some(),
        after_kept: false,
        lost: Lost::default(),
    };
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) => assembler.enter(element),
            Event::Text(run) => assembler.run(&run),
            Event::Leave(_) => assembler.leave(),
        }
        if assembler.writer.is_cut() {
            break;
        }
    }
    assembler.finish();
    Ok(assembler.lost)
}

fn is_shown(run: &Run) -> bool {
    run.is_visible() && !run.is_blank()
}

/// What holds for text at the present place; an element that changes it gives back what was before.
#[derive(Clone, Debug, Default)]
struct State<'p> {
    kind: LeafKind,
    style: u8,
    code: u32,
    link: Option<(u32, Element<'p>)>,
    voice: Voice,
}

/// An open element.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// Whether it changes the state; what was before is saved.
    changes: bool,
    is_block: bool,
    is_container: bool,
    skips: bool,
}

/// A container around the present place. The first `entered` of them are written.
struct Wanted {
    container: Container,
    voice: Voice,
    /// Number of the next item, of lists.
    next_item: i64,
    /// Its place among the open ones, once it is written.
    at: usize,
    /// Cells of a row in which nothing was kept: they keep the others in their columns.
    missed: Vec<Container>,
}

/// The link of the present leaf that was last used.
#[derive(Clone, Copy)]
struct LeafLink {
    id: u32,
    number: Option<u32>,
    /// In how many leaves it was.
    leaves: u32,
    fresh: bool,
}

struct Assembler<'p, 's, 'd> {
    page: &'p Page<'p>,
    kept: &'s Kept,
    addresses: &'s Addresses,
    markup: Markup,
    writer: &'s mut Writer,
    sinks: &'s mut [&'d mut (dyn Sink + 'd)],
    tables: std::slice::Iter<'s, bool>,
    notes: Notes,
    /// The texts that are shown and still to come.
    ahead: Peekable<Box<dyn Iterator<Item = Run> + 'p>>,
    frames: Vec<Frame>,
    saved: Vec<State<'p>>,
    wanted: Vec<Wanted>,
    entered: usize,
    /// The containers that are written, implied ones among them.
    open: Vec<Container>,
    now: State<'p>,
    leaf: Leaf,
    /// Whether the leaf has anything to be written.
    started: bool,
    /// Of the leaf.
    voice: Voice,
    leaf_link: Option<LeafLink>,
    links: u32,
    codes: u32,
    /// `<br>` since the last text.
    breaks: usize,
    /// Elements around whose text is expressed by something else.
    skipped: usize,
    /// Whether what stands before the next text was written before an image, and nothing came after that, or is for plain text only.
    gap_taken: bool,
    /// What stood before a text that was left out for the formula that comes after it.
    gap_skipped: Pending,
    /// Whether a sink wants directions and languages.
    has_voices: bool,
    /// Whether the page may have formulas as MathJax 2 writes them.
    has_math_scripts: bool,
    /// Whether the last text was kept.
    after_kept: bool,
    lost: Lost,
}

impl<'p> Assembler<'p, '_, '_> {
    fn enter(&mut self, element: Element<'p>) {
        let is_data = element.tag() == Tag::Table && self.tables.next() == Some(&true);
        let mut frame = Frame::default();
        if element.is_invisible() {
            self.script(&element);
        } else if self.skipped == 0 {
            self.visible(element, is_data, &mut frame);
        }
        self.skipped += usize::from(frame.skips);
        self.frames.push(frame);
    }

    fn visible(&mut self, element: Element<'p>, is_data: bool, frame: &mut Frame) {
        let tag = element.tag();
        let in_code = self.now.kind == LeafKind::Code;
        frame.is_block = tag.is(BLOCK) && tag != Tag::Br && !in_code;
        if frame.is_block {
            self.end_leaf();
        }
        if self.has_voices {
            self.voice_of(&element, frame);
        }
        match tag {
            Tag::Br => {
                self.breaks += 1;
                if in_code && !self.leaf.text.is_empty() {
                    self.leaf.text.push('\n');
                }
            }
            Tag::Code if in_code && self.leaf.language.is_none() => {
                self.leaf.language = roles::code_language(&element);
            }
            _ if in_code => {}
            Tag::Img => self.image(&element),
            Tag::Hr => self.rule(&element),
            Tag::Input => self.checkbox(&element),
            Tag::Math => frame.skips = self.mathml(&element),
            _ if element.is_foreign() => {}
            Tag::Span if self.ends_in_formula() && math::is_shown_form(&element) => frame.skips = true,
            Tag::Span | Tag::Div if self.has_math_scripts && math::is_preview(&element) => frame.skips = true,
            _ => self.take_role(element, is_data, frame),
        }
    }

    fn take_role(&mut self, element: Element<'p>, is_data: bool, frame: &mut Frame) {
        let around = self.wanted.last().map(|wanted| wanted.container);
        let role = roles::role(&element, around, is_data);
        if !matches!(role, Role::Nothing | Role::Block | Role::Container(_)) {
            self.save(frame);
        }
        let note = self.notes.definition(&element);
        match role {
            Role::Container(Container::Item { number, task, .. }) => {
                frame.is_container = self.want(Container::Item { number, task, note }, &element);
            }
            Role::Block if note.is_some() => {
                frame.is_container = note.is_some_and(|note| self.want(Container::Note(note), &element));
            }
            Role::Nothing | Role::Block => {}
            Role::Container(container) => frame.is_container = self.want(container, &element),
            Role::Leaf(kind) => {
                self.now.kind = kind;
                if kind == LeafKind::Code {
                    let around = || element.parent().and_then(|parent| roles::code_language(&parent));
                    self.leaf.language = roles::code_language(&element).or_else(around);
                }
            }
            Role::Style(bit) => self.now.style |= bit,
            Role::Code => {
                self.codes += 1;
                self.now.code = self.codes;
            }
            Role::Link => {
                self.links += 1;
                self.now.link = Some((self.links, element));
            }
        }
    }

    fn save(&mut self, frame: &mut Frame) {
        if !std::mem::replace(&mut frame.changes, true) {
            self.saved.push(self.now.clone());
        }
    }

    /// Direction and language of an element.
    fn voice_of(&mut self, element: &Element<'p>, frame: &mut Frame) {
        if !element.raw_attributes().any(|(name, _)| is_of_voice(name)) {
            return;
        }
        let direction = element.attribute("dir").and_then(|value| {
            ["ltr", "rtl", "auto"].into_iter().find(|word| value.eq_ignore_ascii_case(word))
        });
        let is_name = |name: &str| {
            name.len() <= MAX_LANGUAGE_BYTES
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let language = element.attribute("lang").filter(|name| !name.is_empty() && is_name(name));
        if direction.is_none() && language.is_none() {
            return;
        }
        self.save(frame);
        let voice = &mut self.now.voice;
        voice.direction = direction.or(voice.direction);
        voice.language = language.map(|name| name.as_ref().into()).or(voice.language.take());
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.is_block {
            self.end_leaf();
        }
        self.skipped -= usize::from(frame.skips);
        if frame.is_container {
            self.unwant();
        }
        if frame.changes {
            self.now = self.saved.pop().unwrap_or_default();
        }
    }

    fn finish(&mut self) {
        self.end_leaf();
        self.leave_down_to(0);
    }

    // Containers

    /// A container begins; whether it does, for there may be too many around it.
    fn want(&mut self, mut container: Container, element: &Element<'p>) -> bool {
        if self.wanted.len() >= MAX_NESTING {
            self.lost.nesting += 1;
            return false;
        }
        if let (Container::Item { number, .. }, Some(list)) = (&mut container, self.wanted.last_mut()) {
            *number = roles::number(element, "value").unwrap_or(list.next_item);
            list.next_item = *number + 1;
        }
        if let (Container::Row | Container::Caption, Some(table)) = (container, self.wanted.last_mut()) {
            // A caption after rows would be another table.
            container = if table.next_item > 1 { Container::Row } else { container };
            table.next_item += i64::from(container == Container::Row);
        }
        let next_item = if let Container::List { start, .. } = container { start } else { 1 };
        self.wanted.push(Wanted {
            container,
            voice: self.now.voice.clone(),
            next_item,
            at: 0,
            missed: Vec::new(),
        });
        true
    }

    fn unwant(&mut self) {
        let Some(wanted) = self.wanted.pop() else { return };
        if self.entered > self.wanted.len() {
            self.entered = self.wanted.len();
            self.leave_down_to(wanted.at);
        } else if let (Container::Cell { .. }, Some(row)) = (wanted.container, self.wanted.last_mut()) {
            row.missed.push(wanted.container);
        }
    }

    /// Writes the containers around the present place that are not written yet.
    fn enter_wanted(&mut self) {
        while self.entered < self.wanted.len() {
            let Wanted { container, voice, .. } = &self.wanted[self.entered];
            let (container, voice) = (*container, voice.clone());
            self.prepare(Some(container), &voice);
            if let Some(outer) = self.entered.checked_sub(1) {
                for missed in std::mem::take(&mut self.wanted[outer].missed) {
                    self.enter_container(missed, &voice);
                    self.leave_down_to(self.open.len() - 1);
                }
            }
            self.wanted[self.entered].at = self.open.len();
            self.entered += 1;
            self.enter_container(container, &voice);
        }
    }

    /// Writes what has to stand between the innermost container and what comes, `None` for a leaf.
    fn prepare(&mut self, inner: Option<Container>, voice: &Voice) {
        let Some(last) = self.entered.checked_sub(1) else { return };
        let owner = self.wanted[last].at;
        if self.open[owner].implied(inner).is_none() {
            self.leave_down_to(owner + 1);
        }
        while let Some(implied) = self.open.last().and_then(|outer| outer.implied(inner)) {
            self.enter_container(implied, voice);
        }
    }

    fn enter_container(&mut self, container: Container, voice: &Voice) {
        self.open.push(container);
        self.sinks.iter_mut().for_each(|sink| sink.enter(container, voice));
    }

    fn leave_down_to(&mut self, length: usize) {
        while self.open.len() > length
            && let Some(container) = self.open.pop()
        {
            self.sinks.iter_mut().for_each(|sink| sink.leave(container));
        }
    }

    // Leaves

    /// Begins a leaf unless one has begun.
    fn begin_leaf(&mut self) {
        if self.started {
            return;
        }
        self.enter_wanted();
        let voice = self.now.voice.clone();
        self.prepare(None, &voice);
        (self.started, self.voice, self.leaf.kind) = (true, voice, self.now.kind);
    }

    fn end_leaf(&mut self) {
        if std::mem::take(&mut self.started) {
            self.leaf.trim_end();
            let (leaf, voice) = (&self.leaf, &self.voice);
            self.sinks.iter_mut().for_each(|sink| sink.leaf(leaf, voice));
        }
        self.leaf.clear();
        if let Some(link) = &mut self.leaf_link {
            link.fresh = false;
        }
    }

    fn run(&mut self, run: &Run) {
        if !run.is_visible() {
            return;
        }
        if run.begins_line() {
            self.writer.line_break();
        }
        if run.is_blank() {
            self.blank(run);
            return;
        }
        self.ahead.next();
        if self.writer.skips(self.page, run) {
            return;
        }
        let source = self.page.source().text();
        self.gap_taken |= self.writer.begin_run(source, run);
        let (kept, mut at) = (self.kept, run.span.start());
        for span in kept.within(run.span) {
            if span.start() > at {
                self.writer.space();
            }
            let before = self.writer.written().len();
            self.writer.stretch(source, span, run.kind);
            self.piece(before, with_white_space(source, at, span, run.span.end()), run.kind);
            at = span.end();
        }
        if at < run.span.end() {
            self.writer.space();
        }
        self.after_kept = self.kept.contains(last_of(source, run.span));
    }

    /// White space between two elements.
    fn blank(&mut self, run: &Run) {
        self.writer.blank(self.page.source().text(), run);
        if std::mem::take(&mut self.gap_taken) && !self.leaf.pieces.is_empty() {
            let link = self.link();
            self.leaf.push_blank(self.now.style, 0, link);
            self.gap_taken = true;
        }
        let is_wanted = !self.leaf.text.is_empty() || self.kept.contains(run.span.start());
        if self.now.kind == LeafKind::Code && is_wanted && self.skipped == 0 {
            self.leaf.text.push_str(&self.page.text_of(run));
        }
    }

    /// What was written of `slice`: the text from `before` on.
    fn piece(&mut self, before: usize, slice: &str, kind: TextKind) {
        let written = &self.writer.written()[before..];
        let gap = match written.as_bytes().first() {
            None => return,
            Some(b' ' | b'\t') => Pending::Space,
            Some(b'\n') => Pending::Line,
            Some(_) => Pending::Nothing,
        };
        let text = written.trim_ascii_start();
        if self.skipped > 0 && !self.ends_in_formula() {
            self.gap_skipped = self.gap_skipped.max(gap);
        }
        if text.is_empty() || self.skipped > 0 {
            return;
        }
        let gap = gap.max(std::mem::replace(&mut self.gap_skipped, Pending::Nothing));
        let at = before + written.len() - text.len();
        let is_taken =
            std::mem::take(&mut self.gap_taken) && self.breaks == 0 && !self.leaf.pieces.is_empty();
        let gap = match gap {
            Pending::Nothing => Pending::Nothing,
            _ if is_taken && !slice.starts_with(|c: char| c.is_whitespace() || c == '&') => Pending::Nothing,
            _ if is_taken => Pending::Space,
            gap => gap,
        };
        if self.now.kind == LeafKind::Code {
            self.code(gap, slice, kind);
        } else {
            self.open_piece(gap);
            let link = self.link();
            let State { style, code, .. } = self.now;
            if gap == Pending::Space {
                self.leaf.push_blank(style, code, link);
            }
            self.leaf.push(&self.writer.written()[at..], style, code, link);
        }
        self.breaks = 0;
    }

    /// Prepares for a piece of the leaf, with the line break before it.
    fn open_piece(&mut self, gap: Pending) {
        if gap == Pending::Line && self.breaks > 1 && self.now.kind == LeafKind::Paragraph {
            self.end_leaf();
        }
        self.begin_leaf();
        if gap == Pending::Line && !self.leaf.pieces.is_empty() {
            let link = self.link();
            self.leaf.push_break(self.now.style, link);
        }
    }

    fn push(&mut self, kind: PieceKind) {
        let link = self.link();
        let (style, code) = (self.now.style, 0);
        self.leaf.pieces.push(Piece { kind, style, code, link });
    }

    /// Text of a `<pre>`: as written, with the white space of the text where that has some.
    fn code(&mut self, gap: Pending, slice: &str, kind: TextKind) {
        self.begin_leaf();
        let mut text = Decode::text(slice, kind);
        if text.contains('\0') {
            text = text.replace('\0', "").into();
        }
        let apart = self.leaf.text.is_empty()
            || self.leaf.text.ends_with(char::is_whitespace)
            || text.starts_with(char::is_whitespace);
        match gap {
            Pending::Line if !is_at_line_start(&self.leaf.text) => self.leaf.text.push('\n'),
            Pending::Space if !apart => self.leaf.text.push(' '),
            _ => {}
        }
        self.leaf.text.push_str(&text);
    }
}

fn is_of_voice(attribute: &str) -> bool {
    attribute.eq_ignore_ascii_case("dir") || attribute.eq_ignore_ascii_case("lang")
}

/// Whether the last line of a text is blank.
fn is_at_line_start(text: &str) -> bool {
    let line = text.trim_end_matches([' ', '\t']);
    line.is_empty() || line.ends_with('\n')
}

/// A kept stretch of a run with the white space before it, back to `from`, and that which ends the run: a method may leave
/// out the line breaks of code, but no reader wants it without them.
fn with_white_space(source: &str, from: usize, span: Span, run_end: usize) -> &str {
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let bytes = source.as_bytes();
    let before = bytes[from..span.start()].iter().rev().take_while(|byte| is_space(byte)).count();
    let is_last = bytes[span.end()..run_end].iter().all(is_space);
    let end = if is_last { run_end } else { span.end() };
    source.get(span.start() - before..end).unwrap_or("")
}

fn last_of(source: &str, span: Span) -> usize {
    let text = &source.as_bytes()[span.range()];
    span.start() + text.iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap_or(0)
}
