//! Blocks, links, images, tables, items and comments in records. Offsets are UTF-8 byte offsets: `src_…` into the decoded page, `text_…` into
//! the field `text`.

use dehusk::parts::{Block, Comment, Image, Item, ItemField, Link, Table};
use dehusk::source::Span;
use dehusk::visibility::Hiding;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct BlockRecord<'a> {
    kind: &'static str,
    kept: bool,
    score: f32,
    reason: &'static str,
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
    xpath: &'a str,
    dir: Option<&'static str>,
    hidden: Option<&'static str>,
}

impl<'a> BlockRecord<'a> {
    pub(crate) fn of(block: &'a Block) -> BlockRecord<'a> {
        BlockRecord {
            kind: block.kind.as_str(),
            kept: block.kept,
            score: block.score,
            reason: block.reason.as_str(),
            src_start: block.source.start(),
            src_end: block.source.end(),
            text_start: block.text.map(Span::start),
            text_end: block.text.map(Span::end),
            xpath: &block.xpath,
            dir: block.direction,
            hidden: block.hidden.map(Hiding::as_str),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct LinkRecord<'a> {
    url: &'a str,
    text: &'a str,
    rel: Option<&'a str>,
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
}

impl<'a> LinkRecord<'a> {
    pub(crate) fn of(link: &'a Link) -> LinkRecord<'a> {
        LinkRecord {
            url: &link.url,
            text: &link.text,
            rel: link.rel.as_deref(),
            src_start: link.source.start(),
            src_end: link.source.end(),
            text_start: link.text_span.map(Span::start),
            text_end: link.text_span.map(Span::end),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct ImageRecord<'a> {
    src: &'a str,
    alt: Option<&'a str>,
    title: Option<&'a str>,
    caption: Option<&'a str>,
    src_start: usize,
    src_end: usize,
    hidden: Option<&'static str>,
}

impl<'a> ImageRecord<'a> {
    pub(crate) fn of(image: &'a Image) -> ImageRecord<'a> {
        ImageRecord {
            src: &image.src,
            alt: image.alt.as_deref(),
            title: image.title.as_deref(),
            caption: image.caption.as_deref(),
            src_start: image.source.start(),
            src_end: image.source.end(),
            hidden: image.hidden.map(Hiding::as_str),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct TableRecord<'a> {
    caption: Option<&'a str>,
    header_rows: usize,
    rows: &'a [Vec<String>],
    src_start: usize,
    src_end: usize,
    text_start: Option<usize>,
    text_end: Option<usize>,
}

impl<'a> TableRecord<'a> {
    pub(crate) fn of(table: &'a Table) -> TableRecord<'a> {
        TableRecord {
            caption: table.caption.as_deref(),
            header_rows: table.header_rows,
            rows: &table.rows,
            src_start: table.source.start(),
            src_end: table.source.end(),
            text_start: table.text_span.map(Span::start),
            text_end: table.text_span.map(Span::end),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct ItemRecord<'a> {
    kind: &'static str,
    group: usize,
    fields: Vec<FieldRecord<'a>>,
    text: &'a str,
    src_start: usize,
    src_end: usize,
    hidden: Option<&'static str>,
}

#[derive(Serialize)]
struct FieldRecord<'a> {
    name: &'static str,
    value: &'a str,
    src_start: usize,
    src_end: usize,
}

impl<'a> ItemRecord<'a> {
    pub(crate) fn of(item: &'a Item) -> ItemRecord<'a> {
        let field = |field: &'a ItemField| FieldRecord {
            name: field.name,
            value: &field.value,
            src_start: field.source.start(),
            src_end: field.source.end(),
        };
        ItemRecord {
            kind: item.kind.as_str(),
            group: item.group,
            fields: item.fields.iter().map(field).collect(),
            text: &item.text,
            src_start: item.source.start(),
            src_end: item.source.end(),
            hidden: item.hidden.map(Hiding::as_str),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct CommentRecord<'a> {
    author: Option<&'a str>,
    date: Option<&'a str>,
    text: &'a str,
    depth: usize,
    src_start: usize,
    src_end: usize,
    hidden: Option<&'static str>,
}

impl<'a> CommentRecord<'a> {
    pub(crate) fn of(comment: &'a Comment) -> CommentRecord<'a> {
        CommentRecord {
            author: comment.author.as_deref(),
            date: comment.date.as_deref(),
            text: &comment.text,
            depth: comment.depth,
            src_start: comment.source.start(),
            src_end: comment.source.end(),
            hidden: comment.hidden.map(Hiding::as_str),
        }
    }
}
