//! What is said on standard error while pages go by: a line for each page that is not as it should be, a progress
//! bar where somebody is watching, a summary at the end. Also remembers whether some page failed.

mod batch;
mod progress;
mod sentence;
mod tally;

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};

use dehusk::budget::Limits;

pub(crate) use self::batch::BatchProgress;
pub(crate) use self::progress::Progress;
use self::tally::Tally;
use crate::exit::Exit;
use crate::page::PageOutcome;
use crate::sanitize;

pub(crate) struct Reporter {
    limits: Limits,
    tally: Tally,
    progress: Progress,
    /// A person watches standard error.
    watched: bool,
    /// Sites whose rules were said to fit no more.
    stale: HashSet<String>,
}

impl Reporter {
    /// `output_watched`: the output itself goes to a terminal, so that a progress bar would be torn by it.
    pub(crate) fn new(pages: usize, limits: &Limits, output_watched: bool) -> Reporter {
        let watched = io::stderr().is_terminal();
        let progress = Progress::new(pages, watched && !output_watched);
        Reporter { limits: limits.clone(), tally: Tally::default(), progress, watched, stale: HashSet::new() }
    }

    pub(crate) fn page(&mut self, page: &PageOutcome) {
        self.tally.page(page);
        self.progress.page(page.bytes);
        if let Some(sentence) = sentence::about(page, &self.limits) {
            self.say(&format!("{}: {sentence}", page.id));
        }
        if let Some(rule) = page.site_rule.as_ref().filter(|rule| !rule.unmatched.is_empty())
            && self.stale.insert(rule.site.clone())
        {
            self.say(&sentence::about_stale(page, rule));
        }
    }

    /// Ends the progress bar and sums up what is worth it.
    pub(crate) fn finish(self) -> Exit {
        self.progress.finish();
        if self.tally.pages > 1 && (self.watched || !self.tally.all_ok()) {
            self.say(&self.tally.to_string());
        }
        if self.tally.failed > 0 { Exit::SomePageFailed } else { Exit::Fine }
    }

    fn say(&self, message: &str) {
        self.progress.suspend(|| say(message));
    }
}

/// Says one line on standard error.
pub(crate) fn say(message: &str) {
    // Nobody is left to be told when standard error is closed.
    let _ = writeln!(io::stderr(), "dehusk: {}", sanitize::one_line(message));
}
