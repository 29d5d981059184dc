//! The means of every entrant over one set of pages.

use std::collections::BTreeMap;

use super::bootstrap::{self, Interval, Site};
use crate::metrics::{Measure, Prf, Scores, Structure};
use crate::results::{Outcome, PageResult};

/// The means of one entrant over one group.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantSummary {
    /// The means by each measure, in the order of [`Measure::ALL`].
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
    /// Structure of the Markdown.
    pub structure: Option<StructureSummary>,
    /// Number of pages that gave no text without failing.
    pub empty: usize,
    /// Number of pages that failed; they are scored as empty texts.
    pub failed: usize,
    /// Number of pages of which only the beginning was compared.
    pub cut: usize,
}

/// The structure of the Markdown of several pages, taken together: a heading counts the same on a page with two headings
/// and on one with twenty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructureSummary {
    /// The items of all pages.
    pub items: Structure,
    /// Number of pages with gold Markdown.
    pub pages: usize,
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

/// The names of the rates in files, in the order of [`EntrantSummary::rates`].
pub const RATES: [&str; 5] = ["must", "must_not", "title", "author", "date"];

/// A mean over the pages for which the value is defined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Mean over the pages for which the value is defined.
    pub mean: f64,
    /// Number of pages for which the value is defined.
    pub pages: usize,
}

impl EntrantSummary {
    /// Returns the means by one measure.
    #[must_use]
    pub fn get(&self, measure: Measure) -> &MeasureSummary {
        &self.measures[measure as usize]
    }

    /// The rates, with their names in files.
    #[must_use]
    pub fn rates(&self) -> [(&'static str, Option<Rate>); RATES.len()] {
        let rates = [self.must, self.must_not, self.title, self.author, self.date];
        std::array::from_fn(|kind| (RATES[kind], rates[kind]))
    }
}

/// Returns the number of sites, and the means of each entrant; `entrants` is the number of entrants.
pub(super) fn of_pages(pages: &[&PageResult], entrants: usize) -> (usize, Vec<EntrantSummary>) {
    let sites = by_site(pages);
    let intervals = intervals(&sites, entrants);
    let summary = |entrant: usize| {
        let outcomes = || pages.iter().map(move |page| &page.outcomes[entrant]);
        let rate = |value: fn(&Scores) -> Option<f64>| mean(outcomes().filter_map(|it| value(&it.scores)));
        let measure = |measure: Measure| MeasureSummary {
            pages: mean_prf(outcomes().map(|outcome| outcome.scores.get(measure))),
            sites_f1: sites_mean(&sites, entrant, measure),
            f1_interval: intervals[series(entrant, measure)],
        };
        EntrantSummary {
            measures: Measure::ALL.map(measure),
            must: rate(|scores| scores.must),
            must_not: rate(|scores| scores.must_not),
            title: rate(|scores| scores.title.map(zero_or_one)),
            author: rate(|scores| scores.author.map(zero_or_one)),
            date: rate(|scores| scores.date.map(zero_or_one)),
            structure: structure(outcomes().filter_map(|it| it.scores.structure)),
            empty: outcomes().filter(|outcome| outcome.is_empty()).count(),
            failed: outcomes().filter(|outcome| outcome.has_failed()).count(),
            cut: outcomes().filter(|outcome| outcome.scores.cut).count(),
        }
    };
    (sites.len(), (0..entrants).map(summary).collect())
}

fn structure(pages: impl Iterator<Item = Structure>) -> Option<StructureSummary> {
    let add = |sum: Option<StructureSummary>, page: Structure| {
        let (items, pages) = sum.map_or_else(Default::default, |sum| (sum.items, sum.pages));
        Some(StructureSummary { items: page.plus(items), pages: pages + 1 })
    };
    pages.fold(None, add)
}

/// The index of the bootstrap series with the F1 values of an entrant by a measure.
fn series(entrant: usize, measure: Measure) -> usize {
    entrant * Measure::ALL.len() + measure as usize
}

fn intervals(sites: &[Vec<&PageResult>], entrants: usize) -> Vec<Interval> {
    let f1 = |outcome: &Outcome| Measure::ALL.map(|measure| outcome.scores.get(measure).f1);
    let sums = |pages: &[&PageResult]| {
        let mut sums = vec![0.0; entrants * Measure::ALL.len()];
        for page in pages {
            let values = page.outcomes.iter().flat_map(f1);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        sums
    };
    let site = |pages: &Vec<&PageResult>| Site { pages: pages.len(), sums: sums(pages) };
    bootstrap::intervals(&sites.iter().map(site).collect::<Vec<_>>())
}

fn sites_mean(sites: &[Vec<&PageResult>], entrant: usize, measure: Measure) -> f64 {
    let f1 = |page: &&PageResult| page.outcomes[entrant].scores.get(measure).f1;
    let of_site = |pages: &Vec<&PageResult>| mean(pages.iter().map(f1)).map(|rate| rate.mean);
    mean(sites.iter().filter_map(of_site)).map_or(0.0, |rate| rate.mean)
}

/// The mean precision, the mean recall and the mean F1. F1 is averaged itself, not computed from the other
/// two means.
pub(crate) fn mean_prf(values: impl Iterator<Item = Prf> + Clone) -> Prf {
    let part = |part: fn(Prf) -> f64| mean(values.clone().map(part)).map_or(0.0, |rate| rate.mean);
    Prf { precision: part(|it| it.precision), recall: part(|it| it.recall), f1: part(|it| it.f1) }
}

fn zero_or_one(is_right: bool) -> f64 {
    if is_right { 1.0 } else { 0.0 }
}

/// The pages of each site; sites are in the order of their first pages. A page whose site is unknown is a
/// site of its own. Sites of different corpora are different, even if their names are equal.
pub(super) fn by_site<'a>(pages: &[&'a PageResult]) -> Vec<Vec<&'a PageResult>> {
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
pub(super) fn mean(values: impl Iterator<Item = f64>) -> Option<Rate> {
    let (sum, pages) = values.fold((0.0, 0), |(sum, pages), value| (sum + value, pages + 1));
    (pages > 0).then(|| Rate { mean: sum / pages as f64, pages })
}
