//! The arena of a page: all nodes are in one vector and refer to each other by index, so no function needs
//! recursion.
//!
//! This module only links nodes; the tree builder decides where each node goes.

use crate::markup::Tag;
use crate::source::Span;

/// Index of a node.
pub(crate) type NodeId = u32;
/// The index that means "no node".
pub(crate) const NONE: NodeId = u32::MAX;
/// Index of the document node.
pub(crate) const DOCUMENT: NodeId = 0;

/// What a node is: the document, a text, or an element of one of the namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Document,
    Text,
    Html,
    Svg,
    MathMl,
}

/// Properties of an element or a text, as bits of a flag byte.
pub(crate) mod flag {
    /// The node is inside an `<a href>`.
    pub(crate) const LINK: u8 = 1;
    /// The node is inside an element whose text is never output (C4 of the methods' specification).
    pub(crate) const INVISIBLE: u8 = 1 << 1;
    /// The node is inside an element that is hidden by `hidden`, `aria-hidden=true` or `display: none`.
    pub(crate) const HIDDEN: u8 = 1 << 2;
    /// The text consists of whitespace.
    pub(crate) const BLANK: u8 = 1 << 3;
    /// There is a line break between the previous text and this one.
    pub(crate) const BREAK: u8 = 1 << 4;
    /// The element is on the stack of open elements.
    pub(crate) const OPEN: u8 = 1 << 5;
    /// The text is inside a `noscript`, and nothing else makes it invisible. Shares its bit with [`OPEN`],
    /// which only elements have.
    pub(crate) const UNSCRIPTED: u8 = OPEN;
    /// The element is an `annotation-xml` of MathML and an HTML integration point.
    pub(crate) const TAKES_HTML: u8 = 1 << 6;
    /// The text is inside a `pre`. Shares its bit with [`TAKES_HTML`], which only elements have.
    pub(crate) const PREFORMATTED: u8 = TAKES_HTML;
    /// The node is inside an element with `display: none` in its style. [`HIDDEN`] is also set.
    pub(crate) const UNDISPLAYED: u8 = 1 << 7;
    /// The flags that children inherit.
    pub(crate) const INHERITED: u8 = LINK | INVISIBLE | HIDDEN | UNDISPLAYED;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: NodeId,
    pub(crate) previous: NodeId,
    pub(crate) next: NodeId,
    pub(crate) first: NodeId,
    pub(crate) last: NodeId,
    /// The start tag of an element (empty if it is implied), or the characters of a text.
    pub(crate) span: Span,
    /// Offset in the source at which the element ends.
    pub(crate) end: u32,
    /// Index of the element's first attribute among the attributes of the page.
    pub(crate) attrs: u32,
    pub(crate) attrs_len: u32,
    pub(crate) kind: Kind,
    pub(crate) tag: Tag,
    /// Bits of [`flag`].
    pub(crate) flags: u8,
    /// How to decode the characters of a text.
    pub(crate) text: crate::markup::TextKind,
}

impl Node {
    pub(crate) fn new(kind: Kind, tag: Tag, span: Span) -> Node {
        Node {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first: NONE,
            last: NONE,
            span,
            end: span.end() as u32,
            attrs: 0,
            attrs_len: 0,
            kind,
            tag,
            flags: 0,
            text: crate::markup::TextKind::Data,
        }
    }

    pub(crate) fn is_element(&self) -> bool {
        matches!(self.kind, Kind::Html | Kind::Svg | Kind::MathMl)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
}

impl Arena {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Kind::Document, Tag::Unknown, Span::default()));
    }

    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        push_growing_slowly(&mut self.nodes, node);
        (self.nodes.len() - 1) as NodeId
    }

    #[inline]
    pub(crate) fn at(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    pub(crate) fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = std::mem::replace(&mut self.at_mut(parent).last, child);
        if last == NONE {
            self.at_mut(parent).first = child;
        } else {
            self.at_mut(last).next = child;
        }
        let node = self.at_mut(child);
        node.parent = parent;
        node.previous = last;
    }

    /// Inserts `child` directly before `sibling`, which must have a parent.
    pub(crate) fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        let parent = self.at(sibling).parent;
        let previous = std::mem::replace(&mut self.at_mut(sibling).previous, child);
        if previous == NONE {
            self.at_mut(parent).first = child;
        } else {
            self.at_mut(previous).next = child;
        }
        let node = self.at_mut(child);
        node.parent = parent;
        node.previous = previous;
        node.next = sibling;
    }

    pub(crate) fn detach(&mut self, id: NodeId) {
        let Node { parent, previous, next, .. } = *self.at(id);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.at_mut(parent).first = next,
            _ => self.at_mut(previous).next = next,
        }
        match next {
            NONE => self.at_mut(parent).last = previous,
            _ => self.at_mut(next).previous = previous,
        }
        let node = self.at_mut(id);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    /// Moves all children of `from` to the end of `to`. Takes linear time in the number of children.
    pub(crate) fn move_children(&mut self, from: NodeId, to: NodeId) {
        let mut child = self.at(from).first;
        while child != NONE {
            let next = self.at(child).next;
            self.detach(child);
            self.append(to, child);
            child = next;
        }
    }

    /// Returns the step after entering `id` in a walk in document order: into the first child of `id` if
    /// there is one.
    pub(crate) fn following(&self, id: NodeId) -> Step {
        match self.at(id).first {
            NONE => self.after(id),
            child => Step::Enter(child),
        }
    }

    /// Returns the step after `id` and everything inside `id`.
    pub(crate) fn after(&self, id: NodeId) -> Step {
        let node = self.at(id);
        match (node.next, node.parent) {
            (NONE, NONE) => Step::End,
            (NONE, parent) => Step::Leave(parent),
            (next, _) => Step::Enter(next),
        }
    }
}

/// Pushes to a vector that grows by a quarter of its length instead of doubling, because the vectors of nodes
/// and tokens take most of the memory of a large page.
#[inline]
pub(crate) fn push_growing_slowly<T>(vector: &mut Vec<T>, item: T) {
    /// Minimum number of items by which the vector grows; chosen by hand.
    const MIN_GROWTH: usize = 64;
    if vector.len() == vector.capacity() {
        vector.reserve_exact(vector.len() / 4 + MIN_GROWTH);
    }
    vector.push(item);
}

/// The next step of a walk in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Enter(NodeId),
    Leave(NodeId),
    End,
}
