//! Disclosures: text that is hidden until the reader opens it, such as tabs, accordions and "read more".

use super::controls::Controlled;
use crate::page::{Element, Page};
use crate::selection::Hiding;
use std::collections::HashMap;

/// Words in the classes and ids of elements that readers open. Chosen by hand.
const WORDS: [&str; 20] = [
    "accordion",
    "carousel",
    "collapse",
    "collapsed",
    "collapsible",
    "disclosure",
    "expandable",
    "expanded",
    "expander",
    "faq",
    "readmore",
    "showmore",
    "slider",
    "slides",
    "spoiler",
    "swiper",
    "tab",
    "tabpanel",
    "tabs",
    "toggle",
];
/// Roles of elements that readers open.
const ROLES: [&str; 2] = ["tabpanel", "group"];
/// The number of elements looked at: the one that is hidden and those around it. Chosen by hand.
const MAX_LEVELS: usize = 3;

/// Finds disclosures of one page.
#[derive(Debug, Default)]
pub(super) struct Disclosures {
    controlled: Option<Controlled>,
    /// For each element that was looked at, by its id, whether its names say that readers open it. Many hidden elements can be in
    /// one element with long names.
    named_so: HashMap<u32, bool>,
}

impl Disclosures {
    /// Whether a reader can open the element that is hidden.
    pub(super) fn has(&mut self, page: &Page<'_>, id: u32, how: Hiding) -> bool {
        if matches!(how, Hiding::ClosedDetails | Hiding::UntilFound) {
            return true;
        }
        let element = page.element(id);
        let mut levels = std::iter::successors(Some(element), |element| element.parent()).take(MAX_LEVELS);
        let named_so = &mut self.named_so;
        let is_known =
            |around: Element<'_>| *named_so.entry(around.id()).or_insert_with(|| is_named_so(around));
        levels.any(is_known) || self.is_controlled(page, element)
    }

    /// Whether a control names the element.
    fn is_controlled(&mut self, page: &Page<'_>, element: Element<'_>) -> bool {
        let Some(id) = element.attribute("id") else { return false };
        self.controlled.get_or_insert_with(|| Controlled::of(page)).has(&id)
    }
}

/// Whether the role, the id or a class of an element says that readers open it.
fn is_named_so(element: Element<'_>) -> bool {
    let role = element.attribute("role").unwrap_or_default();
    if ROLES.contains(&role.trim()) {
        return true;
    }
    ["class", "id"].into_iter().any(|name| {
        let value = element.attribute(name).unwrap_or_default();
        value
            .split(|c: char| !c.is_ascii_alphabetic())
            .any(|word| WORDS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok())
    })
}
