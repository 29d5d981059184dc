//! Speed: every case over every page, in alternating rounds, the median of each.
//!
//! Rounds go case by case, not page by page, so that a disturbance of a second hits one round of one case and the
//! median forgets it. The first round warms up and is not counted.

use crate::case::{self, Case};
use crate::clock;
use crate::corpus::{Corpus, MEGABYTE};
use crate::report::{Report, Table, grouped, ratio};
use anyhow::{Context, Result, bail, ensure};

/// A peer that others are compared with.
pub(crate) struct Reference {
    /// Name of its case.
    pub(crate) case: &'static str,
    /// Heading of the column.
    heading: &'static str,
}

/// Whom all are compared with; always measured, whatever the filter.
pub(crate) const REFERENCES: [Reference; 3] = [
    Reference { case: "html5ever tree", heading: "× html5ever tree" },
    Reference { case: "lol_html text handlers", heading: "× lol_html text" },
    Reference { case: "pagesift tree, reused", heading: "× pagesift" },
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder with pages/*.html, or its name beneath $DEHUSK_CORPORA (/tmp/corpora); may be repeated
    #[arg(long, value_name = "DIR", default_value = "wcxb-dev")]
    corpus: Vec<String>,
    /// Megabytes to take of each corpus, in even steps through it
    #[arg(long, value_name = "MB", default_value_t = 60.0)]
    sample_mb: f64,
    /// Rounds that are counted
    #[arg(long, default_value_t = 5)]
    repeat: usize,
    /// Only cases with this in their name (and the three that all are compared with); may be repeated
    #[arg(long, value_name = "SUBSTR")]
    filter: Vec<String>,
}

/// What came out for one case.
struct Outcome {
    name: String,
    unit: &'static str,
    answer: u64,
    /// MB/s of each round.
    rates: Vec<f64>,
}

impl Outcome {
    fn median(&self) -> f64 {
        clock::median(&self.rates)
    }

    /// Distance of the best round from the worst, in percent of the median.
    fn spread(&self) -> f64 {
        let best = self.rates.iter().copied().fold(0.0, f64::max);
        let worst = self.rates.iter().copied().fold(f64::INFINITY, f64::min);
        100.0 * (best - worst) / self.median()
    }
}

/// Measures each corpus and reports a table for it.
pub(crate) fn run(options: &Arguments, report: &mut Report) -> Result<()> {
    ensure!(options.repeat > 0, "--repeat must be at least 1");
    ensure!(options.sample_mb > 0.0, "--sample-mb must be above 0");
    for name in &options.corpus {
        let corpus = Corpus::load(name, options.sample_mb)?;
        report.line("");
        report.line(&corpus.summary());
        let outcomes = measure(&corpus, options)?;
        report.table(&table(&outcomes));
    }
    Ok(())
}

fn measure(corpus: &Corpus, options: &Arguments) -> Result<Vec<Outcome>> {
    let mut cases = case::all()?;
    cases.retain(|case| is_wanted(&case.name, &options.filter));
    let mut outcomes = Vec::new();
    for case in &mut cases {
        outcomes.push(warm_up(case, corpus)?);
    }
    for round in 1..=options.repeat {
        eprintln!("{}: round {round} of {}", corpus.name, options.repeat);
        for (case, outcome) in cases.iter_mut().zip(&mut outcomes) {
            outcome.rates.push(rate(case, corpus, outcome.answer)?);
        }
    }
    Ok(outcomes)
}

fn is_wanted(name: &str, filters: &[String]) -> bool {
    let is_reference = REFERENCES.iter().any(|reference| reference.case == name);
    filters.is_empty() || is_reference || filters.iter().any(|filter| name.contains(filter.as_str()))
}

/// The round that is not counted: it sets the answer that all others must give.
fn warm_up(case: &mut Case, corpus: &Corpus) -> Result<Outcome> {
    let answer = case.run_all(&corpus.pages).with_context(|| format!("{} failed", case.name))?;
    Ok(Outcome { name: case.name.clone(), unit: case.unit, answer, rates: Vec::new() })
}

/// MB/s of one round.
fn rate(case: &mut Case, corpus: &Corpus, expected: u64) -> Result<f64> {
    let (answer, time) = clock::timed(|| case.run_all(&corpus.pages));
    let answer = answer.with_context(|| format!("{} failed", case.name))?;
    if answer != expected {
        bail!("{} answered {expected} {} before and {answer} now", case.name, case.unit);
    }
    Ok(corpus.bytes() as f64 / MEGABYTE / time.as_secs_f64())
}

fn table(outcomes: &[Outcome]) -> Table {
    let mut columns = vec!["case", "MB/s", "spread %"];
    columns.extend(REFERENCES.iter().map(|reference| reference.heading));
    columns.push("answer");
    let mut table = Table::new(&columns);
    for outcome in outcomes {
        let mut cells =
            vec![outcome.name.clone(), rounded(outcome.median()), format!("{:.0}", outcome.spread())];
        cells.extend(REFERENCES.iter().map(|reference| compared(outcome, reference, outcomes)));
        cells.push(format!("{} {}", grouped(outcome.answer), outcome.unit));
        table.row(cells);
    }
    table
}

fn compared(outcome: &Outcome, reference: &Reference, outcomes: &[Outcome]) -> String {
    let other = outcomes.iter().find(|other| other.name == reference.case);
    other.map_or_else(|| "–".to_string(), |other| ratio(outcome.median() / other.median()))
}

/// A rate in whole MB/s, with a digit more where it is small.
fn rounded(rate: f64) -> String {
    if rate < 100.0 { format!("{rate:.1}") } else { grouped(rate.round() as u64) }
}
