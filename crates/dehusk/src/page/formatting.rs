//! The list of active formatting elements: `<b>`, `<a>` and others that are still open for the text to come.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements>. The tree
//! builder changes it in `adoption`.

use super::node::{NONE, NodeId};

/// Stands for a marker in the list: an entry that is not an element.
pub(super) const MARKER: NodeId = NONE;

#[derive(Clone, Debug, Default)]
pub(super) struct Formatting {
    pub(super) entries: Vec<NodeId>,
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

    /// Index of the first entry after the last marker.
    pub(super) fn since_marker(&self) -> usize {
        self.entries.iter().rposition(|entry| *entry == MARKER).map_or(0, |at| at + 1)
    }

    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        let from = self.since_marker();
        self.entries[from..].iter().rposition(|entry| *entry == node).map(|at| from + at)
    }

    pub(super) fn remove_node(&mut self, node: NodeId) {
        if let Some(at) = self.position(node) {
            self.entries.remove(at);
        }
    }
}
