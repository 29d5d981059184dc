//! Finds the style sheets in a page, and what surrounds them.

#[cfg(feature = "css")]
use super::node::{Kind, NONE};
use super::{Element, Page};
use crate::markup::Tag;
use crate::media_queries::matches_media;
#[cfg(feature = "css")]
use crate::source::Span;

/// A style sheet in a page.
#[cfg(feature = "css")]
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
    #[cfg(feature = "css")]
    pub(crate) fn style_elements(&self) -> impl Iterator<Item = StyleElement> + '_ {
        let arena = &self.buffers.tree.arena;
        self.nodes_with(Tag::Style).flat_map(move |id| {
            let next = |id: u32| (id != NONE).then_some(id);
            let parts = std::iter::successors(next(arena.at(id).first), move |id| next(arena.at(*id).next));
            let texts =
                parts.filter(|part| arena.at(*part).kind == Kind::Text && !arena.at(*part).span.is_empty());
            texts.map(move |text| StyleElement {
                element: id,
                text: arena.at(text).span,
                is_unscripted: self.is_in(id, Tag::Noscript),
                is_inert: self.is_in(id, Tag::Template),
            })
        })
    }

    /// The ids of these elements.
    fn nodes_with(&self, tag: Tag) -> impl Iterator<Item = u32> + '_ {
        let nodes = self.buffers.tree.arena.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| node.tag == tag && node.is_element()).map(|(id, _)| id as u32)
    }

    /// The elements with a tag, in the order in which they were made.
    pub(crate) fn elements_with(&self, tag: Tag) -> impl Iterator<Item = Element<'_>> {
        self.nodes_with(tag).map(|id| self.element(id))
    }

    /// The number of nodes; every [`Element::id`](super::Element::id) is below it.
    pub(crate) fn node_count(&self) -> usize {
        self.buffers.tree.arena.nodes.len()
    }

    #[cfg(feature = "css")]
    fn is_in(&self, id: u32, tag: Tag) -> bool {
        std::iter::successors(Some(self.element(id)), |element| element.parent())
            .any(|element| element.tag() == tag)
    }

    /// Whether the page links to style sheets of other addresses that apply to its window.
    pub(crate) fn has_linked_sheets(&self) -> bool {
        self.elements_with(Tag::Link).any(|link| {
            let rel = link.attribute("rel").unwrap_or_default().to_ascii_lowercase();
            // A script lets it apply when it has loaded.
            let is_awaited = || link.attribute("onload").is_some();
            rel.contains("stylesheet")
                && !rel.contains("alternate")
                && (link.attribute("media").is_none_or(|media| matches_media(&media)) || is_awaited())
        })
    }
}
