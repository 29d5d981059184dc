//! The list of active formatting elements, and the adoption agency that mends misnested `<b>` and `<a>`.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements>. The list is bounded,
//! and so is the reach of the agency: without bounds both are quadratic on hostile pages.

use super::builder::Builder;
use super::node::{NONE, NodeId, flag};
use super::stack::{Entry, Symbol};
use crate::markup::{Attr, Tag, Token};

/// Most entries since the last marker; the oldest is dropped for a newer one. Real pages stay below ten.
const MOST_ENTRIES: usize = 64;
/// The adoption agency leaves elements alone that lie deeper under the current node than browsers' trees are.
pub(super) const ADOPTION_REACH: usize = 512;
/// The standard's limits on the outer and inner loop.
const OUTER_ROUNDS: usize = 8;
const INNER_ROUNDS: usize = 3;
/// "Noah's Ark clause".
const MOST_ALIKE: usize = 3;
/// An entry that is no element.
const MARKER: NodeId = NONE;

#[derive(Clone, Debug, Default)]
pub(super) struct Formatting {
    entries: Vec<NodeId>,
}

impl Formatting {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(super) fn push_marker(&mut self) {
        self.entries.push(MARKER);
    }

    pub(super) fn clear_to_marker(&mut self) {
        while self.entries.pop().is_some_and(|entry| entry != MARKER) {}
    }

    fn since_marker(&self) -> usize {
        self.entries.iter().rposition(|entry| *entry == MARKER).map_or(0, |at| at + 1)
    }

    fn position(&self, node: NodeId) -> Option<usize> {
        let from = self.since_marker();
        self.entries[from..].iter().rposition(|entry| *entry == node).map(|at| from + at)
    }

    pub(super) fn remove_node(&mut self, node: NodeId) {
        if let Some(at) = self.position(node) {
            self.entries.remove(at);
        }
    }
}

/// Where a new element goes in the list when the agency is done.
enum Bookmark {
    Replace,
    After(NodeId),
}

impl Builder<'_, '_> {
    /// "Reconstruct the active formatting elements."
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        let open = |builder: &Self, entry: NodeId| {
            entry == MARKER || builder.arena().at(entry).flags & flag::OPEN != 0
        };
        match self.formatting.entries.last() {
            Some(last) if !open(self, *last) => {}
            _ => return,
        }
        let entries = &self.formatting.entries;
        let from = entries.iter().rposition(|entry| open(self, *entry)).map_or(0, |at| at + 1);
        for index in from..self.formatting.entries.len() {
            let old = self.formatting.entries[index];
            let clone = self.clone_element(old);
            let tag = self.arena().at(old).tag;
            self.insert_at_place(self.current_node(), clone);
            self.push(clone, super::node::Kind::Html, tag, tag as Symbol);
            self.formatting.entries[index] = clone;
        }
    }

    /// Inserts a formatting element and puts it on the list.
    pub(super) fn insert_formatting(&mut self, token: &Token) {
        let from = self.formatting.since_marker();
        let alike: Vec<usize> = (from..self.formatting.entries.len())
            .filter(|at| self.is_alike(self.formatting.entries[*at], token))
            .collect();
        if alike.len() >= MOST_ALIKE {
            self.formatting.entries.remove(alike[0]);
        } else if self.formatting.entries.len() - from >= MOST_ENTRIES {
            self.formatting.entries.remove(from);
        }
        let id = self.insert_element(token);
        self.formatting.entries.push(id);
    }

    /// Same name and attributes, as written and in the same order.
    fn is_alike(&self, id: NodeId, token: &Token) -> bool {
        let node = self.arena().at(id);
        if node.tag != token.tag || node.attrs_len != token.attrs_len {
            return false;
        }
        let of = |start: u32| &self.tree.attrs[start as usize..(start + token.attrs_len) as usize];
        let text = |attr: &Attr| (&self.source[attr.name.range()], &self.source[attr.value.range()]);
        of(node.attrs).iter().map(text).eq(of(token.attrs_start).iter().map(text))
    }

    /// `<a>` while another `a` is on the list: the other one ends.
    pub(super) fn end_open_link(&mut self) {
        let Some(at) = self.last_on_list(Tag::A) else { return };
        let link = self.formatting.entries[at];
        self.adoption_agency(Tag::A);
        self.formatting.remove_node(link);
        if self.arena().at(link).flags & flag::OPEN != 0 {
            self.remove_from_stack(link, Tag::A as Symbol);
        }
    }

    fn last_on_list(&self, tag: Tag) -> Option<usize> {
        let from = self.formatting.since_marker();
        let found =
            self.formatting.entries[from..].iter().rposition(|entry| self.arena().at(*entry).tag == tag);
        found.map(|at| from + at)
    }

    pub(super) fn remove_from_stack(&mut self, node: NodeId, symbol: Symbol) {
        let Some(at) = self.stack.index_of(node, symbol, ADOPTION_REACH) else { return };
        for (index, entry) in self.stack.take_from(at).iter().enumerate() {
            if index == 0 {
                self.close(entry);
            } else {
                self.stack.push_again(entry);
            }
        }
    }

    /// "The adoption agency algorithm" for an end tag of a formatting element.
    pub(super) fn adoption_agency(&mut self, tag: Tag) {
        if self.current_is(tag) && self.formatting.position(self.current_node()).is_none() {
            self.pop();
            return;
        }
        for _ in 0..OUTER_ROUNDS {
            let Some(on_list) = self.last_on_list(tag) else {
                self.any_other_end_tag(tag as Symbol, tag);
                return;
            };
            let element = self.formatting.entries[on_list];
            if self.arena().at(element).flags & flag::OPEN == 0 {
                self.formatting.entries.remove(on_list);
                return;
            }
            let Some(on_stack) = self.stack.index_of(element, tag as Symbol, ADOPTION_REACH) else { return };
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

    /// One round: what is inside the furthest block moves out of `element` into a copy of it.
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
        // Back onto the stack, without the element and with its copy above the furthest block.
        let old = tail[0];
        self.close(&old);
        for entry in &tail[1..] {
            self.stack.push_again(entry);
            if entry.node == furthest {
                self.push(copy, old.kind, old.tag, old.tag as Symbol);
            }
        }
    }

    /// The inner loop: walks from the furthest block down to the element, drops what is no formatting element from the
    /// stack and hangs the rest into each other. Returns the topmost node and the bookmark.
    fn relink_between(&mut self, tail: &mut Vec<Entry>, block: usize) -> (NodeId, Bookmark) {
        let furthest = tail[block].node;
        let mut last = furthest;
        let mut bookmark = Bookmark::Replace;
        for (round, at) in (1..block).rev().enumerate() {
            let node = tail[at].node;
            let on_list = self.formatting.position(node).filter(|_| round < INNER_ROUNDS);
            let Some(on_list) = on_list else {
                self.formatting.remove_node(node);
                self.close(&tail[at]);
                tail.remove(at);
                continue;
            };
            let copy = self.clone_element(node);
            self.close(&tail[at]);
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
