//! Sentences segmented by hand, and how well a segmenter agrees with them.

use dehusk_words::Segmenter;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of `tests/gold`, by name.
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gold");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the gold files")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

/// The sentences of a file, with `|` between words.
pub(crate) fn sentences(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a gold file");
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
}

/// The number of items in the gold data, of items that the segmenter found, and of items in both sets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Agreement {
    gold: usize,
    found: usize,
    both: usize,
}

impl Agreement {
    fn add<T: Ord>(&mut self, gold: &BTreeSet<T>, found: &BTreeSet<T>) {
        self.gold += gold.len();
        self.found += found.len();
        self.both += gold.intersection(found).count();
    }

    pub(crate) fn precision(self) -> f64 {
        self.both as f64 / self.found as f64
    }

    pub(crate) fn recall(self) -> f64 {
        self.both as f64 / self.gold as f64
    }

    pub(crate) fn f1(self) -> f64 {
        2.0 * self.both as f64 / (self.gold + self.found) as f64
    }
}

/// Agreement on word borders without a space, and on whole words.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    pub(crate) borders: Agreement,
    pub(crate) words: Agreement,
}

/// Compares all sentences. Each one that differs is passed to `differs`, as segmented by hand and as found.
pub(crate) fn score(
    segmenter: &Segmenter,
    sentences: &[String],
    mut differs: impl FnMut(&str, &str),
) -> Score {
    let mut score = Score::default();
    for cut in sentences {
        let text = cut.replace('|', "");
        let found: BTreeSet<(usize, usize)> =
            segmenter.words(&text).into_iter().map(|word| (word.start, word.end)).collect();
        let gold = spans(cut);
        score.words.add(&gold, &found);
        score.borders.add(&borders(&text, &gold), &borders(&text, &found));
        if gold != found {
            let words: Vec<&str> = found.iter().map(|&(start, end)| &text[start..end]).collect();
            differs(cut, &words.join("|"));
        }
    }
    score
}

fn spans(cut: &str) -> BTreeSet<(usize, usize)> {
    let mut at = 0;
    let mut spans = BTreeSet::new();
    for piece in cut.split_inclusive(['|', ' ']) {
        let word = piece.trim_end_matches(['|', ' ']);
        spans.insert((at, at + word.len()));
        at += piece.len() - usize::from(piece.ends_with('|'));
    }
    spans
}

fn borders(text: &str, spans: &BTreeSet<(usize, usize)>) -> BTreeSet<usize> {
    let inside = |&at: &usize| at > 0 && !text[..at].ends_with(' ');
    spans.iter().map(|&(start, _)| start).filter(inside).collect()
}
