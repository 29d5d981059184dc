//! The walk that lists the parts of a page, once its text is made.

use super::comments::comments;
use super::grid::{self, Cell, Row};
use super::path::Path;
use super::stretch::{Joiner, Place, pieces};
use super::{Block, BlockKind, Image, Link, Lists, Parts, Room, Table};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::{BLOCK, HEADING, Tag};
use crate::page::{self, Element, Event, Page, Run};
use crate::render::{Addresses, Kept, Landing, cell_spans, image_address, is_pixel};
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::Span;
use std::iter::Peekable;

/// Longer values of `rel`, `alt` and `title` are no use to anybody; they are cut.
const MAX_ATTRIBUTE_BYTES: usize = 4096;

/// What the lists are made from.
pub(crate) struct Job<'j> {
    pub(crate) parts: Parts,
    pub(crate) selection: &'j Selection,
    /// The text that the landings are places of.
    pub(crate) text: &'j str,
    pub(crate) landings: &'j [Landing],
    /// Whether that text is what is printed.
    pub(crate) is_printed: bool,
    /// The threads of comments, unless the page is about them.
    pub(crate) comments: Option<&'j Threads>,
    /// For each table of the page, whether it holds data.
    pub(crate) tables: &'j [bool],
    pub(crate) addresses: &'j Addresses,
    /// Bytes that all lists together may take.
    pub(crate) max_bytes: usize,
}

/// The lists, and whether something did not fit.
pub(crate) struct Collected {
    pub(crate) lists: Lists,
    pub(crate) cut: bool,
}

/// Lists the parts of a parsed page. Linear in the page.
pub(crate) fn collect(
    page: &Page<'_>,
    job: &Job<'_>,
    deadline: &mut Deadline,
) -> Result<Collected, TimedOut> {
    let mut collector = Collector::new(page, job);
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) => collector.enter(element),
            Event::Text(run) => collector.text(&run),
            Event::Leave(element) => collector.leave(element),
        }
    }
    let mut collected = collector.finish();
    if job.parts.comments
        && let Some(threads) = job.comments
    {
        collected.lists.comments = comments(page, threads, deadline)?;
    }
    Ok(collected)
}

/// What holds inside an element; one that changes it gives back what was before.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    kind: BlockKind,
    direction: Option<&'static str>,
}

#[derive(Debug)]
struct OpenLink {
    landing: usize,
    images: usize,
}

#[derive(Debug)]
struct OpenTable {
    landing: usize,
    caption: Option<String>,
    rows: Vec<Row>,
    /// Inside `thead`.
    head: bool,
    /// Where the open cell begins in the landings.
    cell: Option<usize>,
    caption_landing: usize,
}

/// Blocks of one flow of text and how far the walk is in them.
struct Flow<'p> {
    blocks: &'p [page::Block],
    at: usize,
}

struct Collector<'p, 'j> {
    page: &'p Page<'p>,
    job: &'j Job<'j>,
    /// Whether the text of `noscript` counts.
    unscripted: bool,
    kept: Kept,
    lists: Lists,
    room: Room,
    path: Path,
    joiner: Joiner,
    shown: Flow<'p>,
    hidden: Flow<'p>,
    /// The runs passed, so far.
    runs: u32,
    /// Inside a script or style, whose text is no run.
    raw: bool,
    state: State,
    saved: Vec<(usize, State)>,
    /// Depths of the block-level elements that are open.
    levels: Vec<usize>,
    depth: usize,
    /// The landings passed, so far.
    landed: usize,
    links: Vec<OpenLink>,
    /// Of each open figure, where its images begin.
    figures: Vec<usize>,
    /// The text of the innermost caption of a figure.
    figcaption: Option<String>,
    tables: std::slice::Iter<'j, bool>,
    table: Option<OpenTable>,
    ahead: Peekable<Box<dyn Iterator<Item = Run> + 'p>>,
    after_kept: bool,
}

impl<'p, 'j> Collector<'p, 'j> {
    fn new(page: &'p Page<'p>, job: &'j Job<'j>) -> Self {
        let unscripted = job.selection.emission == Emission::Unscripted;
        let is_shown =
            move |run: &Run| !run.is_blank() && (run.is_visible() || (unscripted && run.is_unscripted()));
        let wants_neighbours = job.parts.images || job.parts.links;
        let ahead: Box<dyn Iterator<Item = Run>> = if wants_neighbours {
            Box::new(page.runs().filter(is_shown))
        } else {
            Box::new(std::iter::empty())
        };
        let hidden = if unscripted { page.unscripted_blocks() } else { &[] };
        Collector {
            page,
            job,
            unscripted,
            kept: Kept::new(job.selection),
            lists: Lists::default(),
            room: Room { left: job.max_bytes, cut: false },
            path: Path::default(),
            joiner: Joiner::default(),
            shown: Flow { blocks: page.blocks(), at: 0 },
            hidden: Flow { blocks: hidden, at: 0 },
            runs: 0,
            raw: false,
            state: State::default(),
            saved: Vec::new(),
            levels: Vec::new(),
            depth: 0,
            landed: 0,
            links: Vec::new(),
            figures: Vec::new(),
            figcaption: None,
            tables: job.tables.iter(),
            table: None,
            ahead: ahead.peekable(),
            after_kept: false,
        }
    }

    fn finish(mut self) -> Collected {
        self.joiner.end(&mut self.lists, &mut self.room);
        if !self.job.parts.images {
            self.lists.images.clear(); // they were counted for links only
        }
        Collected { lists: self.lists, cut: self.room.cut }
    }

    // Elements

    fn enter(&mut self, element: Element<'p>) {
        self.depth += 1;
        let tag = element.tag();
        if self.job.parts.blocks {
            self.path.enter(&element);
            if tag.is(BLOCK) && !matches!(tag, Tag::Br | Tag::Hr) {
                self.levels.push(self.path.depth());
            }
        }
        let is_data = tag == Tag::Table && self.tables.next() == Some(&true);
        if matches!(tag, Tag::Script | Tag::Style) {
            self.raw = true;
            self.script(&element);
        }
        if !element.is_invisible() || self.unscripted {
            self.visible(element, tag, is_data);
        }
    }

    fn visible(&mut self, element: Element<'p>, tag: Tag, is_data: bool) {
        if self.job.parts.blocks {
            self.change_state(&element, tag);
        }
        match tag {
            Tag::A if self.job.parts.links => {
                self.links.push(OpenLink { landing: self.landed, images: self.lists.images.len() });
            }
            Tag::Img => self.image(&element),
            Tag::Figure => self.figures.push(self.lists.images.len()),
            Tag::Figcaption => self.figcaption = Some(String::new()),
            _ if is_data => self.table = Some(OpenTable::at(self.landed)),
            _ => self.in_table(&element, tag),
        }
    }

    fn change_state(&mut self, element: &Element<'p>, tag: Tag) {
        let kind = match tag {
            tag if tag.is(HEADING) => Some(BlockKind::Heading),
            Tag::Pre => Some(BlockKind::Code),
            Tag::Li => Some(BlockKind::ListItem),
            Tag::Dt => Some(BlockKind::Term),
            Tag::Dd => Some(BlockKind::Definition),
            Tag::Blockquote => Some(BlockKind::Quote),
            Tag::Figcaption | Tag::Caption => Some(BlockKind::Caption),
            Tag::Td | Tag::Th if self.table.is_some() => Some(BlockKind::TableCell),
            _ => None,
        };
        let direction = element.attribute("dir").and_then(|value| {
            ["ltr", "rtl", "auto"].into_iter().find(|word| value.eq_ignore_ascii_case(word))
        });
        if kind.is_some() || direction.is_some() {
            self.saved.push((self.depth, self.state));
            self.state.kind = kind.unwrap_or(self.state.kind);
            self.state.direction = direction.or(self.state.direction);
        }
    }

    fn in_table(&mut self, element: &Element<'p>, tag: Tag) {
        let Some(table) = &mut self.table else { return };
        match tag {
            Tag::Thead => table.head = true,
            Tag::Tr => table.rows.push(Row { cells: Vec::new(), head: table.head }),
            Tag::Caption => table.caption_landing = self.landed,
            Tag::Td | Tag::Th => {
                let (columns, rows) = cell_spans(element);
                let cell = Cell { text: String::new(), header: tag == Tag::Th, columns, rows };
                if let Some(row) = table.rows.last_mut() {
                    row.cells.push(cell);
                    table.cell = Some(self.landed);
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, element: Element<'p>) {
        let tag = element.tag();
        if matches!(tag, Tag::Script | Tag::Style) {
            self.raw = false;
        }
        if !element.is_invisible() || self.unscripted {
            self.leave_visible(&element, tag);
        }
        if self.job.parts.blocks {
            if self.levels.last() == Some(&self.path.depth()) {
                self.levels.pop();
            }
            self.path.leave();
            if let Some((depth, state)) = self.saved.last().copied()
                && depth == self.depth
            {
                self.saved.pop();
                self.state = state;
            }
        }
        self.depth -= 1;
    }

    fn leave_visible(&mut self, element: &Element<'p>, tag: Tag) {
        match tag {
            Tag::A => self.link(element),
            Tag::Figcaption => self.caption_of_figure(),
            Tag::Figure => drop(self.figures.pop()),
            Tag::Table | Tag::Thead | Tag::Caption | Tag::Td | Tag::Th => self.leave_in_table(element, tag),
            _ => {}
        }
    }

    fn leave_in_table(&mut self, element: &Element<'p>, tag: Tag) {
        let Some(table) = &mut self.table else { return };
        match tag {
            Tag::Thead => table.head = false,
            Tag::Caption => {
                let text = Landed { job: self.job, first: table.caption_landing, end: self.landed }.line();
                table.caption = table.caption.take().or((!text.is_empty()).then_some(text));
            }
            Tag::Td | Tag::Th => {
                let cell = table.rows.last_mut().and_then(|row| row.cells.last_mut());
                if let (Some(cell), Some(first)) = (cell, table.cell.take()) {
                    cell.text = Landed { job: self.job, first, end: self.landed }.line();
                }
            }
            _ => self.end_table(element),
        }
    }

    fn end_table(&mut self, element: &Element<'p>) {
        let Some(table) = self.table.take() else { return };
        let landed = Landed { job: self.job, first: table.landing, end: self.landed };
        if !self.job.parts.tables || landed.is_empty() {
            return;
        }
        let Some(rows) = grid::texts(&table.rows, self.room.left) else {
            self.room.cut = true;
            return;
        };
        let bytes = |text: &String| size_of::<String>() + text.len();
        let size: usize = rows.iter().flatten().map(bytes).sum();
        if self.room.take(size + table.caption.as_ref().map_or(0, String::len)) {
            let (header_rows, text_span) = (grid::header_rows(&table.rows), landed.span());
            let (caption, source) = (table.caption, element.span());
            self.lists.tables.push(Table { caption, header_rows, rows, source, text_span });
        }
    }

    fn script(&mut self, element: &Element<'p>) {
        self.article_in(element);
        let is_json_ld = |kind: &str| {
            kind.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/ld+json")
        };
        if !self.job.parts.json_ld || !element.attribute("type").is_some_and(|kind| is_json_ld(&kind)) {
            return;
        }
        let texts = element.walk().filter_map(|event| match event {
            Event::Text(run) => Some(self.page.text_of(&run)),
            _ => None,
        });
        let text: String = texts.collect();
        if !text.trim().is_empty() && self.room.take(text.len()) {
            self.lists.json_ld.push(text.trim().to_owned());
        }
    }

    /// Lists a script as a block if the text is from it.
    fn article_in(&mut self, script: &Element<'p>) {
        let (verdicts, whole) = (&self.job.selection.verdicts, script.span());
        let first = verdicts.partition_point(|verdict| verdict.span.start() < whole.start());
        let Some(verdict) = verdicts.get(first).filter(|verdict| verdict.reason == Reason::JsonLd) else {
            return;
        };
        if !self.job.parts.blocks || verdict.span.end() > whole.end() {
            return;
        }
        self.joiner.end(&mut self.lists, &mut self.room);
        let xpath = self.path.to(self.path.depth()).to_owned();
        if self.room.take(size_of::<Block>() + xpath.len()) {
            let Verdict { span: source, score, reason, .. } = *verdict;
            let text = self.job.is_printed.then(|| Span::new(0, self.job.text.len()));
            let kind = BlockKind::Paragraph;
            self.lists.blocks.push(Block {
                kind,
                kept: true,
                score,
                reason,
                source,
                text,
                xpath,
                direction: None,
            });
        }
    }

    // Links and images

    fn link(&mut self, element: &Element<'p>) {
        let Some(open) = self.links.pop() else { return };
        let landed = Landed { job: self.job, first: open.landing, end: self.landed };
        let holds_image = self.lists.images.len() > open.images;
        if landed.is_empty() && !holds_image {
            return;
        }
        let written = element.attribute("href").filter(|it| it.len() <= MAX_ATTRIBUTE_BYTES);
        let Some(url) = written.and_then(|written| self.job.addresses.link(&written)) else { return };
        let (text, rel) = (landed.line(), attribute(element, "rel"));
        if self.room.take(size_of::<Link>() + url.len() + text.len()) {
            let (source, text_span) = (element.span(), landed.span());
            self.lists.links.push(Link { url, text, rel, source, text_span });
        }
    }

    fn image(&mut self, element: &Element<'p>) {
        let wanted = self.job.parts.images || !self.links.is_empty();
        if !wanted || is_pixel(element) || !self.is_kept(element) {
            return;
        }
        let Some(src) = image_address(element, self.job.addresses) else { return };
        let (alt, title) = (attribute(element, "alt"), attribute(element, "title"));
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        if self.room.take(size_of::<Image>() + src.len() + length(&alt) + length(&title)) {
            let source = element.span();
            self.lists.images.push(Image { src, alt, title, caption: None, source });
        }
    }

    /// Whether what has no text is kept: as the markup has it.
    fn is_kept(&mut self, element: &Element<'p>) -> bool {
        let kept = &self.kept;
        let solid = |span: Span| {
            let text = &self.page.source().text().as_bytes()[span.range()];
            span.start() + text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0)
        };
        kept.contains(element.span().start())
            || (self.after_kept && self.ahead.peek().is_some_and(|run| kept.contains(solid(run.span))))
    }

    fn caption_of_figure(&mut self) {
        let Some(caption) = self.figcaption.take() else { return };
        let caption = caption.trim();
        let Some(first) = self.figures.last() else { return };
        for image in self.lists.images.iter_mut().skip(*first).filter(|image| image.caption.is_none()) {
            if !caption.is_empty() && self.room.take(caption.len()) {
                image.caption = Some(caption.to_owned());
            }
        }
    }

    // Texts

    fn text(&mut self, run: &Run) {
        if self.raw {
            return;
        }
        let index = self.runs;
        self.runs += 1;
        let flow = match (run.is_blank(), run.is_visible(), run.is_unscripted()) {
            (true, ..) => return,
            (_, true, _) => &mut self.shown,
            (_, _, true) if self.unscripted => &mut self.hidden,
            _ => return,
        };
        let begins = flow.enter(index);
        self.ahead.next();
        if let Some(caption) = &mut self.figcaption {
            caption.push_str(if begins { " " } else { "" });
            append_folded(caption, &self.page.text_of(run));
        }
        if begins && self.job.parts.blocks {
            let place = self.place(run);
            self.joiner.begin(place, &mut self.lists, &mut self.room);
        }
        let source = self.page.source().text();
        for piece in pieces(&self.job.selection.verdicts, run.span) {
            let landing = piece.kept.then(|| self.land(piece.span)).flatten();
            if self.job.parts.blocks {
                let text = landing.filter(|_| self.job.is_printed);
                self.joiner.add(piece, source, text, &mut self.lists, &mut self.room);
            }
            self.after_kept = piece.kept;
        }
    }

    /// What is the same for the whole block that begins with a run.
    fn place(&mut self, run: &Run) -> Place {
        let depth = self.levels.last().copied().unwrap_or(0);
        let kind = if self.job.comments.is_some_and(|threads| threads.contains(run.span)) {
            BlockKind::Comment
        } else {
            self.state.kind
        };
        Place { kind, direction: self.state.direction, xpath: self.path.to(depth).to_owned() }
    }

    /// Where a kept piece landed in the text, if any of it did. Landings come in the order of the walk.
    fn land(&mut self, piece: Span) -> Option<Span> {
        let landing = self.job.landings.get(self.landed).filter(|landing| landing.source == piece)?;
        self.landed += 1;
        Some(landing.text)
    }
}

impl Flow<'_> {
    /// Comes to a run; whether it is the first with text of a block.
    fn enter(&mut self, run: u32) -> bool {
        while self.blocks.get(self.at).is_some_and(|block| block.runs.1 <= run) {
            self.at += 1;
        }
        self.blocks.get(self.at).is_some_and(|block| block.runs.0 == run)
    }
}

impl OpenTable {
    fn at(landing: usize) -> OpenTable {
        let (caption, rows, head, cell, caption_landing) = (None, Vec::new(), false, None, landing);
        OpenTable { landing, caption, rows, head, cell, caption_landing }
    }
}

/// Landings of an element.
#[derive(Clone, Copy)]
struct Landed<'j> {
    job: &'j Job<'j>,
    first: usize,
    end: usize,
}

impl Landed<'_> {
    fn is_empty(&self) -> bool {
        self.first >= self.end
    }

    fn whole(&self) -> Option<Span> {
        let landings = self.job.landings.get(self.first..self.end)?;
        let (first, last) = (landings.first()?, landings.last()?);
        Some(Span::new(first.text.start(), last.text.end()))
    }

    /// Where it stands in the text that is printed.
    fn span(&self) -> Option<Span> {
        self.whole().filter(|_| self.job.is_printed)
    }

    /// Its text in one line.
    fn line(&self) -> String {
        self.whole().map_or(String::new(), |span| self.job.text[span.range()].replace('\n', " "))
    }
}

fn attribute(element: &Element<'_>, name: &str) -> Option<String> {
    let value = element.attribute(name)?;
    let mut folded = String::new();
    append_folded(&mut folded, &value[..value.floor_char_boundary(MAX_ATTRIBUTE_BYTES)]);
    folded.truncate(folded.trim_end().len());
    (!folded.is_empty()).then_some(folded)
}

/// Appends a text with its white space folded: one blank for each stretch of it.
pub(super) fn append_folded(line: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_whitespace() {
            line.push(c);
        } else if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
    }
}
