//! The table of means as CSV: one row for each corpus, group and entrant. It contains no times and no paths,
//! so that it can be committed.

use std::io;

use super::Report;
use super::cells::digits;
use crate::metrics::{Measure, Prf};
use crate::summary::{EntrantSummary, GroupBy, MeasureSummary, RATES, Rate};

/// The value of the `corpus` column in rows over all corpora.
const ALL_CORPORA: &str = "*";

/// Writes the table of means as CSV. Rows whose corpus is `*` are over all corpora. In such rows, `by` says
/// whether each corpus (`corpora`) or each page (`pages`) has the same weight.
///
/// # Errors
/// When `out` cannot be written.
pub fn summary_csv(report: &Report<'_>, out: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(header())?;
    for group in &report.groups {
        let corpus = &report.results.corpora[group.corpus];
        let key = [&corpus.name, &corpus.digest, group.by.name(), &group.group];
        for (index, entrant) in group.entrants.iter().enumerate() {
            let head = head(report, key, index, [group.pages, group.sites]);
            writer.write_record(head.into_iter().chain(means(entrant)))?;
        }
    }
    for row in over_all_corpora(report) {
        writer.write_record(row)?;
    }
    writer.flush()
}

fn header() -> Vec<String> {
    let mut names: Vec<String> =
        ["corpus", "corpus_sha256", "by", "group", "method", "params", "rules_version", "pages", "sites"]
            .map(str::to_owned)
            .into();
    for measure in Measure::ALL.map(Measure::name) {
        names.extend(
            ["p", "r", "f1", "f1_low", "f1_high", "f1_sites"].map(|part| format!("{measure}_{part}")),
        );
    }
    for rate in RATES {
        names.extend([rate.to_owned(), format!("{rate}_pages")]);
    }
    names.extend(["empty", "failed", "cut"].map(str::to_owned));
    names
}

/// The first cells of a row: the group and the entrant.
fn head(report: &Report<'_>, key: [&str; 4], entrant: usize, counts: [usize; 2]) -> Vec<String> {
    let facts = &report.results.entrants[entrant];
    let params: Vec<String> = facts.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let answers = facts.answers.iter().map(|(_, digest)| format!("sha256={digest}"));
    let params = params.into_iter().chain(answers).collect::<Vec<_>>().join(";");
    let mut cells: Vec<String> = key.map(str::to_owned).into();
    cells.extend([facts.label.clone(), params, dehusk::RULES_VERSION.to_owned()]);
    cells.extend(counts.map(|count| count.to_string()));
    cells
}

fn means(entrant: &EntrantSummary) -> Vec<String> {
    let mut cells: Vec<String> = entrant.measures.iter().flat_map(measure).collect();
    cells.extend(entrant.rates().into_iter().flat_map(|(_, it)| rate(it)));
    cells.extend(counts(entrant));
    cells
}

/// Number of counts at the end of a row.
const COUNTS: usize = 3;

fn counts(entrant: &EntrantSummary) -> [String; COUNTS] {
    [entrant.empty, entrant.failed, entrant.cut].map(|count| count.to_string())
}

fn measure(measure: &MeasureSummary) -> [String; 6] {
    let MeasureSummary { pages, sites_f1, f1_interval } = measure;
    [pages.precision, pages.recall, pages.f1, f1_interval.low, f1_interval.high, *sites_f1].map(digits)
}

fn over_all_corpora(report: &Report<'_>) -> Vec<Vec<String>> {
    let Some(overall) = &report.overall else { return Vec::new() };
    let sizes = [overall.pages, overall.sites];
    let mut rows = Vec::new();
    for (index, (by_corpus, by_page)) in overall.by_corpus.iter().zip(&overall.by_page).enumerate() {
        let mut row = head(report, [ALL_CORPORA, "", "corpora", GroupBy::All.name()], index, sizes);
        row.extend(by_corpus.iter().flat_map(only_means));
        // Not every corpus has snippets and fields, so means of their rates over corpora would be misleading.
        row.resize(header().len() - COUNTS, String::new());
        row.extend(counts(by_page));
        rows.push(row);
    }
    for (index, by_page) in overall.by_page.iter().enumerate() {
        let mut row = head(report, [ALL_CORPORA, "", "pages", GroupBy::All.name()], index, sizes);
        row.extend(means(by_page));
        rows.push(row);
    }
    rows
}

/// The cells of a measure without an interval and without a mean over sites.
fn only_means(means: &Prf) -> [String; 6] {
    let [precision, recall, f1] = [means.precision, means.recall, means.f1].map(digits);
    [precision, recall, f1, String::new(), String::new(), String::new()]
}

fn rate(rate: Option<Rate>) -> [String; 2] {
    [rate.map(|rate| digits(rate.mean)).unwrap_or_default(), rate.map_or(0, |rate| rate.pages).to_string()]
}
