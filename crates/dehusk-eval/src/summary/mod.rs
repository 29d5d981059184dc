//! Means over pages and sites, by group, with intervals. Uses nothing but [`crate::Results`].

mod bootstrap;
mod means;
mod overall;
mod paired;

pub use bootstrap::{CONFIDENCE, Interval, ROUNDS};
pub(crate) use means::mean_prf;
pub use means::{EntrantSummary, MeasureSummary, RATES, Rate, StructureSummary};
pub use overall::{Overall, overall};
pub use paired::{Paired, compare};

use std::collections::BTreeMap;

use crate::results::{PageResult, Results};

/// The property by which pages are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupBy {
    /// No property: all pages of a corpus are one group.
    All,
    /// By site.
    Site,
    /// By language.
    Language,
    /// By type of page.
    PageType,
    /// By the program that made the page ([`crate::generator`]).
    Generator,
}

/// The name of the group of pages for which the property is not known.
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
            GroupBy::Generator => "generator",
        }
    }

    fn group(self, page: &PageResult) -> &str {
        let value = match self {
            GroupBy::All => return self.name(),
            GroupBy::Site => &page.site,
            GroupBy::Language => &page.language,
            GroupBy::PageType => &page.page_type,
            GroupBy::Generator => &page.generator,
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
    /// The value that the pages share: a site, a language, …; `all` for [`GroupBy::All`], `-` if it
    /// is not known.
    pub group: String,
    /// Number of pages.
    pub pages: usize,
    /// Number of sites; a page whose site is unknown counts as a site of its own.
    pub sites: usize,
    /// The means of each entrant, in the order of `Results::entrants`.
    pub entrants: Vec<EntrantSummary>,
}

/// The summaries of every group of every corpus: first all pages of the corpus, then the groups by each
/// property of `by` that is known of any of its pages, sorted by name.
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

/// Whether the property is known of any page of the corpus.
fn is_known(results: &Results, corpus: usize, by: GroupBy) -> bool {
    results.pages.iter().any(|page| page.corpus == corpus && by.group(page) != UNKNOWN)
}
