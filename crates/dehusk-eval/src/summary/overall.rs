//! Means over several corpora: each corpus counting the same, and each page counting the same.

use super::means::{self, mean_prf};
use super::{EntrantSummary, GroupBy, GroupSummary};
use crate::metrics::{Measure, Prf};
use crate::results::{PageResult, Results};

/// The means of every entrant over all corpora.
#[derive(Clone, Debug, PartialEq)]
pub struct Overall {
    /// Number of pages.
    pub pages: usize,
    /// Number of sites; a page of no known site counts as a site of its own.
    pub sites: usize,
    /// For each entrant, the unweighted means over corpora, in the order of [`Measure::ALL`].
    pub by_corpus: Vec<[Prf; 4]>,
    /// For each entrant, the means over all pages of all corpora.
    pub by_page: Vec<EntrantSummary>,
}

/// The means over all corpora; `groups` are those of [`super::summarise`].
#[must_use]
pub fn overall(results: &Results, groups: &[GroupSummary]) -> Overall {
    let pages: Vec<&PageResult> = results.pages.iter().collect();
    let (sites, by_page) = means::of(&pages, results.entrants.len());
    let corpora = || groups.iter().filter(|group| group.by == GroupBy::All);
    let over_corpora = |entrant: usize| {
        Measure::ALL.map(|measure| mean_prf(corpora().map(move |it| it.entrants[entrant].get(measure).pages)))
    };
    let by_corpus = (0..results.entrants.len()).map(over_corpora).collect();
    Overall { pages: pages.len(), sites, by_corpus, by_page }
}
