//! Page: a source with its tree, its runs and its blocks. A page is always parsed; what is not parsed is a [`Source`].
//!
//! A page is read-only: methods look at it and leave no marks on it. The tree is the one that browsers build
//! (`builder` and the insertion modes); runs and blocks come from one walk over it (`layout`). Which of them are main
//! content is for [`crate::methods`] to say.

mod builder;
mod flags;
mod foreign;
mod formatting;
mod in_body;
mod in_table;
mod kin;
mod layout;
mod node;
mod quirks;
mod stack;
mod start_modes;
mod walk;

use crate::budget::{Deadline, Limit, Limits, TimedOut};
use crate::markup::{Attr, Decode, Tag, TextKind, Token, TokenKind};
use crate::source::{Source, Span};
use node::{Arena, DOCUMENT, NONE, flag};
use std::borrow::Cow;
pub use walk::{Event, Walk};

/// A token as it stood in the source, for methods that count markup. Text is [`TokenKind::Text`] even where it is the
/// content of a script; then it is [`TextKind::Raw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The whole token.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
    /// The element, for tags.
    pub tag: Tag,
    /// Whether a start tag has attributes.
    pub has_attributes: bool,
    /// Whether raw text follows this start tag: of a script, a style and others, but not of those in SVG.
    pub holds_raw: bool,
}

impl Mark {
    fn new(token: &Token) -> Mark {
        let span = if matches!(token.kind, TokenKind::Text(_)) { token.inner } else { token.span };
        let has_attributes = token.attrs_len > 0;
        Mark { span, kind: token.kind, tag: token.tag, has_attributes, holds_raw: false }
    }
}

/// A maximal stretch of character data inside one element, in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its characters as written; [`Run::kind`] tells how they are decoded.
    pub span: Span,
    node: u32,
    flags: u8,
    /// How its characters are decoded.
    pub kind: TextKind,
}

impl Run {
    /// Whether it stands inside `<a href>`.
    #[must_use]
    pub fn is_link(&self) -> bool {
        self.flags & flag::LINK != 0
    }

    /// Whether it stands in an element whose text is output: not in `script`, `title`, `noscript`, … (C4).
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.flags & flag::INVISIBLE == 0
    }

    /// Whether an element around it is hidden by `hidden`, `aria-hidden="true"` or `style="display: none"`.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.flags & flag::HIDDEN != 0
    }

    /// Whether an element around it is hidden by `style="display: none"`.
    #[must_use]
    pub fn is_undisplayed(&self) -> bool {
        self.flags & flag::UNDISPLAYED != 0
    }

    /// Whether it is white space only.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.flags & flag::BLANK != 0
    }

    /// Whether it stands in a `pre`.
    #[must_use]
    pub fn is_preformatted(&self) -> bool {
        self.flags & flag::PREFORMATTED != 0
    }

    /// Whether a browser begins a new line between the run before and this one.
    #[must_use]
    pub fn begins_line(&self) -> bool {
        self.flags & (flag::BREAK | flag::INVISIBLE) == flag::BREAK
    }

    /// Whether it stands in a `noscript` and is invisible for no other reason: what browsers without scripts show.
    pub(crate) fn is_unscripted(&self) -> bool {
        self.flags & flag::UNSCRIPTED != 0
    }

    /// As [`Run::begins_line`], for a browser without scripts.
    pub(crate) fn begins_line_unscripted(&self) -> bool {
        self.flags & flag::BREAK != 0 && (self.is_visible() || self.is_unscripted())
    }
}

/// What a browser would show as one box of text: the runs between two boundaries of block-level elements (single
/// `<br>` inside, two in a row outside).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its runs, as a range of [`Page::runs`]; [`Page::runs_of`] gives them.
    pub runs: (u32, u32),
    /// From the first to the last byte of its text in the source.
    pub span: Span,
    element: u32,
}

// What pages have for each `<` of their source: somewhat over the medians of wcxb-dev; the vectors of the
// other pages grow.
const NODES_PER_ANGLE: f64 = 1.3;
const MARKS_PER_ANGLE: f64 = 1.8;
const ATTRS_PER_ANGLE: f64 = 1.0;
const RUNS_PER_ANGLE: f64 = 0.75;
/// Fewer bytes than this for each node are rare on real pages; room for more is not made in advance.
const BYTES_PER_NODE: usize = 24;
const LEAST_BYTES_PER_NODE: usize = 12;

/// The number of `<`, by windows spread over the source.
fn estimated_angles(source: &[u8]) -> usize {
    const WINDOW: usize = 4096;
    const EVERY: usize = 4;
    let windows = source.chunks(WINDOW).step_by(EVERY);
    let (mut angles, mut seen) = (0, 0);
    for window in windows {
        angles += memchr::memchr_iter(b'<', window).count();
        seen += window.len();
    }
    (angles as f64 * source.len() as f64 / seen.max(1) as f64) as usize
}

/// Everything that parsing a page gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    arena: Arena,
    attrs: Vec<Attr>,
    marks: Vec<Mark>,
    /// The text nodes that are runs, in document order.
    runs: Vec<u32>,
    blocks: Vec<Block>,
    /// Those inside `noscript`.
    unscripted: Vec<Block>,
    elements: usize,
    limit: Option<Limit>,
}

impl Tree {
    /// Makes room for what the page will need, by the number of its `<`: vectors that double hold half too much, and
    /// three times as much while they move. A page of nothing but `<` gets no more than one of dense markup.
    fn reserve(&mut self, source: &str) {
        if self.arena.nodes.capacity() >= source.len() / BYTES_PER_NODE {
            return; // left from a larger page
        }
        let angles = estimated_angles(source.as_bytes());
        let most = source.len() / LEAST_BYTES_PER_NODE + 1;
        let at_most = |per_angle: f64| ((angles as f64 * per_angle) as usize).min(most);
        self.arena.nodes.reserve_exact(at_most(NODES_PER_ANGLE));
        self.marks.reserve_exact(at_most(MARKS_PER_ANGLE));
        self.attrs.reserve_exact(at_most(ATTRS_PER_ANGLE));
        self.runs.reserve_exact(at_most(RUNS_PER_ANGLE));
    }

    fn clear(&mut self) {
        self.arena.clear();
        self.attrs.clear();
        self.marks.clear();
        self.runs.clear();
        self.blocks.clear();
        self.unscripted.clear();
        self.elements = 0;
        self.limit = None;
    }
}

/// Buffers that one page leaves to the next; see [`Page::parse_in`].
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    tree: Tree,
    scratch: builder::Scratch,
}

impl Buffers {
    /// Parses a source into these buffers; [`Page::from_parsed`] makes a page of both.
    pub(crate) fn parse(
        &mut self,
        source: &Source<'_>,
        limits: &Limits,
        deadline: &mut Deadline,
    ) -> Result<(), TimedOut> {
        #[cfg(test)]
        counts::count(&counts::PARSES);
        let Buffers { tree, scratch } = self;
        tree.clear();
        builder::build(source.text(), limits, deadline, tree, scratch)?;
        layout::lay_out(source.text(), tree, deadline)
    }
}

/// A page: its source, and the tree, runs and blocks of it.
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
    /// Parses a source with default limits and no deadline.
    #[must_use]
    pub fn parse(source: Source<'a>) -> Page<'a> {
        Page::parse_in(source, Buffers::default())
    }

    /// As [`Page::parse`], in the buffers of an earlier page: after a few pages parsing allocates next to nothing.
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
        let _ = buffers.parse(&source, &Limits::default(), &mut Deadline::after(None));
        Page { source, buffers }
    }

    /// Parses a source within limits, in buffers of its own.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub(crate) fn parse_within(
        source: Source<'a>,
        limits: &Limits,
        deadline: &mut Deadline,
    ) -> Result<Page<'a>, TimedOut> {
        let mut buffers = Buffers::default();
        buffers.parse(&source, limits, deadline)?;
        Ok(Page { source, buffers })
    }

    /// The page of a source that these buffers were filled from.
    pub(crate) fn from_parsed(source: Source<'a>, buffers: Buffers) -> Page<'a> {
        Page { source, buffers }
    }

    /// The buffers, for the next page.
    #[must_use]
    pub fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// The source.
    #[must_use]
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// The limit that parsing ran into, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.buffers.tree.limit
    }

    /// The tokens, in the order of the source.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.buffers.tree.marks
    }

    /// The runs of text, in document order: the order a browser shows, which differs from the source where a table
    /// holds what no table may hold. Scripts and styles have none.
    #[must_use]
    pub fn runs(&self) -> impl ExactSizeIterator<Item = Run> + '_ {
        self.buffers.tree.runs.iter().map(|id| self.run_at(*id))
    }

    /// The runs of a block; blank and invisible ones may be among them.
    pub fn runs_of(&self, block: &Block) -> impl ExactSizeIterator<Item = Run> + '_ {
        let ids = &self.buffers.tree.runs[block.runs.0 as usize..block.runs.1 as usize];
        ids.iter().map(|id| self.run_at(*id))
    }

    /// What a browser shows of a block, white space as it stands.
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

    /// The blocks inside `noscript`, which are no part of [`Page::blocks`]: text for browsers without scripts.
    #[must_use]
    pub fn unscripted_blocks(&self) -> &[Block] {
        &self.buffers.tree.unscripted
    }

    /// The text of a run: references decoded, NULs left out.
    #[must_use]
    pub fn text_of(&self, run: &Run) -> Cow<'_, str> {
        Decode::text(self.source.slice(run.span), run.kind)
    }

    /// Number of elements, implied and reopened ones among them.
    #[must_use]
    pub fn element_count(&self) -> usize {
        self.buffers.tree.elements
    }

    /// The elements, in document order.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.walk().filter_map(|event| match event {
            Event::Enter(element) => Some(element),
            _ => None,
        })
    }

    /// The elements and texts, in document order.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk::whole(self)
    }

    /// The outermost element: `html`, implied if the page has no tag of it.
    #[must_use]
    pub fn root(&self) -> Option<Element<'_>> {
        // An empty arena has no document.
        let has_tree = !self.buffers.tree.arena.nodes.is_empty();
        has_tree.then(|| Element { page: self, id: DOCUMENT }.children().next()).flatten()
    }

    /// The head: implied if the page has no tag of it.
    #[must_use]
    pub fn head(&self) -> Option<Element<'_>> {
        self.part(Tag::Head)
    }

    /// The body: implied if the page has no tag of it; pages of frames have none.
    #[must_use]
    pub fn body(&self) -> Option<Element<'_>> {
        self.part(Tag::Body)
    }

    /// The element of a number that [`Element::id`] gave.
    pub(crate) fn element(&self, id: u32) -> Element<'_> {
        Element { page: self, id }
    }

    fn part(&self, tag: Tag) -> Option<Element<'_>> {
        let root = self.root()?;
        root.children().find(|child| child.tag() == tag)
    }

    /// The element that directly holds a run.
    #[must_use]
    pub fn element_of(&self, run: &Run) -> Option<Element<'_>> {
        Element { page: self, id: run.node }.parent()
    }

    /// The block-level element that a block stands in.
    #[must_use]
    pub fn block_element(&self, block: &Block) -> Option<Element<'_>> {
        (block.element != DOCUMENT).then_some(Element { page: self, id: block.element })
    }
}

/// An element of a page.
#[derive(Clone, Copy, Debug)]
pub struct Element<'p> {
    page: &'p Page<'p>,
    id: u32,
}

impl<'p> Element<'p> {
    fn node(&self) -> &'p node::Node {
        self.page.buffers.tree.arena.at(self.id)
    }

    /// Its tag; [`Tag::Unknown`] for names that dehusk does not know.
    #[must_use]
    pub fn tag(&self) -> Tag {
        self.node().tag
    }

    /// Its name, in lower case.
    #[must_use]
    pub fn name(&self) -> Cow<'p, str> {
        let node = self.node();
        if node.tag != Tag::Unknown {
            return Cow::Borrowed(node.tag.name());
        }
        let tag = self.page.source.slice(node.span);
        let name = tag.get(1..).unwrap_or("");
        let end =
            name.find(|c: char| c == '/' || c == '>' || (c.is_ascii_whitespace())).unwrap_or(name.len());
        Decode::name(&name[..end])
    }

    /// Whether it is an SVG or MathML element.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.node().kind != node::Kind::Html
    }

    /// From its start tag to its end tag in the source; where a tag is implied, from what begins it or to what ends it.
    #[must_use]
    pub fn span(&self) -> Span {
        let node = self.node();
        Span::new(node.span.start(), node.end as usize)
    }

    /// The element around it.
    #[must_use]
    pub fn parent(&self) -> Option<Element<'p>> {
        let parent = self.node().parent;
        (parent != NONE && parent != DOCUMENT).then_some(Element { page: self.page, id: parent })
    }

    /// The elements right inside it.
    pub fn children(&self) -> impl Iterator<Item = Element<'p>> + use<'p> {
        let (page, arena) = (self.page, &self.page.buffers.tree.arena);
        let linked = |id: u32| (id != NONE).then_some(id);
        let nodes = std::iter::successors(linked(self.node().first), move |id| linked(arena.at(*id).next));
        nodes.filter(|id| arena.at(*id).is_element()).map(move |id| Element { page, id })
    }

    /// It and all that is inside it, in document order.
    #[must_use]
    pub fn walk(&self) -> Walk<'p> {
        Walk::of(*self)
    }

    /// Whether its text is never output: it or an element around it is one of `script`, `title`, `noscript`, … (C4).
    #[must_use]
    pub fn is_invisible(&self) -> bool {
        self.node().flags & node::flag::INVISIBLE != 0
    }

    /// Whether it or an element around it is hidden by `style="display: none"`.
    #[must_use]
    pub fn is_undisplayed(&self) -> bool {
        self.node().flags & node::flag::UNDISPLAYED != 0
    }

    /// Its attributes, decoded, in the order of the source; of a repeated name only the first.
    pub fn attributes(&self) -> impl Iterator<Item = (Cow<'p, str>, Cow<'p, str>)> + use<'p> {
        let mut seen = std::collections::HashSet::new();
        let page = self.page;
        self.attrs().iter().filter_map(move |attr| {
            let name = Decode::name(page.source.slice(attr.name));
            seen.insert(name.clone()).then(|| (name, Decode::attribute(page.source.slice(attr.value))))
        })
    }

    /// The decoded value of an attribute; `name` in lower case.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<Cow<'p, str>> {
        let page = self.page;
        let found =
            self.attrs().iter().find(|attr| page.source.slice(attr.name).eq_ignore_ascii_case(name))?;
        Some(Decode::attribute(page.source.slice(found.value)))
    }

    /// Names and values of its attributes as they stand in the source, in whatever letter case.
    pub(crate) fn raw_attributes(&self) -> impl Iterator<Item = (&'p str, &'p str)> + use<'p> {
        let page = self.page;
        self.attrs().iter().map(|attr| (page.source.slice(attr.name), page.source.slice(attr.value)))
    }

    fn attrs(&self) -> &'p [Attr] {
        let node = self.node();
        &self.page.buffers.tree.attrs[node.attrs as usize..(node.attrs + node.attrs_len) as usize]
    }
}

impl PartialEq for Element<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.page, other.page) && self.id == other.id
    }
}

/// How often this thread parsed and walked whole pages, for the test that bounds both.
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
