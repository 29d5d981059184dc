//! Elements of a page: their names, attributes, text and neighbors. How the tree is made is decided in `builder.rs`.

use std::borrow::Cow;

use super::node::{DOCUMENT, Kind, NONE, Node, flag};
use super::{Page, Walk};
use crate::markup::{Attr, Decode, Tag};
use crate::source::Span;

/// An element of a page.
#[derive(Clone, Copy, Debug)]
pub struct Element<'p> {
    pub(super) page: &'p Page<'p>,
    pub(super) id: u32,
}

impl<'p> Element<'p> {
    pub(super) fn node(&self) -> &'p Node {
        self.page.buffers.tree.arena.at(self.id)
    }

    /// The tag of the element; [`Tag::Unknown`] if dehusk does not know the name.
    #[must_use]
    pub fn tag(&self) -> Tag {
        self.node().tag
    }

    /// The name of the element, in lower case.
    #[must_use]
    pub fn name(&self) -> Cow<'p, str> {
        let node = self.node();
        if node.tag != Tag::Unknown {
            return Cow::Borrowed(node.tag.name());
        }
        let tag = self.page.source.slice(node.span);
        let name = tag.get(1..).unwrap_or("");
        let end =
            name.find(|c: char| c == '/' || c == '>' || (c.is_ascii_whitespace())).unwrap_or(name.len());
        Decode::name(&name[..end])
    }

    /// Whether this is an SVG or MathML element.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.node().kind != Kind::Html
    }

    /// The span of the element in the source, from its start tag to its end tag. If one of these tags is
    /// implied, the span begins or ends at the start of the token that implies it.
    #[must_use]
    pub fn span(&self) -> Span {
        let node = self.node();
        Span::new(node.span.start(), node.end as usize)
    }

    /// The parent element.
    #[must_use]
    pub fn parent(&self) -> Option<Element<'p>> {
        let parent = self.node().parent;
        (parent != NONE && parent != DOCUMENT).then_some(Element { page: self.page, id: parent })
    }

    /// The child elements.
    pub fn children(&self) -> impl Iterator<Item = Element<'p>> + use<'p> {
        let (page, arena) = (self.page, &self.page.buffers.tree.arena);
        let linked = |id: u32| (id != NONE).then_some(id);
        let nodes = std::iter::successors(linked(self.node().first), move |id| linked(arena.at(*id).next));
        nodes.filter(|id| arena.at(*id).is_element()).map(move |id| Element { page, id })
    }

    /// The element itself and everything inside it, in document order.
    #[must_use]
    pub fn walk(&self) -> Walk<'p> {
        Walk::of(*self)
    }

    /// Whether the text of the element is never output: the element is, or is inside, `script`, `title`,
    /// `noscript` or another invisible element (C4 of the methods' specification).
    #[must_use]
    pub fn is_invisible(&self) -> bool {
        self.node().flags & flag::INVISIBLE != 0
    }

    /// Whether the element or one of its ancestors has `style="display: none"`.
    #[must_use]
    pub fn is_undisplayed(&self) -> bool {
        self.node().flags & flag::UNDISPLAYED != 0
    }

    /// The decoded attributes, in the order of the source. If a name is repeated, only the first attribute
    /// with that name is returned.
    pub fn attributes(&self) -> impl Iterator<Item = (Cow<'p, str>, Cow<'p, str>)> + use<'p> {
        let mut seen = std::collections::HashSet::new();
        let page = self.page;
        self.attrs().iter().filter_map(move |attr| {
            let name = Decode::name(page.source.slice(attr.name));
            seen.insert(name.clone()).then(|| (name, Decode::attribute(page.source.slice(attr.value))))
        })
    }

    /// The decoded value of an attribute. `name` must be in lower case.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<Cow<'p, str>> {
        let page = self.page;
        let found =
            self.attrs().iter().find(|attr| page.source.slice(attr.name).eq_ignore_ascii_case(name))?;
        Some(Decode::attribute(page.source.slice(found.value)))
    }

    /// The decoded value of an attribute that has at most `max_bytes` bytes in the source; a longer one is not read. `name` must be
    /// in lower case.
    pub(crate) fn attribute_within(&self, name: &str, max_bytes: usize) -> Option<Cow<'p, str>> {
        let (_, value) = self.raw_attributes().find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        (value.len() <= max_bytes).then(|| Decode::attribute(value))
    }

    /// Names and values of the attributes as written in the source: not decoded, and in any letter case.
    pub(crate) fn raw_attributes(&self) -> impl Iterator<Item = (&'p str, &'p str)> + use<'p> {
        let page = self.page;
        self.attrs().iter().map(|attr| (page.source.slice(attr.name), page.source.slice(attr.value)))
    }

    /// The classes as written in the source; empty if there are none.
    pub(crate) fn raw_class(&self) -> &'p str {
        let class = self.raw_attributes().find(|(name, _)| name.eq_ignore_ascii_case("class"));
        class.map_or("", |(_, class)| class)
    }

    /// Whether the element has one of these classes, which are in lower case.
    pub(crate) fn has_class(&self, classes: &[&str]) -> bool {
        self.attribute("class").is_some_and(|class| names_one_of(&class, classes))
    }

    pub(super) fn attrs(&self) -> &'p [Attr] {
        let node = self.node();
        &self.page.buffers.tree.attrs[node.attrs as usize..(node.attrs + node.attrs_len) as usize]
    }
}

/// Whether the value of `class` has one of these classes, which are in lower case.
pub(crate) fn names_one_of(class: &str, classes: &[&str]) -> bool {
    let mut words = class.split_ascii_whitespace();
    words.any(|word| classes.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

impl PartialEq for Element<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.page, other.page) && self.id == other.id
    }
}
