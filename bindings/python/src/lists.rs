//! The lists of a page as values that Python takes: blocks with their texts, links, images, tables, comments of readers.
//!
//! Places in the source are bytes of UTF-8, as in Rust; places in the text are characters, as Python counts them.

use dehusk::OpenPage;
use dehusk::explain::{Explanation, Signal};
use dehusk::page::{Page, Run};
use dehusk::parts::{self, Lists, Parts};
use dehusk::source::Span;
use pyo3::prelude::*;

/// Those that were asked for.
#[derive(IntoPyObject, Default)]
pub(crate) struct ListAnswers {
    blocks: Option<Vec<Block>>,
    links: Option<Vec<Link>>,
    images: Option<Vec<Image>>,
    tables: Option<Vec<Table>>,
    comments: Option<Vec<Comment>>,
}

#[derive(IntoPyObject)]
struct Block {
    text: String,
    kind: &'static str,
    kept: bool,
    score: f32,
    reason: &'static str,
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
    xpath: String,
    dir: Option<&'static str>,
    signals: Vec<SignalAnswer>,
}

/// What spoke for or against a block.
#[derive(IntoPyObject)]
struct SignalAnswer {
    name: &'static str,
    weight: f32,
    says: String,
}

#[derive(IntoPyObject)]
struct Link {
    url: String,
    text: String,
    rel: Option<String>,
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
}

#[derive(IntoPyObject)]
struct Image {
    src: String,
    alt: Option<String>,
    title: Option<String>,
    caption: Option<String>,
    src_start: usize,
    src_end: usize,
}

#[derive(IntoPyObject)]
struct Table {
    caption: Option<String>,
    header_rows: usize,
    rows: Vec<Vec<String>>,
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
}

#[derive(IntoPyObject)]
struct Comment {
    author: Option<String>,
    date: Option<String>,
    text: String,
    depth: usize,
    src_start: usize,
    src_end: usize,
}

/// Makes the lists that are wanted of a page; `lists` are those of its extraction and `text` is its text.
pub(crate) fn answers(open: &mut OpenPage<'_, '_>, wanted: Parts, lists: Lists, text: &str) -> ListAnswers {
    let Lists { blocks, links, images, tables, comments, .. } = lists;
    let places = Places::of(text);
    let blocks = wanted.blocks.then(|| match open.page() {
        Some(page) => with_texts(page, blocks, &places),
        None => Vec::new(),
    });
    ListAnswers {
        blocks,
        links: wanted.links.then(|| links.into_iter().map(|link| Link::of(link, &places)).collect()),
        images: wanted.images.then(|| images.into_iter().map(Image::from).collect()),
        tables: wanted.tables.then(|| tables.into_iter().map(|table| Table::of(table, &places)).collect()),
        comments: wanted.comments.then(|| comments.into_iter().map(Comment::from).collect()),
    }
}

impl ListAnswers {
    /// Puts to each block what decided about it.
    pub(crate) fn explain(&mut self, explanation: Explanation) {
        let explained = explanation.blocks;
        for block in self.blocks.iter_mut().flatten() {
            // The blocks of an explanation are whole and stand in the order of the source; of these one may be a part.
            let after = explained.partition_point(|other| other.span.start() <= block.src_start);
            let around = explained[..after].last().filter(|other| other.span.end() >= block.src_end);
            let signals = around.map(|other| other.signals.clone()).unwrap_or_default();
            block.signals = signals.into_iter().map(SignalAnswer::from).collect();
        }
    }
}

/// The blocks with what a browser shows of them.
fn with_texts(page: &Page<'_>, blocks: Vec<parts::Block>, places: &Places<'_>) -> Vec<Block> {
    // Runs are in the order of a browser, which is nearly that of the source.
    let mut runs: Vec<Run> = page.runs().collect();
    runs.sort_by_key(|run| run.span.start());
    blocks.into_iter().map(|block| Block::of(shown(page, &runs, block.source), block, places)).collect()
}

/// The text of a stretch of the source in one line: what a browser shows of it or, if that is nothing, one without scripts.
fn shown(page: &Page<'_>, runs: &[Run], span: Span) -> String {
    let first = runs.partition_point(|run| run.span.end() <= span.start());
    let within = || runs[first..].iter().take_while(|run| run.span.start() < span.end());
    let is_visible = within().any(|run| run.is_visible() && !run.is_blank());
    let mut words = String::new();
    for run in within().filter(|run| run.is_visible() || !is_visible) {
        if run.begins_line() {
            words.push(' ');
        }
        let mut clipped = *run;
        clipped.span = Span::new(run.span.start().max(span.start()), run.span.end().min(span.end()));
        words.push_str(&page.text_of(&clipped));
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Block {
    fn of(text: String, block: parts::Block, places: &Places<'_>) -> Block {
        let (text_start, text_end) = places.of_span(block.text);
        Block {
            text,
            kind: block.kind.as_str(),
            kept: block.kept,
            score: block.score,
            reason: block.reason.as_str(),
            src_start: block.source.start(),
            src_end: block.source.end(),
            text_start,
            text_end,
            xpath: block.xpath,
            dir: block.direction,
            signals: Vec::new(),
        }
    }
}

impl From<Signal> for SignalAnswer {
    fn from(Signal { name, weight, says, .. }: Signal) -> SignalAnswer {
        SignalAnswer { name, weight, says }
    }
}

impl Link {
    fn of(link: parts::Link, places: &Places<'_>) -> Link {
        let (text_start, text_end) = places.of_span(link.text_span);
        let (src_start, src_end) = (link.source.start(), link.source.end());
        Link { url: link.url, text: link.text, rel: link.rel, src_start, src_end, text_start, text_end }
    }
}

impl From<parts::Image> for Image {
    fn from(image: parts::Image) -> Image {
        let (src_start, src_end) = (image.source.start(), image.source.end());
        Image {
            src: image.src,
            alt: image.alt,
            title: image.title,
            caption: image.caption,
            src_start,
            src_end,
        }
    }
}

impl Table {
    fn of(table: parts::Table, places: &Places<'_>) -> Table {
        let (text_start, text_end) = places.of_span(table.text_span);
        let (src_start, src_end) = (table.source.start(), table.source.end());
        let parts::Table { caption, header_rows, rows, .. } = table;
        Table { caption, header_rows, rows, src_start, src_end, text_start, text_end }
    }
}

impl From<parts::Comment> for Comment {
    fn from(comment: parts::Comment) -> Comment {
        let (src_start, src_end) = (comment.source.start(), comment.source.end());
        let parts::Comment { author, date, text, depth, .. } = comment;
        Comment { author, date, text, depth, src_start, src_end }
    }
}

/// Bytes between two places whose characters were counted.
const STRIDE: usize = 1024;

/// Turns places in bytes into places in characters.
struct Places<'t> {
    text: &'t str,
    /// The characters before every [`STRIDE`]-th byte, or the character that it is in.
    counted: Vec<usize>,
}

impl<'t> Places<'t> {
    fn of(text: &'t str) -> Places<'t> {
        let mut characters = 0;
        let mut counted = Vec::with_capacity(text.len() / STRIDE + 1);
        for bytes in text.as_bytes().chunks(STRIDE) {
            counted.push(characters);
            characters += begun(bytes);
        }
        Places { text, counted }
    }

    fn of_byte(&self, byte: usize) -> usize {
        let mark = (byte / STRIDE).min(self.counted.len().saturating_sub(1));
        let rest = &self.text.as_bytes()[mark * STRIDE..byte];
        self.counted.get(mark).copied().unwrap_or_default() + begun(rest)
    }

    fn of_span(&self, span: Option<Span>) -> (Option<usize>, Option<usize>) {
        (span.map(|span| self.of_byte(span.start())), span.map(|span| self.of_byte(span.end())))
    }
}

/// How many characters begin in some bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte as i8 >= -0x40).count()
}
