//! A minimal tree for html5ever to build, so that the measured time is mostly html5ever's own. Nodes are in one
//! vector and linked by index. Only data that an extractor would need is kept.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};
use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

/// Index of a node, or [`NONE`] if there is no node.
type Id = u32;

const NONE: Id = Id::MAX;
const DOCUMENT: Id = 0;

/// The kind of a node, with the data of that kind.
enum Data {
    /// The document, a template's content, a comment, a processing instruction.
    Other,
    Text(StrTendril),
    Element {
        name: QualName,
        attributes: Vec<Attribute>,
        template_content: Id,
        is_integration_point: bool,
    },
}

struct Node {
    parent: Id,
    first_child: Id,
    last_child: Id,
    previous: Id,
    next: Id,
    data: Data,
}

/// The tree.
pub(super) struct Tree {
    nodes: RefCell<Vec<Node>>,
    elements: Cell<u64>,
}

impl Tree {
    pub(super) fn new() -> Tree {
        let tree = Tree { nodes: RefCell::default(), elements: Cell::new(0) };
        tree.create(Data::Other);
        tree
    }

    /// The number of elements created, including copies made by the adoption agency algorithm.
    pub(super) fn element_count(&self) -> u64 {
        self.elements.get()
    }

    fn create(&self, data: Data) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        let id = nodes.len() as Id;
        nodes.push(Node {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            previous: NONE,
            next: NONE,
            data,
        });
        id
    }

    /// Inserts a node or text before `before`, or at the end of `parent` if `before` is [`NONE`].
    fn insert(&self, parent: Id, before: Id, child: NodeOrText<Id>) {
        let id = match child {
            NodeOrText::AppendNode(id) => {
                detach(&mut self.nodes.borrow_mut(), id);
                id
            }
            NodeOrText::AppendText(text) => {
                if self.try_merge(parent, before, &text) {
                    return;
                }
                self.create(Data::Text(text))
            }
        };
        link(&mut self.nodes.borrow_mut(), parent, before, id);
    }

    /// Appends the text to the text node right before the insertion point. Returns `false`, and does nothing, if
    /// there is no such node.
    fn try_merge(&self, parent: Id, before: Id, text: &StrTendril) -> bool {
        let mut nodes = self.nodes.borrow_mut();
        let neighbor = previous_of(&nodes, parent, before);
        match nodes.get_mut(neighbor as usize) {
            Some(Node { data: Data::Text(present), .. }) => {
                present.push_tendril(text);
                true
            }
            _ => false,
        }
    }

    fn parent(&self, id: Id) -> Id {
        self.nodes.borrow()[id as usize].parent
    }
}

/// The node before the insertion point: the previous sibling of `before` or, if that is [`NONE`], the last
/// child of `parent`.
fn previous_of(nodes: &[Node], parent: Id, before: Id) -> Id {
    if before == NONE { nodes[parent as usize].last_child } else { nodes[before as usize].previous }
}

fn link(nodes: &mut [Node], parent: Id, before: Id, id: Id) {
    let previous = previous_of(nodes, parent, before);
    let node = &mut nodes[id as usize];
    (node.parent, node.previous, node.next) = (parent, previous, before);
    match previous {
        NONE => nodes[parent as usize].first_child = id,
        _ => nodes[previous as usize].next = id,
    }
    match before {
        NONE => nodes[parent as usize].last_child = id,
        _ => nodes[before as usize].previous = id,
    }
}

fn detach(nodes: &mut [Node], id: Id) {
    let node = &mut nodes[id as usize];
    let (parent, previous, next) = (node.parent, node.previous, node.next);
    if parent == NONE {
        return;
    }
    (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    match previous {
        NONE => nodes[parent as usize].first_child = next,
        _ => nodes[previous as usize].next = next,
    }
    match next {
        NONE => nodes[parent as usize].last_child = previous,
        _ => nodes[next as usize].previous = previous,
    }
}

impl TreeSink for Tree {
    type Handle = Id;
    type Output = Self;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_document(&self) -> Id {
        DOCUMENT
    }

    fn same_node(&self, one: &Id, other: &Id) -> bool {
        one == other
    }

    fn elem_name<'a>(&'a self, target: &'a Id) -> Ref<'a, QualName> {
        Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target as usize].data {
            Data::Element { name, .. } => name,
            _ => unreachable!("html5ever asks only for names of elements"),
        })
    }

    fn get_template_contents(&self, target: &Id) -> Id {
        match self.nodes.borrow()[*target as usize].data {
            Data::Element { template_content, .. } => template_content,
            _ => NONE,
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &Id) -> bool {
        matches!(self.nodes.borrow()[*target as usize].data, Data::Element { is_integration_point: true, .. })
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Id {
        self.elements.set(self.elements.get() + 1);
        let template_content = if flags.template { self.create(Data::Other) } else { NONE };
        let is_integration_point = flags.mathml_annotation_xml_integration_point;
        self.create(Data::Element { name, attributes, template_content, is_integration_point })
    }

    fn create_comment(&self, _text: StrTendril) -> Id {
        self.create(Data::Other)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Id {
        self.create(Data::Other)
    }

    fn append(&self, parent: &Id, child: NodeOrText<Id>) {
        self.insert(*parent, NONE, child);
    }

    fn append_before_sibling(&self, sibling: &Id, child: NodeOrText<Id>) {
        self.insert(self.parent(*sibling), *sibling, child);
    }

    fn append_based_on_parent_node(&self, element: &Id, previous: &Id, child: NodeOrText<Id>) {
        if self.parent(*element) == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &Id, missing: Vec<Attribute>) {
        if let Data::Element { attributes, .. } = &mut self.nodes.borrow_mut()[*target as usize].data {
            for attribute in missing {
                if attributes.iter().all(|present| present.name != attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Id) {
        detach(&mut self.nodes.borrow_mut(), *target);
    }

    fn reparent_children(&self, node: &Id, new_parent: &Id) {
        let mut nodes = self.nodes.borrow_mut();
        let mut child = nodes[*node as usize].first_child;
        while child != NONE {
            let next = nodes[child as usize].next;
            detach(&mut nodes, child);
            link(&mut nodes, *new_parent, NONE, child);
            child = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html5ever::tendril::TendrilSink;

    fn text(tree: &Tree, id: Id, into: &mut String) {
        let nodes = tree.nodes.borrow();
        if let Data::Text(text) = &nodes[id as usize].data {
            into.push_str(text);
        }
        let mut child = nodes[id as usize].first_child;
        while child != NONE {
            text_of(tree, child, into);
            child = nodes[child as usize].next;
        }
    }

    fn text_of(tree: &Tree, id: Id, into: &mut String) {
        text(tree, id, into);
        into.push('|');
    }

    #[test]
    fn foster_parenting_and_adoption_keep_the_order() {
        let html = "<body>a<table>b<tr><td>c</table><b>d<p>e</b>f";
        let tree = html5ever::parse_document(Tree::new(), Default::default()).one(html);
        let mut all = String::new();
        text(&tree, DOCUMENT, &mut all);
        assert_eq!(all.replace('|', ""), "abcdef");
        // The ten elements: html, head, body, table, tbody, tr, td, b, p, and the copy of b.
        assert_eq!(tree.element_count(), 10);
    }
}
