//! The table of pages as CSV: one row for each page and entrant, with all scores.

use std::io;

use super::cells::Cell;
use crate::metrics::{Measure, Prf};
use crate::results::{Outcome, PageResult, Results};

/// The data of one row.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    corpus: &'a str,
    page: &'a PageResult,
    entrant: &'a str,
    outcome: &'a Outcome,
}

/// The name of a column, and a function that returns its cell in a row.
pub(super) type Column = (&'static str, for<'a> fn(&Row<'a>) -> Cell<'a>);

fn prf(row: &Row<'_>, measure: Measure, part: fn(Prf) -> f64) -> Cell<'static> {
    Cell::Number(Some(part(row.outcome.scores.get(measure))))
}

/// Every column, in order.
pub(super) const COLUMNS: [Column; 31] = [
    ("corpus", |row| Cell::Text(Some(row.corpus))),
    ("page", |row| Cell::Text(Some(&row.page.id))),
    ("site", |row| Cell::Text(row.page.site.as_deref())),
    ("language", |row| Cell::Text(row.page.language.as_deref())),
    ("page_type", |row| Cell::Text(row.page.page_type.as_deref())),
    ("generator", |row| Cell::Text(row.page.generator.as_deref())),
    ("bytes", |row| Cell::Count(row.page.bytes)),
    ("method", |row| Cell::Text(Some(row.entrant))),
    ("status", |row| Cell::Text(Some(row.outcome.status.as_str()))),
    ("reason", |row| Cell::Text(row.outcome.reason.as_deref())),
    ("word_p", |row| prf(row, Measure::Word, |it| it.precision)),
    ("word_r", |row| prf(row, Measure::Word, |it| it.recall)),
    ("word_f1", |row| prf(row, Measure::Word, |it| it.f1)),
    ("char_p", |row| prf(row, Measure::Char, |it| it.precision)),
    ("char_r", |row| prf(row, Measure::Char, |it| it.recall)),
    ("char_f1", |row| prf(row, Measure::Char, |it| it.f1)),
    ("bag_p", |row| prf(row, Measure::Bag, |it| it.precision)),
    ("bag_r", |row| prf(row, Measure::Bag, |it| it.recall)),
    ("bag_f1", |row| prf(row, Measure::Bag, |it| it.f1)),
    ("rouge_l_p", |row| prf(row, Measure::RougeL, |it| it.precision)),
    ("rouge_l_r", |row| prf(row, Measure::RougeL, |it| it.recall)),
    ("rouge_l_f1", |row| prf(row, Measure::RougeL, |it| it.f1)),
    ("lec", |row| Cell::Count(row.outcome.scores.thai.extracted as u64)),
    ("lep", |row| Cell::Count(row.outcome.scores.thai.expected as u64)),
    ("lm", |row| Cell::Count(row.outcome.scores.thai.missing as u64)),
    ("must", |row| Cell::Number(row.outcome.scores.must)),
    ("must_not", |row| Cell::Number(row.outcome.scores.must_not)),
    ("title", |row| Cell::Flag(row.outcome.scores.title)),
    ("author", |row| Cell::Flag(row.outcome.scores.author)),
    ("date", |row| Cell::Flag(row.outcome.scores.date)),
    ("cut", |row| Cell::Flag(Some(row.outcome.scores.cut))),
];

/// All rows, page by page.
pub(super) fn rows(results: &Results) -> impl Iterator<Item = Row<'_>> {
    results.pages.iter().flat_map(|page| {
        let corpus = results.corpora[page.corpus].name.as_str();
        let outcomes = results.entrants.iter().zip(&page.outcomes);
        outcomes.map(move |(entrant, outcome)| Row { corpus, page, entrant: &entrant.label, outcome })
    })
}

/// Writes the table of pages as CSV.
///
/// # Errors
/// When `out` cannot be written.
pub fn pages_csv(results: &Results, out: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS.map(|(name, _)| name))?;
    for row in rows(results) {
        writer.write_record(COLUMNS.map(|(_, cell)| cell(&row).text()))?;
    }
    writer.flush()
}
