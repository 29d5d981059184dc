//! The siblings of an element.

use super::Element;
use super::node::{NONE, Node, NodeId};

impl<'p> Element<'p> {
    /// The number of the element, which is unique within the page.
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// The previous sibling element.
    pub(crate) fn previous(&self) -> Option<Element<'p>> {
        self.sibling(|node| node.previous)
    }

    /// The next sibling element.
    pub(crate) fn next(&self) -> Option<Element<'p>> {
        self.sibling(|node| node.next)
    }

    fn sibling(&self, link: impl Fn(&Node) -> NodeId) -> Option<Element<'p>> {
        let arena = &self.page.buffers.tree.arena;
        let linked = |id: NodeId| (id != NONE).then_some(id);
        let mut nodes = std::iter::successors(linked(link(self.node())), |id| linked(link(arena.at(*id))));
        nodes.find(|id| arena.at(*id).is_element()).map(|id| Element { page: self.page, id })
    }
}
