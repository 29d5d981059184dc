//! The gate: minimum mean scores ("floors") for each corpus, method and metric, stored with the digest of
//! each corpus. A mean more than the noise margin below its floor fails. A floor is lowered only on explicit
//! request.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::error::Error;
use crate::metrics::{Construct, Measure, Prf};
use crate::report::Report;
use crate::summary::{EntrantSummary, GroupBy, GroupSummary};

/// How far a mean may lie below its floor. Means are the same on every run, so this margin only has to cover
/// rounding: it is half a unit of the last digit that tables show. Chosen by hand.
const NOISE: f64 = 0.0005;
/// A floor is the mean rounded down to a multiple of 1 / `FLOOR_STEPS`, that is, to four decimals. Chosen by
/// hand.
const FLOOR_STEPS: f64 = 1e4;

const HEAD: &str = "\
# Floors of mean scores, checked by `dehusk eval CORPUS... --gate THIS_FILE` and written with --write-gate.
# Lowering one needs --lower as well. See crates/dehusk-eval/README.md.

";

/// The floors of one or several corpora.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// How far a mean may lie below its floor.
    noise: f64,
    /// The floors of each corpus, by its name.
    corpus: BTreeMap<String, CorpusFloors>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpusFloors {
    sha256: String,
    pages: usize,
    /// The floors, by the label of the method and the metric.
    method: BTreeMap<String, BTreeMap<Metric, f64>>,
}

/// A value that can have a floor: one part of a measure or of a kind of structure, such as `word_f1` or `headings_f1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
struct Metric(Subject, Part);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Text(Measure),
    Markdown(Construct),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Precision,
    Recall,
    F1,
}

impl Metric {
    fn all() -> impl Iterator<Item = Metric> {
        let parts = |subject| [Part::Precision, Part::Recall, Part::F1].map(|part| Metric(subject, part));
        let texts = Measure::ALL.into_iter().map(Subject::Text);
        texts.chain(Construct::ALL.into_iter().map(Subject::Markdown)).flat_map(parts)
    }

    /// The value of a run; `None` for a kind of structure that neither the answers nor the gold Markdown has.
    fn of(self, summary: &EntrantSummary) -> Option<f64> {
        let Prf { precision, recall, f1 } = match self.0 {
            Subject::Text(measure) => summary.get(measure).pages,
            Subject::Markdown(construct) => summary.structure?.items.get(construct).prf()?,
        };
        Some(match self.1 {
            Part::Precision => precision,
            Part::Recall => recall,
            Part::F1 => f1,
        })
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.1 {
            Part::Precision => "p",
            Part::Recall => "r",
            Part::F1 => "f1",
        };
        let name = match self.0 {
            Subject::Text(measure) => measure.name(),
            Subject::Markdown(construct) => construct.name(),
        };
        write!(f, "{name}_{part}")
    }
}

impl From<Metric> for String {
    fn from(metric: Metric) -> String {
        metric.to_string()
    }
}

impl TryFrom<String> for Metric {
    type Error = String;

    fn try_from(name: String) -> Result<Metric, String> {
        let known: Vec<String> = Metric::all().map(String::from).collect();
        let found = Metric::all().find(|metric| metric.to_string() == name);
        found.ok_or_else(|| format!("there is no metric {name:?}; there are {}", known.join(", ")))
    }
}

/// The result of comparing a run with a gate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The number of means that were compared with their floors.
    pub checked: usize,
    /// One line for each mean below its floor.
    pub failures: Vec<String>,
    /// One line for each floor, method or corpus that was not compared.
    pub skipped: Vec<String>,
}

impl Gate {
    /// Reads a gate file.
    ///
    /// # Errors
    /// When the file cannot be read or is not a gate file.
    pub fn read(file: &Path) -> Result<Gate, Error> {
        let name = file.display();
        let text = std::fs::read_to_string(file)
            .map_err(|error| Error::new(format!("cannot read {name}: {error}")))?;
        let not_a_gate = |error: toml::de::Error| {
            let line = text[..error.span().map_or(0, |span| span.start)].matches('\n').count() + 1;
            let problem = error.message().replace('\n', " ");
            Error::new(format!("{name}:{line}: this is not a gate file: {problem}"))
        };
        let gate: Gate = toml::from_str(&text).map_err(not_a_gate)?;
        gate.check_numbers().map_err(|problem| Error::new(format!("{name}: {problem}")))?;
        Ok(gate)
    }

    /// Returns an error if a floor or the margin is outside of 0 to 1: then every mean or no mean would pass.
    fn check_numbers(&self) -> Result<(), String> {
        let is_in_range = |number: f64| (0.0..=1.0).contains(&number);
        if !is_in_range(self.noise) {
            return Err(format!("noise = {} is out of range; use a number from 0 to 1", self.noise));
        }
        let methods =
            self.corpus.iter().flat_map(|(corpus, floors)| floors.method.iter().map(move |it| (corpus, it)));
        for (corpus, (method, floors)) in methods {
            if let Some((metric, floor)) = floors.iter().find(|(_, floor)| !is_in_range(**floor)) {
                return Err(format!(
                    "{corpus} {method}: {metric} = {floor} is out of range; use a number from 0 to 1"
                ));
            }
        }
        Ok(())
    }

    /// The gate as the text of a gate file.
    ///
    /// # Errors
    /// Never in practice: every gate can be written as TOML.
    pub fn text(&self) -> Result<String, Error> {
        let body =
            toml::to_string(self).map_err(|error| Error::new(format!("cannot write the gate: {error}")))?;
        Ok(HEAD.to_owned() + &body)
    }

    /// Checks, before a run, that the corpora are the ones on which the floors were measured.
    ///
    /// # Errors
    /// When a corpus has changed, or the gate has no floors for any of the corpora.
    pub fn check_corpora(&self, corpora: &[Corpus]) -> Result<(), Error> {
        for corpus in corpora {
            let Some(floors) = self.corpus.get(corpus.name()) else { continue };
            if floors.sha256 != corpus.digest() {
                return Err(changed(corpus, floors));
            }
        }
        if corpora.iter().any(|corpus| self.corpus.contains_key(corpus.name())) {
            return Ok(());
        }
        let names: Vec<&str> = self.corpus.keys().map(String::as_str).collect();
        Err(Error::new(format!("the gate has no floors for these corpora, only for {}", names.join(", "))))
    }

    /// The methods that have floors on any of the corpora.
    #[must_use]
    pub fn methods(&self, corpora: &[Corpus]) -> BTreeSet<&str> {
        let floors = corpora.iter().filter_map(|corpus| self.corpus.get(corpus.name()));
        floors.flat_map(|floors| floors.method.keys().map(String::as_str)).collect()
    }

    /// Compares the means of a run with the floors.
    #[must_use]
    pub fn judge(&self, report: &Report<'_>) -> Verdict {
        let mut verdict = Verdict::default();
        for name in self.corpus.keys().filter(|name| group(report, name).is_none()) {
            verdict.skipped.push(format!("corpus {name} has floors but was not given"));
        }
        for corpus in &report.results.corpora {
            match (self.corpus.get(&corpus.name), group(report, &corpus.name)) {
                (Some(floors), Some(group)) => {
                    self.judge_corpus(report, &corpus.name, floors, group, &mut verdict)
                }
                _ => verdict.skipped.push(format!("corpus {} has no floors", corpus.name)),
            }
        }
        verdict
    }

    fn judge_corpus(
        &self,
        report: &Report<'_>,
        corpus: &str,
        floors: &CorpusFloors,
        group: &GroupSummary,
        verdict: &mut Verdict,
    ) {
        for (method, floors) in &floors.method {
            let Some(summary) = entrant(report, group, method) else {
                verdict.skipped.push(format!("{corpus}: method {method} has floors but was not run"));
                continue;
            };
            for (metric, floor) in floors {
                let Some(mean) = metric.of(summary) else {
                    verdict.skipped.push(format!("{corpus}: {method} has no {metric}"));
                    continue;
                };
                verdict.checked += 1;
                if mean < floor - self.noise {
                    verdict.failures.push(format!(
                        "{corpus}: mean {metric} of {method} is {mean:.4}, {:.4} below its floor {floor:.4}",
                        floor - mean
                    ));
                }
            }
        }
    }

    /// A gate whose floors are the mean F1 scores of a run. Floors that the run did not measure are kept from
    /// `earlier`.
    ///
    /// # Errors
    /// When a floor would be lowered and `lower` is not set.
    pub fn pinned(earlier: Option<&Gate>, report: &Report<'_>, lower: bool) -> Result<Gate, Error> {
        let mut gate = earlier.cloned().unwrap_or(Gate { noise: NOISE, corpus: BTreeMap::new() });
        let mut lowered = Vec::new();
        for group in report.groups.iter().filter(|group| group.by == GroupBy::All) {
            let facts = &report.results.corpora[group.corpus];
            let corpus = gate.corpus.entry(facts.name.clone()).or_insert_with(|| CorpusFloors {
                sha256: String::new(),
                pages: 0,
                method: BTreeMap::new(),
            });
            corpus.sha256.clone_from(&facts.digest);
            corpus.pages = facts.pages;
            for (entrant, summary) in report.results.entrants.iter().zip(&group.entrants) {
                if entrant.answers.is_none() {
                    let floors = corpus.method.entry(entrant.label.clone()).or_default();
                    pin(floors, summary, |change| {
                        lowered.push(format!("{}, {}: {change}", facts.name, entrant.label))
                    });
                }
            }
        }
        match lowered.first() {
            Some(first) if !lower => Err(Error::new(format!(
                "{} floor{} would be lowered, first {first}; find out why, or add --lower to confirm",
                lowered.len(),
                if lowered.len() == 1 { "" } else { "s" }
            ))),
            _ => Ok(gate),
        }
    }
}

/// Sets a floor for every F1 and for every other metric that already has one. Calls `on_lowered` for each
/// floor that becomes lower.
fn pin(floors: &mut BTreeMap<Metric, f64>, summary: &EntrantSummary, mut on_lowered: impl FnMut(String)) {
    let wanted = Metric::all().filter(|metric| metric.1 == Part::F1 || floors.contains_key(metric));
    for metric in wanted.collect::<Vec<_>>() {
        let Some(value) = metric.of(summary) else { continue };
        let floor = (value * FLOOR_STEPS).floor() / FLOOR_STEPS;
        let earlier = floors.insert(metric, floor);
        if let Some(earlier) = earlier.filter(|earlier| floor < *earlier) {
            on_lowered(format!("{metric} from {earlier:.4} to {floor:.4}"));
        }
    }
}

fn changed(corpus: &Corpus, floors: &CorpusFloors) -> Error {
    Error::new(format!(
        "corpus {} has changed since its floors were pinned: it has {} pages with sha256 {}, not {} pages with {}; \
         restore it, or pin new floors with --write-gate",
        corpus.name(),
        corpus.pages().len(),
        corpus.digest(),
        floors.pages,
        floors.sha256
    ))
}

fn group<'r>(report: &'r Report<'_>, corpus: &str) -> Option<&'r GroupSummary> {
    let is_wanted = |group: &&GroupSummary| report.results.corpora[group.corpus].name == corpus;
    report.groups.iter().filter(|group| group.by == GroupBy::All).find(is_wanted)
}

fn entrant<'g>(report: &Report<'_>, group: &'g GroupSummary, label: &str) -> Option<&'g EntrantSummary> {
    let index = report.results.entrants.iter().position(|entrant| entrant.label == label)?;
    group.entrants.get(index)
}
