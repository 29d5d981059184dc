//! The results of a run: scores for every page and entrant and, kept separately, times.

use std::time::Duration;

use dehusk::Status;

use crate::metrics::Scores;

/// All results of a run. Everything but `times` is the same from run to run.
#[derive(Clone, Debug)]
pub struct Results {
    /// The corpora, in the order given.
    pub corpora: Vec<CorpusFacts>,
    /// The entrants, in the order given.
    pub entrants: Vec<EntrantFacts>,
    /// Every page, corpus by corpus in the order of the manifests.
    pub pages: Vec<PageResult>,
    /// `times[corpus][entrant]`: time for decoding, parsing (if the method needs it), selecting and
    /// rendering, summed over pages; zero for the answers of other tools.
    pub times: Vec<Vec<Duration>>,
}

/// What a report prints about a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusFacts {
    /// Name of the corpus folder.
    pub name: String,
    /// SHA-256 over the files of the corpus, in hexadecimal.
    pub digest: String,
    /// Number of pages of the corpus; `Results::pages` has fewer when the run was limited.
    pub pages: usize,
}

/// What a report prints about a method or about another tool's answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantFacts {
    /// The name in every table: `r2l`, `r2l:P=3`, or the name given to a file of answers.
    pub label: String,
    /// Every parameter with its value; empty for answers.
    pub params: Vec<(String, String)>,
    /// The path of the answers file and its SHA-256; `None` for methods.
    pub answers: Option<(String, String)>,
}

/// The outcomes of all entrants on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageResult {
    /// Index into `Results::corpora`.
    pub corpus: usize,
    /// The id of the page in its corpus.
    pub id: String,
    /// The site that the page belongs to, if known.
    pub site: Option<String>,
    /// Language code, if known.
    pub language: Option<String>,
    /// Type of the page (article, forum, …), if known.
    pub page_type: Option<String>,
    /// The program that made the page, or `wiki` ([`crate::generator`]), if the page names one.
    pub generator: Option<String>,
    /// Length of the page in bytes.
    pub bytes: u64,
    /// One outcome per entrant, in the order of `Results::entrants`.
    pub outcomes: Vec<Outcome>,
}

/// The outcome of one entrant on one page.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The status of the extraction; a failure is scored as an empty text.
    pub status: Status,
    /// The reason for a status other than success.
    pub reason: Option<String>,
    /// The scores of the extracted text.
    pub scores: Scores,
}

impl Outcome {
    /// Whether there was no usable answer. A failure is scored as an empty text, and reports count and list
    /// it.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.status.is_failure()
    }

    /// Whether extraction succeeded but gave no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.has_failed() && self.scores.thai.extracted == 0
    }
}
