//! What the tree builder does with the list of active formatting elements: it opens them again for new text,
//! and repairs misnested `<b>` and `<a>` by the adoption agency algorithm.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>. The length of the list and
//! the reach of the algorithm are bounded, because without bounds they take quadratic time on hostile pages
//! (docs/src/decisions/linear-tree-construction.md).

use super::builder::Builder;
use super::formatting::MARKER;
use super::node::{NONE, NodeId, flag};
use super::stack::{Entry, Symbol};
use crate::markup::{Attr, Tag, Token};

/// Maximum number of entries since the last marker (chosen by hand). When the maximum is reached, a new entry
/// replaces the oldest one. Real pages have fewer than ten.
const MAX_ENTRIES: usize = 64;
/// The adoption agency moves or removes only elements among this many topmost entries of the stack of open
/// elements. Elements further down are left unchanged. The value is the maximum depth of a tree in Chromium.
pub(super) const MAX_ADOPTION_REACH: usize = 512;
/// Maximum number of rounds of the outer loop of the adoption agency (HTML standard).
const MAX_OUTER_ROUNDS: usize = 8;
/// After this many rounds of the inner loop, the adoption agency removes nodes from the list (HTML standard).
const MAX_INNER_ROUNDS: usize = 3;
/// The standard's "Noah's Ark clause": maximum number of identical entries since the last marker.
const MAX_IDENTICAL: usize = 3;

/// The standard's bookmark: where the new element goes in the list.
enum Bookmark {
    /// At the position of the old element.
    Replace,
    /// After this node.
    After(NodeId),
}

impl Builder<'_, '_> {
    /// "Reconstruct the active formatting elements."
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        let is_open = |builder: &Self, entry: NodeId| {
            entry == MARKER || builder.arena().at(entry).flags & flag::OPEN != 0
        };
        match self.formatting.entries.last() {
            Some(last) if !is_open(self, *last) => {}
            _ => return,
        }
        let entries = &self.formatting.entries;
        let from = entries.iter().rposition(|entry| is_open(self, *entry)).map_or(0, |at| at + 1);
        for index in from..self.formatting.entries.len() {
            let old = self.formatting.entries[index];
            let clone = self.clone_element(old);
            let tag = self.arena().at(old).tag;
            self.insert_at_place(self.current_node(), clone);
            self.push(clone, super::node::Kind::Html, tag, tag as Symbol);
            self.formatting.entries[index] = clone;
        }
    }

    /// Inserts a formatting element and adds it to the list.
    pub(super) fn insert_formatting(&mut self, token: &Token) {
        let from = self.formatting.since_marker();
        let identical: Vec<usize> = (from..self.formatting.entries.len())
            .filter(|at| self.is_identical(self.formatting.entries[*at], token))
            .collect();
        if identical.len() >= MAX_IDENTICAL {
            self.formatting.entries.remove(identical[0]);
        } else if self.formatting.entries.len() - from >= MAX_ENTRIES {
            self.formatting.entries.remove(from);
        }
        let id = self.insert_element(token);
        self.formatting.entries.push(id);
    }

    /// Whether the element and the start tag have the same name and the same attributes in the same order.
    fn is_identical(&self, id: NodeId, token: &Token) -> bool {
        let node = self.arena().at(id);
        if node.tag != token.tag || node.attrs_len != token.attrs_len {
            return false;
        }
        let attrs = |start: u32| &self.tree.attrs[start as usize..(start + token.attrs_len) as usize];
        let text = |attr: &Attr| (&self.source[attr.name.range()], &self.source[attr.value.range()]);
        attrs(node.attrs).iter().map(text).eq(attrs(token.attrs_start).iter().map(text))
    }

    /// Closes an `a` element that is still on the list when another `<a>` starts.
    pub(super) fn end_open_link(&mut self) {
        let Some(at) = self.last_on_list(Tag::A) else { return };
        let link = self.formatting.entries[at];
        self.adoption_agency(Tag::A);
        self.formatting.remove_node(link);
        if self.arena().at(link).flags & flag::OPEN != 0 {
            self.remove_from_stack(link, Tag::A as Symbol);
        }
    }

    /// Index of the last entry with this tag since the last marker.
    fn last_on_list(&self, tag: Tag) -> Option<usize> {
        let from = self.formatting.since_marker();
        let found =
            self.formatting.entries[from..].iter().rposition(|entry| self.arena().at(*entry).tag == tag);
        found.map(|at| from + at)
    }

    pub(super) fn remove_from_stack(&mut self, node: NodeId, symbol: Symbol) {
        let Some(at) = self.stack.index_of(node, symbol, MAX_ADOPTION_REACH) else { return };
        for (index, entry) in self.stack.take_from(at).iter().enumerate() {
            if index == 0 {
                self.end_element(entry);
            } else {
                self.stack.push_again(entry);
            }
        }
    }

    /// The "adoption agency algorithm" for the end tag of a formatting element.
    pub(super) fn adoption_agency(&mut self, tag: Tag) {
        if self.current_is(tag) && self.formatting.position(self.current_node()).is_none() {
            self.pop();
            return;
        }
        for _ in 0..MAX_OUTER_ROUNDS {
            let Some(on_list) = self.last_on_list(tag) else {
                self.any_other_end_tag(tag as Symbol, tag);
                return;
            };
            let element = self.formatting.entries[on_list];
            if self.arena().at(element).flags & flag::OPEN == 0 {
                self.formatting.entries.remove(on_list);
                return;
            }
            let Some(on_stack) = self.stack.index_of(element, tag as Symbol, MAX_ADOPTION_REACH) else {
                return;
            };
            if !self.stack.index_in_scope(on_stack) {
                return;
            }
            let Some(block) = self.stack.special_above(on_stack) else {
                self.pop_to(on_stack);
                self.formatting.entries.remove(on_list);
                return;
            };
            self.adopt(element, on_stack, block);
        }
    }

    /// One round of the outer loop: moves the furthest block out of `element`, and moves the children of that
    /// block into a copy of `element`.
    fn adopt(&mut self, element: NodeId, on_stack: usize, block: usize) {
        let ancestor = self.stack.get(on_stack.saturating_sub(1)).map_or(NONE, |entry| entry.node);
        let mut tail = self.stack.take_from(on_stack);
        let furthest = tail[block - on_stack].node;
        let (last, bookmark) = self.relink_between(&mut tail, block - on_stack);
        self.tree.arena.detach(last);
        self.insert_at_place(ancestor, last);
        let copy = self.clone_element(element);
        self.tree.arena.move_children(furthest, copy);
        self.tree.arena.append(furthest, copy);
        self.replace_on_list(element, copy, &bookmark);
        // Push the entries again, without the formatting element, and with its copy directly above the
        // furthest block.
        let old = tail[0];
        self.end_element(&old);
        for entry in &tail[1..] {
            self.stack.push_again(entry);
            if entry.node == furthest {
                self.push(copy, old.kind, old.tag, old.tag as Symbol);
            }
        }
    }

    /// The inner loop: walks the stack from the furthest block to the formatting element. Removes nodes that
    /// are not on the list, and nests copies of the other nodes in each other. Returns the outermost node and
    /// the bookmark.
    fn relink_between(&mut self, tail: &mut Vec<Entry>, block: usize) -> (NodeId, Bookmark) {
        let furthest = tail[block].node;
        let mut last = furthest;
        let mut bookmark = Bookmark::Replace;
        for (round, at) in (1..block).rev().enumerate() {
            let node = tail[at].node;
            let on_list = self.formatting.position(node).filter(|_| round < MAX_INNER_ROUNDS);
            let Some(on_list) = on_list else {
                self.formatting.remove_node(node);
                self.end_element(&tail[at]);
                tail.remove(at);
                continue;
            };
            let copy = self.clone_element(node);
            self.end_element(&tail[at]);
            tail[at].node = copy;
            self.tree.arena.at_mut(copy).flags |= flag::OPEN;
            self.formatting.entries[on_list] = copy;
            if last == furthest {
                bookmark = Bookmark::After(copy);
            }
            self.tree.arena.detach(last);
            self.tree.arena.append(copy, last);
            last = copy;
        }
        (last, bookmark)
    }

    fn replace_on_list(&mut self, element: NodeId, copy: NodeId, bookmark: &Bookmark) {
        let Some(old) = self.formatting.position(element) else { return };
        match bookmark {
            Bookmark::Replace => self.formatting.entries[old] = copy,
            Bookmark::After(node) => {
                let at = self.formatting.position(*node).map_or(old, |at| at + 1);
                self.formatting.entries.insert(at, copy);
                self.formatting.remove_node(element);
            }
        }
    }
}
