//! Results as tables and files. What is in a file but a table for people depends on pages and entrants alone, so that
//! it can be committed and made again; times are in [`table`] and [`json`] only.

mod cells;
mod failures;
pub mod html;
mod json;
mod pages;
mod parquet;
mod summary;
mod table;

pub use json::json;
pub use pages::pages_csv;
pub use parquet::pages_parquet;
pub use summary::summary_csv;
pub use table::table;

use crate::metrics::Measure;
use crate::results::Results;
use crate::summary::{GroupBy, GroupSummary, Overall, Paired, compare, overall, summarize};

/// Results with everything worked out that reports show.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The results.
    pub results: &'a Results,
    /// The measure of the main columns.
    pub measure: Measure,
    /// What pages are grouped by besides corpora.
    pub by: Vec<GroupBy>,
    /// The means of every group.
    pub groups: Vec<GroupSummary>,
    /// The means over all corpora; `None` for a single one.
    pub overall: Option<Overall>,
    /// Index of the entrant that the others are compared with, and the comparison.
    pub paired: Option<(usize, Vec<Paired>)>,
    /// The command that made it, for people.
    pub command: String,
}

impl<'a> Report<'a> {
    /// Works out means, intervals and, with `against` an index of an entrant, paired differences.
    #[must_use]
    pub fn new(
        results: &'a Results,
        measure: Measure,
        by: &[GroupBy],
        against: Option<usize>,
        command: String,
    ) -> Report<'a> {
        let groups = summarize(results, by);
        let overall = (results.corpora.len() > 1).then(|| overall(results, &groups));
        let paired = against.map(|against| (against, compare(results, against, measure)));
        Report { results, measure, by: by.to_vec(), groups, overall, paired, command }
    }

    /// Megabytes (10^6 bytes) of pages per second of an entrant, over one corpus or all; `None` for answers of other tools.
    ///
    /// Measured beside the scoring of other pages on other cores, it tells fast from slow; compare closely with `bench/`.
    #[must_use]
    pub fn megabytes_per_second(&self, corpus: Option<usize>, entrant: usize) -> Option<f64> {
        let chosen = |it: usize| corpus.is_none_or(|corpus| corpus == it);
        let bytes: u64 =
            self.results.pages.iter().filter(|page| chosen(page.corpus)).map(|page| page.bytes).sum();
        let times = self.results.times.iter().enumerate().filter(|(corpus, _)| chosen(*corpus));
        let seconds: f64 = times.map(|(_, times)| times[entrant].as_secs_f64()).sum();
        (seconds > 0.0).then(|| bytes as f64 / BYTES_PER_MEGABYTE / seconds)
    }
}

const BYTES_PER_MEGABYTE: f64 = 1e6;
