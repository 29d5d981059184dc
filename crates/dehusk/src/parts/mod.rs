//! Parts: what a page is made of besides its text, as lists: blocks kept and removed, links, images, tables, comments of
//! readers, raw JSON-LD.
//!
//! They are made after the text, from the selection and from where each kept piece landed in the text; nothing is decided
//! here about what is main content. Offsets are bytes of UTF-8: of the decoded source, and of the text.

mod collect;
mod comments;
mod grid;
mod path;
mod stretch;

pub(crate) use collect::{Collected, Job, collect};

use crate::selection::Reason;
use crate::source::Span;

/// Which lists are wanted; see [`crate::Options::with_parts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Parts {
    /// Every block of the page, kept and removed.
    pub blocks: bool,
    /// Links of the kept content.
    pub links: bool,
    /// Images of the kept content.
    pub images: bool,
    /// Tables of data of the kept content.
    pub tables: bool,
    /// Comments of readers.
    pub comments: bool,
    /// The scripts of JSON-LD, as they are written.
    pub json_ld: bool,
}

impl Parts {
    /// None of them.
    pub const NONE: Parts =
        Parts { blocks: false, links: false, images: false, tables: false, comments: false, json_ld: false };
    /// All of them.
    pub const ALL: Parts =
        Parts { blocks: true, links: true, images: true, tables: true, comments: true, json_ld: true };

    /// Names of those wanted, in a fixed order.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let Parts { blocks, links, images, tables, comments, json_ld } = self;
        let all = [
            (blocks, "blocks"),
            (links, "links"),
            (images, "images"),
            (tables, "tables"),
            (comments, "comments"),
            (json_ld, "json_ld"),
        ];
        all.into_iter().filter_map(|(wanted, name)| wanted.then_some(name)).collect()
    }
}

/// What a block is on its page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlockKind {
    /// A paragraph or any other box of text.
    #[default]
    Paragraph,
    /// `h1` to `h6`.
    Heading,
    /// In `li`.
    ListItem,
    /// `dt`.
    Term,
    /// `dd`.
    Definition,
    /// In a cell of a table of data.
    TableCell,
    /// In `pre`.
    Code,
    /// In `blockquote`.
    Quote,
    /// In `figcaption` or `caption`.
    Caption,
    /// In a comment of a reader, whatever it is there.
    Comment,
}

impl BlockKind {
    /// The kind as a word for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            BlockKind::Paragraph => "paragraph",
            BlockKind::Heading => "heading",
            BlockKind::ListItem => "list_item",
            BlockKind::Term => "term",
            BlockKind::Definition => "definition",
            BlockKind::TableCell => "table_cell",
            BlockKind::Code => "code",
            BlockKind::Quote => "quote",
            BlockKind::Caption => "caption",
            BlockKind::Comment => "comment",
        }
    }
}

/// A block of the page, or a part of one where a method keeps only a part.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Whether it is main content.
    pub kept: bool,
    /// How much it looks like main content, 0 to 1; what it measures is the method's to say.
    pub score: f32,
    /// Why it was kept or removed: what the method says of most of it.
    pub reason: Reason,
    /// From the first to the last byte of its text in the decoded source, markup between them included.
    pub source: Span,
    /// Where it stands in the text; `None` if it was removed, cut off by the output limit, or if the method prints raw
    /// characters (R2L).
    pub text: Option<Span>,
    /// The block-level element that it stands in, as an absolute XPath for the tree of a browser without scripts.
    pub xpath: String,
    /// The nearest direction that its elements declare: `ltr`, `rtl` or `auto`.
    pub direction: Option<&'static str>,
}

/// A link in the kept content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// `http`, `https` or `mailto`, resolved; relative where nothing is known to be relative to.
    pub url: String,
    /// What of its text is kept, in one line; empty if it holds nothing but images.
    pub text: String,
    /// Its `rel`.
    pub rel: Option<String>,
    /// The element in the source.
    pub source: Span,
    /// Where its text stands in the text; see [`Block::text`].
    pub text_span: Option<Span>,
}

/// An image in the kept content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Image {
    /// Its address, resolved as that of a link; of one that is loaded late, the one that it is going to have.
    pub src: String,
    /// Its alternative text.
    pub alt: Option<String>,
    /// Its `title`.
    pub title: Option<String>,
    /// The `figcaption` of the figure around it.
    pub caption: Option<String>,
    /// The element in the source.
    pub source: Span,
}

/// A table of data in the kept content; tables that arrange a page are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// Its `caption`.
    pub caption: Option<String>,
    /// So many of the first rows are headers.
    pub header_rows: usize,
    /// All rows, each with the same number of cells; the text of a cell that spans several stands in each of them. What is
    /// not kept is empty.
    pub rows: Vec<Vec<String>>,
    /// The element in the source.
    pub source: Span,
    /// Where it stands in the text; see [`Block::text`].
    pub text_span: Option<Span>,
}

/// A comment of a reader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comment {
    /// Who wrote it, where that is marked.
    pub author: Option<String>,
    /// When, as ISO 8601, where that is marked.
    pub date: Option<String>,
    /// What it says, one line for each paragraph; answers to it are comments of their own.
    pub text: String,
    /// In how many other comments it stands.
    pub depth: usize,
    /// The element in the source.
    pub source: Span,
}

/// The lists of a page; those not asked for are empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Lists {
    /// In the order of the text; removed ones where they would stand.
    pub blocks: Vec<Block>,
    /// In the order of their ends.
    pub links: Vec<Link>,
    /// In the order of the page.
    pub images: Vec<Image>,
    /// In the order of the page.
    pub tables: Vec<Table>,
    /// In the order of the page.
    pub comments: Vec<Comment>,
    /// As written, white space around it left out; it need not be valid.
    pub json_ld: Vec<String>,
}

/// Bytes that the lists of a page may still take.
#[derive(Debug)]
struct Room {
    left: usize,
    /// Whether something did not fit.
    cut: bool,
}

impl Room {
    /// Takes room for so many bytes, if there is as much.
    fn take(&mut self, bytes: usize) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => self.cut = true,
        }
        !self.cut
    }
}
