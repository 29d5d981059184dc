//! What a run found: scores of every page and entrant, and, apart from them, times.

use std::time::Duration;

use dehusk::Status;

use crate::metrics::Scores;

/// Everything a run found. Equal from run to run but for `times`.
#[derive(Clone, Debug)]
pub struct Results {
    /// The corpora, in the order given.
    pub corpora: Vec<CorpusFacts>,
    /// The entrants, in the order given.
    pub entrants: Vec<EntrantFacts>,
    /// Every page, corpus by corpus in the order of the manifests.
    pub pages: Vec<PageResult>,
    /// `times[corpus][entrant]`: decoding, parsing where needed, selecting and rendering, summed over pages; zero for
    /// the answers of other tools.
    pub times: Vec<Vec<Duration>>,
}

/// What a report says about a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusFacts {
    /// Name of its folder.
    pub name: String,
    /// SHA-256 over its files, in hexadecimal digits.
    pub digest: String,
    /// Pages it has; `Results::pages` has fewer of them when the run was limited.
    pub pages: usize,
}

/// What a report says about a method or another tool's answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantFacts {
    /// Its name in every table: `r2l`, `r2l:P=3`, or the name given to a file of answers.
    pub label: String,
    /// Every parameter with its value; empty for answers.
    pub params: Vec<(String, String)>,
    /// The file of answers and its SHA-256; `None` for methods.
    pub answers: Option<(String, String)>,
}

/// How all entrants did on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageResult {
    /// Index into `Results::corpora`.
    pub corpus: usize,
    /// The page's id in its corpus.
    pub id: String,
    /// The site it belongs to.
    pub site: Option<String>,
    /// Language code.
    pub language: Option<String>,
    /// Kind of page.
    pub page_type: Option<String>,
    /// Length of the page in bytes.
    pub bytes: u64,
    /// One per entrant, in the order of `Results::entrants`.
    pub outcomes: Vec<Outcome>,
}

/// How one entrant did on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How extraction went; a failure is scored as an empty text.
    pub status: Status,
    /// Why it did not simply go well.
    pub reason: Option<String>,
    /// The scores of its text.
    pub scores: Scores,
}

impl Outcome {
    /// Whether there was no usable answer: scored as an empty text, counted and named in reports.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.status.is_failure()
    }

    /// Whether there was an answer without text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.failed() && self.scores.thai.extracted == 0
    }
}
