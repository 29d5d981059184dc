//! The data of the index: the settings of the run, means, scores of all pages, comparisons, failures and
//! speeds.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::chosen::{CaseKey, WORST};
use super::frame;
use super::links::CorpusLinks;
use super::means::{self, Group};
use super::scores::{self, Pages};
use crate::metrics::{MAX_UNITS, Measure};
use crate::report::Report;
use crate::report::failures;
use crate::report::json::{paired, problems};
use crate::summary::{CONFIDENCE, RATES, ROUNDS};

#[derive(Serialize)]
struct Data<'a> {
    head: Value,
    groups: Vec<Group<'a>>,
    pages: Pages<'a>,
    paired: Value,
    failed: Vec<Value>,
    cut: Vec<Value>,
    /// Megabytes per second by entrant, for each corpus and, last, over all corpora.
    speed: Vec<Vec<Option<f64>>>,
}

/// The HTML of the index.
pub(super) fn page(report: &Report<'_>, links: &[CorpusLinks], cases: &BTreeSet<CaseKey>) -> String {
    let data = Data {
        head: head(report, links),
        groups: means::groups(report),
        pages: scores::pages(report.results, links, cases),
        paired: paired(report),
        failed: problems(&failures::failures(report.results)),
        cut: problems(&failures::cuts(report.results)),
        speed: speed(report),
    };
    // Serializing numbers and strings cannot fail. The browser would report an index without data.
    frame::index(&serde_json::to_string(&data).unwrap_or_default())
}

fn head(report: &Report<'_>, links: &[CorpusLinks]) -> Value {
    let results = report.results;
    let run = |corpus: usize| results.pages.iter().filter(|page| page.corpus == corpus).count();
    let corpora = results.corpora.iter().zip(links).enumerate().map(|(index, (facts, links))| {
        json!({
            "name": facts.name, "sha256": facts.digest, "pages": facts.pages, "run": run(index),
            "link": links.corpus, "cases": links.cases,
        })
    });
    let methods = results.entrants.iter().map(|facts| {
        let answers = facts.answers.as_ref().map(|(file, digest)| json!({ "file": file, "sha256": digest }));
        json!({ "label": facts.label, "params": facts.params, "answers": answers })
    });
    json!({
        "dehusk_version": env!("CARGO_PKG_VERSION"),
        "rules_version": dehusk::RULES_VERSION,
        "command": report.command,
        "measure": report.measure as usize,
        "measures": Measure::ALL.map(Measure::name),
        "rates": RATES,
        "rounds": ROUNDS,
        "confidence": CONFIDENCE,
        "most_units": MAX_UNITS,
        "worst": WORST,
        "corpora": corpora.collect::<Vec<_>>(),
        "methods": methods.collect::<Vec<_>>(),
    })
}

fn speed(report: &Report<'_>) -> Vec<Vec<Option<f64>>> {
    let corpora = (0..report.results.corpora.len()).map(Some).chain([None]);
    let speeds_on = |corpus| {
        let entrants = 0..report.results.entrants.len();
        entrants.map(|entrant| report.megabytes_per_second(corpus, entrant)).collect()
    };
    corpora.map(speeds_on).collect()
}
