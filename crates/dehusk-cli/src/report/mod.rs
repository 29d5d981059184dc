//! Reports on standard error: one line for each page with a problem, a progress bar on a terminal, and a summary at the end. Also
//! records whether a page failed.

mod batch;
mod message;
mod progress;
mod sentence;
mod tally;

use std::collections::HashSet;
use std::io::{self, IsTerminal};

use dehusk::budget::Limits;
use dehusk_record::PageOutcome;

pub(crate) use self::batch::BatchProgress;
pub(crate) use self::message::{counted, first_names, print_message};
pub(crate) use self::progress::Progress;
pub(crate) use self::sentence::{ADDRESSES, TRUNCATED};
use self::tally::Tally;
use crate::exit::Exit;
use crate::fetching::Pending;

const BYTES_PER_MEGABYTE: f64 = 1e6;
/// The minimum duration for computing rates. It avoids a division by almost zero.
const MIN_SECONDS: f64 = 1e-3;

/// Reports the pages of a run.
pub(crate) struct Reporter {
    limits: Limits,
    tally: Tally,
    progress: Progress,
    /// Whether standard error is a terminal.
    is_terminal: bool,
    /// Whether the run has one page only. Of more pages, the summary counts those without main content.
    has_one_page: bool,
    /// Sites whose rules were already reported as outdated.
    outdated: HashSet<String>,
}

impl Reporter {
    /// If `output_is_terminal` is true, no progress bar is shown, because the output would break it.
    pub(crate) fn new(pages: usize, limits: &Limits, output_is_terminal: bool) -> Reporter {
        let is_terminal = io::stderr().is_terminal();
        let progress = Progress::new(pages, is_terminal && !output_is_terminal);
        Reporter {
            limits: limits.clone(),
            tally: Tally::default(),
            progress,
            is_terminal,
            has_one_page: pages == 1,
            outdated: HashSet::new(),
        }
    }

    pub(crate) fn page(&mut self, page: &PageOutcome) {
        self.tally.page(page);
        self.progress.page(page.bytes);
        let about_empty = || sentence::about_empty(page).filter(|_| self.has_one_page);
        if let Some(sentence) = sentence::about(page, &self.limits).or_else(about_empty) {
            self.print(&format!("{}: {sentence}", page.id));
        }
        if let Some(rule) = page.site_rule.as_ref().filter(|rule| !rule.unmatched.is_empty())
            && self.outdated.insert(rule.site.clone())
        {
            self.print(&sentence::about_outdated_rule(page, rule));
        }
    }

    /// Also shows on a terminal which addresses are being fetched.
    pub(crate) fn fetching(self, pending: &Pending) -> Reporter {
        Reporter { progress: self.progress.fetching(self.is_terminal, pending), ..self }
    }

    /// Prints a sentence that is about no page.
    pub(crate) fn note(&self, sentence: &str) {
        self.print(sentence);
    }

    /// Runs `write` while nothing of the progress is on the screen.
    pub(crate) fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.progress.suspend(write)
    }

    /// Ends the progress bar and prints the summary. On a terminal the summary is always printed; elsewhere it is printed only if
    /// a page is not ok.
    pub(crate) fn finish(self) -> Exit {
        self.progress.finish();
        if self.tally.pages > 1 && (self.is_terminal || !self.tally.all_ok()) {
            self.print(&self.tally.to_string());
        }
        if self.tally.failed > 0 { Exit::SomePageFailed } else { Exit::Success }
    }

    fn print(&self, message: &str) {
        self.progress.suspend(|| print_message(message));
    }
}
