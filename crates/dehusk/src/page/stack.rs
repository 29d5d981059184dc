//! The stack of open elements. It answers every "has an element in … scope" question of the standard in
//! constant time.
//!
//! The standard walks down the stack, so a page with a million open elements takes quadratic time. Here each
//! entry holds the index of the next lower entry with the same name and of the nearest boundary of each kind,
//! so the answer is a comparison of two indices.
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>
//!
//! The stack grows upward: the topmost entry is the current node.

use super::node::{Kind, NodeId, push_growing_slowly};
use crate::markup::{self, SCOPE, SPECIAL, Tag};
use std::collections::HashMap;

/// A number that stands for an element name: the number of the tag if the name is known, otherwise the next
/// free number.
pub(crate) type Symbol = u32;

/// The index that means "no entry".
const NO_ENTRY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) node: NodeId,
    pub(crate) kind: Kind,
    pub(crate) tag: Tag,
    symbol: Symbol,
    /// Index of the next lower entry with the same name. HTML elements and foreign elements are counted
    /// separately.
    next_same_name: u32,
    /// Index of the nearest entry that ends a scope, at or below this one.
    scope: u32,
    /// Index of the nearest special entry, at or below this one.
    special: u32,
    /// Index of the nearest special entry other than `address`, `div` and `p`, at or below this one.
    item_boundary: u32,
    /// Index of the nearest HTML entry, at or below this one.
    html: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct OpenElements {
    entries: Vec<Entry>,
    /// Index of the topmost HTML element with each name, by symbol.
    top: Vec<u32>,
    /// Index of the topmost foreign element with each name, by symbol.
    top_foreign: Vec<u32>,
    /// Symbols of the names that are not known tags.
    names: HashMap<Vec<u8>, Symbol>,
    /// Buffer for a name in lower case.
    lower: Vec<u8>,
}

impl OpenElements {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.names.clear();
        for top in [&mut self.top, &mut self.top_foreign] {
            top.clear();
            top.resize(markup::KNOWN, NO_ENTRY);
        }
    }

    /// The symbol of a name in any letter case.
    #[inline]
    pub(crate) fn symbol(&mut self, tag: Tag, name: &[u8]) -> Symbol {
        if tag == Tag::Unknown { self.intern(name) } else { tag as Symbol }
    }

    fn intern(&mut self, name: &[u8]) -> Symbol {
        self.lower.clear();
        self.lower.extend(name.iter().map(u8::to_ascii_lowercase));
        if let Some(symbol) = self.names.get(&self.lower) {
            return *symbol;
        }
        let symbol = self.top.len() as Symbol;
        self.top.push(NO_ENTRY);
        self.top_foreign.push(NO_ENTRY);
        self.names.insert(self.lower.clone(), symbol);
        symbol
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(crate) fn current(&self) -> Option<&Entry> {
        self.entries.last()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)
    }

    /// Gives back the memory of a stack that was very deep.
    pub(crate) fn release(&mut self) {
        /// The number of entries for which memory is kept; far more than pages have that end their elements. Chosen by hand.
        const MAX_KEPT: usize = 4096;
        if self.entries.capacity() > MAX_KEPT {
            self.entries = Vec::new();
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, node: NodeId, kind: Kind, tag: Tag, symbol: Symbol) {
        let index = self.entries.len() as u32;
        let below = self.entries.last();
        let inherit = |is: bool, from: fn(&Entry) -> u32| if is { index } else { below.map_or(0, from) };
        let html = kind == Kind::Html;
        let (scope, special) = boundaries(kind, tag);
        let item_boundary = special && !(html && matches!(tag, Tag::Address | Tag::Div | Tag::P));
        let entry = Entry {
            node,
            kind,
            tag,
            symbol,
            next_same_name: 0,
            scope: inherit(scope, |entry| entry.scope),
            special: inherit(special, |entry| entry.special),
            item_boundary: inherit(item_boundary, |entry| entry.item_boundary),
            html: inherit(html, |entry| entry.html),
        };
        let top = &mut self.tops(html)[symbol as usize];
        let next_same_name = std::mem::replace(top, index);
        push_growing_slowly(&mut self.entries, Entry { next_same_name, ..entry });
    }

    fn tops(&mut self, html: bool) -> &mut Vec<u32> {
        if html { &mut self.top } else { &mut self.top_foreign }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        let entry = self.entries.pop()?;
        self.tops(entry.kind == Kind::Html)[entry.symbol as usize] = entry.next_same_name;
        Some(entry)
    }

    /// Index of the topmost HTML element with this name.
    #[inline]
    pub(crate) fn position(&self, symbol: Symbol) -> Option<usize> {
        let at = self.top[symbol as usize];
        (at != NO_ENTRY).then_some(at as usize)
    }

    #[inline]
    pub(crate) fn position_of(&self, tag: Tag) -> Option<usize> {
        self.position(tag as Symbol)
    }

    pub(crate) fn contains(&self, tag: Tag) -> bool {
        self.position_of(tag).is_some()
    }

    /// "Has an element in scope".
    #[inline]
    pub(crate) fn in_scope(&self, symbol: Symbol) -> bool {
        self.is_at_or_above(symbol, self.current().map_or(0, |entry| entry.scope as usize))
    }

    pub(crate) fn has_in_scope(&self, tag: Tag) -> bool {
        self.in_scope(tag as Symbol)
    }

    /// "Has an element in button scope".
    #[inline]
    pub(crate) fn in_button_scope(&self, tag: Tag) -> bool {
        let Some(at) = self.position_of(tag) else { return false };
        self.position_of(Tag::Button).is_none_or(|button| at >= button) && self.has_in_scope(tag)
    }

    /// "Has an element in list item scope".
    pub(crate) fn in_list_scope(&self, tag: Tag) -> bool {
        let Some(at) = self.position_of(tag) else { return false };
        let list = self.position_of(Tag::Ol).max(self.position_of(Tag::Ul));
        list.is_none_or(|list| at >= list) && self.has_in_scope(tag)
    }

    /// "Has an element in table scope".
    pub(crate) fn in_table_scope(&self, tag: Tag) -> bool {
        let boundary = self.position_of(Tag::Table).max(self.position_of(Tag::Template));
        self.is_at_or_above(tag as Symbol, boundary.unwrap_or(0))
    }

    fn is_at_or_above(&self, symbol: Symbol, boundary: usize) -> bool {
        self.position(symbol).is_some_and(|at| at >= boundary)
    }

    /// Whether the entry at `index` is in scope.
    pub(crate) fn index_in_scope(&self, index: usize) -> bool {
        self.current().is_some_and(|entry| index >= entry.scope as usize)
    }

    /// Index of the topmost special element.
    pub(crate) fn topmost_special(&self) -> usize {
        self.current().map_or(0, |entry| entry.special as usize)
    }

    /// The topmost special element other than `address`, `div` and `p`. The search for an open `li` or `dd`
    /// ends at this element.
    pub(crate) fn item_boundary(&self) -> Option<&Entry> {
        self.entries.get(self.current()?.item_boundary as usize)
    }

    /// Index of the topmost foreign element with this name, if it is above the topmost HTML element.
    pub(crate) fn foreign_position(&self, symbol: Symbol) -> Option<usize> {
        let at = self.top_foreign[symbol as usize];
        let html = self.current().map_or(0, |entry| entry.html);
        (at != NO_ENTRY && at > html).then_some(at as usize)
    }

    /// Index of a node, if it is among the topmost `reach` entries. The search visits only entries with the
    /// name of the node.
    pub(crate) fn index_of(&self, node: NodeId, symbol: Symbol, reach: usize) -> Option<usize> {
        let mut at = self.top[symbol as usize];
        while at != NO_ENTRY && self.entries.len() - at as usize <= reach {
            let entry = &self.entries[at as usize];
            if entry.node == node {
                return Some(at as usize);
            }
            at = entry.next_same_name;
        }
        None
    }

    /// Index of the first special entry above `index`. Takes linear time in the number of entries in between.
    pub(crate) fn special_above(&self, index: usize) -> Option<usize> {
        (index + 1..self.entries.len()).find(|at| {
            let entry = &self.entries[*at];
            boundaries(entry.kind, entry.tag).1
        })
    }

    /// Removes the entries from `index` upward and returns them, lowest first. Takes linear time in the
    /// number of removed entries.
    pub(crate) fn take_from(&mut self, index: usize) -> Vec<Entry> {
        let mut taken = Vec::with_capacity(self.entries.len().saturating_sub(index) + 1);
        while self.entries.len() > index {
            taken.extend(self.pop());
        }
        taken.reverse();
        taken
    }

    /// Pushes an entry that was removed. The caller may have replaced the node of the entry.
    pub(crate) fn push_again(&mut self, entry: &Entry) {
        self.push(entry.node, entry.kind, entry.tag, entry.symbol);
    }
}

/// Whether an element ends scopes, and whether it is special.
#[inline]
fn boundaries(kind: Kind, tag: Tag) -> (bool, bool) {
    let foreign = match kind {
        Kind::Html => return (tag.is(SCOPE), tag.is(SPECIAL)),
        Kind::MathMl => {
            matches!(tag, Tag::Mi | Tag::Mo | Tag::Mn | Tag::Ms | Tag::Mtext | Tag::AnnotationXml)
        }
        _ => matches!(tag, Tag::Foreignobject | Tag::Desc | Tag::Title),
    };
    (foreign, foreign)
}
