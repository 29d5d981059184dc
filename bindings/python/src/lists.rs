//! The lists of a page as dictionaries: blocks with their text, links, images, tables, items and reader comments.
//!
//! Offsets into the source count bytes of UTF-8, as in Rust. Offsets into the text count characters (code
//! points), as Python does.

use dehusk::OpenPage;
use dehusk::explain::{ExplainedBlock, Explanation, Signal};
use dehusk::page::{Page, Run};
use dehusk::parts::{self, Lists, Parts};
use dehusk::source::Span;
use pyo3::prelude::*;

/// The lists of a page. A list that was not requested is `None`.
#[derive(IntoPyObject, Default)]
pub(crate) struct ListsDict {
    blocks: Option<Vec<BlockDict>>,
    links: Option<Vec<LinkDict>>,
    images: Option<Vec<ImageDict>>,
    tables: Option<Vec<TableDict>>,
    items: Option<Vec<ItemDict>>,
    comments: Option<Vec<CommentDict>>,
    jsonld: Option<Vec<String>>,
}

#[derive(IntoPyObject)]
struct BlockDict {
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
    hidden: Option<&'static str>,
    signals: Vec<SignalDict>,
}

/// A piece of evidence for or against a block.
#[derive(IntoPyObject)]
struct SignalDict {
    name: &'static str,
    weight: f32,
    says: String,
    /// Whether the sentence about the block names it.
    named: bool,
}

#[derive(IntoPyObject)]
struct LinkDict {
    url: String,
    text: String,
    rel: Option<String>,
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
}

#[derive(IntoPyObject)]
struct ImageDict {
    src: String,
    alt: Option<String>,
    title: Option<String>,
    caption: Option<String>,
    src_start: usize,
    src_end: usize,
    hidden: Option<&'static str>,
}

#[derive(IntoPyObject)]
struct TableDict {
    caption: Option<String>,
    header_rows: usize,
    rows: Vec<Vec<String>>,
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
}

#[derive(IntoPyObject)]
struct ItemDict {
    kind: &'static str,
    group: usize,
    fields: Vec<FieldDict>,
    text: String,
    src_start: usize,
    src_end: usize,
    hidden: Option<&'static str>,
}

#[derive(IntoPyObject)]
struct FieldDict {
    name: &'static str,
    value: String,
    src_start: usize,
    src_end: usize,
}

#[derive(IntoPyObject)]
struct CommentDict {
    author: Option<String>,
    date: Option<String>,
    text: String,
    depth: usize,
    src_start: usize,
    src_end: usize,
    hidden: Option<&'static str>,
}

/// Converts the requested lists of an extraction, whose text is `text`.
pub(crate) fn convert(open: &mut OpenPage<'_, '_>, wanted: Parts, lists: Lists, text: &str) -> ListsDict {
    let Lists { blocks, links, images, tables, items, comments, json_ld, .. } = lists;
    let offsets = CharOffsets::new(text);
    let blocks = wanted.blocks.then(|| match open.page() {
        Some(page) => blocks_with_text(page, blocks, &offsets),
        None => Vec::new(),
    });
    ListsDict {
        blocks,
        links: wanted.links.then(|| links.into_iter().map(|link| LinkDict::new(link, &offsets)).collect()),
        images: wanted.images.then(|| images.into_iter().map(ImageDict::from).collect()),
        tables: wanted
            .tables
            .then(|| tables.into_iter().map(|table| TableDict::new(table, &offsets)).collect()),
        items: wanted.items.then(|| items.into_iter().map(ItemDict::from).collect()),
        comments: wanted.comments.then(|| comments.into_iter().map(CommentDict::from).collect()),
        jsonld: wanted.json_ld.then_some(json_ld),
    }
}

impl From<parts::Item> for ItemDict {
    fn from(item: parts::Item) -> ItemDict {
        ItemDict {
            kind: item.kind.as_str(),
            group: item.group,
            fields: item.fields.into_iter().map(FieldDict::from).collect(),
            text: item.text,
            src_start: item.source.start(),
            src_end: item.source.end(),
            hidden: item.hidden.map(dehusk::visibility::Hiding::as_str),
        }
    }
}

impl From<parts::ItemField> for FieldDict {
    fn from(field: parts::ItemField) -> FieldDict {
        let (src_start, src_end) = (field.source.start(), field.source.end());
        FieldDict { name: field.name, value: field.value, src_start, src_end }
    }
}

impl ListsDict {
    /// Adds to each block the signals that decided whether it is kept.
    pub(crate) fn explain(&mut self, explanation: Explanation) {
        let explained = explanation.blocks;
        for block in self.blocks.iter_mut().flatten() {
            // An explanation has whole blocks in source order, but a listed block may be only a part of a block.
            let after = explained.partition_point(|other| other.span.start() <= block.src_start);
            let around = explained[..after].last().filter(|other| other.span.end() >= block.src_end);
            block.signals = around.map(|other| block.signals_of(other)).unwrap_or_default();
        }
    }
}

/// Converts blocks to dictionaries, each with the text that a browser shows for the block.
fn blocks_with_text(page: &Page<'_>, blocks: Vec<parts::Block>, offsets: &CharOffsets<'_>) -> Vec<BlockDict> {
    // Runs are in the order of the browser's tree, which can differ from source order, for example around
    // tables.
    let mut runs: Vec<Run> = page.runs().collect();
    runs.sort_by_key(|run| run.span.start());
    blocks
        .into_iter()
        .map(|block| BlockDict::new(text_in(page, &runs, block.source), block, offsets))
        .collect()
}

/// Returns the text in a range of the source, on one line: the visible text or, if there is none, the hidden
/// text.
fn text_in(page: &Page<'_>, runs: &[Run], span: Span) -> String {
    let first = runs.partition_point(|run| run.span.end() <= span.start());
    let in_span = || runs[first..].iter().take_while(|run| run.span.start() < span.end());
    let has_visible_text = in_span().any(|run| run.is_visible() && !run.is_blank());
    let mut text = String::new();
    for run in in_span().filter(|run| run.is_visible() || !has_visible_text) {
        if run.begins_line() {
            text.push(' ');
        }
        let mut clipped = *run;
        clipped.span = Span::new(run.span.start().max(span.start()), run.span.end().min(span.end()));
        text.push_str(&page.text_of(&clipped));
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl BlockDict {
    fn new(text: String, block: parts::Block, offsets: &CharOffsets<'_>) -> BlockDict {
        let (text_start, text_end) = offsets.of_span(block.text);
        BlockDict {
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
            hidden: block.hidden.map(dehusk::visibility::Hiding::as_str),
            signals: Vec::new(),
        }
    }

    /// The signals of the block that was explained. If this is a part of it with a verdict of its own, none is named.
    fn signals_of(&self, explained: &ExplainedBlock) -> Vec<SignalDict> {
        let has_its_verdict = explained
            .verdict
            .is_some_and(|verdict| (verdict.kept, verdict.reason.as_str()) == (self.kept, self.reason));
        let named = if has_its_verdict { explained.named_signals() } else { Vec::new() };
        let is_named = |signal: &Signal| named.iter().any(|named| std::ptr::eq(*named, signal));
        explained.signals.iter().map(|signal| SignalDict::new(signal, is_named(signal))).collect()
    }
}

impl SignalDict {
    fn new(signal: &Signal, named: bool) -> SignalDict {
        SignalDict { name: signal.name, weight: signal.weight, says: signal.says.clone(), named }
    }
}

impl LinkDict {
    fn new(link: parts::Link, offsets: &CharOffsets<'_>) -> LinkDict {
        let (text_start, text_end) = offsets.of_span(link.text_span);
        let (src_start, src_end) = (link.source.start(), link.source.end());
        LinkDict { url: link.url, text: link.text, rel: link.rel, src_start, src_end, text_start, text_end }
    }
}

impl From<parts::Image> for ImageDict {
    fn from(image: parts::Image) -> ImageDict {
        let (src_start, src_end) = (image.source.start(), image.source.end());
        ImageDict {
            src: image.src,
            alt: image.alt,
            title: image.title,
            caption: image.caption,
            src_start,
            src_end,
            hidden: image.hidden.map(dehusk::visibility::Hiding::as_str),
        }
    }
}

impl TableDict {
    fn new(table: parts::Table, offsets: &CharOffsets<'_>) -> TableDict {
        let (text_start, text_end) = offsets.of_span(table.text_span);
        let (src_start, src_end) = (table.source.start(), table.source.end());
        let parts::Table { caption, header_rows, rows, .. } = table;
        TableDict { caption, header_rows, rows, src_start, src_end, text_start, text_end }
    }
}

impl From<parts::Comment> for CommentDict {
    fn from(comment: parts::Comment) -> CommentDict {
        let (src_start, src_end) = (comment.source.start(), comment.source.end());
        let parts::Comment { author, date, text, depth, hidden, .. } = comment;
        let hidden = hidden.map(dehusk::visibility::Hiding::as_str);
        CommentDict { author, date, text, depth, src_start, src_end, hidden }
    }
}

/// Bytes between two checkpoints of [`CharOffsets`], chosen by hand: a lookup scans at most this many bytes.
const CHECKPOINT_BYTES: usize = 1024;

/// Converts byte offsets of a text into character offsets.
struct CharOffsets<'t> {
    text: &'t str,
    /// For every [`CHECKPOINT_BYTES`]-th byte, how many characters start before it.
    checkpoints: Vec<usize>,
}

impl<'t> CharOffsets<'t> {
    fn new(text: &'t str) -> CharOffsets<'t> {
        let mut characters = 0;
        let mut checkpoints = Vec::with_capacity(text.len() / CHECKPOINT_BYTES + 1);
        for bytes in text.as_bytes().chunks(CHECKPOINT_BYTES) {
            checkpoints.push(characters);
            characters += count_characters(bytes);
        }
        CharOffsets { text, checkpoints }
    }

    fn of_byte(&self, byte: usize) -> usize {
        let checkpoint = (byte / CHECKPOINT_BYTES).min(self.checkpoints.len().saturating_sub(1));
        let rest = &self.text.as_bytes()[checkpoint * CHECKPOINT_BYTES..byte];
        self.checkpoints.get(checkpoint).copied().unwrap_or_default() + count_characters(rest)
    }

    fn of_span(&self, span: Option<Span>) -> (Option<usize>, Option<usize>) {
        (span.map(|span| self.of_byte(span.start())), span.map(|span| self.of_byte(span.end())))
    }
}

/// Counts the characters that start in a slice of UTF-8, whose continuation bytes are 0x80 to 0xBF.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte as i8 >= -0x40).count()
}
