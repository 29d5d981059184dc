//! The tree builder: builds the tree from the tokens by the tree construction rules of the HTML standard.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction>. This file holds the state and the
//! small algorithms of the standard ("insert an HTML element", "generate implied end tags", …). The insertion
//! modes are in `outside_body`, `in_body` and `in_table`. Parse errors are not reported, and scripts do not
//! run. Some algorithms of the standard do not take linear time. Five bounds make them linear here; the
//! bounds are named constants in this file and in `adoption`
//! (docs/src/decisions/linear-tree-construction.md).

use super::flags::own_flags;
use super::formatting::Formatting;
use super::node::{Arena, DOCUMENT, Kind, NONE, Node, NodeId, flag, push_growing_slowly};
use super::stack::{Entry, OpenElements, Symbol};
use super::{Mark, Tree};
use crate::budget::{Deadline, Limit, MAX_ADDRESS_BYTES, TimedOut};
use crate::markup::{
    Attr, BLOCK, Decode, IMPLIED, Tag, TagSet, TextKind, Token, TokenKind, Tokenizer, WrittenIn,
    decode_reference,
};
use crate::page_cost::{Bounds, Cost, TreeSize};
use crate::source::Span;
use std::borrow::Cow;

/// Number of tokens that count as one element (chosen by hand), so that the limit on elements also stops a
/// page that consists only of end tags or comments. Real pages have two or three tokens for each element.
const TOKENS_PER_ELEMENT: usize = 8;

/// Table elements that may contain only a few kinds of elements and no text. Foster parenting inserts any
/// other node before the table instead.
pub(super) const FOSTERING: [Tag; 5] = [Tag::Table, Tag::Tbody, Tag::Tfoot, Tag::Thead, Tag::Tr];

/// Maximum number of repeated `<html>` and `<body>` tags whose attributes are added to the element (chosen by
/// hand). Real pages have one or two.
const MAX_MERGES: u32 = 16;

/// Maximum bytes of a start tag whose attributes a copy of the element has too. A formatting element that is left
/// open is copied into every block that follows; each reader of the copies would read a long tag again and again.
/// Chosen by hand: room for the longest address.
const MAX_COPIED_TAG_BYTES: usize = MAX_ADDRESS_BYTES + 512;

/// The insertion modes of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Mode {
    #[default]
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// The buffers of a builder other than the tree. They are reused from page to page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    stack: OpenElements,
    formatting: Formatting,
    template_modes: Vec<Mode>,
    pending_table_text: Vec<(Span, TextKind)>,
}

pub(super) struct Builder<'a, 'b> {
    pub(super) source: &'a str,
    pub(super) tokenizer: Tokenizer<'a>,
    pub(super) tree: &'b mut Tree,
    pub(super) stack: &'b mut OpenElements,
    pub(super) formatting: &'b mut Formatting,
    pub(super) template_modes: &'b mut Vec<Mode>,
    /// The standard's "pending table character tokens".
    pub(super) pending_table_text: &'b mut Vec<(Span, TextKind)>,
    pub(super) mode: Mode,
    pub(super) original_mode: Mode,
    pub(super) head: NodeId,
    pub(super) form: NodeId,
    pub(super) frameset_ok: bool,
    /// The standard's "foster parenting" flag.
    pub(super) foster_parenting: bool,
    pub(super) quirks: bool,
    /// Whether to drop a line feed at the start of the next token, as after `<pre>` and `<textarea>`.
    pub(super) skip_line_feed: bool,
    /// Whether a block-level element past the depth limit began or ended, so that the next text begins a new
    /// line.
    break_pending: bool,
    /// Number of repeated `<html>` and `<body>` tags so far whose attributes were added.
    merges: u32,
    max_depth: usize,
    max_elements: usize,
    max_memory: usize,
    cost: Cost,
    /// Start of the current token.
    token_start: usize,
    /// End of the current token.
    token_end: usize,
    /// The tag of the current token, if it is an end tag.
    end_tag: Option<Tag>,
}

/// Whether a node can begin a block or hold blocks. Methods keep data about each such element.
fn is_box(node: &Node) -> bool {
    match node.tag {
        Tag::Button | Tag::Label | Tag::Select | Tag::Search => true,
        Tag::Unknown => node.kind == Kind::Html,
        tag => tag.is(BLOCK),
    }
}

/// Builds the tree of `source` into `tree`.
pub(super) fn build(
    source: &str,
    Bounds { limits, cost }: Bounds<'_>,
    deadline: &mut Deadline,
    tree: &mut Tree,
    scratch: &mut Scratch,
) -> Result<(), TimedOut> {
    tree.clear();
    tree.reserve(source, limits);
    scratch.stack.clear();
    scratch.formatting.clear();
    scratch.template_modes.clear();
    scratch.pending_table_text.clear();
    let mut builder = Builder {
        source,
        tokenizer: Tokenizer::for_tree_builder(source),
        tree,
        stack: &mut scratch.stack,
        formatting: &mut scratch.formatting,
        template_modes: &mut scratch.template_modes,
        pending_table_text: &mut scratch.pending_table_text,
        mode: Mode::Initial,
        original_mode: Mode::Initial,
        head: NONE,
        form: NONE,
        frameset_ok: true,
        foster_parenting: false,
        quirks: false,
        skip_line_feed: false,
        break_pending: false,
        merges: 0,
        max_depth: limits.max_depth.max(1),
        max_elements: limits.max_elements,
        max_memory: cost.memory_for(source.len(), limits),
        cost,
        token_start: 0,
        token_end: 0,
        end_tag: None,
    };
    let result = builder.run(deadline);
    scratch.stack.release();
    result
}

impl Builder<'_, '_> {
    fn run(&mut self, deadline: &mut Deadline) -> Result<(), TimedOut> {
        deadline.check()?;
        loop {
            deadline.tick()?;
            self.tokenizer.set_foreign(self.current_kind() != Kind::Html);
            // Borrow the token instead of moving it out of the option: a move would read its fields back
            // directly after they are written.
            let next = self.tokenizer.next(&mut self.tree.attrs);
            let Some(token) = &next else { break };
            if let Some(limit) = self.exceeded(token.kind) {
                self.tree.limit = Some(limit);
                break;
            }
            self.token_end = token.span.end();
            self.token_start = token.span.start();
            self.end_tag = (token.kind == TokenKind::EndTag).then_some(token.tag);
            push_growing_slowly(&mut self.tree.marks, Mark::new(token));
            self.process(token);
            if let Some(mark) = self.tree.marks.last_mut() {
                mark.holds_raw = self.tokenizer.is_in_raw_text();
            }
        }
        self.flush_table_text();
        (self.token_start, self.end_tag) = (self.token_end, None);
        self.end_of_file();
        self.tree.quirks = self.quirks;
        Ok(())
    }

    /// Returns the limit that the tree would exceed with a token of this kind, if any.
    #[inline]
    fn exceeded(&self, kind: TokenKind) -> Option<Limit> {
        let Tree { marks, elements, .. } = &*self.tree;
        let added = usize::from(kind == TokenKind::StartTag);
        if (*elements).max(marks.len() / TOKENS_PER_ELEMENT) + added > self.max_elements {
            return Some(Limit::Elements);
        }
        let size = TreeSize { open: self.stack.len(), ..self.tree.size() };
        (self.cost.memory_of(size) > self.max_memory).then_some(Limit::Memory)
    }

    fn process(&mut self, token: &Token) {
        let skip_line_feed = std::mem::take(&mut self.skip_line_feed);
        if let TokenKind::Text(kind) = token.kind {
            let span = if skip_line_feed { self.without_leading_line_feed(token.inner) } else { token.inner };
            if !span.is_empty() {
                self.text(span, kind);
            }
            return;
        }
        self.flush_table_text();
        match token.kind {
            TokenKind::StartTag => self.start_tag(token),
            TokenKind::EndTag => self.end_tag(token),
            TokenKind::Doctype => self.doctype(token),
            TokenKind::Comment | TokenKind::Text(_) => {}
        }
    }

    fn without_leading_line_feed(&self, span: Span) -> Span {
        let bytes = self.source[span.range()].as_bytes();
        let skipped = match bytes {
            [b'\r', b'\n', ..] => 2,
            [b'\n' | b'\r', ..] => 1,
            [b'&', ..] => match decode_reference(bytes, WrittenIn::Text) {
                Some(found) if found.first == '\n' => found.len,
                _ => 0,
            },
            _ => 0,
        };
        Span::new(span.start() + skipped, span.end())
    }

    fn doctype(&mut self, token: &Token) {
        if self.mode == Mode::Initial {
            let doctype = crate::markup::Doctype::parse(&self.source[token.span.range()]);
            self.quirks = super::quirks::in_quirks_mode(&doctype);
            self.mode = Mode::BeforeHtml;
        }
    }

    // ---- the stack of open elements

    #[inline]
    pub(super) fn current_kind(&self) -> Kind {
        self.stack.current().map_or(Kind::Html, |entry| entry.kind)
    }

    #[inline]
    pub(super) fn current_node(&self) -> NodeId {
        self.stack.current().map_or(DOCUMENT, |entry| entry.node)
    }

    #[inline]
    pub(super) fn current_is(&self, tag: Tag) -> bool {
        self.stack.current().is_some_and(|entry| entry.tag == tag && entry.kind == Kind::Html)
    }

    pub(super) fn current_is_in(&self, set: TagSet) -> bool {
        self.stack.current().is_some_and(|entry| entry.tag.is(set) && entry.kind == Kind::Html)
    }

    pub(super) fn symbol_of(&mut self, token: &Token) -> Symbol {
        self.stack.symbol(token.tag, &self.source.as_bytes()[token.inner.range()])
    }

    pub(super) fn push(&mut self, node: NodeId, kind: Kind, tag: Tag, symbol: Symbol) {
        self.tree.arena.at_mut(node).flags |= flag::OPEN;
        self.stack.push(node, kind, tag, symbol);
    }

    pub(super) fn pop(&mut self) {
        if let Some(entry) = self.stack.pop() {
            self.end_element(&entry);
        }
    }

    /// Ends an element that was removed from the stack.
    pub(super) fn end_element(&mut self, entry: &Entry) {
        // The element ends after its own end tag. If it has none, it ends before the token that closes it.
        let end = if self.end_tag == Some(entry.tag) { self.token_end } else { self.token_start } as u32;
        let flattened = self.stack.len() >= self.max_depth;
        let node = self.tree.arena.at_mut(entry.node);
        node.flags &= !flag::OPEN;
        node.end = end.max(node.end);
        self.break_pending |= flattened && entry.tag.is(BLOCK);
    }

    pub(super) fn pop_to(&mut self, length: usize) {
        while self.stack.len() > length {
            self.pop();
        }
    }

    pub(super) fn pop_until(&mut self, tag: Tag) {
        if let Some(at) = self.stack.position_of(tag) {
            self.pop_to(at);
        }
    }

    /// "Clear the stack back to a … context": pops until the current node is one of these HTML elements.
    pub(super) fn clear_back_to(&mut self, tags: &[Tag]) {
        while self.stack.len() > 1 && !tags.iter().any(|tag| self.current_is(*tag)) {
            self.pop();
        }
    }

    pub(super) fn generate_implied_end_tags(&mut self) {
        self.generate_end_tags_of(IMPLIED, Tag::Unknown);
    }

    pub(super) fn generate_end_tags_of(&mut self, set: TagSet, except: Tag) {
        while self.current_is_in(set) && !self.current_is(except) {
            self.pop();
        }
    }

    /// "Close a p element". Does nothing if there is none in button scope.
    pub(super) fn close_p(&mut self) {
        if self.stack.in_button_scope(Tag::P) {
            self.generate_end_tags_of(IMPLIED, Tag::P);
            self.pop_until(Tag::P);
        }
    }

    // ---- inserting

    /// "The appropriate place for inserting a node": returns the parent and the sibling before which to
    /// insert the node; [`NONE`] as sibling means at the end of the parent.
    fn appropriate_place(&self, target: NodeId) -> (NodeId, NodeId) {
        let arena = &self.tree.arena;
        let node = arena.at(target);
        if !(self.foster_parenting && FOSTERING.contains(&node.tag) && node.kind == Kind::Html) {
            return (target, NONE);
        }
        let at = |index: usize| self.stack.get(index).map_or(DOCUMENT, |entry| entry.node);
        match (self.stack.position_of(Tag::Table), self.stack.position_of(Tag::Template)) {
            (Some(table), template) if template.is_none_or(|template| template < table) => {
                let parent = arena.at(at(table)).parent;
                if parent == NONE { (at(table - 1), NONE) } else { (parent, at(table)) }
            }
            (_, Some(template)) => (at(template), NONE),
            _ => (at(0), NONE),
        }
    }

    pub(super) fn insert_at_place(&mut self, target: NodeId, node: NodeId) {
        let (parent, before) = self.appropriate_place(target);
        match before {
            NONE => self.tree.arena.append(parent, node),
            sibling => self.tree.arena.insert_before(sibling, node),
        }
    }

    /// Inserts a node into the current node. Past the depth limit, the node goes into the deepest node that
    /// may have children. It then gets the flags that it would have inherited from the current node: for
    /// example, text inside a script stays invisible.
    fn insert(&mut self, mut node: Node) -> NodeId {
        let current = self.current_node();
        let target = match self.stack.get(self.max_depth - 1) {
            Some(deepest) if self.stack.len() > self.max_depth => {
                self.tree.limit = Some(Limit::Depth);
                node.flags |= self.tree.arena.at(current).flags & flag::INHERITED;
                deepest.node
            }
            _ => current,
        };
        self.tree.boxes += usize::from(is_box(&node));
        let id = self.tree.arena.push(node);
        self.insert_at_place(target, id);
        id
    }

    /// "Insert an HTML element" for a start tag, and push it onto the stack.
    pub(super) fn insert_element(&mut self, token: &Token) -> NodeId {
        let symbol = self.symbol_of(token);
        self.insert_open(token, Kind::Html, symbol)
    }

    pub(super) fn insert_open(&mut self, token: &Token, kind: Kind, symbol: Symbol) -> NodeId {
        let id = self.insert_closed(token, kind);
        self.break_pending |= self.stack.len() >= self.max_depth && token.tag.is(BLOCK);
        self.push(id, kind, token.tag, symbol);
        id
    }

    /// Inserts an element without pushing it onto the stack.
    pub(super) fn insert_closed(&mut self, token: &Token, kind: Kind) -> NodeId {
        self.tree.elements += 1;
        let mut node = Node::new(kind, token.tag, token.span);
        node.attrs = token.attrs_start;
        node.attrs_len = token.attrs_len;
        node.flags = own_flags(self.source, kind, token.tag, self.attrs_of(&node));
        self.insert(node)
    }

    /// Inserts an HTML element that has no content.
    pub(super) fn insert_void(&mut self, token: &Token) {
        self.insert_closed(token, Kind::Html);
    }

    /// Inserts an element whose start tag is implied.
    pub(super) fn insert_implied(&mut self, tag: Tag) -> NodeId {
        self.tree.elements += 1;
        // An implied element begins at the start of the token that implies it.
        let mut node = Node::new(Kind::Html, tag, Span::new(self.token_start, self.token_start));
        node.flags = own_flags(self.source, Kind::Html, tag, &[]);
        let id = self.insert(node);
        self.push(id, Kind::Html, tag, tag as Symbol);
        id
    }

    /// Makes a copy of the element `id` without its children. The caller inserts it. The copy has no attributes if
    /// the start tag is longer than [`MAX_COPIED_TAG_BYTES`].
    pub(super) fn clone_element(&mut self, id: NodeId) -> NodeId {
        self.tree.elements += 1;
        let old = *self.tree.arena.at(id);
        let mut node = Node::new(old.kind, old.tag, old.span);
        if old.span.len() <= MAX_COPIED_TAG_BYTES {
            (node.attrs, node.attrs_len) = (old.attrs, old.attrs_len);
        }
        node.flags = old.flags & flag::INHERITED;
        self.tree.arena.push(node)
    }

    pub(super) fn append_text(&mut self, span: Span, kind: TextKind) {
        let is_blank = self.source.as_bytes()[span.range()].iter().all(u8::is_ascii_whitespace);
        self.tree.texts += usize::from(!is_blank);
        if self.tree.arena.at(self.current_node()).tag == Tag::Style {
            self.tree.selectors +=
                memchr::memchr2_iter(b',', b'{', self.source[span.range()].as_bytes()).count();
        }
        let mut node = Node::new(Kind::Text, Tag::Unknown, span);
        node.text = kind;
        if std::mem::take(&mut self.break_pending) {
            node.flags = flag::BREAK;
        }
        self.insert(node);
    }

    /// The standard's "generic raw text element parsing algorithm". Used for `script` and RCDATA elements
    /// too.
    pub(super) fn raw_text_element(&mut self, token: &Token) {
        self.insert_element(token);
        self.switch_for(token.tag);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
    }

    pub(super) fn switch_for(&mut self, tag: Tag) {
        let noscript = self.stack.position_of(Tag::Noscript);
        self.tokenizer
            .switch_for(tag, noscript.is_some() && noscript > self.stack.position_of(Tag::Template));
    }

    /// Adds the attributes of a repeated `<html>` or `<body>` tag to an element, except for those that the
    /// element already has. Only the first [`MAX_MERGES`] such tags of a page count, because each one copies
    /// all earlier attributes.
    pub(super) fn add_attributes(&mut self, id: NodeId, token: &Token) {
        if token.attrs_len == 0 || self.merges == MAX_MERGES {
            return;
        }
        self.merges += 1;
        let node = *self.tree.arena.at(id);
        let old = node.attrs as usize..(node.attrs + node.attrs_len) as usize;
        // The new attributes are at the end of the vector. Insert copies of the old attributes before them,
        // because only the first attribute of each name counts.
        let start = token.attrs_start as usize;
        let added: Vec<Attr> = self.tree.attrs.drain(start..).collect();
        self.tree.attrs.extend_from_within(old);
        self.tree.attrs.extend(added);
        let flags = own_flags(self.source, node.kind, node.tag, &self.tree.attrs[start..]);
        let node = self.tree.arena.at_mut(id);
        (node.attrs, node.attrs_len) = (token.attrs_start, (self.tree.attrs.len() - start) as u32);
        node.flags |= flags;
    }

    pub(super) fn attrs_of(&self, node: &Node) -> &[Attr] {
        &self.tree.attrs[node.attrs as usize..(node.attrs + node.attrs_len) as usize]
    }

    /// The decoded value of an attribute of a start tag.
    pub(super) fn attribute(&self, token: &Token, name: &str) -> Option<Cow<'_, str>> {
        let start = token.attrs_start as usize;
        self.value_in(&self.tree.attrs[start..start + token.attrs_len as usize], name)
    }

    /// The decoded value of the first attribute with this name.
    pub(super) fn value_in(&self, attrs: &[Attr], name: &str) -> Option<Cow<'_, str>> {
        let is = |attr: &&Attr| self.source[attr.name.range()].eq_ignore_ascii_case(name);
        attrs.iter().find(is).map(|attr| Decode::attribute(&self.source[attr.value.range()]))
    }

    pub(super) fn arena(&self) -> &Arena {
        &self.tree.arena
    }

    /// "Reset the insertion mode appropriately". The topmost open element that is in the list below decides.
    pub(super) fn reset_mode(&mut self) {
        const MODES: [(Tag, Mode); 14] = [
            (Tag::Td, Mode::InCell),
            (Tag::Th, Mode::InCell),
            (Tag::Tr, Mode::InRow),
            (Tag::Tbody, Mode::InTableBody),
            (Tag::Thead, Mode::InTableBody),
            (Tag::Tfoot, Mode::InTableBody),
            (Tag::Caption, Mode::InCaption),
            (Tag::Colgroup, Mode::InColumnGroup),
            (Tag::Table, Mode::InTable),
            (Tag::Template, Mode::InTemplate),
            (Tag::Head, Mode::InHead),
            (Tag::Body, Mode::InBody),
            (Tag::Frameset, Mode::InFrameset),
            (Tag::Html, Mode::AfterHead),
        ];
        let topmost = MODES.iter().filter_map(|(tag, mode)| Some((self.stack.position_of(*tag)?, *mode)));
        self.mode = match topmost.max_by_key(|(at, _)| *at) {
            Some((_, Mode::InTemplate)) => self.template_modes.last().copied().unwrap_or(Mode::InBody),
            Some((_, Mode::AfterHead)) if self.head == NONE => Mode::BeforeHead,
            Some((_, mode)) => mode,
            None => Mode::InBody,
        };
    }
}
