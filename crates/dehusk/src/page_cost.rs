//! What a page can cost in memory, by the parts of its tree and by what is asked for.
//!
//! The bytes were calculated from the sizes of the structures, with room for those that grow; what renderers and lists add was
//! chosen by hand. `tests/memory.rs` fails if one of them is too small for its hostile pages, or too large for its dense ones.

use crate::budget::Limits;

/// What one token can cost, in bytes: 12, and room to grow.
const PER_TOKEN: usize = 15;
/// What one node can cost in a page for which no method has decided yet, in bytes: 44 with a quarter of room, and the rest in the
/// list of runs and that of blocks. With 80, pages of nothing but nested elements took 40.3 times their size with `--exclude`.
const PER_TREE_NODE: usize = 100;
/// What one attribute can cost, in bytes: 16 for itself, and a few for each word of classes and ids.
const PER_ATTRIBUTE: usize = 24;

/// What one open element can cost while a tree grows, in bytes: 28, once more with a quarter of room where the stack is copied to.
const PER_OPEN_ELEMENT: usize = 28 + 35;
/// What one selector of a style sheet can cost, in bytes: 40 in each of two indexes, which grow by doubling, and some for its
/// parsed form.
const PER_SELECTOR: usize = 2 * 2 * 40 + 32;
/// Maximum number of selectors of the style sheets of a page that are looked at. Chosen by hand: far more than pages of large
/// shops have.
pub(crate) const MAX_SELECTORS: usize = 40_000;

/// What one node can cost while its tree grows, in bytes: 44, once more with a quarter of room where the nodes are copied to.
/// What is derived from them does not exist yet.
const PER_GROWING_NODE: usize = 44 + 55;

/// The size of a tree.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TreeSize {
    pub(crate) nodes: usize,
    /// The elements that can begin a block or hold blocks.
    pub(crate) boxes: usize,
    /// The texts that are not whitespace.
    pub(crate) texts: usize,
    pub(crate) tokens: usize,
    pub(crate) attributes: usize,
    /// The selectors in style sheets, or somewhat more.
    pub(crate) selectors: usize,
    /// The elements that are open, while the tree grows.
    pub(crate) open: usize,
}

/// What bounds the parsing of a page: its limits, and what it can cost in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds<'l> {
    pub(crate) limits: &'l Limits,
    pub(crate) cost: Cost,
}

/// What parts of a tree can cost, in bytes, with all that is derived from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    /// A node: 44 in the tree, and the rest in what is derived from a run of text.
    node: usize,
    /// An element that can begin a block or hold blocks: what `grain`, the method that needs most, knows about it.
    boxed: usize,
    /// A block of text: what `grain` knows about it, besides its elements.
    block: usize,
    /// Whether a second tree exists at the same time: that of the page without the parts that a method does not see.
    has_second_tree: bool,
}

impl Cost {
    /// The cost where only text is asked for.
    pub(crate) const TEXT: Cost = Cost { node: 60, boxed: 190, block: 220, has_second_tree: false };
    /// What Markdown and HTML can add for the nodes of one long paragraph, and for each block.
    pub(crate) const MARKUP: Cost = Cost { node: 100, boxed: 0, block: 0, has_second_tree: false };
    /// What lists of parts can add.
    pub(crate) const LISTS: Cost = Cost { node: 40, boxed: 100, block: 100, has_second_tree: false };

    /// The cost where something else is asked for too.
    pub(crate) fn with(self, other: Cost) -> Cost {
        let Cost { node, boxed, block, .. } = other;
        Cost { node: self.node + node, boxed: self.boxed + boxed, block: self.block + block, ..self }
    }

    /// The cost of a page that is parsed a second time, without some of its parts.
    pub(crate) fn with_second_tree(self) -> Cost {
        Cost { has_second_tree: true, ..self }
    }

    /// The bytes of memory that are left for the tree of a page and what is derived from it, of those for the page.
    pub(crate) fn memory_for(self, page_bytes: usize, limits: &Limits) -> usize {
        let second_source = if self.has_second_tree { page_bytes } else { 0 };
        limits.memory_for(page_bytes).saturating_sub(second_source)
    }

    /// Returns how much memory a tree of this size can cost.
    #[inline]
    pub(crate) fn memory_of(self, size: TreeSize) -> usize {
        let TreeSize { nodes, boxes, texts, tokens, attributes, selectors, open } = size;
        let second_tree = if self.has_second_tree { memory_of_tree(size) } else { 0 };
        // A block begins with a text, and at the start or the end of an element.
        let blocks = texts.min(2 * boxes + 1);
        let whole = nodes * self.node + boxes * self.boxed + blocks * self.block;
        whole.max(nodes * PER_GROWING_NODE + open * PER_OPEN_ELEMENT)
            + tokens * PER_TOKEN
            + attributes * PER_ATTRIBUTE
            + second_tree
            + selectors.min(MAX_SELECTORS) * PER_SELECTOR
    }
}

/// Returns how much memory a complete tree of this size can cost, without what methods derive from it.
pub(crate) fn memory_of_tree(size: TreeSize) -> usize {
    let TreeSize { nodes, tokens, attributes, .. } = size;
    nodes * PER_TREE_NODE + tokens * PER_TOKEN + attributes * PER_ATTRIBUTE
}

/// Returns the number of nodes for which memory may be reserved before a page is parsed: fewer than fit into this much memory where
/// each node is a block. Trees that grow beyond it grow slowly.
pub(crate) fn max_reserved_nodes(memory: usize) -> usize {
    /// What such a node costs, rounded up.
    const DENSE_NODE: usize = 320;
    memory / DENSE_NODE
}
