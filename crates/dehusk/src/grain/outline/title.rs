//! The terms of a page's title. The terms of blocks are compared with them.

use super::shape::terms;
use crate::markup::Tag;
use crate::page::{Element, Event, Page};

/// The terms of the page's title.
#[derive(Debug, Default)]
pub(in crate::grain) struct Title {
    terms: Vec<u64>,
    /// A filter that rules out most terms of a page: for each term of the title, the bit whose number is the top six bits of the
    /// term is set.
    seen: u64,
}

impl Title {
    /// The maximum number of terms that are stored. Longer titles are lists of keywords. A list of this length can be searched
    /// quickly. Chosen by hand.
    const MAX_TERMS: usize = 64;

    pub(in crate::grain) fn of(page: &Page<'_>) -> Title {
        let mut found = Title::default();
        let title = page.head().and_then(|head| head.children().find(|child| child.tag() == Tag::Title));
        for event in title.iter().flat_map(Element::walk) {
            if let Event::Text(run) = event {
                terms(&page.text_of(&run), |term| found.add(term));
            }
        }
        found
    }

    fn add(&mut self, term: u64) {
        if self.terms.len() < Title::MAX_TERMS && !self.has(term) {
            self.terms.push(term);
            self.seen |= Title::bit(term);
        }
    }

    /// The number of terms.
    pub(in crate::grain) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(in crate::grain) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn bit(term: u64) -> u64 {
        1 << (term >> (u64::BITS - 6))
    }

    pub(in crate::grain) fn has(&self, term: u64) -> bool {
        self.seen & Title::bit(term) != 0 && self.terms.contains(&term)
    }
}
