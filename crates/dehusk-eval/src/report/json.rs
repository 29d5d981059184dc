//! The report as one JSON object: everything except the scores of single pages.

use serde_json::{Map, Value, json};

use super::Report;
use super::failures::{self, Problem};
use crate::metrics::{Construct, Measure};
use crate::summary::{
    CONFIDENCE, EntrantSummary, GroupSummary, Interval, Paired, ROUNDS, Rate, StructureSummary,
};

/// The report as JSON. Only `command` and `speed` differ from run to run.
#[must_use]
pub fn json(report: &Report<'_>) -> Value {
    let results = report.results;
    json!({
        "dehusk_version": env!("CARGO_PKG_VERSION"),
        "rules_version": dehusk::RULES_VERSION,
        "command": report.command,
        "bootstrap": { "rounds": ROUNDS, "confidence": CONFIDENCE, "drawn": "sites" },
        "corpora": results.corpora.iter().map(|it| json!({ "name": it.name, "sha256": it.digest, "pages": it.pages })).collect::<Vec<_>>(),
        "methods": results.entrants.iter().map(|it| json!({
            "label": it.label,
            "params": it.params.iter().cloned().map(|(name, value)| (name, Value::String(value))).collect::<Map<_, _>>(),
            "answers": it.answers.as_ref().map(|(file, digest)| json!({ "file": file, "sha256": digest })),
        })).collect::<Vec<_>>(),
        "groups": report.groups.iter().map(|it| group(report, it)).collect::<Vec<_>>(),
        "all_corpora": all_corpora(report),
        "paired": paired(report),
        "failed": problems(&failures::failures(results)),
        "cut": problems(&failures::cuts(results)),
        "speed": speed(report),
    })
}

fn group(report: &Report<'_>, group: &GroupSummary) -> Value {
    json!({
        "corpus": report.results.corpora[group.corpus].name,
        "by": group.by.name(),
        "group": group.group,
        "pages": group.pages,
        "sites": group.sites,
        "methods": group.entrants.iter().enumerate().map(|(index, it)| entrant(report, index, it)).collect::<Vec<_>>(),
    })
}

fn entrant(report: &Report<'_>, index: usize, entrant: &EntrantSummary) -> Value {
    let mut object = Map::new();
    object.insert("method".to_owned(), label(report, index));
    for measure in Measure::ALL {
        let it = entrant.get(measure);
        let Interval { low, high } = it.f1_interval;
        let means = json!({
            "precision": it.pages.precision, "recall": it.pages.recall, "f1": it.pages.f1,
            "f1_interval": [low, high], "f1_sites": it.sites_f1,
        });
        object.insert(measure.name().to_owned(), means);
    }
    for (name, rate) in entrant.rates() {
        let value = rate.map(|Rate { mean, pages }| json!({ "mean": mean, "pages": pages }));
        object.insert(name.to_owned(), value.unwrap_or_default());
    }
    let structure = entrant.structure.as_ref().map(structure);
    object.insert("structure".to_owned(), structure.unwrap_or_default());
    for (name, count) in [("empty", entrant.empty), ("failed", entrant.failed), ("cut", entrant.cut)] {
        object.insert(name.to_owned(), count.into());
    }
    object.into()
}

fn structure(summary: &StructureSummary) -> Value {
    let mut object = Map::from_iter([("pages".to_owned(), summary.pages.into())]);
    for construct in Construct::ALL {
        let counts = summary.items.get(construct);
        let prf = counts.prf().map(|it| {
            json!({
                "precision": it.precision, "recall": it.recall, "f1": it.f1,
                "common": counts.common, "found": counts.found, "expected": counts.expected,
            })
        });
        object.insert(construct.name().to_owned(), prf.unwrap_or_default());
    }
    object.into()
}

fn all_corpora(report: &Report<'_>) -> Value {
    let Some(overall) = &report.overall else { return Value::Null };
    let by_corpus = overall.by_corpus.iter().enumerate().map(|(index, means)| {
        let mean = |measure: Measure| {
            let it = means[measure as usize];
            (
                measure.name().to_owned(),
                json!({ "precision": it.precision, "recall": it.recall, "f1": it.f1 }),
            )
        };
        let means = Measure::ALL.into_iter().map(mean);
        Value::Object(std::iter::once(("method".to_owned(), label(report, index))).chain(means).collect())
    });
    let by_page = overall.by_page.iter().enumerate().map(|(index, it)| entrant(report, index, it));
    json!({
        "pages": overall.pages,
        "sites": overall.sites,
        "mean_of_corpora": by_corpus.collect::<Vec<_>>(),
        "mean_of_pages": by_page.collect::<Vec<_>>(),
    })
}

pub(super) fn paired(report: &Report<'_>) -> Value {
    let Some((against, paired)) = &report.paired else { return Value::Null };
    let comparison = |it: &Paired| {
        json!({
            "corpus": it.corpus.map(|corpus| &report.results.corpora[corpus].name),
            "method": label(report, it.entrant),
            "wins": it.wins, "losses": it.losses, "ties": it.ties,
            "difference": it.difference, "interval": [it.interval.low, it.interval.high], "p_sign_test": it.p,
        })
    };
    json!({
        "against": label(report, *against),
        "measure": report.measure.name(),
        "comparisons": paired.iter().map(comparison).collect::<Vec<_>>(),
    })
}

pub(super) fn problems(problems: &[Problem<'_>]) -> Vec<Value> {
    let problem = |it: &Problem<'_>| json!({ "corpus": it.corpus, "method": it.entrant, "status": it.status, "reason": it.reason, "pages": it.pages });
    problems.iter().map(problem).collect()
}

fn speed(report: &Report<'_>) -> Vec<Value> {
    let corpora = report.results.corpora.iter().enumerate();
    let of_corpus = |(corpus, facts): (usize, &crate::results::CorpusFacts)| {
        let name = facts.name.clone();
        (0..report.results.entrants.len())
            .map(move |entrant| {
                let speed = report.megabytes_per_second(Some(corpus), entrant);
                json!({ "corpus": name, "method": label(report, entrant), "megabytes_per_second": speed })
            })
            .collect::<Vec<_>>()
    };
    corpora.flat_map(of_corpus).collect()
}

fn label(report: &Report<'_>, entrant: usize) -> Value {
    report.results.entrants[entrant].label.clone().into()
}
