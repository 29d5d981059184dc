//! Speed: the median rate of every case over all pages, measured in alternating rounds.
//!
//! In each round, every case runs once over all pages. A short disturbance therefore affects one round of one
//! case, and the median ignores it. The first round is a warm-up and is not counted.

use crate::case::Case;
use crate::cases;
use crate::clock;
use crate::corpus::{Corpus, MEGABYTE};
use crate::report::{Report, Table, grouped, ratio};
use anyhow::{Context, Result, bail, ensure};

/// A case with which all others are compared.
struct Reference {
    /// Name of the case.
    case: &'static str,
    /// Heading of the column with the ratios.
    heading: &'static str,
}

/// The reference cases. They are always measured, even if the filter does not select them.
const REFERENCES: [Reference; 3] = [
    Reference { case: "html5ever tree", heading: "× html5ever tree" },
    Reference { case: "lol_html text handlers", heading: "× lol_html text" },
    Reference { case: "pagesift tree, reused", heading: "× pagesift" },
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder with pages/*.html, or its name below $DEHUSK_CORPORA (default: /tmp/corpora); may be repeated
    #[arg(long, value_name = "DIR", default_value = "wcxb-dev")]
    corpus: Vec<String>,
    /// Maximum size of the sample of each corpus in megabytes; every n-th page is used
    #[arg(long, value_name = "MB", default_value_t = 60.0)]
    sample_mb: f64,
    /// Number of rounds, without the warm-up
    #[arg(long, default_value_t = 5)]
    repeat: usize,
    /// Measure only cases whose name contains this, and the three reference cases; may be repeated
    #[arg(long, value_name = "SUBSTR")]
    filter: Vec<String>,
}

/// The results of one case.
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

    /// The difference between the best and the worst round, in percent of the median.
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
    let mut cases = cases::all()?;
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

/// Runs the warm-up round, whose answer all other rounds must repeat.
fn warm_up(case: &mut Case, corpus: &Corpus) -> Result<Outcome> {
    let answer = case.run_all(&corpus.pages).with_context(|| format!("{} failed", case.name))?;
    Ok(Outcome { name: case.name.clone(), unit: case.unit, answer, rates: Vec::new() })
}

/// The MB/s of one round.
fn rate(case: &mut Case, corpus: &Corpus, expected: u64) -> Result<f64> {
    let (answer, time) = clock::timed(|| case.run_all(&corpus.pages));
    let answer = answer.with_context(|| format!("{} failed", case.name))?;
    if answer != expected {
        bail!("{} gave different answers: first {expected} {}, now {answer}", case.name, case.unit);
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

/// Formats a rate in MB/s: with one decimal if it is below 100, otherwise as an integer.
fn rounded(rate: f64) -> String {
    if rate < 100.0 { format!("{rate:.1}") } else { grouped(rate.round() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_cases_exist() {
        for reference in REFERENCES {
            assert!(
                cases::all().unwrap().iter().any(|case| case.name == reference.case),
                "{}",
                reference.case
            );
        }
    }
}
