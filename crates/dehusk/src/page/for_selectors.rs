//! Properties of an element that only CSS selectors and scopes use: its identity, its tags and whether it is empty.

use super::node::{Kind, NONE, Node, NodeId};
use super::{Element, Page};
use crate::markup::TokenKind;
use crate::source::Span;

impl<'p> Element<'p> {
    /// A reference whose address identifies the element within its page.
    pub(crate) fn identity(&self) -> &'p Node {
        self.node()
    }

    /// Whether the element has neither child elements nor text.
    pub(crate) fn is_empty(&self) -> bool {
        let arena = &self.page.buffers.tree.arena;
        let linked = |id: NodeId| (id != NONE).then_some(id);
        let mut nodes = std::iter::successors(linked(self.node().first), |id| linked(arena.at(*id).next));
        !nodes.any(|id| {
            arena.at(id).is_element() || (arena.at(id).kind == Kind::Text && !arena.at(id).span.is_empty())
        })
    }

    /// The span of the start tag in the source; empty if the tag is implied.
    pub(crate) fn start_tag(&self) -> Span {
        self.node().span
    }

    /// The span of the end tag in the source, if there is one.
    pub(crate) fn end_tag(&self) -> Option<Span> {
        let (page, end): (&Page<'_>, usize) = (self.page, self.span().end());
        let marks = page.marks();
        let next = marks.partition_point(|mark| mark.span.start() < end);
        let last = marks.get(next.checked_sub(1)?)?;
        let ends_element = last.kind == TokenKind::EndTag && last.span.end() == end && last.tag == self.tag();
        ends_element.then_some(last.span)
    }
}
