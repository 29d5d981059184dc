//! The scores of every page and entrant, packed so that a report with 3,000 pages and 30 methods opens
//! without delay.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::chosen::CaseKey;
use super::links::CorpusLinks;
use crate::metrics::{Measure, Prf};
use crate::results::{Outcome, PageResult, Results};

/// Packed scores are multiples of 1 / `STEPS`: four decimals, which fit into 16 bits.
const STEPS: f64 = 10_000.0;
/// Scores that are not packed are multiples of 1 / `FINE_STEPS`: six decimals, as in all files of reports.
const FINE_STEPS: f64 = 1e6;

/// The columns of the table of pages, one value per page. Packed columns are little-endian numbers, encoded
/// as base64.
#[derive(Serialize)]
pub(super) struct Pages<'a> {
    ids: Vec<&'a str>,
    /// Indices into the list of corpora.
    corpora: Vec<usize>,
    /// Positions in the manifest, counted from 1.
    numbers: Vec<usize>,
    sites: Vec<Option<&'a str>>,
    languages: Vec<Option<&'a str>>,
    page_types: Vec<Option<&'a str>>,
    urls: Vec<Option<&'a str>>,
    bytes: Vec<u64>,
    /// 1 if the page is a case, else 0.
    cases: Vec<u8>,
    /// The number of compared characters of the gold text.
    gold_lengths: Vec<usize>,
    /// The divisor of `scores`.
    parts: f64,
    /// Packed `u16` values by page, entrant and measure: precision, recall and F1, multiplied by `parts`.
    scores: String,
    /// Packed `u32` values by page and entrant: the number of compared characters of the answer.
    lengths: String,
    /// Packed `u8` values by page and entrant: indices into `status_names`.
    statuses: String,
    status_names: Vec<&'static str>,
}

pub(super) fn pages<'a>(
    results: &'a Results,
    links: &'a [CorpusLinks],
    cases: &BTreeSet<CaseKey>,
) -> Pages<'a> {
    let pages = || results.pages.iter();
    let outcomes = || pages().flat_map(|page| &page.outcomes);
    let links = |page: &PageResult| links[page.corpus].pages.get(&page.id);
    let key = |page: &PageResult| links(page).map(|it| CaseKey { corpus: page.corpus, number: it.number });
    let status_names: BTreeSet<&str> = outcomes().map(|outcome| outcome.status.as_str()).collect();
    let status_names: Vec<&str> = status_names.into_iter().collect();
    let status = |outcome: &Outcome| status_names.binary_search(&outcome.status.as_str()).unwrap_or_default();
    Pages {
        ids: pages().map(|page| page.id.as_str()).collect(),
        corpora: pages().map(|page| page.corpus).collect(),
        numbers: pages().map(|page| key(page).map_or(0, |key| key.number)).collect(),
        sites: pages().map(|page| page.site.as_deref()).collect(),
        languages: pages().map(|page| page.language.as_deref()).collect(),
        page_types: pages().map(|page| page.page_type.as_deref()).collect(),
        urls: pages().map(|page| links(page).and_then(|links| links.url.as_deref())).collect(),
        bytes: pages().map(|page| page.bytes).collect(),
        cases: pages().map(|page| u8::from(key(page).is_some_and(|key| cases.contains(&key)))).collect(),
        gold_lengths: pages().map(gold_length).collect(),
        parts: STEPS,
        scores: packed(outcomes().flat_map(scores).flat_map(u16::to_le_bytes)),
        lengths: packed(outcomes().map(length).flat_map(u32::to_le_bytes)),
        statuses: packed(outcomes().map(|outcome| status(outcome) as u8)),
        status_names,
    }
}

/// The length of the gold text, which is the same in the outcomes of all entrants.
fn gold_length(page: &PageResult) -> usize {
    page.outcomes.first().map_or(0, |outcome| outcome.scores.thai.expected)
}

fn length(outcome: &Outcome) -> u32 {
    u32::try_from(outcome.scores.thai.extracted).unwrap_or(u32::MAX)
}

fn scores(outcome: &Outcome) -> impl Iterator<Item = u16> + use<> {
    let scores = outcome.scores;
    Measure::ALL.into_iter().flat_map(move |measure| {
        let Prf { precision, recall, f1 } = scores.get(measure);
        // A score is at most 1, so the product fits.
        [precision, recall, f1].map(|score| (score * STEPS).round() as u16)
    })
}

fn packed(bytes: impl Iterator<Item = u8>) -> String {
    STANDARD.encode(bytes.collect::<Vec<u8>>())
}

/// Rounds a score, so that it does not depend on the order of additions.
pub(super) fn rounded(score: f64) -> f64 {
    (score * FINE_STEPS).round() / FINE_STEPS
}
