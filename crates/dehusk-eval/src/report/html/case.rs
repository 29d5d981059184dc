//! One case: an HTML page with the gold text of a page and all answers for it. The browser computes the
//! differences.
//!
//! The answers for a page share most of their lines, so each line is stored once and a text is a list of line
//! numbers.

use std::collections::HashMap;
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use super::frame;
use super::links::{CorpusLinks, encoded};
use super::scores::rounded;
use crate::metrics::{Measure, Prf};
use crate::observer::PageView;
use crate::results::Outcome;

/// The path from the folder with the cases of a corpus to the folder of the report.
const UP: &str = "../../";

#[derive(Serialize)]
struct Case<'a> {
    corpus: &'a str,
    id: &'a str,
    site: Option<&'a str>,
    language: Option<&'a str>,
    page_type: Option<&'a str>,
    url: Option<&'a str>,
    bytes: u64,
    /// Links to the files of the page and of the gold text.
    page: String,
    gold: String,
    measure: &'static str,
    answers: Vec<Answer<'a>>,
    lines: Vec<&'a str>,
    /// Each text is a list of indices into `lines`; the first text is the gold text.
    texts: Vec<Vec<usize>>,
}

#[derive(Serialize)]
struct Answer<'a> {
    label: &'a str,
    /// Index into `texts`; equal texts share an index.
    text: usize,
    status: &'static str,
    reason: Option<&'a str>,
    /// Precision, recall and F1, in this order.
    scores: [f64; 3],
}

/// The HTML of the case.
pub(super) fn page(view: &PageView<'_>, labels: &[String], links: &CorpusLinks, measure: Measure) -> String {
    let corpus = view.corpus.name();
    let id = view.page.id.as_str();
    let mut texts = Texts::default();
    texts.add(view.gold);
    let answers = labels.iter().zip(view.texts).zip(&view.result.outcomes);
    let answers = answers.map(|((label, text), outcome)| answer(label, texts.add(text), outcome, measure));
    let name = encoded(id.as_bytes());
    let case = Case {
        corpus,
        id,
        site: view.page.site.as_deref(),
        language: view.page.language.as_deref(),
        page_type: view.page.page_type.as_deref(),
        url: links.pages.get(id).and_then(|page| page.url.as_deref()),
        bytes: view.result.bytes,
        page: format!("{UP}{}pages/{name}.html", links.corpus),
        gold: format!("{UP}{}gold/{name}.txt", links.corpus),
        measure: measure.name(),
        answers: answers.collect(),
        lines: texts.lines,
        texts: texts.texts,
    };
    frame::case(&format!("{id} – {corpus} – dehusk eval"), &packed(&case))
}

fn answer<'a>(label: &'a str, text: usize, outcome: &'a Outcome, measure: Measure) -> Answer<'a> {
    let Prf { precision, recall, f1 } = outcome.scores.get(measure);
    Answer {
        label,
        text,
        status: outcome.status.as_str(),
        reason: outcome.reason.as_deref(),
        scores: [precision, recall, f1].map(rounded),
    }
}

/// The case as JSON, compressed with raw deflate and encoded as base64.
fn packed(case: &Case<'_>) -> String {
    // Neither serializing numbers and strings nor writing to memory can fail. The browser would report an
    // empty case.
    let json = serde_json::to_vec(case).unwrap_or_default();
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(&json).and_then(|()| encoder.finish()).unwrap_or_default();
    STANDARD.encode(packed)
}

/// Texts as lists of shared lines.
#[derive(Default)]
struct Texts<'a> {
    lines: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
    texts: Vec<Vec<usize>>,
    by_text: HashMap<&'a str, usize>,
}

impl<'a> Texts<'a> {
    /// Adds a text and returns its index. Equal texts have the same index.
    fn add(&mut self, text: &'a str) -> usize {
        if let Some(known) = self.by_text.get(text) {
            return *known;
        }
        let lines = text.split('\n').map(|line| self.line(line)).collect();
        self.texts.push(lines);
        self.by_text.insert(text, self.texts.len() - 1);
        self.texts.len() - 1
    }

    fn line(&mut self, line: &'a str) -> usize {
        let next = self.lines.len();
        let number = *self.numbers.entry(line).or_insert(next);
        if number == next {
            self.lines.push(line);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_and_equal_lines_are_stored_once() {
        let mut texts = Texts::default();
        assert_eq!(["a\nb\na", "b\n", "a\nb\na", ""].map(|text| texts.add(text)), [0, 1, 0, 2]);
        assert_eq!(texts.lines, ["a", "b", ""]);
        assert_eq!(texts.texts, [vec![0, 1, 0], vec![1, 2], vec![2]]);
    }
}
