//! Which entrant failed on which pages, and why: those that did for the same reason together.

use std::collections::BTreeMap;

use crate::results::{Outcome, Results};

/// Pages of one corpus on which one entrant had the same trouble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble<'a> {
    pub(super) corpus: &'a str,
    pub(super) entrant: &'a str,
    pub(super) status: &'static str,
    pub(super) reason: Option<&'a str>,
    pub(super) pages: Vec<&'a str>,
}

/// Pages that failed and were scored as empty texts.
pub(super) fn failures(results: &Results) -> Vec<Trouble<'_>> {
    troubles(results, Outcome::failed)
}

/// Pages of which only the beginning was compared.
pub(super) fn cuts(results: &Results) -> Vec<Trouble<'_>> {
    troubles(results, |outcome| outcome.scores.cut)
}

fn troubles(results: &Results, is_one: impl Fn(&Outcome) -> bool) -> Vec<Trouble<'_>> {
    let mut troubles = BTreeMap::new();
    for page in &results.pages {
        for (entrant, outcome) in page.outcomes.iter().enumerate().filter(|(_, outcome)| is_one(outcome)) {
            let key = (page.corpus, entrant, outcome.status.as_str(), outcome.reason.as_deref());
            troubles.entry(key).or_insert_with(Vec::new).push(page.id.as_str());
        }
    }
    let trouble = |((corpus, entrant, status, reason), pages): ((usize, usize, _, _), _)| Trouble {
        corpus: &results.corpora[corpus].name,
        entrant: &results.entrants[entrant].label,
        status,
        reason,
        pages,
    };
    troubles.into_iter().map(trouble).collect()
}
