//! Means over pages and sites, by group, with intervals. Works on [`crate::Results`] alone.

use crate::metrics::{Measure, Prf};

/// What pages are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupBy {
    /// All pages of a corpus are one group.
    All,
    /// By site.
    Site,
    /// By language.
    Language,
    /// By kind of page.
    PageType,
}

/// One group of pages of one corpus, with the means of every entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupSummary {
    /// Index into `Results::corpora`.
    pub corpus: usize,
    /// What it is a group by.
    pub by: GroupBy,
    /// The value that its pages share: a site, a language, …; `all` for [`GroupBy::All`], `-` where the manifest is silent.
    pub group: String,
    /// Number of pages.
    pub pages: usize,
    /// Number of sites; a page of no known site counts as a site of its own.
    pub sites: usize,
    /// One per entrant, in the order of `Results::entrants`.
    pub entrants: Vec<EntrantSummary>,
}

/// The means of one entrant over one group.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantSummary {
    /// In the order of [`Measure::ALL`].
    pub measures: [MeasureSummary; 4],
    /// Found snippets of the main content.
    pub must: Option<Rate>,
    /// Absent snippets of boilerplate.
    pub must_not: Option<Rate>,
    /// Exact titles.
    pub title: Option<Rate>,
    /// Exact authors.
    pub author: Option<Rate>,
    /// Exact dates.
    pub date: Option<Rate>,
    /// Pages without text that are no failures.
    pub empty: usize,
    /// Pages that failed, scored as empty texts.
    pub failed: usize,
    /// Pages of which only the beginning was compared.
    pub cut: usize,
}

/// Means by one measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasureSummary {
    /// Mean over pages of precision, of recall and of F1.
    pub pages: Prf,
    /// Mean over sites of the mean F1 of their pages.
    pub sites_f1: f64,
    /// 95 % bootstrap interval of the mean F1 over pages.
    pub f1_interval: Interval,
}

/// A closed interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A mean over the pages that have the thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Mean over those pages.
    pub mean: f64,
    /// How many they are.
    pub pages: usize,
}

impl EntrantSummary {
    /// The means by one measure.
    #[must_use]
    pub fn get(&self, measure: Measure) -> &MeasureSummary {
        &self.measures[measure as usize]
    }
}
