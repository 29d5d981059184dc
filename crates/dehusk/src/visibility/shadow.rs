//! Declared shadow roots: `<template shadowrootmode=open>`. The other children of the element around the template are shown only in
//! the slots of the template.

use crate::markup::Tag;
use crate::page::{Element, Page};
use std::collections::{HashMap, HashSet};

/// The elements that can have a shadow root, besides those with a hyphen in their name (DOM, section 4.9).
const HOSTS: [Tag; 19] = [
    Tag::Article,
    Tag::Aside,
    Tag::Blockquote,
    Tag::Body,
    Tag::Div,
    Tag::Footer,
    Tag::H1,
    Tag::H2,
    Tag::H3,
    Tag::H4,
    Tag::H5,
    Tag::H6,
    Tag::Header,
    Tag::Main,
    Tag::Nav,
    Tag::P,
    Tag::Section,
    Tag::Span,
    Tag::Unknown,
];
/// The slot of children that name none.
const DEFAULT: &str = "";

/// The elements of a page that have a declared shadow root.
#[derive(Debug, Default)]
pub(super) struct Shadows {
    /// The ids of these elements, each with that of its template.
    hosts: HashMap<u32, u32>,
    /// The names of slots, each with the id of the template they are in.
    slots: HashSet<(u32, String)>,
}

impl Shadows {
    pub(super) fn of(page: &Page<'_>) -> Shadows {
        let mut found = Shadows::default();
        for template in page.elements_with(Tag::Template).filter(|it| !it.is_invisible()) {
            if let Some(host) = template.parent().filter(|host| HOSTS.contains(&host.tag())) {
                found.hosts.entry(host.id()).or_insert(template.id());
            }
        }
        if !found.hosts.is_empty() {
            let slots = page.elements_with(Tag::Slot).filter_map(|slot| Some((template_of(slot)?, slot)));
            found.slots = slots.map(|(template, slot)| (template, name(slot, "name"))).collect();
        }
        found
    }

    /// Whether an element is the child of a host that has no slot for it.
    pub(super) fn hide(&self, element: Element<'_>) -> bool {
        let template = || self.hosts.get(&element.parent()?.id()).copied();
        !self.hosts.is_empty()
            && template().is_some_and(|template| {
                template != element.id() && !self.slots.contains(&(template, name(element, "slot")))
            })
    }

    /// Whether an element is a host that has no slot for text.
    pub(super) fn hide_text_in(&self, element: Element<'_>) -> bool {
        let template = self.hosts.get(&element.id());
        template.is_some_and(|template| !self.slots.contains(&(*template, DEFAULT.to_owned())))
    }
}

/// The id of the template around a slot.
fn template_of(slot: Element<'_>) -> Option<u32> {
    /// The number of elements looked at for each slot; chosen by hand. A slot deeper in its template is not found.
    const MAX_LEVELS: usize = 100;
    let mut around = std::iter::successors(slot.parent(), Element::parent).take(MAX_LEVELS);
    around.find(|element| element.tag() == Tag::Template).map(|template| template.id())
}

fn name(element: Element<'_>, attribute: &str) -> String {
    element.attribute(attribute).map_or_else(|| DEFAULT.to_owned(), |name| name.into_owned())
}
