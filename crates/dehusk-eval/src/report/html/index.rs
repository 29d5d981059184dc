//! The data of the index: what was run, means, scores of pages, comparisons, failures, and, on one line, speeds.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::chosen::{CaseKey, WORST};
use super::frame;
use super::links::Place;
use super::means::{self, Group};
use super::scores::{self, Pages};
use crate::metrics::{MAX_UNITS, Measure};
use crate::report::Report;
use crate::report::failures;
use crate::report::json::{paired, troubles};
use crate::summary::{CONFIDENCE, ROUNDS};

#[derive(Serialize)]
struct Data<'a> {
    head: Value,
    groups: Vec<Group<'a>>,
    pages: Pages<'a>,
    paired: Value,
    failed: Vec<Value>,
    cut: Vec<Value>,
    /// By corpus, then over all of them: megabytes per second by entrant.
    speed: Vec<Vec<Option<f64>>>,
}

/// The whole file.
pub(super) fn page(report: &Report<'_>, places: &[Place], cases: &BTreeSet<CaseKey>) -> String {
    let data = Data {
        head: head(report, places),
        groups: means::groups(report),
        pages: scores::pages(report.results, places, cases),
        paired: paired(report),
        failed: troubles(&failures::failures(report.results)),
        cut: troubles(&failures::cuts(report.results)),
        speed: speed(report),
    };
    // Numbers and texts as JSON cannot fail; an index without data would say so in the browser.
    frame::index(&serde_json::to_string(&data).unwrap_or_default())
}

fn head(report: &Report<'_>, places: &[Place]) -> Value {
    let results = report.results;
    let run = |corpus: usize| results.pages.iter().filter(|page| page.corpus == corpus).count();
    let corpora = results.corpora.iter().zip(places).enumerate().map(|(index, (facts, place))| {
        json!({
            "name": facts.name, "sha256": facts.digest, "pages": facts.pages, "run": run(index),
            "link": place.link, "cases": place.name,
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
        "rates": means::RATES,
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
    let of_corpus = |corpus| {
        let entrants = 0..report.results.entrants.len();
        entrants.map(|entrant| report.megabytes_per_second(corpus, entrant)).collect()
    };
    corpora.map(of_corpus).collect()
}
