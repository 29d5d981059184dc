//! The progress bar of `dehusk batch`, and what is said at its end.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use dehusk_batch::read::Source;
use dehusk_batch::run::{Summary, Tally};
use indicatif::{ProgressBar, ProgressStyle};

use super::say;

const TEMPLATE: &str = "{wide_bar} {percent}%  {msg}  {eta} left";
const BYTES_PER_MEGABYTE: f64 = 1e6;
/// Keeps the first rates from being divided by next to nothing.
const SHORTEST_SECONDS: f64 = 1e-3;

/// Counts what is done while it is done.
pub(crate) struct BatchProgress {
    bar: ProgressBar,
    begin: Instant,
    tally: Mutex<Tally>,
}

impl BatchProgress {
    pub(crate) fn new(sources: &[Source]) -> BatchProgress {
        let bar = if io::stderr().is_terminal() {
            // The template is ours and constant; were it wrong, a plain bar is still a bar.
            let style =
                ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(sources.iter().map(Source::extent).sum()).with_style(style)
        } else {
            ProgressBar::hidden()
        };
        BatchProgress { bar, begin: Instant::now(), tally: Mutex::default() }
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

    /// A table of what came of the pages.
    pub(crate) fn say_summary(&self, summary: &Summary) {
        let Summary { done, skipped, parts, .. } = summary;
        say(&format!("{} in {parts} parts", self.rates(done)));
        if skipped.pages > 0 {
            say(&format!("{} pages were done before, as the manifest says", skipped.pages));
        }
        // Of the whole output, whichever run made it.
        let mut all = done.clone();
        all.join(skipped);
        for (status, pages) in &all.statuses {
            let percent = 100.0 * *pages as f64 / all.pages.max(1) as f64;
            say(&format!("{status:>10} {pages:>12} {percent:>5.1} %"));
        }
    }

    fn rates(&self, tally: &Tally) -> String {
        let seconds = self.begin.elapsed().as_secs_f64().max(SHORTEST_SECONDS);
        let megabytes = tally.bytes as f64 / BYTES_PER_MEGABYTE;
        format!(
            "{} pages, {megabytes:.0} MB of them in {seconds:.1} s: {:.0} pages/s, {:.1} MB/s",
            tally.pages,
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
