//! The elements that a control of the page opens: those whose id a tab, a button or another link names.

use crate::page::Page;
use std::collections::HashSet;

/// The attributes that name what a control opens.
const ATTRIBUTES: [&str; 6] =
    ["aria-controls", "commandfor", "data-target", "data-bs-target", "href", "popovertarget"];
/// Those of them that have ids, and not addresses.
const OF_IDS: [&str; 3] = ["aria-controls", "commandfor", "popovertarget"];

/// The ids that controls name.
#[derive(Debug)]
pub(super) struct Controlled(HashSet<String>);

impl Controlled {
    /// Collects the ids in one pass over the elements.
    pub(super) fn of(page: &Page<'_>) -> Controlled {
        let mut ids = HashSet::new();
        for element in page.elements() {
            for (name, value) in element.raw_attributes() {
                let Some(attribute) = ATTRIBUTES.iter().find(|it| name.eq_ignore_ascii_case(it)) else {
                    continue;
                };
                if OF_IDS.contains(attribute) {
                    ids.extend(value.split_ascii_whitespace().map(str::to_owned));
                } else if let Some(id) = value.trim().strip_prefix('#').filter(|id| !id.is_empty()) {
                    ids.insert(id.to_owned());
                }
            }
        }
        Controlled(ids)
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.0.contains(id.trim())
    }
}
