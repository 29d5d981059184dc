//! The gate: pinned floors of means per corpus, method and metric, with the digest of each corpus. A mean below its floor
//! by more than the noise fails; a floor is lowered only by who says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::error::Error;
use crate::metrics::{Measure, Prf};
use crate::report::Report;
use crate::summary::{EntrantSummary, GroupBy, GroupSummary};

/// What a mean may lie below its floor. Means are the same on every run; this is half of what tables show.
const NOISE: f64 = 0.0005;
/// Floors are means cut to so many parts of 1.
const FLOOR_PARTS: f64 = 1e4;

const HEAD: &str = "\
# Floors of mean scores, checked by `dehusk eval CORPUS... --gate THIS_FILE` and written with --write-gate.
# Lowering one needs --lower as well. See crates/dehusk-eval/README.md.

";

/// Floors for some corpora.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// What a mean may lie below its floor.
    noise: f64,
    /// By name of the corpus.
    corpus: BTreeMap<String, CorpusFloors>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpusFloors {
    sha256: String,
    pages: usize,
    /// By label of the method and name of the metric.
    method: BTreeMap<String, BTreeMap<Metric, f64>>,
}

/// A mean that can be pinned: a measure and which part of it, as in `word_f1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
struct Metric(Measure, Part);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Precision,
    Recall,
    F1,
}

impl Metric {
    fn all() -> impl Iterator<Item = Metric> {
        let parts = |measure| [Part::Precision, Part::Recall, Part::F1].map(|part| Metric(measure, part));
        Measure::ALL.into_iter().flat_map(parts)
    }

    fn of(self, summary: &EntrantSummary) -> f64 {
        let Prf { precision, recall, f1 } = summary.get(self.0).pages;
        match self.1 {
            Part::Precision => precision,
            Part::Recall => recall,
            Part::F1 => f1,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.1 {
            Part::Precision => "p",
            Part::Recall => "r",
            Part::F1 => "f1",
        };
        write!(f, "{}_{part}", self.0.name())
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

/// What a gate says about a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// How many means were compared with their floors.
    pub checked: usize,
    /// Each mean below its floor, as a line.
    pub failures: Vec<String>,
    /// What was not compared, each as a line.
    pub skipped: Vec<String>,
}

impl Gate {
    /// Reads a gate.
    ///
    /// # Errors
    /// When the file cannot be read or is no gate.
    pub fn read(file: &Path) -> Result<Gate, Error> {
        let name = file.display();
        let text = std::fs::read_to_string(file)
            .map_err(|error| Error::new(format!("cannot read {name}: {error}")))?;
        let no_gate = |error: toml::de::Error| {
            let line = text[..error.span().map_or(0, |span| span.start)].matches('\n').count() + 1;
            Error::new(format!("{name}:{line}: this is no gate: {}", error.message().replace('\n', " ")))
        };
        let gate: Gate = toml::from_str(&text).map_err(no_gate)?;
        gate.check_numbers().map_err(|what| Error::new(format!("{name}: {what}")))?;
        Ok(gate)
    }

    /// A floor or a margin that is no share would let everything pass, or nothing.
    fn check_numbers(&self) -> Result<(), String> {
        let is_share = |number: f64| (0.0..=1.0).contains(&number);
        if !is_share(self.noise) {
            return Err(format!("noise = {} is no share; write a number from 0 to 1", self.noise));
        }
        let methods =
            self.corpus.iter().flat_map(|(corpus, floors)| floors.method.iter().map(move |it| (corpus, it)));
        for (corpus, (method, floors)) in methods {
            if let Some((metric, floor)) = floors.iter().find(|(_, floor)| !is_share(**floor)) {
                return Err(format!(
                    "{corpus} {method}: {metric} = {floor} is no share; write a number from 0 to 1"
                ));
            }
        }
        Ok(())
    }

    /// The gate as text.
    ///
    /// # Errors
    /// Never in practice: every gate can be written.
    pub fn text(&self) -> Result<String, Error> {
        let body =
            toml::to_string(self).map_err(|error| Error::new(format!("cannot write the gate: {error}")))?;
        Ok(HEAD.to_owned() + &body)
    }

    /// Checks, before a run, that the corpora are those the floors were measured on.
    ///
    /// # Errors
    /// When a corpus has changed, or the gate has floors for none of them.
    pub fn fits(&self, corpora: &[Corpus]) -> Result<(), Error> {
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
        Err(Error::new(format!(
            "the gate has no floors for these corpora; it has some for {}",
            names.join(", ")
        )))
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
                let mean = metric.of(summary);
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

    /// The gate with the F1 means of a run as floors; what the run has not measured stays as it is in `earlier`.
    ///
    /// # Errors
    /// When a floor would sink and `lower` is not set.
    pub fn pinned(earlier: Option<&Gate>, report: &Report<'_>, lower: bool) -> Result<Gate, Error> {
        let mut gate = earlier.cloned().unwrap_or(Gate { noise: NOISE, corpus: BTreeMap::new() });
        let mut sunk = Vec::new();
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
                    pin(floors, summary, |what| {
                        sunk.push(format!("{}, {}: {what}", facts.name, entrant.label))
                    });
                }
            }
        }
        match sunk.first() {
            Some(first) if !lower => Err(Error::new(format!(
                "{} floors would sink ({first} first); find out why, or add --lower to mean it",
                sunk.len()
            ))),
            _ => Ok(gate),
        }
    }
}

/// Pins every F1, and again whatever else was pinned; tells of each floor that sinks.
fn pin(floors: &mut BTreeMap<Metric, f64>, summary: &EntrantSummary, mut sinks: impl FnMut(String)) {
    let wanted = Metric::all().filter(|metric| metric.1 == Part::F1 || floors.contains_key(metric));
    for metric in wanted.collect::<Vec<_>>() {
        let floor = (metric.of(summary) * FLOOR_PARTS).floor() / FLOOR_PARTS;
        let earlier = floors.insert(metric, floor);
        if let Some(earlier) = earlier.filter(|earlier| floor < *earlier) {
            sinks(format!("{metric} from {earlier:.4} to {floor:.4}"));
        }
    }
}

fn changed(corpus: &Corpus, floors: &CorpusFloors) -> Error {
    Error::new(format!(
        "corpus {} has changed since its floors were pinned: {} pages with sha256 {}, not {} with {}; restore it, \
         or pin anew with --write-gate",
        corpus.name(),
        corpus.pages().len(),
        corpus.digest(),
        floors.pages,
        floors.sha256
    ))
}

fn group<'r>(report: &'r Report<'_>, corpus: &str) -> Option<&'r GroupSummary> {
    let is_it = |group: &&GroupSummary| report.results.corpora[group.corpus].name == corpus;
    report.groups.iter().filter(|group| group.by == GroupBy::All).find(is_it)
}

fn entrant<'g>(report: &Report<'_>, group: &'g GroupSummary, label: &str) -> Option<&'g EntrantSummary> {
    let index = report.results.entrants.iter().position(|entrant| entrant.label == label)?;
    group.entrants.get(index)
}
