//! Means over pages and sites, by group, with intervals. Uses nothing but [`crate::Results`].

mod bootstrap;
mod means;
mod overall;
mod paired;

pub use bootstrap::{CONFIDENCE, Interval, ROUNDS};
pub(crate) use means::mean_prf;
pub use overall::{Overall, overall};
pub use paired::{Paired, compare};

use std::collections::BTreeMap;

use crate::metrics::{Measure, Prf};
use crate::results::{PageResult, Results};

/// The property by which pages are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupBy {
    /// None: all pages of a corpus are one group.
    All,
    /// By site.
    Site,
    /// By language.
    Language,
    /// By type of page.
    PageType,
}

/// The group of pages for which the manifest does not state the property.
const UNKNOWN: &str = "-";

impl GroupBy {
    /// The name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            GroupBy::All => "all",
            GroupBy::Site => "site",
            GroupBy::Language => "language",
            GroupBy::PageType => "page_type",
        }
    }

    fn group(self, page: &PageResult) -> &str {
        let value = match self {
            GroupBy::All => return self.name(),
            GroupBy::Site => &page.site,
            GroupBy::Language => &page.language,
            GroupBy::PageType => &page.page_type,
        };
        value.as_deref().unwrap_or(UNKNOWN)
    }
}

/// One group of pages of one corpus, with the means of every entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupSummary {
    /// Index into `Results::corpora`.
    pub corpus: usize,
    /// The property by which pages are grouped.
    pub by: GroupBy,
    /// The value that the pages share: a site, a language, …; `all` for [`GroupBy::All`], `-` if the manifest states none.
    pub group: String,
    /// Number of pages.
    pub pages: usize,
    /// Number of sites; a page whose site is unknown counts as a site of its own.
    pub sites: usize,
    /// One per entrant, in the order of `Results::entrants`.
    pub entrants: Vec<EntrantSummary>,
}

/// The means of one entrant over one group.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantSummary {
    /// In the order of [`Measure::ALL`].
    pub measures: [MeasureSummary; 4],
    /// Share of main-content snippets that were found.
    pub must: Option<Rate>,
    /// Share of boilerplate snippets that are absent.
    pub must_not: Option<Rate>,
    /// Share of exact titles.
    pub title: Option<Rate>,
    /// Share of exact authors.
    pub author: Option<Rate>,
    /// Share of exact dates.
    pub date: Option<Rate>,
    /// Number of pages that gave no text without failing.
    pub empty: usize,
    /// Number of pages that failed; they are scored as empty texts.
    pub failed: usize,
    /// Number of pages of which only the beginning was compared.
    pub cut: usize,
}

/// Means by one measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasureSummary {
    /// Mean precision, recall and F1 over pages.
    pub pages: Prf,
    /// Mean over sites of the mean F1 of their pages, as in the papers.
    pub sites_f1: f64,
    /// 95 % bootstrap interval of the mean F1 over pages; whole sites are resampled.
    pub f1_interval: Interval,
}

/// A mean over the pages for which the value is defined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Mean over those pages.
    pub mean: f64,
    /// Number of those pages.
    pub pages: usize,
}

impl EntrantSummary {
    /// The means by one measure.
    #[must_use]
    pub fn get(&self, measure: Measure) -> &MeasureSummary {
        &self.measures[measure as usize]
    }

    /// The rates, with their names in files.
    #[must_use]
    pub fn rates(&self) -> [(&'static str, Option<Rate>); 5] {
        [
            ("must", self.must),
            ("must_not", self.must_not),
            ("title", self.title),
            ("author", self.author),
            ("date", self.date),
        ]
    }
}

/// The summaries of every group of every corpus: first all pages of the corpus, then the groups by each property of `by`
/// that its manifest states, sorted by name.
#[must_use]
pub fn summarize(results: &Results, by: &[GroupBy]) -> Vec<GroupSummary> {
    let kinds = |corpus: usize| {
        let known = by.iter().copied().filter(move |by| is_known(results, corpus, *by));
        std::iter::once(GroupBy::All).chain(known)
    };
    let corpora = 0..results.corpora.len();
    corpora.flat_map(|corpus| kinds(corpus).flat_map(move |by| groups(results, corpus, by))).collect()
}

fn groups(results: &Results, corpus: usize, by: GroupBy) -> Vec<GroupSummary> {
    let mut pages: BTreeMap<&str, Vec<&PageResult>> = BTreeMap::new();
    for page in results.pages.iter().filter(|page| page.corpus == corpus) {
        pages.entry(by.group(page)).or_default().push(page);
    }
    let summary = |(group, pages): (&str, Vec<&PageResult>)| {
        let (sites, entrants) = means::of_pages(&pages, results.entrants.len());
        GroupSummary { corpus, by, group: group.to_owned(), pages: pages.len(), sites, entrants }
    };
    pages.into_iter().map(summary).collect()
}

/// Whether the manifest of the corpus states the property for any page.
fn is_known(results: &Results, corpus: usize, by: GroupBy) -> bool {
    results.pages.iter().any(|page| page.corpus == corpus && by.group(page) != UNKNOWN)
}

/// The pages of each site; sites are in the order of their first pages. A page whose site is unknown is a site of its
/// own. Sites of different corpora are different, even if their names are equal.
fn by_site<'a>(pages: &[&'a PageResult]) -> Vec<Vec<&'a PageResult>> {
    let mut sites: Vec<Vec<&PageResult>> = Vec::new();
    let mut known = BTreeMap::new();
    for page in pages {
        let next = sites.len();
        let index = match &page.site {
            Some(site) => *known.entry((page.corpus, site.as_str())).or_insert(next),
            None => next,
        };
        if index == next {
            sites.push(Vec::new());
        }
        sites[index].push(page);
    }
    sites
}

/// The mean and the number of values; `None` if there are none.
fn mean(values: impl Iterator<Item = f64>) -> Option<Rate> {
    let (sum, pages) = values.fold((0.0, 0), |(sum, pages), value| (sum + value, pages + 1));
    (pages > 0).then(|| Rate { mean: sum / pages as f64, pages })
}
