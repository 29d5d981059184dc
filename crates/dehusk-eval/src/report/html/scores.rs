//! The scores of every page and entrant, packed: three thousand pages by thirty methods must open at once.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::chosen::CaseKey;
use super::links::Place;
use crate::metrics::{Measure, Prf};
use crate::results::{Outcome, PageResult, Results};

/// Scores are packed as this many parts of one.
const PARTS: f64 = 10_000.0;
/// Scores outside of the packed ones keep this many parts of one, as all files of reports do.
const FINE_PARTS: f64 = 1e6;

/// Tables of all pages, in their order; packed ones are base64 of little-endian numbers.
#[derive(Serialize)]
pub(super) struct Pages<'a> {
    ids: Vec<&'a str>,
    /// Index into the corpora.
    corpora: Vec<usize>,
    /// Place in the manifest, from 1.
    numbers: Vec<usize>,
    sites: Vec<Option<&'a str>>,
    languages: Vec<Option<&'a str>>,
    page_types: Vec<Option<&'a str>>,
    urls: Vec<Option<&'a str>>,
    bytes: Vec<u64>,
    /// Whether there is a case.
    cases: Vec<u8>,
    /// Characters of the gold text, as far as it was compared.
    gold_lengths: Vec<usize>,
    parts: f64,
    /// `u16`, by page, entrant, measure: precision, recall, F1 in `parts`.
    scores: String,
    /// `u32`, by page, entrant: characters of the answer, as far as it was compared.
    lengths: String,
    /// `u8`, by page, entrant: index into `status_names`.
    statuses: String,
    status_names: Vec<&'static str>,
}

pub(super) fn pages<'a>(results: &'a Results, places: &'a [Place], cases: &BTreeSet<CaseKey>) -> Pages<'a> {
    let pages = || results.pages.iter();
    let outcomes = || pages().flat_map(|page| &page.outcomes);
    let place = |page: &PageResult| places[page.corpus].pages.get(&page.id);
    let key = |page: &PageResult| place(page).map(|it| CaseKey { corpus: page.corpus, number: it.number });
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
        urls: pages().map(|page| place(page).and_then(|place| place.url.as_deref())).collect(),
        bytes: pages().map(|page| page.bytes).collect(),
        cases: pages().map(|page| u8::from(key(page).is_some_and(|key| cases.contains(&key)))).collect(),
        gold_lengths: pages().map(gold_length).collect(),
        parts: PARTS,
        scores: packed(outcomes().flat_map(scores).flat_map(u16::to_le_bytes)),
        lengths: packed(outcomes().map(length).flat_map(u32::to_le_bytes)),
        statuses: packed(outcomes().map(|outcome| status(outcome) as u8)),
        status_names,
    }
}

/// Of what every page and entrant has the same.
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
        // A score is at most one.
        [precision, recall, f1].map(|score| (score * PARTS).round() as u16)
    })
}

fn packed(bytes: impl Iterator<Item = u8>) -> String {
    STANDARD.encode(bytes.collect::<Vec<u8>>())
}

/// A score with few enough digits that the order of additions does not show.
pub(super) fn rounded(score: f64) -> f64 {
    (score * FINE_PARTS).round() / FINE_PARTS
}
