//! Means over several corpora, once with equal weight for each corpus, once with equal weight for each page.

use super::means::{self, EntrantSummary, mean_prf};
use super::{GroupBy, GroupSummary};
use crate::metrics::{Measure, Prf};
use crate::results::{PageResult, Results};

/// The means of every entrant over all corpora.
#[derive(Clone, Debug, PartialEq)]
pub struct Overall {
    /// Number of pages.
    pub pages: usize,
    /// Number of sites; a page whose site is unknown counts as a site of its own.
    pub sites: usize,
    /// For each entrant, the unweighted means over corpora, by measure in the order of [`Measure::ALL`].
    pub by_corpus: Vec<[Prf; 4]>,
    /// For each entrant, the means over all pages of all corpora.
    pub by_page: Vec<EntrantSummary>,
}

/// The means over all corpora; `groups` is the result of [`super::summarize`].
#[must_use]
pub fn overall(results: &Results, groups: &[GroupSummary]) -> Overall {
    let pages: Vec<&PageResult> = results.pages.iter().collect();
    let (sites, by_page) = means::of_pages(&pages, results.entrants.len());
    let corpora = || groups.iter().filter(|group| group.by == GroupBy::All);
    let over_corpora = |entrant: usize| {
        Measure::ALL.map(|measure| mean_prf(corpora().map(move |it| it.entrants[entrant].get(measure).pages)))
    };
    let by_corpus = (0..results.entrants.len()).map(over_corpora).collect();
    Overall { pages: pages.len(), sites, by_corpus, by_page }
}
