//! Finds the style sheets in a page, and what surrounds them.

use super::Page;
use super::node::{Kind, NONE};
use crate::markup::Tag;
use crate::source::Span;

/// A style sheet in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StyleElement {
    /// The `style` element.
    pub(crate) element: u32,
    /// A part of its text in the source. An element whose text has several parts is listed once for each.
    pub(crate) text: Span,
    /// Whether it is in a `noscript`.
    pub(crate) is_unscripted: bool,
    /// Whether it is in a `template`.
    pub(crate) is_inert: bool,
}

impl Page<'_> {
    /// The style sheets, in document order of their elements as they were made.
    pub(crate) fn style_elements(&self) -> impl Iterator<Item = StyleElement> + '_ {
        let arena = &self.buffers.tree.arena;
        arena.nodes.iter().filter_map(move |node| {
            if node.kind != Kind::Text || node.parent == NONE || node.span.is_empty() {
                return None;
            }
            let parent = arena.at(node.parent);
            let is_style = parent.tag == Tag::Style && parent.is_element();
            is_style.then(|| StyleElement {
                element: node.parent,
                text: node.span,
                is_unscripted: self.is_in(node.parent, Tag::Noscript),
                is_inert: self.is_in(node.parent, Tag::Template),
            })
        })
    }

    /// The number of nodes; every [`Element::id`](super::Element::id) is below it.
    pub(crate) fn node_count(&self) -> usize {
        self.buffers.tree.arena.nodes.len()
    }

    fn is_in(&self, id: u32, tag: Tag) -> bool {
        std::iter::successors(Some(self.element(id)), |element| element.parent())
            .any(|element| element.tag() == tag)
    }

    /// Whether the page links to style sheets of other addresses.
    pub(crate) fn has_linked_sheets(&self) -> bool {
        let arena = &self.buffers.tree.arena;
        let links =
            arena.nodes.iter().enumerate().filter(|(_, node)| node.tag == Tag::Link && node.is_element());
        let mut elements = links.map(|(id, _)| self.element(id as u32));
        elements.any(|link| {
            link.attribute("rel").is_some_and(|rel| rel.to_ascii_lowercase().contains("stylesheet"))
        })
    }
}
