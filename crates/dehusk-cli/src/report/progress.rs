//! The progress bar on standard error: pages done, pages and megabytes per second, time left. Indicatif draws it and
//! respects `NO_COLOR`.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// Runs of no more pages than this are over before a bar is of any use.
const FEW_PAGES: usize = 20;

const TEMPLATE: &str = "{wide_bar} {pos}/{len} pages  {pages_per_second}  {megabytes_per_second}  {eta} left";
const BYTES_PER_MEGABYTE: f64 = 1e6;
/// Keeps the first rates from being divided by next to nothing.
const SHORTEST_SECONDS: f64 = 1e-3;

/// A bar, or nothing at all.
pub(crate) struct Progress {
    bar: ProgressBar,
    bytes: Arc<AtomicU64>,
}

impl Progress {
    pub(crate) fn new(pages: usize, wanted: bool) -> Progress {
        let bytes = Arc::new(AtomicU64::new(0));
        if !wanted || pages <= FEW_PAGES {
            return Progress { bar: ProgressBar::hidden(), bytes };
        }
        let bar = ProgressBar::new(pages as u64).with_style(style(&bytes));
        Progress { bar, bytes }
    }

    pub(crate) fn page(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.bar.inc(1);
    }

    /// Runs `print` while the bar is off the screen.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(bytes: &Arc<AtomicU64>) -> ProgressStyle {
    let bytes = Arc::clone(bytes);
    let megabytes_per_second = move |state: &ProgressState, out: &mut dyn Write| {
        let megabytes = bytes.load(Ordering::Relaxed) as f64 / BYTES_PER_MEGABYTE;
        let _ = write!(out, "{:.1} MB/s", megabytes / seconds(state));
    };
    let pages_per_second = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0} pages/s", state.pos() as f64 / seconds(state));
    };
    // The template is ours and constant; were it wrong, a plain bar is still a bar.
    ProgressStyle::with_template(TEMPLATE)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("megabytes_per_second", megabytes_per_second)
        .with_key("pages_per_second", pages_per_second)
}

fn seconds(state: &ProgressState) -> f64 {
    state.elapsed().as_secs_f64().max(SHORTEST_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_valid() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
