//! Lists the parts of a page (links, images, tables, blocks and others) in one walk, after its text was written.

use super::captions::Captions;
use super::comments::comments;
use super::grid::{self, Cell, Row};
use super::path::Path;
use super::pieces::{BlockContext, Joiner, pieces};
use super::{Block, BlockKind, ByteBudget, Image, Link, Lists, Parts, Table};
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::{BLOCK, HEADING, Tag, escaped_twice};
use crate::page::{self, Element, Event, Page, Run, Visitor};
use crate::records::Groups;
use crate::render::{Addresses, Landing, cell_spans};
use crate::selection::{Emission, HiddenSpan, Media, MediaKind, Reason, Selection, Verdict};
use crate::source::Span;

/// Maximum bytes of `rel`, `alt` and `title`. Longer values are truncated. Chosen by hand.
const MAX_ATTRIBUTE_BYTES: usize = 4096;

/// The input from which the lists are made.
pub(crate) struct Job<'j> {
    pub(crate) parts: Parts,
    pub(crate) selection: &'j Selection,
    /// The text that the landings refer to.
    pub(crate) text: &'j str,
    pub(crate) landings: &'j [Landing],
    /// Whether `text` is the output. If not, the lists have no offsets in the text.
    pub(crate) is_printed: bool,
    /// The threads of comments, unless they are the subject of the page.
    pub(crate) comments: Option<&'j Threads>,
    /// The hidden texts of the page that comments or the main content may have, if comments are listed.
    pub(crate) hidden: &'j [HiddenSpan],
    /// The groups of repeated structures, if items are listed.
    pub(crate) groups: Option<&'j Groups>,
    /// Whether each table of the page holds data.
    pub(crate) tables: &'j [bool],
    pub(crate) addresses: &'j Addresses,
    /// Maximum bytes of all lists together.
    pub(crate) max_bytes: usize,
}

/// The lists, and whether any part was left out because of the byte limit.
pub(crate) struct Collected {
    pub(crate) lists: Lists,
    pub(crate) cut: bool,
    /// The number of bytes that the lists may still use.
    pub(super) remaining: usize,
}

/// Lists the parts of a page, without its items. Runs in linear time.
pub(super) fn collect(
    page: &Page<'_>,
    job: &Job<'_>,
    deadline: &mut Deadline,
) -> Result<Collected, TimedOut> {
    let mut collector = Collector::new(page, job);
    page.walk().visit(&mut collector, deadline)?;
    let mut collected = collector.finish();
    if job.parts.comments
        && let Some(threads) = job.comments
    {
        collected.lists.comments = comments(page, threads, job.hidden, deadline)?;
    }
    Ok(collected)
}

/// The properties of text at the current position. When an element that changed them ends, the previous state is restored.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    kind: BlockKind,
    direction: Option<&'static str>,
}

/// An open link, with the numbers of landings and of listed images before it.
#[derive(Debug)]
struct OpenLink {
    first_landing: usize,
    first_image: usize,
}

/// An open data table. The fields that end in `_landing` are indices of landings.
#[derive(Debug)]
struct OpenTable {
    first_landing: usize,
    caption: Option<String>,
    rows: Vec<Row>,
    /// Whether the walk is in `thead`.
    in_head: bool,
    /// The number of open tables inside a cell of it. Their rows are no rows of it.
    tables_inside: usize,
    /// The first landing of the open cell.
    cell_landing: Option<usize>,
    /// The first landing of the last caption.
    caption_landing: usize,
}

/// The blocks of one flow of text, and the index of the current one.
struct Flow<'p> {
    blocks: &'p [page::Block],
    current: usize,
}

struct Collector<'p, 'j> {
    page: &'p Page<'p>,
    job: &'j Job<'j>,
    /// Whether the text of `noscript` is included.
    is_unscripted: bool,
    lists: Lists,
    budget: ByteBudget,
    path: Path,
    joiner: Joiner,
    shown: Flow<'p>,
    hidden: Flow<'p>,
    /// The number of runs that the walk has passed.
    run_count: u32,
    /// Whether the walk is in a script or style, whose text does not count as a run of the page.
    in_raw: bool,
    state: State,
    /// Previous states with the depths of the elements that changed them.
    saved_states: Vec<(usize, State)>,
    /// The depths of the open block-level elements.
    block_depths: Vec<usize>,
    depth: usize,
    /// The number of landings that the walk has passed.
    landed: usize,
    links: Vec<OpenLink>,
    captions: Captions,
    tables: std::slice::Iter<'j, bool>,
    table: Option<OpenTable>,
}

impl<'p> Visitor<'p> for Collector<'p, '_> {
    fn enter(&mut self, element: Element<'p>) {
        self.depth += 1;
        let tag = element.tag();
        if self.job.parts.blocks {
            self.path.enter(&element);
            if tag.is(BLOCK) && !matches!(tag, Tag::Br | Tag::Hr) {
                self.block_depths.push(self.path.depth());
            }
        }
        let is_data = tag == Tag::Table && self.tables.next() == Some(&true);
        if matches!(tag, Tag::Script | Tag::Style) {
            self.in_raw = true;
            self.enter_script(&element);
        }
        if !element.is_invisible() || self.is_unscripted {
            self.enter_visible(element, tag, is_data);
        }
        self.list_media(&element);
        self.captions.enter(element.span());
    }

    fn text(&mut self, run: &Run) {
        if self.in_raw {
            return;
        }
        let index = self.run_count;
        self.run_count += 1;
        let flow = match (run.is_blank(), run.is_visible(), run.is_unscripted()) {
            (true, ..) => return,
            (_, true, _) => &mut self.shown,
            (_, _, true) if self.is_unscripted => &mut self.hidden,
            _ => return,
        };
        let begins_block = flow.enter(index);
        if let Some(caption) = self.captions.open()
            && !self.job.selection.hides(run.span)
        {
            caption.text.push_str(if begins_block { " " } else { "" });
            append_collapsed(&mut caption.text, &self.page.text_of(run));
            caption.hidden = caption.hidden.or_else(|| self.job.selection.hiding_of(run.span, true));
        }
        if begins_block && self.job.parts.blocks {
            let context = self.block_context(run);
            self.joiner.begin(context, &mut self.lists, &mut self.budget);
        }
        let source = self.page.source().text();
        for piece in pieces(self.job.selection, run.span) {
            let landing = piece.kept.then(|| self.land(piece.span)).flatten();
            if self.job.parts.blocks {
                let text = landing.filter(|_| self.job.is_printed);
                self.joiner.add(piece, source, text, &mut self.lists, &mut self.budget);
            }
        }
    }

    fn leave(&mut self, element: Element<'p>) {
        let tag = element.tag();
        if matches!(tag, Tag::Script | Tag::Style) {
            self.in_raw = false;
        }
        if !element.is_invisible() || self.is_unscripted {
            self.leave_visible(&element, tag);
        }
        self.captions.leave(element.span());
        if self.job.parts.blocks {
            if self.block_depths.last() == Some(&self.path.depth()) {
                self.block_depths.pop();
            }
            self.path.leave();
            if let Some((depth, state)) = self.saved_states.last().copied()
                && depth == self.depth
            {
                self.saved_states.pop();
                self.state = state;
            }
        }
        self.depth -= 1;
    }
}

impl<'p, 'j> Collector<'p, 'j> {
    fn new(page: &'p Page<'p>, job: &'j Job<'j>) -> Self {
        let is_unscripted = job.selection.emission == Emission::Unscripted;
        let hidden = if is_unscripted { page.unscripted_blocks() } else { &[] };
        Collector {
            page,
            job,
            is_unscripted,
            lists: Lists::default(),
            budget: ByteBudget::new(job.max_bytes, page),
            path: Path::default(),
            joiner: Joiner::default(),
            shown: Flow { blocks: page.blocks(), current: 0 },
            hidden: Flow { blocks: hidden, current: 0 },
            run_count: 0,
            in_raw: false,
            state: State::default(),
            saved_states: Vec::new(),
            block_depths: Vec::new(),
            depth: 0,
            landed: 0,
            links: Vec::new(),
            captions: if job.parts.images { Captions::of(job.selection) } else { Captions::default() },
            tables: job.tables.iter(),
            table: None,
        }
    }

    fn finish(mut self) -> Collected {
        self.joiner.end(&mut self.lists, &mut self.budget);
        self.captions.give_to(&mut self.lists.images, &mut self.budget);
        if !self.job.parts.images {
            self.lists.images.clear(); // images were collected only to know which links contain images
        }
        let ByteBudget { remaining, is_exceeded, .. } = self.budget;
        Collected { lists: self.lists, cut: is_exceeded, remaining }
    }

    // Elements

    fn enter_visible(&mut self, element: Element<'p>, tag: Tag, is_data: bool) {
        if self.job.parts.blocks {
            self.change_state(&element, tag);
        }
        match tag {
            Tag::A if self.job.parts.links => {
                self.links
                    .push(OpenLink { first_landing: self.landed, first_image: self.lists.images.len() });
            }
            _ if is_data => self.table = Some(OpenTable::at(self.landed)),
            _ => self.enter_in_table(&element, tag),
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
            self.saved_states.push((self.depth, self.state));
            self.state.kind = kind.unwrap_or(self.state.kind);
            self.state.direction = direction.or(self.state.direction);
        }
    }

    fn enter_in_table(&mut self, element: &Element<'p>, tag: Tag) {
        let Some(table) = &mut self.table else { return };
        match tag {
            Tag::Table => table.tables_inside += 1,
            _ if table.tables_inside > 0 => {}
            Tag::Thead => table.in_head = true,
            Tag::Tr => table.rows.push(Row { cells: Vec::new(), head: table.in_head }),
            Tag::Caption => table.caption_landing = self.landed,
            Tag::Td | Tag::Th => {
                let (columns, rows) = cell_spans(element);
                let cell = Cell { text: String::new(), header: tag == Tag::Th, columns, rows };
                if let Some(row) = table.rows.last_mut() {
                    row.cells.push(cell);
                    table.cell_landing = Some(self.landed);
                }
            }
            _ => {}
        }
    }

    fn leave_visible(&mut self, element: &Element<'p>, tag: Tag) {
        match tag {
            Tag::A => self.end_link(element),
            Tag::Table | Tag::Thead | Tag::Caption | Tag::Td | Tag::Th => self.leave_in_table(element, tag),
            _ => {}
        }
    }

    fn leave_in_table(&mut self, element: &Element<'p>, tag: Tag) {
        let Some(table) = &mut self.table else { return };
        match tag {
            Tag::Table if table.tables_inside > 0 => table.tables_inside -= 1,
            _ if table.tables_inside > 0 => {}
            Tag::Thead => table.in_head = false,
            Tag::Caption => {
                let text = Landed { job: self.job, first: table.caption_landing, end: self.landed }.line();
                table.caption = table.caption.take().or((!text.is_empty()).then_some(text));
            }
            Tag::Td | Tag::Th => {
                let cell = table.rows.last_mut().and_then(|row| row.cells.last_mut());
                if let (Some(cell), Some(first)) = (cell, table.cell_landing.take()) {
                    cell.text = Landed { job: self.job, first, end: self.landed }.line();
                }
            }
            _ => self.end_table(element),
        }
    }

    fn end_table(&mut self, element: &Element<'p>) {
        let Some(table) = self.table.take() else { return };
        let landed = Landed { job: self.job, first: table.first_landing, end: self.landed };
        if !self.job.parts.tables || landed.is_empty() {
            return;
        }
        let Some(rows) = grid::texts(&table.rows, self.budget.remaining) else {
            self.budget.is_exceeded = true;
            return;
        };
        let bytes = |text: &String| size_of::<String>() + text.len();
        let size: usize = rows.iter().flatten().map(bytes).sum();
        if self.budget.take(size + table.caption.as_ref().map_or(0, String::len)) {
            let (header_rows, text_span) = (grid::header_rows(&table.rows), landed.span());
            let (caption, source) = (table.caption, element.span());
            self.lists.tables.push(Table { caption, header_rows, rows, source, text_span });
        }
    }

    /// Lists a script if it contains the article of the page or other JSON-LD.
    fn enter_script(&mut self, element: &Element<'p>) {
        self.list_article(element);
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
        if !text.trim().is_empty() && self.budget.take(text.len()) {
            self.lists.json_ld.push(text.trim().to_owned());
        }
    }

    /// Lists a script as a block if the text of the page comes from it.
    fn list_article(&mut self, script: &Element<'p>) {
        let (verdicts, whole) = (&self.job.selection.verdicts, script.span());
        let first = verdicts.partition_point(|verdict| verdict.span.start() < whole.start());
        let Some(verdict) = verdicts.get(first).filter(|verdict| verdict.reason == Reason::JsonLd) else {
            return;
        };
        if !self.job.parts.blocks || verdict.span.end() > whole.end() {
            return;
        }
        self.joiner.end(&mut self.lists, &mut self.budget);
        let xpath = self.path.to(self.path.depth()).to_owned();
        if self.budget.take(size_of::<Block>() + xpath.len()) {
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
                hidden: None,
            });
        }
    }

    // Links and images

    fn end_link(&mut self, element: &Element<'p>) {
        let Some(open) = self.links.pop() else { return };
        let landed = Landed { job: self.job, first: open.first_landing, end: self.landed };
        let holds_image = self.lists.images.len() > open.first_image;
        if landed.is_empty() && !holds_image {
            return;
        }
        let Some(url) = element.attribute("href").and_then(|href| self.job.addresses.link(&href)) else {
            return;
        };
        let (text, rel) = (landed.line(), attribute(element, "rel"));
        if self.budget.take_with_address(size_of::<Link>() + url.len() + text.len(), url.len()) {
            let (source, text_span) = (element.span(), landed.span());
            self.lists.links.push(Link { url, text, rel, source, text_span });
        }
    }

    /// Lists an element if it is an image, a film, a sound or an embedded page that is kept.
    fn list_media(&mut self, element: &Element<'p>) {
        let Some(media) = self.job.selection.media_at(element.span()) else { return };
        match media.kind {
            MediaKind::Image => self.list_image(element, media),
            _ if self.job.parts.links => self.list_embed(media),
            _ => {}
        }
    }

    fn list_image(&mut self, element: &Element<'p>, image: &Media) {
        if !self.job.parts.images && self.links.is_empty() {
            return;
        }
        let Some(src) = self.job.addresses.image(&image.address) else { return };
        let [alt, title] = ["alt", "title"].map(|name| attribute(element, name).map(escaped_twice::decoded));
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let bytes = size_of::<Image>() + src.len() + length(&alt) + length(&title);
        if self.budget.take_with_address(bytes, src.len()) {
            let source = element.span();
            self.captions.images.push(image.caption);
            self.lists.images.push(Image { src, alt, title, caption: None, source, hidden: image.hidden });
        }
    }

    /// Lists the link that stands for a film, a sound or an embedded page.
    fn list_embed(&mut self, media: &Media) {
        let Some(url) = self.job.addresses.link(&media.address) else { return };
        let text = media.name_for_readers(&url).to_owned();
        if self.budget.take_with_address(size_of::<Link>() + url.len() + text.len(), url.len()) {
            self.lists.links.push(Link { url, text, rel: None, source: media.span, text_span: None });
        }
    }

    // Texts

    /// The context of the block that begins with a run.
    fn block_context(&mut self, run: &Run) -> BlockContext {
        let depth = self.block_depths.last().copied().unwrap_or(0);
        let kind = if self.job.comments.is_some_and(|threads| threads.contains(run.span)) {
            BlockKind::Comment
        } else {
            self.state.kind
        };
        BlockContext { kind, direction: self.state.direction, xpath: self.path.to(depth).to_owned() }
    }

    /// The span in the text of a kept piece, if it has one. Compares only with the next landing, because landings are in the
    /// order of the walk.
    fn land(&mut self, piece: Span) -> Option<Span> {
        let landing = self.job.landings.get(self.landed).filter(|landing| landing.source == piece)?;
        self.landed += 1;
        Some(landing.text)
    }
}

impl Flow<'_> {
    /// Moves to the block that contains a run. Returns whether the run is the first of that block.
    fn enter(&mut self, run: u32) -> bool {
        while self.blocks.get(self.current).is_some_and(|block| block.runs.1 <= run) {
            self.current += 1;
        }
        self.blocks.get(self.current).is_some_and(|block| block.runs.0 == run)
    }
}

impl OpenTable {
    fn at(landing: usize) -> OpenTable {
        OpenTable {
            first_landing: landing,
            caption: None,
            rows: Vec::new(),
            in_head: false,
            tables_inside: 0,
            cell_landing: None,
            caption_landing: landing,
        }
    }
}

/// The landings of an element.
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

    /// The span of the element's text in [`Job::text`].
    fn whole(&self) -> Option<Span> {
        let landings = self.job.landings.get(self.first..self.end)?;
        let (first, last) = (landings.first()?, landings.last()?);
        Some(Span::new(first.text.start(), last.text.end()))
    }

    /// The span of the element's text in the output, if [`Job::text`] is the output.
    fn span(&self) -> Option<Span> {
        self.whole().filter(|_| self.job.is_printed)
    }

    /// The element's text on one line.
    fn line(&self) -> String {
        self.whole().map_or(String::new(), |span| self.job.text[span.range()].replace('\n', " "))
    }
}

/// The value of an attribute with its whitespace collapsed; `None` if it is empty.
fn attribute(element: &Element<'_>, name: &str) -> Option<String> {
    let value = element.attribute(name)?;
    let mut collapsed = String::new();
    append_collapsed(&mut collapsed, &value[..value.floor_char_boundary(MAX_ATTRIBUTE_BYTES)]);
    collapsed.truncate(collapsed.trim_end().len());
    (!collapsed.is_empty()).then_some(collapsed)
}

/// Appends a text with its whitespace collapsed to single spaces.
pub(super) fn append_collapsed(line: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_whitespace() {
            line.push(c);
        } else if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
    }
}
