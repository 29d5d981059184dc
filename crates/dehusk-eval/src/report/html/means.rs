//! The means of every group and entrant, in the form that the script reads.

use serde::Serialize;

use super::scores::rounded;
use crate::metrics::Prf;
use crate::report::Report;
use crate::summary::{EntrantSummary, GroupBy, MeasureSummary, Rate};

/// One group of pages.
#[derive(Serialize)]
pub(super) struct Group<'a> {
    /// Index into the corpora; `None` for all corpora.
    corpus: Option<usize>,
    /// The property by which pages are grouped. For a group over all corpora, it says whether all `pages` or
    /// all `corpora` have equal weight.
    by: &'static str,
    group: &'a str,
    pages: usize,
    sites: usize,
    /// The means of each entrant.
    means: Vec<Means>,
}

/// The means of one entrant.
#[derive(Serialize)]
struct Means {
    /// For each measure: precision, recall, F1, the two ends of the interval of F1, and the mean of F1 over
    /// sites. Means over corpora have only precision, recall and F1.
    measures: Vec<Vec<f64>>,
    /// The rates of snippets and fields, in the order of [`RATES`](crate::summary::RATES).
    rates: Vec<Option<f64>>,
    empty: usize,
    failed: usize,
    cut: usize,
}

/// All groups: first the groups of each corpus, then the groups over all corpora.
pub(super) fn groups<'a>(report: &'a Report<'_>) -> Vec<Group<'a>> {
    let of_corpora = report.groups.iter().map(|group| Group {
        corpus: Some(group.corpus),
        by: group.by.name(),
        group: &group.group,
        pages: group.pages,
        sites: group.sites,
        means: group.entrants.iter().map(means).collect(),
    });
    of_corpora.chain(over_all_corpora(report)).collect()
}

fn over_all_corpora<'a>(report: &'a Report<'_>) -> impl Iterator<Item = Group<'a>> {
    report.overall.iter().flat_map(|overall| {
        let group = |by, means| Group {
            corpus: None,
            by,
            group: GroupBy::All.name(),
            pages: overall.pages,
            sites: overall.sites,
            means,
        };
        let by_corpus = overall.by_corpus.iter().zip(&overall.by_page);
        let by_corpus = by_corpus.map(|(of_corpora, of_pages)| Means {
            measures: of_corpora.iter().map(|it| prf(*it).into()).collect(),
            // Not every corpus has snippets and fields, so means of their rates over corpora would be
            // misleading.
            rates: Vec::new(),
            ..means(of_pages)
        });
        [group("pages", overall.by_page.iter().map(means).collect()), group("corpora", by_corpus.collect())]
    })
}

fn means(entrant: &EntrantSummary) -> Means {
    let rate = |rate: Option<Rate>| rate.map(|rate| rounded(rate.mean));
    Means {
        measures: entrant.measures.iter().map(measure).collect(),
        rates: entrant.rates().into_iter().map(|(_, it)| rate(it)).collect(),
        empty: entrant.empty,
        failed: entrant.failed,
        cut: entrant.cut,
    }
}

fn measure(measure: &MeasureSummary) -> Vec<f64> {
    let MeasureSummary { pages, sites_f1, f1_interval } = measure;
    prf(*pages).into_iter().chain([f1_interval.low, f1_interval.high, *sites_f1].map(rounded)).collect()
}

fn prf(Prf { precision, recall, f1 }: Prf) -> [f64; 3] {
    [precision, recall, f1].map(rounded)
}
