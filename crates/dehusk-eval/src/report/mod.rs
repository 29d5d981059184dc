//! Writes results as tables and files. The CSV and Parquet files depend only on the pages and the entrants,
//! so they can be committed and reproduced. Times appear only in [`table()`], [`json()`] and the index of
//! [`html`].

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

/// Results, with all derived values that reports show.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The results.
    pub results: &'a Results,
    /// The measure of the main columns.
    pub measure: Measure,
    /// The properties by which the pages of a corpus are grouped.
    pub by: Vec<GroupBy>,
    /// The means of every group.
    pub groups: Vec<GroupSummary>,
    /// The means over all corpora; `None` if there is only one corpus.
    pub overall: Option<Overall>,
    /// Index of the entrant with which the others are compared, and the comparisons.
    pub paired: Option<(usize, Vec<Paired>)>,
    /// The command that made the report, for human readers.
    pub command: String,
}

impl<'a> Report<'a> {
    /// Computes means, intervals and, if `against` is the index of an entrant, paired differences.
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

    /// The speed of an entrant in megabytes (10^6 bytes) of HTML per second, over one corpus or all corpora;
    /// `None` for the answers of other tools.
    ///
    /// Other cores score other pages during the measurement, so the speed is only a rough guide. Use `bench/`
    /// for comparisons.
    #[must_use]
    pub fn megabytes_per_second(&self, corpus: Option<usize>, entrant: usize) -> Option<f64> {
        let is_included = |index: usize| corpus.is_none_or(|corpus| corpus == index);
        let bytes: u64 =
            self.results.pages.iter().filter(|page| is_included(page.corpus)).map(|page| page.bytes).sum();
        let times = self.results.times.iter().enumerate().filter(|(index, _)| is_included(*index));
        let seconds: f64 = times.map(|(_, times)| times[entrant].as_secs_f64()).sum();
        (seconds > 0.0).then(|| bytes as f64 / BYTES_PER_MEGABYTE / seconds)
    }
}

const BYTES_PER_MEGABYTE: f64 = 1e6;
