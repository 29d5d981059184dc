//! Parts: lists of the blocks (kept and removed), links, images, tables, items, readers' comments and raw JSON-LD of a page.
//!
//! The lists are made after the text, from the selection and from the positions of the kept spans in the text ("landings").
//! Nothing here decides what is main content. Offsets in the decoded source and in the text are bytes of UTF-8.

mod captions;
mod collect;
mod comments;
mod grid;
mod items;
mod path;
mod pieces;

pub(crate) use collect::{Collected, Job};
pub(crate) use items::{kinds_of_groups, shown};

use crate::budget::{self, Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::page::Page;
use crate::selection::{Hiding, Reason};
use crate::source::Span;

/// Lists the parts of a page. Runs in linear time.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn collect(
    facts: PageFacts<'_>,
    job: &Job<'_>,
    deadline: &mut Deadline,
) -> Result<Collected, TimedOut> {
    let mut collected = collect::collect(facts.page(), job, deadline)?;
    if job.parts.items
        && let Some(groups) = job.groups
    {
        let (items, is_cut) = items::items(facts, job, groups, collected.remaining, deadline)?;
        collected.lists.items = items;
        collected.cut |= is_cut;
    }
    Ok(collected)
}

/// Which lists to make; see [`crate::Options::with_parts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Parts {
    /// Every block of the page, kept and removed.
    pub blocks: bool,
    /// Links of the kept content.
    pub links: bool,
    /// Images of the kept content.
    pub images: bool,
    /// Data tables of the kept content.
    pub tables: bool,
    /// Items of the kept groups, with their fields.
    pub items: bool,
    /// Readers' comments.
    pub comments: bool,
    /// The JSON-LD scripts, as they are written.
    pub json_ld: bool,
}

impl Parts {
    /// No lists.
    pub const NONE: Parts = Parts {
        blocks: false,
        links: false,
        images: false,
        tables: false,
        items: false,
        comments: false,
        json_ld: false,
    };
    /// All lists.
    pub const ALL: Parts = Parts {
        blocks: true,
        links: true,
        images: true,
        tables: true,
        items: true,
        comments: true,
        json_ld: true,
    };

    /// The names of the wanted lists, in a fixed order.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let Parts { blocks, links, images, tables, items, comments, json_ld } = self;
        let all = [
            (blocks, "blocks"),
            (links, "links"),
            (images, "images"),
            (tables, "tables"),
            (items, "items"),
            (comments, "comments"),
            (json_ld, "json_ld"),
        ];
        all.into_iter().filter_map(|(wanted, name)| wanted.then_some(name)).collect()
    }
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlockKind {
    /// A paragraph, or any block of text that is of no other kind.
    #[default]
    Paragraph,
    /// In `h1` to `h6`.
    Heading,
    /// In `li`.
    ListItem,
    /// In `dt`.
    Term,
    /// In `dd`.
    Definition,
    /// In a cell of a data table.
    TableCell,
    /// In `pre`.
    Code,
    /// In `blockquote`.
    Quote,
    /// In `figcaption` or `caption`.
    Caption,
    /// In a reader's comment, whatever its element is.
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

/// A block of the page, or a part of one if the method keeps only a part.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Block {
    /// Its kind.
    pub kind: BlockKind,
    /// Whether it is main content.
    pub kept: bool,
    /// How much it looks like main content, from 0 to 1. Each method defines what its score measures.
    pub score: f32,
    /// Why it was kept or removed: the reason in the verdict on its longest piece.
    pub reason: Reason,
    /// From the first to the last byte of its text in the decoded source, including the markup in between.
    pub source: Span,
    /// Its span in the text. `None` if it was removed, if it is beyond the output limit, or if the method prints raw characters
    /// (R2L).
    pub text: Option<Span>,
    /// The block-level element around it, as an absolute XPath for the tree that a browser builds without running scripts.
    pub xpath: String,
    /// The direction that the nearest element with `dir` declares: `ltr`, `rtl` or `auto`.
    pub direction: Option<&'static str>,
    /// How the page hides it, if it is kept although it is hidden, or was removed because it is hidden.
    pub hidden: Option<Hiding>,
}

/// A link in the kept content. A film, a sound or a page of another site that is shown in the content is a link
/// too, with its title as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// Its resolved URL, with the scheme `http`, `https` or `mailto`; relative if the base URL is unknown.
    pub url: String,
    /// The kept part of its text, on one line; empty if it contains only images.
    pub text: String,
    /// Its `rel`.
    pub rel: Option<String>,
    /// The element in the source.
    pub source: Span,
    /// The span of its text in the main text; see [`Block::text`].
    pub text_span: Option<Span>,
}

/// An image in the kept content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Image {
    /// Its URL, resolved like [`Link::url`]. For a lazily loaded image, the URL that a script would load.
    pub src: String,
    /// Its alternative text.
    pub alt: Option<String>,
    /// Its `title`.
    pub title: Option<String>,
    /// Its caption: the `figcaption` of the figure around it, or a text beside it whose class says that it is a
    /// caption.
    pub caption: Option<String>,
    /// The element in the source.
    pub source: Span,
    /// How the page hides it or its caption, if it is kept although readers do not see it at first.
    pub hidden: Option<Hiding>,
}

/// A data table in the kept content. Layout tables are not listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// Its `caption`.
    pub caption: Option<String>,
    /// The number of header rows at the beginning.
    pub header_rows: usize,
    /// The texts of the cells, row by row; all rows have the same number of cells. The text of a cell that spans several
    /// positions is repeated at each of them. A cell that is not kept is empty.
    pub rows: Vec<Vec<String>>,
    /// The element in the source.
    pub source: Span,
    /// Its span in the text; see [`Block::text`].
    pub text_span: Option<Span>,
}

/// What the items of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemKind {
    /// Goods or offers with their prices.
    Products,
    /// Each item leads to a page of its own: search results, decisions, news, threads.
    Results,
    /// Posts of a thread, or questions with their answers.
    Posts,
    /// Ingredients of a recipe.
    Ingredients,
    /// Steps of a recipe or of other instructions.
    Steps,
    /// Terms with their definitions, or names with their values.
    Facts,
    /// Anything else that repeats: points of a list, rows of a table.
    Items,
}

impl ItemKind {
    /// What one item is called.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            ItemKind::Products => "product",
            ItemKind::Results => "result",
            ItemKind::Posts => "post",
            ItemKind::Ingredients => "ingredient",
            ItemKind::Steps => "step",
            ItemKind::Facts => "fact",
            ItemKind::Items => "item",
        }
    }

    /// The kind as a word for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ItemKind::Products => "products",
            ItemKind::Results => "results",
            ItemKind::Posts => "posts",
            ItemKind::Ingredients => "ingredients",
            ItemKind::Steps => "steps",
            ItemKind::Facts => "facts",
            ItemKind::Items => "items",
        }
    }
}

/// A field of an item: a piece of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ItemField {
    /// Its name: `title`, `value` (of a fact), `url`, `link`, `image`, `price`, `date`, `author`, `number` or
    /// `reply_to`.
    pub name: &'static str,
    /// Its value: text on one line as printed, a date in ISO 8601, or a URL resolved like [`Link::url`].
    pub value: String,
    /// The bytes of the source that it was read from: the text, or the element of a URL. If the value is only a part of a text
    /// on one line, the bytes of the whole text.
    pub source: Span,
}

/// An item of a group of the kept content: a product, a search result, a post.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// The number of its group, from 0. The items of a group follow each other.
    pub group: usize,
    /// Its fields, in the order of the names in [`ItemField::name`]; at most one of each name, but several `link`s.
    pub fields: Vec<ItemField>,
    /// The text of the item that is kept, one line for each paragraph; all of its text if none of it is kept. The text of a post
    /// does not contain its author and date.
    pub text: String,
    /// From its first to its last byte in the source.
    pub source: Span,
    /// How the page hides the first of its texts and fields that readers do not see, if there is one.
    pub hidden: Option<Hiding>,
}

impl Item {
    /// The value of a field, if the item has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.value.as_str())
    }
}

/// A reader's comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comment {
    /// Its author, if the markup names one.
    pub author: Option<String>,
    /// Its date, in ISO 8601, if the markup has one.
    pub date: Option<String>,
    /// Its text, one line for each paragraph. Replies to it are comments of their own.
    pub text: String,
    /// The number of comments that it is nested in.
    pub depth: usize,
    /// The element in the source.
    pub source: Span,
    /// How the page hides the first part of it that is listed although readers do not see it at first.
    pub hidden: Option<Hiding>,
}

/// The lists of a page. Lists that were not requested are empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Lists {
    /// The blocks, in the order of the text. Removed blocks are where their text would be.
    pub blocks: Vec<Block>,
    /// The links, in the order of their end tags.
    pub links: Vec<Link>,
    /// The images, in the order of the page.
    pub images: Vec<Image>,
    /// The data tables, in the order of the page.
    pub tables: Vec<Table>,
    /// The items of all kept groups, in the order of the page.
    pub items: Vec<Item>,
    /// The comments, in the order of the page.
    pub comments: Vec<Comment>,
    /// The JSON-LD scripts as written, without surrounding whitespace; not necessarily valid JSON.
    pub json_ld: Vec<String>,
}

/// The number of bytes that the lists of a page may still use.
#[derive(Debug)]
struct ByteBudget {
    remaining: usize,
    /// The part of `remaining` that addresses may use.
    addresses: usize,
    /// Whether a part did not fit.
    is_exceeded: bool,
}

impl ByteBudget {
    fn new(max_bytes: usize, page: &Page<'_>) -> ByteBudget {
        let addresses = budget::max_address_bytes(page.source().text().len());
        ByteBudget { remaining: max_bytes, addresses, is_exceeded: false }
    }

    /// Takes bytes from the budget, of which `address` are those of an address.
    fn take_with_address(&mut self, bytes: usize, address: usize) -> bool {
        match self.addresses.checked_sub(address) {
            Some(addresses) => self.addresses = addresses,
            None => self.is_exceeded = true,
        }
        self.take(bytes)
    }

    /// Takes bytes from the budget and returns whether they fit. After the first request that does not fit, all requests are
    /// refused.
    fn take(&mut self, bytes: usize) -> bool {
        match self.remaining.checked_sub(bytes) {
            Some(remaining) => self.remaining = remaining,
            None => self.is_exceeded = true,
        }
        !self.is_exceeded
    }
}
