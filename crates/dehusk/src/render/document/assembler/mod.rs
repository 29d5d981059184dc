//! The walk that assembles a document from the kept parts of a page.

mod captions;
mod containers;
mod emphasis;
mod leaves;
mod locale;
mod media;
mod quotes;
mod records;
mod tables;
mod tex;
mod urls;

use super::code;
use super::math;
use super::notes::{Notes, notes};
use super::roles::{self, Role};
use super::{Addresses, Container, Leaf, LeafKind, Locale, Lost, Piece, PieceKind, Records, Sink, style};
use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::markup::{BLOCK, INVISIBLE, Tag, TextKind};
use crate::page::{Element, Event, Page, Run};
use crate::render::text::{Gap, Writer};
use crate::render::{Markup, Title};
use crate::selection::{Kept, Selection};
use crate::source::Span;
use captions::Captions;
use containers::Nest;
use records::Items;
use std::iter::Peekable;
use urls::Urls;

/// Maximum number of leaves of images in which the same link is repeated. A link around many images is written once for each leaf, so
/// a long URL could make the output very large. Chosen by hand.
const MAX_LEAVES_PER_LINK: u32 = 16;

/// The input of a document.
#[derive(Clone, Copy)]
pub(in crate::render) struct Content<'c> {
    pub(in crate::render) facts: PageFacts<'c>,
    pub(in crate::render) kept: &'c Kept,
    /// The selection that keeps them, which also has the verdicts on media.
    pub(in crate::render) selection: &'c Selection,
    /// For each table of the page, whether it holds data.
    pub(in crate::render) tables: &'c [bool],
    pub(in crate::render) addresses: &'c Addresses,
    pub(in crate::render) title: &'c Title,
    /// The items that are shown in a form of their own.
    pub(in crate::render) records: &'c Records,
    /// The options for the markup, which decide whether it includes links and images.
    pub(in crate::render) markup: Markup,
    /// Whether the content is in `noscript`.
    pub(in crate::render) unscripted: bool,
    /// The direction and the language of the page, if the output of any sink includes them.
    pub(in crate::render) locale: Option<&'c Locale>,
    /// Maximum bytes of all URLs together: no more than a form of output may have. Relative URLs grow when they are resolved, so
    /// without this a paragraph of many short links could take far more memory than its output. The links and images beyond it are
    /// left out, and the text of the links stays.
    pub(in crate::render) max_address_bytes: usize,
}

/// Walks a page and writes the kept text to `writer` and its structure to the sinks. Returns what the markup could not express, and
/// whether URLs were left out because there was no room for them.
pub(in crate::render) fn assemble<'d>(
    content: Content<'_>,
    writer: &mut Writer,
    sinks: &mut [&'d mut (dyn Sink + 'd)],
    deadline: &mut Deadline,
) -> Result<(Lost, bool), TimedOut> {
    let Content { facts, kept, selection, addresses, markup, unscripted, .. } = content;
    let page = facts.page();
    let tables = &tables::with_rows_and_columns(page, kept, content.tables, unscripted, deadline)?;
    let notes = notes(page, kept, addresses, tables, deadline)?;
    let locale = content.locale.cloned();
    let mut assembler = Assembler {
        page,
        facts,
        kept,
        selection,
        captions: Captions::of(selection, kept, markup),
        urls: Urls { addresses, room: content.max_address_bytes, lacks_room: false },
        headings: Headings::below(content.title),
        records: Items::of(content.records),
        follows_rule: false,
        has_leaf: false,
        markup,
        writer,
        nest: Nest::new(sinks),
        tables: tables.iter(),
        notes,
        texts_ahead: texts_ahead(page, unscripted),
        frames: Vec::new(),
        saved_states: Vec::new(),
        uses_locale: locale.is_some(),
        state: State { locale: locale.unwrap_or_default(), ..State::default() },
        leaf: Leaf::default(),
        line: Line::default(),
        between: Between::default(),
        depth: Depths::default(),
        link_count: 0,
        code_count: 0,
        unscripted,
        has_math_scripts: math::has_scripts(page),
        ignored_style: emphasis::without_meaning(page, kept, unscripted),
        is_last_text_kept: false,
        lost: Lost::default(),
    };
    assembler.walk(deadline)?;
    Ok((assembler.lost, assembler.urls.lacks_room))
}

/// The runs of a page that the document may contain.
fn texts_ahead<'p>(page: &'p Page<'_>, unscripted: bool) -> Peekable<Box<dyn Iterator<Item = Run> + 'p>> {
    let texts: Box<dyn Iterator<Item = Run>> =
        Box::new(page.runs().filter(move |run| is_shown(run, unscripted)));
    texts.peekable()
}

/// Whether a run has text that the document may contain.
fn is_shown(run: &Run, unscripted: bool) -> bool {
    !run.is_blank() && (run.is_visible() || (unscripted && run.is_unscripted()))
}

/// The state that applies to text at the current position. At the end of an element that changed it, the previous state is
/// restored.
#[derive(Clone, Debug, Default)]
struct State<'p> {
    kind: LeafKind,
    style: u8,
    code: u32,
    link: Option<OpenLink<'p>>,
    locale: Locale,
}

/// The link around the current position.
#[derive(Clone, Copy, Debug)]
struct OpenLink<'p> {
    id: u32,
    element: Element<'p>,
    /// The heading in the link that alone is written as a link, while the position is not in it.
    heading: Option<u32>,
}

/// An open element.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// Whether the element changes the state. If so, the previous state is in `saved_states`.
    changes_state: bool,
    is_block: bool,
    is_container: bool,
    is_noscript: bool,
    /// Whether the element is an item and the next element is a list, which is written as part of the item.
    precedes_list: bool,
    /// Whether the text of the element is left out because a formula expresses it.
    skips: bool,
    /// Whether the element is a caption that only markup has.
    is_caption: bool,
    /// Whether the element is MathML without a formula in TeX.
    is_mathml: bool,
}

/// The link that was last used in a leaf.
#[derive(Clone, Copy)]
struct LeafLink {
    id: u32,
    number: Option<u32>,
    /// The number of leaves in which the link was used.
    leaves: u32,
    /// Whether one of these leaves has text.
    is_written: bool,
    /// Whether the link was used in the current leaf.
    in_this_leaf: bool,
}

/// What the walk knows of the current leaf, besides its content.
#[derive(Default)]
struct Line {
    /// Whether the leaf has content to write.
    is_begun: bool,
    /// Whether the block of the leaf has ended, but the next block may belong to its line.
    is_held: bool,
    /// Whether the leaf has text that is neither the author nor the date of a post.
    has_unmarked_text: bool,
    locale: Locale,
    link: Option<LeafLink>,
}

/// What is between the last text of the leaf and the next.
#[derive(Default)]
struct Between {
    /// Number of `<br>` since the last text.
    line_breaks: usize,
    /// Whether the gap of the writer must not be written to the leaf. Either the gap was already written before an image and no
    /// text has followed, or only plain text needs it.
    is_done: bool,
    /// The gap before a text that was skipped because the formula after it expresses the same.
    skipped: Gap,
}

/// Numbers of open elements.
#[derive(Default)]
struct Depths {
    /// Those that skip their text.
    skipped: usize,
    /// Those of MathML without a formula in TeX.
    mathml: usize,
    /// The `noscript` elements whose content is written.
    noscript: usize,
}

/// What decides the levels of headings.
struct Headings<'s> {
    /// The key of what becomes a heading of level 1, until it is found.
    headline: Option<&'s str>,
    /// Whether the title of the page is the heading above the document or the headline.
    has_title: bool,
    /// Whether the first heading is of level 1, so that the levels of all go down together; `None` before the first one.
    lowers_all: Option<bool>,
}

impl Headings<'_> {
    fn below(title: &Title) -> Headings<'_> {
        let headline = if let Title::Raised(key) = title { Some(key.as_str()) } else { None };
        Headings { headline, has_title: *title != Title::AsFound, lowers_all: None }
    }
}

struct Assembler<'p, 's, 'd> {
    page: &'p Page<'p>,
    facts: PageFacts<'p>,
    kept: &'s Kept,
    selection: &'s Selection,
    captions: Captions,
    urls: Urls<'s>,
    headings: Headings<'s>,
    records: Items<'s>,
    /// Whether nothing was written since the last `<hr>`.
    follows_rule: bool,
    /// Whether a leaf has begun.
    has_leaf: bool,
    markup: Markup,
    writer: &'s mut Writer,
    nest: Nest<'s, 'd>,
    tables: std::slice::Iter<'s, bool>,
    notes: Notes,
    /// The visible runs with text that come after the current position.
    texts_ahead: Peekable<Box<dyn Iterator<Item = Run> + 'p>>,
    frames: Vec<Frame>,
    saved_states: Vec<State<'p>>,
    state: State<'p>,
    leaf: Leaf,
    line: Line,
    between: Between,
    depth: Depths,
    link_count: u32,
    code_count: u32,
    /// Whether the output of any sink includes text directions or languages.
    uses_locale: bool,
    /// Whether the content is in `noscript`.
    unscripted: bool,
    /// Whether the page may have formulas in MathJax 2 scripts.
    has_math_scripts: bool,
    /// The styles that nearly all text has.
    ignored_style: u8,
    /// Whether the last piece of text before the current position was kept.
    is_last_text_kept: bool,
    lost: Lost,
}

impl<'p> Assembler<'p, '_, '_> {
    fn enter(&mut self, element: Element<'p>) {
        self.pass_records(element.span());
        let is_data = element.tag() == Tag::Table && self.tables.next() == Some(&true);
        if let Some(media) = self.selection.media_at(element.span())
            && self.depth.skipped == 0
            && self.state.kind != LeafKind::Code
        {
            self.put_media(&element, media);
        }
        let is_noscript = self.unscripted && element.tag() == Tag::Noscript;
        let mut frame = Frame { is_noscript, ..Frame::default() };
        self.depth.noscript += usize::from(frame.is_noscript);
        let is_shown = !element.is_invisible()
            || (self.depth.noscript > 0 && (frame.is_noscript || !element.tag().is(INVISIBLE)));
        if !is_shown {
            self.put_script_formula(&element);
        } else if self.depth.skipped == 0 {
            self.enter_visible(element, is_data, &mut frame);
        }
        self.depth.skipped += usize::from(frame.skips);
        self.frames.push(frame);
    }

    fn enter_visible(&mut self, element: Element<'p>, is_data: bool, frame: &mut Frame) {
        let tag = element.tag();
        let in_code = self.state.kind == LeafKind::Code;
        frame.is_caption = !in_code && self.captions.is_only_in_markup(element.span());
        frame.is_block = (tag.is(BLOCK) && tag != Tag::Br && !in_code) || frame.is_caption;
        if frame.is_block {
            self.end_leaf();
        }
        if self.uses_locale {
            self.read_locale(&element, frame);
        }
        match tag {
            Tag::Br => {
                self.between.line_breaks += 1;
                if in_code && !self.leaf.text.is_empty() {
                    self.leaf.text.push('\n');
                }
            }
            Tag::Code if in_code && self.leaf.language.is_none() => {
                self.leaf.language = code::language(&element);
            }
            _ if in_code => {}
            Tag::Img => {}
            Tag::Hr => self.put_rule(&element),
            Tag::Input => self.read_checkbox(&element),
            Tag::Math => self.put_mathml(&element, frame),
            _ if element.is_foreign() => {}
            Tag::Span if self.ends_in_formula() && math::is_katex_html(&element) => frame.skips = true,
            Tag::Span | Tag::Div if self.has_math_scripts && math::is_mathjax_output(&element) => {
                frame.skips = true
            }
            _ => self.apply_role(element, is_data, frame),
        }
    }

    /// The role of an element at its place.
    fn role_of(&self, element: &Element<'p>, is_data: bool) -> Role {
        let around = self.nest.innermost();
        let figure = self.captions.container(element, around).map(Role::Container);
        let role = figure.unwrap_or_else(|| roles::role(element, around, is_data));
        match self.role_in_quote(element, role) {
            Role::Container(Container::List { .. })
                if self.records.all.is_list_of_posts(element.span()) || self.is_list_of_marks(element) =>
            {
                Role::Block
            }
            Role::Container(Container::Row) if tables::is_title(element) => {
                Role::Container(Container::Caption)
            }
            Role::Container(Container::Definitions) if self.records.all.is_list_of_facts(element.span()) => {
                Role::Container(Container::Facts)
            }
            role => role,
        }
    }

    fn apply_role(&mut self, element: Element<'p>, is_data: bool, frame: &mut Frame) {
        let role = self.role_of(&element, is_data);
        self.captions.depth += usize::from(frame.is_caption);
        if !matches!(role, Role::Nothing | Role::Block | Role::Container(_)) {
            self.save_state(frame);
        }
        self.open_heading_of_link(&element, frame);
        let note = self.notes.definition(&element);
        match role {
            Role::Container(Container::Item { number, task, .. }) => {
                frame.is_container = self.begin_container(Container::Item { number, task, note }, &element);
                frame.precedes_list =
                    element.next().is_some_and(|next| matches!(next.tag(), Tag::Ul | Tag::Ol));
            }
            Role::Block if note.is_some() => {
                frame.is_container =
                    note.is_some_and(|note| self.begin_container(Container::Note(note), &element));
            }
            Role::Nothing | Role::Block => {}
            Role::Container(container) => frame.is_container = self.begin_container(container, &element),
            Role::Leaf(LeafKind::Heading(_)) if self.is_in_card() => self.state.style |= style::STRONG,
            Role::Leaf(LeafKind::Heading(_)) if self.is_heading_of_author(&element) => {}
            Role::Leaf(kind) => {
                self.flush_leaf();
                self.state.kind = kind;
                if kind == LeafKind::Code {
                    self.leaf.language = code::language_of_block(&element);
                }
            }
            Role::Style(bit) => self.state.style |= bit & !self.ignored_style,
            Role::Code => {
                self.code_count += 1;
                self.state.code = self.code_count;
            }
            Role::Link => {
                self.link_count += 1;
                let heading = self.heading_in(&element);
                self.state.link = Some(OpenLink { id: self.link_count, element, heading });
            }
        }
    }

    fn save_state(&mut self, frame: &mut Frame) {
        if !std::mem::replace(&mut frame.changes_state, true) {
            self.saved_states.push(self.state.clone());
        }
    }

    fn leave(&mut self) {
        self.leave_records();
        let Some(frame) = self.frames.pop() else { return };
        if frame.is_block {
            self.end_leaf();
        }
        self.depth.skipped -= usize::from(frame.skips);
        self.captions.depth -= usize::from(frame.is_caption);
        self.depth.noscript -= usize::from(frame.is_noscript);
        self.depth.mathml -= usize::from(frame.is_mathml);
        if frame.is_container {
            self.end_container(frame.precedes_list);
        }
        if frame.changes_state {
            self.state = self.saved_states.pop().unwrap_or_default();
        }
    }

    /// Walks the page until its end, or until the output is full.
    fn walk(&mut self, deadline: &mut Deadline) -> Result<(), TimedOut> {
        for event in self.page.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) => self.enter(element),
                Event::Text(run) => self.run(&run),
                Event::Leave(_) => self.leave(),
            }
            if self.writer.is_cut() {
                break;
            }
        }
        self.finish();
        Ok(())
    }

    fn finish(&mut self) {
        self.flush_leaf();
        self.nest.leave_down_to(0);
    }

    fn run(&mut self, run: &Run) {
        if !(run.is_visible() || (self.unscripted && run.is_unscripted())) {
            return;
        }
        if run.begins_line() || (self.unscripted && run.begins_line_unscripted()) {
            self.writer.line_break();
        }
        if run.is_blank() {
            self.whitespace(run);
            return;
        }
        self.texts_ahead.next();
        self.pass_records(run.span);
        let is_kept = self.records.is_in_one() && self.kept.within(run.span).next().is_some();
        let mark_style = self.mark_run(run, is_kept);
        if self.captions.depth > 0 && self.depth.skipped == 0 {
            self.put_caption(run);
        }
        if self.writer.should_skip(self.page, run) {
            return;
        }
        let source = self.page.source().text();
        self.between.is_done |= self.writer.begin_run(self.facts, run);
        let (own_style, own_link) = (self.state.style, self.state.link);
        self.state.style |= mark_style;
        self.state.link = own_link.or_else(|| self.name_link(run));
        let (kept, mut at) = (self.kept, run.span.start());
        for span in kept.within(run.span) {
            if span.start() > at {
                self.writer.space();
            }
            let before = self.writer.written().len();
            self.writer.span(source, span, run.kind);
            self.add_written(before, with_whitespace(source, at, span, run.span.end()), run.kind);
            at = span.end();
        }
        if at < run.span.end() {
            self.writer.space();
        }
        (self.state.style, self.state.link) = (own_style, own_link);
        self.is_last_text_kept = self.kept.contains(last_of(source, run.span));
    }

    /// Handles a run that consists only of whitespace.
    fn whitespace(&mut self, run: &Run) {
        self.captions.has_space = true;
        self.writer.whitespace(self.page.source().text(), run);
        if std::mem::take(&mut self.between.is_done) && !self.leaf.pieces.is_empty() {
            let link = self.link();
            self.leaf.push_space(self.state.style, 0, link);
            self.between.is_done = true;
        }
        let is_wanted = !self.leaf.text.is_empty() || self.kept.contains(run.span.start());
        if self.state.kind == LeafKind::Code && is_wanted && self.depth.skipped == 0 {
            self.leaf.text.push_str(&self.page.text_of(run));
        }
    }

    /// Adds to the leaf the text that the writer wrote for `slice`. In the output of the writer, that text begins at the offset
    /// `before`.
    fn add_written(&mut self, before: usize, slice: &str, kind: TextKind) {
        let written = &self.writer.written()[before..];
        let gap = match written.as_bytes().first() {
            None => return,
            Some(b' ' | b'\t') => Gap::Space,
            Some(b'\n') => Gap::LineBreak,
            Some(_) => Gap::Nothing,
        };
        let text = written.trim_ascii_start();
        if self.depth.skipped > 0 && !self.ends_in_formula() {
            self.between.skipped = self.between.skipped.max(gap);
        }
        if text.is_empty() || self.depth.skipped > 0 {
            return;
        }
        let at = before + written.len() - text.len();
        let gap = self.gap_in_leaf(gap, slice);
        if self.state.kind == LeafKind::Code {
            self.add_code(gap, slice, kind);
        } else {
            self.add_pieces(gap, at);
        }
        self.between.line_breaks = 0;
    }

    /// Returns the gap before a text that begins with `slice`, given the gap that the writer wrote.
    fn gap_in_leaf(&mut self, written: Gap, slice: &str) -> Gap {
        let gap = written.max(std::mem::replace(&mut self.between.skipped, Gap::Nothing));
        let is_done = std::mem::take(&mut self.between.is_done)
            && self.between.line_breaks == 0
            && !self.leaf.pieces.is_empty();
        if self.leaf.has_only_images() && self.between.line_breaks == 0 {
            // The line break before the text is that before the image with which its block begins.
            return Gap::Space;
        }
        match gap {
            Gap::Nothing => Gap::Nothing,
            _ if is_done && !slice.starts_with(|c: char| c.is_whitespace() || c == '&') => Gap::Nothing,
            _ if is_done => Gap::Space,
            gap => gap,
        }
    }

    /// Adds to the leaf what the writer wrote from the offset `at` on, and the formulas in it.
    fn add_pieces(&mut self, gap: Gap, at: usize) {
        self.open_piece(gap);
        let link = self.link();
        self.line.has_unmarked_text |= !self.records.is_in_mark;
        let State { style, code, .. } = self.state;
        if gap == Gap::Space {
            self.leaf.push_space(style, code, link);
        }
        let text = &self.writer.written()[at..];
        let mut written = 0;
        for (range, formula) in tex::formulas(text).into_iter().filter(|_| code == 0) {
            self.leaf.push(&text[written..range.start], style, code, link);
            self.leaf.pieces.push(Piece { kind: PieceKind::Formula(formula), style, code, link });
            written = range.end;
        }
        self.leaf.push(&text[written..], style, code, link);
    }
}

/// Returns the source text of a kept span of a run, with the whitespace before it, but not before the offset `from`. Whitespace
/// at the end of the run is included too. A method may leave out the line breaks of code, but no reader wants code without them.
fn with_whitespace(source: &str, from: usize, span: Span, run_end: usize) -> &str {
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let bytes = source.as_bytes();
    let before = bytes[from..span.start()].iter().rev().take_while(|byte| is_space(byte)).count();
    let is_last = bytes[span.end()..run_end].iter().all(is_space);
    let end = if is_last { run_end } else { span.end() };
    source.get(span.start() - before..end).unwrap_or("")
}

/// Returns the offset in the source of the last byte of a span that is not whitespace.
fn last_of(source: &str, span: Span) -> usize {
    let text = &source.as_bytes()[span.range()];
    span.start() + text.iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap_or(0)
}
