//! The progress bar on standard error: pages done, pages and megabytes per second, and time left. The crate `indicatif` draws it and
//! respects `NO_COLOR`.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::{BYTES_PER_MEGABYTE, MIN_SECONDS};
use crate::fetching::Pending;

/// The maximum number of pages of a run without a progress bar. Such a run ends too soon for one. Chosen by hand.
const MAX_PAGES_WITHOUT_BAR: usize = 20;

const TEMPLATE: &str = "{wide_bar} {pos}/{len} pages  {pages_per_second}  {megabytes_per_second}  {eta} left";
/// The line about the addresses that are being fetched.
const WAITING: &str = "{waiting}";
/// How often that line is written again. Chosen by hand.
const TICK: Duration = Duration::from_millis(250);

/// A progress bar, which may be hidden.
pub(crate) struct Progress {
    bar: ProgressBar,
    bytes: Arc<AtomicU64>,
}

impl Progress {
    pub(crate) fn new(pages: usize, is_visible: bool) -> Progress {
        let bytes = Arc::new(AtomicU64::new(0));
        if !is_visible || pages <= MAX_PAGES_WITHOUT_BAR {
            return Progress { bar: ProgressBar::hidden(), bytes };
        }
        let bar = ProgressBar::new(pages as u64).with_style(style(TEMPLATE, &bytes, None));
        Progress { bar, bytes }
    }

    /// Also shows the addresses that are being fetched, in a line of their own, also where there is no bar.
    pub(crate) fn fetching(self, is_visible: bool, pending: &Pending) -> Progress {
        if !is_visible {
            return self;
        }
        let (bar, template) = match self.bar.is_hidden() {
            true => (ProgressBar::new_spinner(), WAITING.to_owned()),
            false => (self.bar, format!("{TEMPLATE}\n{WAITING}")),
        };
        let bar = bar.with_style(style(&template, &self.bytes, Some(pending)));
        bar.enable_steady_tick(TICK);
        Progress { bar, ..self }
    }

    pub(crate) fn page(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.bar.inc(1);
    }

    /// Runs `print` while the bar is off the screen.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str, bytes: &Arc<AtomicU64>, pending: Option<&Pending>) -> ProgressStyle {
    let (bytes, pending) = (Arc::clone(bytes), pending.cloned());
    let waiting = move |_: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&pending.as_ref().map(Pending::line).unwrap_or_default());
    };
    let megabytes_per_second = move |state: &ProgressState, out: &mut dyn Write| {
        let megabytes = bytes.load(Ordering::Relaxed) as f64 / BYTES_PER_MEGABYTE;
        let _ = write!(out, "{:.1} MB/s", megabytes / seconds(state));
    };
    let pages_per_second = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0} pages/s", state.pos() as f64 / seconds(state));
    };
    // The templates are valid constants (see the tests).
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("megabytes_per_second", megabytes_per_second)
        .with_key("pages_per_second", pages_per_second)
        .with_key("waiting", waiting)
}

fn seconds(state: &ProgressState) -> f64 {
    state.elapsed().as_secs_f64().max(MIN_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_valid() {
        for template in [TEMPLATE, WAITING] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}
