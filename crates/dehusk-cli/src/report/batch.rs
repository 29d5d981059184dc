//! The progress bar and the summary of `dehusk batch`.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use dehusk_batch::read::Source;
use dehusk_batch::run::{FailedPage, Summary, Tally};
use indicatif::{ProgressBar, ProgressStyle};

use super::message::{counted, print_message};
use super::{BYTES_PER_MEGABYTE, MIN_SECONDS};

const TEMPLATE: &str = "{wide_bar} {percent}%  {msg}  {eta} left";

/// Shows the progress of a run.
pub(crate) struct BatchProgress {
    bar: ProgressBar,
    start: Instant,
    tally: Mutex<Tally>,
}

impl BatchProgress {
    pub(crate) fn new(sources: &[Source]) -> BatchProgress {
        let bar = if io::stderr().is_terminal() {
            // The template is a valid constant (see the tests).
            let style =
                ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(sources.iter().map(Source::extent).sum()).with_style(style)
        } else {
            ProgressBar::hidden()
        };
        BatchProgress { bar, start: Instant::now(), tally: Mutex::default() }
    }

    pub(crate) fn add(&self, more: &Tally) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.join(more);
        self.bar.set_position(tally.stored);
        self.bar.set_message(format!("{}  {}", self.rates(&tally), statuses(&tally)));
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Prints the number of pages, the rates and the number of pages by status.
    pub(crate) fn print_summary(&self, summary: &Summary) {
        let Summary { done, skipped, parts, .. } = summary;
        print_message(&format!("{}, written to {}", self.rates(done), counted(*parts, "part", "parts")));
        if skipped.pages > 0 {
            let pages = counted(skipped.pages, "page was", "pages were");
            print_message(&format!("{pages} finished by earlier runs, according to the manifest"));
        }
        // The counts by status cover the complete output, including the pages of earlier runs.
        let mut all = done.clone();
        all.join(skipped);
        for (status, pages) in &all.statuses {
            let percent = 100.0 * *pages as f64 / all.pages.max(1) as f64;
            print_message(&format!("{status:>10} {pages:>12} {percent:>5.1} %"));
        }
    }

    /// Says which pages failed: the first few, and where all of them are. `errors` is the file that lists them.
    pub(crate) fn print_failures(summary: &Summary, errors: Option<&Path>) {
        let failed = summary.failed();
        if failed == 0 {
            return;
        }
        let list = match errors {
            Some(file) => format!("{} lists them all", file.display()),
            None => "their rows have the reason, and --errors FILE lists them all".to_owned(),
        };
        print_message(&format!("{} failed; {list}", counted(failed, "page", "pages")));
        for FailedPage { source, id, why } in &summary.done.failures {
            print_message(&format!("failed: {source}: {id}: {why}"));
        }
    }

    fn rates(&self, tally: &Tally) -> String {
        let seconds = self.start.elapsed().as_secs_f64().max(MIN_SECONDS);
        let megabytes = tally.bytes as f64 / BYTES_PER_MEGABYTE;
        format!(
            "{} ({megabytes:.0} MB) in {seconds:.1} s: {:.0} pages/s, {:.1} MB/s",
            counted(tally.pages, "page", "pages"),
            tally.pages as f64 / seconds,
            megabytes / seconds
        )
    }
}

fn statuses(tally: &Tally) -> String {
    let counts: Vec<String> =
        tally.statuses.iter().map(|(status, pages)| format!("{pages} {status}")).collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_valid() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
