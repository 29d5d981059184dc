//! Page: a parsed source, with its tree, runs and blocks. An unparsed page is a [`Source`].
//!
//! A page is read-only: methods read it and store their results elsewhere. The tree is the one that browsers
//! build (`builder` and the insertion modes). Runs and blocks come from one walk over the tree (`layout`).
//! The methods in [`crate::methods`] decide which of the runs and blocks are main content.

mod adoption;
mod aria_hidden;
mod builder;
mod element;
mod flags;
#[cfg(feature = "css")]
mod for_selectors;
mod foreign;
mod formatting;
mod in_body;
mod in_table;
mod layout;
mod neighbors;
mod node;
mod outside_body;
mod quirks;
mod stack;
mod style_elements;
mod walk;

use crate::budget::{Deadline, Limit, Limits, TimedOut};
use crate::markup::{Attr, Decode, Tag, TextKind, Token, TokenKind};
use crate::page_cost::{self, Bounds, Cost, TreeSize};
use crate::source::{Source, Span};
pub use element::Element;
pub(crate) use element::names_one_of;
pub(crate) use node::push_growing_slowly;
use node::{Arena, DOCUMENT, flag};
use std::borrow::Cow;
pub(crate) use walk::Visitor;
pub use walk::{Event, Walk};

/// A token of the source, for methods that count markup. All text is [`TokenKind::Text`]; text inside a
/// script has the kind [`TextKind::Raw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The span of the whole token.
    pub span: Span,
    /// The kind of the token.
    pub kind: TokenKind,
    /// The element name, if the token is a tag.
    pub tag: Tag,
    /// Whether a start tag has attributes.
    pub has_attributes: bool,
    /// Whether raw text follows this start tag, as it does after `script`, `style` and others outside of SVG.
    pub holds_raw: bool,
}

impl Mark {
    fn new(token: &Token) -> Mark {
        let span = if matches!(token.kind, TokenKind::Text(_)) { token.inner } else { token.span };
        let has_attributes = token.attrs_len > 0;
        Mark { span, kind: token.kind, tag: token.tag, has_attributes, holds_raw: false }
    }
}

/// A run of text: a stretch of character data inside one element, uninterrupted by markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The characters of the run in the source; [`Run::kind`] says how to decode them.
    pub span: Span,
    node: u32,
    flags: u8,
    /// How to decode the characters of the run.
    pub kind: TextKind,
}

impl Run {
    /// Whether the run is inside an `<a href>`.
    #[must_use]
    pub fn is_link(&self) -> bool {
        self.flags & flag::LINK != 0
    }

    /// Whether the text of the run may be output: it is not inside `script`, `title`, `noscript` or another
    /// invisible element (C4 of the methods' specification).
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.flags & flag::INVISIBLE == 0
    }

    /// Whether the run is inside an element with `hidden`, `aria-hidden="true"` or `style="display: none"`.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.flags & flag::HIDDEN != 0
    }

    /// Whether the run is inside an element with `style="display: none"`.
    #[must_use]
    pub fn is_undisplayed(&self) -> bool {
        self.flags & flag::UNDISPLAYED != 0
    }

    /// Whether the run consists of whitespace.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.flags & flag::BLANK != 0
    }

    /// Whether the run is inside a `pre`.
    #[must_use]
    pub fn is_preformatted(&self) -> bool {
        self.flags & flag::PREFORMATTED != 0
    }

    /// Whether a browser begins a new line between the previous run and this one.
    #[must_use]
    pub fn begins_line(&self) -> bool {
        self.flags & (flag::BREAK | flag::INVISIBLE) == flag::BREAK
    }

    /// Whether browsers show the run only without scripts: it is inside a `noscript`, and nothing else makes
    /// it invisible.
    pub(crate) fn is_unscripted(&self) -> bool {
        self.flags & flag::UNSCRIPTED != 0
    }

    /// Whether a browser without scripts begins a new line between the previous run and this one.
    pub(crate) fn begins_line_unscripted(&self) -> bool {
        self.flags & flag::BREAK != 0 && (self.is_visible() || self.is_unscripted())
    }
}

/// A stretch of text that a browser shows as one box: the runs between two boundaries of block-level
/// elements. A single `<br>` does not end a block; two in a row do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The runs of the block, as a range of indices of [`Page::runs`]; [`Page::runs_of`] returns the runs.
    pub runs: (u32, u32),
    /// The span from the first to the last byte of the block's text in the source.
    pub span: Span,
    element: u32,
}

// How many items to reserve for each `<` of a source. The numbers are slightly above the medians of wcxb-dev.
// On pages that need more items, the vectors grow.
/// Tree nodes to reserve for each `<`.
const NODES_PER_ANGLE: f64 = 1.3;
/// Tokens to reserve for each `<`.
const MARKS_PER_ANGLE: f64 = 1.8;
/// Attributes to reserve for each `<`.
const ATTRS_PER_ANGLE: f64 = 1.0;
/// Runs to reserve for each `<`.
const RUNS_PER_ANGLE: f64 = 0.75;
/// Number of source bytes per node on a page of dense markup; real pages rarely have fewer. Existing buffers
/// are reused if they have room for one node per this number of bytes.
const BYTES_PER_NODE: usize = 24;
/// Minimum number of source bytes for which one node is reserved (chosen by hand). It bounds the memory that
/// is reserved for a page of nothing but `<`.
const MIN_BYTES_PER_NODE: usize = 12;

/// Estimates the number of `<` from samples spread over the source.
fn estimated_angles(source: &[u8]) -> usize {
    /// Bytes of a sample; chosen by hand.
    const SAMPLE_BYTES: usize = 4096;
    /// One in this many samples is read; chosen by hand.
    const SAMPLE_STEP: usize = 4;
    let samples = source.chunks(SAMPLE_BYTES).step_by(SAMPLE_STEP);
    let (mut angles, mut seen) = (0, 0);
    for sample in samples {
        angles += memchr::memchr_iter(b'<', sample).count();
        seen += sample.len();
    }
    (angles as f64 * source.len() as f64 / seen.max(1) as f64) as usize
}

/// The result of parsing a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    arena: Arena,
    attrs: Vec<Attr>,
    marks: Vec<Mark>,
    /// The text nodes that are runs, in document order.
    runs: Vec<u32>,
    blocks: Vec<Block>,
    /// The blocks inside `noscript`.
    unscripted: Vec<Block>,
    elements: usize,
    /// The number of elements that can begin a block or hold blocks.
    boxes: usize,
    /// The number of texts that are not whitespace.
    texts: usize,
    /// The commas and opening braces in style sheets: at least as many as selectors.
    selectors: usize,
    /// Whether the page is in quirks mode.
    quirks: bool,
    limit: Option<Limit>,
}

impl Tree {
    /// Reserves the memory that the page probably needs, estimated from the number of `<`. Without this, a
    /// vector that grows by doubling can end up twice as long as needed, and takes three times the memory
    /// while it is copied.
    fn reserve(&mut self, source: &str, limits: &Limits) {
        if self.arena.nodes.capacity() >= source.len() / BYTES_PER_NODE {
            return; // these buffers come from a larger page
        }
        let angles = estimated_angles(source.as_bytes());
        let by_memory = page_cost::max_reserved_nodes(limits.memory_for(source.len()));
        let max = (source.len() / MIN_BYTES_PER_NODE).min(by_memory) + 1;
        let estimate = |per_angle: f64| ((angles as f64 * per_angle) as usize).min(max);
        self.arena.nodes.reserve_exact(estimate(NODES_PER_ANGLE));
        self.marks.reserve_exact(estimate(MARKS_PER_ANGLE));
        self.attrs.reserve_exact(estimate(ATTRS_PER_ANGLE));
        self.runs.reserve_exact(estimate(RUNS_PER_ANGLE));
    }

    #[inline]
    fn size(&self) -> TreeSize {
        TreeSize {
            nodes: self.arena.nodes.len(),
            boxes: self.boxes,
            texts: self.texts,
            tokens: self.marks.len(),
            attributes: self.attrs.len(),
            selectors: self.selectors,
            open: 0,
        }
    }

    fn clear(&mut self) {
        self.arena.clear();
        self.attrs.clear();
        self.marks.clear();
        self.runs.clear();
        self.blocks.clear();
        self.unscripted.clear();
        self.elements = 0;
        self.boxes = 0;
        self.texts = 0;
        self.selectors = 0;
        self.quirks = false;
        self.limit = None;
    }
}

/// Buffers that can be used for one page after another; see [`Page::parse_in`].
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    tree: Tree,
    scratch: builder::Scratch,
}

impl Buffers {
    /// Parses a source into these buffers. [`Page::from_parsed`] then makes a page from the source and the
    /// buffers.
    pub(crate) fn parse(
        &mut self,
        source: &Source<'_>,
        bounds: Bounds<'_>,
        deadline: &mut Deadline,
    ) -> Result<(), TimedOut> {
        #[cfg(test)]
        counts::count(&counts::PARSES);
        let Buffers { tree, scratch } = self;
        tree.clear();
        builder::build(source.text(), bounds, deadline, tree, scratch)?;
        layout::lay_out(source.text(), tree, deadline)?;
        aria_hidden::forgive(source.text(), tree, deadline)
    }
}

/// A page: a source with its tree, runs and blocks.
///
/// ```
/// use dehusk::{page::Page, source::Source};
/// let page = Page::parse(Source::from_text("<p>one <b>two</b><p>three"));
/// let blocks: Vec<_> = page.blocks().iter().map(|block| page.source().slice(block.span)).collect();
/// assert_eq!(blocks, ["one <b>two", "three"]);
/// ```
#[derive(Debug)]
pub struct Page<'a> {
    source: Source<'a>,
    buffers: Buffers,
}

impl<'a> Page<'a> {
    /// Whether the page is in quirks mode, in which browsers read its styles as old ones did.
    #[cfg(feature = "css")]
    pub(crate) fn is_in_quirks_mode(&self) -> bool {
        self.buffers.tree.quirks
    }

    /// Parses a source with default limits and no deadline.
    #[must_use]
    pub fn parse(source: Source<'a>) -> Page<'a> {
        Page::parse_in(source, Buffers::default())
    }

    /// Parses a source with default limits and no deadline, and reuses the buffers of an earlier page. After
    /// a few pages, it allocates almost no memory.
    ///
    /// ```
    /// use dehusk::{page::{Buffers, Page}, source::Source};
    /// let mut buffers = Buffers::default();
    /// for text in ["<p>one", "<p>two<p>three"] {
    ///     let page = Page::parse_in(Source::from_text(text), buffers);
    ///     println!("{} blocks", page.blocks().len());
    ///     buffers = page.into_buffers();
    /// }
    /// ```
    #[must_use]
    pub fn parse_in(source: Source<'a>, mut buffers: Buffers) -> Page<'a> {
        // Without a deadline parsing cannot time out.
        let bounds = Bounds { limits: &Limits::default(), cost: Cost::TEXT };
        let _ = buffers.parse(&source, bounds, &mut Deadline::after(None));
        Page { source, buffers }
    }

    /// Parses a source within these bounds, into new buffers.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub(crate) fn parse_within(
        source: Source<'a>,
        bounds: Bounds<'_>,
        deadline: &mut Deadline,
    ) -> Result<Page<'a>, TimedOut> {
        let mut buffers = Buffers::default();
        buffers.parse(&source, bounds, deadline)?;
        Ok(Page { source, buffers })
    }

    /// Makes a page from a source and the buffers into which this source was parsed.
    pub(crate) fn from_parsed(source: Source<'a>, buffers: Buffers) -> Page<'a> {
        Page { source, buffers }
    }

    /// Returns the buffers, for the next page.
    #[must_use]
    pub fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// The source.
    #[must_use]
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// The limit that was exceeded during parsing, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.buffers.tree.limit
    }

    /// The tokens, in the order of the source.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.buffers.tree.marks
    }

    /// The runs of text in document order, which is the order in which a browser shows them. It differs from
    /// the order of the source where a table contains elements or text that HTML does not allow in tables:
    /// browsers show these before the table. Scripts and styles have no runs.
    #[must_use]
    pub fn runs(&self) -> impl ExactSizeIterator<Item = Run> + '_ {
        self.buffers.tree.runs.iter().map(|id| self.run_at(*id))
    }

    /// The runs of a block. Some may be whitespace or invisible.
    pub fn runs_of(&self, block: &Block) -> impl ExactSizeIterator<Item = Run> + '_ {
        self.runs_between(block.runs)
    }

    /// The runs from an index of [`Page::runs`] up to but not including another.
    pub(crate) fn runs_between(&self, (first, end): (u32, u32)) -> impl ExactSizeIterator<Item = Run> + '_ {
        let ids = &self.buffers.tree.runs[first as usize..end as usize];
        ids.iter().map(|id| self.run_at(*id))
    }

    /// The text of a block as far as a browser shows it, with whitespace as in the source.
    pub(crate) fn visible_text(&self, block: &Block) -> String {
        self.runs_of(block).filter(Run::is_visible).map(|run| self.text_of(&run).into_owned()).collect()
    }

    fn run_at(&self, id: u32) -> Run {
        let node = self.buffers.tree.arena.at(id);
        Run { span: node.span, node: id, flags: node.flags, kind: node.text }
    }

    /// The blocks of visible text, in document order.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.buffers.tree.blocks
    }

    /// The blocks inside `noscript`, for browsers without scripts. [`Page::blocks`] does not include them.
    #[must_use]
    pub fn unscripted_blocks(&self) -> &[Block] {
        &self.buffers.tree.unscripted
    }

    /// The decoded text of a run.
    #[must_use]
    pub fn text_of(&self, run: &Run) -> Cow<'_, str> {
        Decode::node_text(self.source.slice(run.span), run.kind)
    }

    /// The decoded text of some runs, up to a number of bytes.
    pub(crate) fn beginning_of(&self, runs: impl Iterator<Item = Run>, max_bytes: usize) -> String {
        let mut text = String::new();
        for run in runs {
            let run = self.text_of(&run);
            text.push_str(&run[..run.floor_char_boundary(max_bytes.saturating_sub(text.len()))]);
        }
        text
    }

    /// Number of elements, including implied and reopened ones.
    #[must_use]
    pub fn element_count(&self) -> usize {
        self.buffers.tree.elements
    }

    /// The bytes of memory that the tree can cost, and those of its source.
    pub(crate) fn memory(&self) -> usize {
        page_cost::memory_of_tree(self.buffers.tree.size()) + self.source().text().len()
    }

    /// The number of elements that can begin a block or hold blocks.
    pub(crate) fn boxes(&self) -> usize {
        self.buffers.tree.boxes
    }

    /// The elements, in document order.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.walk().filter_map(|event| match event {
            Event::Enter(element) => Some(element),
            _ => None,
        })
    }

    /// The base URL that the page declares, as it is written: the first `<base href>`. Relative URLs of the page start from it.
    /// It may itself be relative to the address of the page.
    ///
    /// ```
    /// use dehusk::{page::Page, source::Source};
    /// let page = Page::parse(Source::from_text("<base target=_top><base href=/news/><base href=/old/><p>The mill"));
    /// assert_eq!(page.base_href().as_deref(), Some("/news/"));
    /// ```
    #[must_use]
    pub fn base_href(&self) -> Option<Cow<'_, str>> {
        if !self.marks().iter().any(|mark| mark.tag == Tag::Base) {
            return None;
        }
        let mut bases = self.elements().filter(|element| element.tag() == Tag::Base && !element.is_foreign());
        bases.find_map(|base| base.attribute("href"))
    }

    /// The elements and texts, in document order.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk::whole(self)
    }

    /// The outermost element, `html`. It exists even if the page has no `<html>` tag.
    #[must_use]
    pub fn root(&self) -> Option<Element<'_>> {
        // An empty arena has no document.
        let has_tree = !self.buffers.tree.arena.nodes.is_empty();
        has_tree.then(|| Element { page: self, id: DOCUMENT }.children().next()).flatten()
    }

    /// The head. It exists even if the page has no `<head>` tag.
    #[must_use]
    pub fn head(&self) -> Option<Element<'_>> {
        self.child_of_root(Tag::Head)
    }

    /// The body. It exists even if the page has no `<body>` tag, but not if the page has a frameset.
    #[must_use]
    pub fn body(&self) -> Option<Element<'_>> {
        self.child_of_root(Tag::Body)
    }

    /// The element with this [`Element::id`].
    pub(crate) fn element(&self, id: u32) -> Element<'_> {
        Element { page: self, id }
    }

    fn child_of_root(&self, tag: Tag) -> Option<Element<'_>> {
        let root = self.root()?;
        root.children().find(|child| child.tag() == tag)
    }

    /// The element that directly holds a run.
    #[must_use]
    pub fn element_of(&self, run: &Run) -> Option<Element<'_>> {
        Element { page: self, id: run.node }.parent()
    }

    /// The innermost block-level element around a block, if there is one.
    #[must_use]
    pub fn block_element(&self, block: &Block) -> Option<Element<'_>> {
        (block.element != DOCUMENT).then_some(Element { page: self, id: block.element })
    }
}

/// Counts how often this thread parsed and walked whole pages. A test checks both counts.
#[cfg(test)]
pub(crate) mod counts {
    use std::cell::Cell;
    use std::thread::LocalKey;

    thread_local! {
        pub(crate) static PARSES: Cell<usize> = const { Cell::new(0) };
        pub(crate) static WALKS: Cell<usize> = const { Cell::new(0) };
    }

    pub(crate) fn count(what: &'static LocalKey<Cell<usize>>) {
        what.set(what.get() + 1);
    }
}
