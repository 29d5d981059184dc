//! Growth: the time on hostile pages at scales ×1, ×10 and ×100, and the exponent with which it grows.
//!
//! The exponent is log10(time at ×100 / time at ×10). Linear time gives 1; cache misses alone can raise it to
//! 1.2.

use crate::clock;
use crate::corpus::{Corpus, MEGABYTE};
use crate::hostile;
use crate::ours;
use crate::report::{Report, Table};
use anyhow::{Context, Result};
use std::time::Duration;

/// The scales at which every input is measured.
const SCALES: [usize; 3] = [1, 10, 100];
/// A curve with a larger exponent than this is flagged. Chosen by hand: above the 1.2 that cache misses can
/// cause, below the 1.5 of n·√n.
const MAX_EXPONENT: f64 = 1.3;
/// Minimum time at the larger of two scales for computing an exponent; shorter times are too inexact. Chosen by
/// hand.
const MIN_MEASURABLE_TIME: Duration = Duration::from_millis(1);
/// Maximum rate in MB/s for computing an exponent. At a higher rate, most of the time is spent reading the page
/// from memory: a page that fits into the caches at ×10 but not at ×100 would raise the exponent of a
/// linear-time search. Chosen by hand.
const MEMORY_BOUND_RATE: f64 = 4_000.0;
/// A measurement is repeated until its runs have taken this long in total; the fastest run counts. Chosen by
/// hand.
const REPEAT_FOR: Duration = Duration::from_millis(50);
/// Maximum number of runs of one measurement. Chosen by hand.
const MAX_RUNS: usize = 20;
/// The next scale is skipped if its time, extrapolated from the growth so far, is longer than this. Chosen by
/// hand.
const MAX_TIME: Duration = Duration::from_secs(20);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Method to measure; may be repeated; default: all methods
    #[arg(long, value_name = "M")]
    method: Vec<String>,
    /// Use only inputs whose name contains this; may be repeated
    #[arg(long, value_name = "SUBSTR")]
    filter: Vec<String>,
    /// Corpus from which the real page, the one of median size, is taken
    #[arg(long, value_name = "DIR", default_value = "wcxb-dev")]
    corpus: String,
}

/// One kind of page, built at each of the scales.
struct Input {
    name: String,
    sizes: Vec<Vec<u8>>,
}

/// The times of one method on one input, and the status of the last extraction.
struct Curve {
    /// Size of the largest page that was measured, in megabytes.
    megabytes: f64,
    times: Vec<Duration>,
    status: &'static str,
}

/// Measures every method on every input.
pub(crate) fn run(options: &Arguments, report: &mut Report) -> Result<()> {
    let methods = if options.method.is_empty() { ours::methods() } else { options.method.clone() };
    let mut table =
        Table::new(&["input", "method", "MB ×100", "s ×1", "s ×10", "s ×100", "exponent", "status", ""]);
    let mut flagged = 0;
    for_each_input(options, |input| {
        eprintln!("{}", input.name);
        for method in &methods {
            let curve = measure_twice_if_flagged(method, &input)?;
            flagged += usize::from(curve.is_flagged());
            table.row(curve.row(&input, method));
        }
        Ok(())
    })?;
    report.table(&table);
    report.line("");
    report.line(&format!("{flagged} flagged (exponent above {MAX_EXPONENT}, or extraction failed)"));
    Ok(())
}

/// Calls `each` with one input at a time, because all inputs together would not fit into memory.
fn for_each_input(options: &Arguments, mut each: impl FnMut(Input) -> Result<()>) -> Result<()> {
    let is_wanted =
        |name: &str| options.filter.is_empty() || options.filter.iter().any(|part| name.contains(part));
    if is_wanted(REAL_PAGE) {
        each(real_page(&options.corpus)?)?;
    }
    for recipe in hostile::all() {
        if is_wanted(recipe.name) {
            each(Input { name: code(recipe.name), sizes: SCALES.map(|scale| recipe.page(scale)).to_vec() })?;
        }
    }
    Ok(())
}

/// Name of the input made from a page of a corpus; all other inputs are hostile.
const REAL_PAGE: &str = "a real page, repeated";

fn real_page(corpus: &str) -> Result<Input> {
    let mut pages = Corpus::load(corpus, f64::MAX)?.pages;
    pages.sort_by(|one, other| (one.bytes.len(), &one.name).cmp(&(other.bytes.len(), &other.name)));
    let page = pages.get(pages.len() / 2).context("the corpus is empty")?;
    let sizes = SCALES.map(|scale| page.bytes.repeat(scale)).to_vec();
    Ok(Input { name: format!("{REAL_PAGE}: {}", page.name), sizes })
}

/// The name as a Markdown code span, because it contains markup.
fn code(name: &str) -> String {
    format!("`{name}`")
}

/// Measures a curve, and measures it again if it is flagged, because a disturbance may have slowed the first
/// run. A curve with a skipped scale is not repeated: it is clearly too slow.
fn measure_twice_if_flagged(method: &str, input: &Input) -> Result<Curve> {
    let curve = measure(method, input)?;
    if curve.is_flagged() && curve.is_complete() { measure(method, input) } else { Ok(curve) }
}

fn measure(method: &str, input: &Input) -> Result<Curve> {
    let mut extract = ours::unlimited(method)?;
    let mut curve = Curve { megabytes: 0.0, times: Vec::new(), status: "" };
    for page in &input.sizes {
        if curve.is_next_too_slow() {
            break;
        }
        let (time, status) = best(&mut extract, page);
        curve.megabytes = page.len() as f64 / MEGABYTE;
        curve.times.push(time);
        curve.status = status;
    }
    Ok(curve)
}

/// The time of the fastest of several runs on one page, and the status of the last run.
fn best(extract: &mut impl FnMut(&[u8]) -> &'static str, page: &[u8]) -> (Duration, &'static str) {
    let (mut status, mut best) = clock::timed(|| extract(page));
    let mut spent = best;
    for _ in 1..MAX_RUNS {
        if spent >= REPEAT_FOR {
            break;
        }
        let (again, time) = clock::timed(|| extract(page));
        (status, best, spent) = (again, best.min(time), spent + time);
    }
    (best, status)
}

impl Curve {
    /// The exponent between the last two scales, or `None` if the last time is too short or its rate too high
    /// (see [`MIN_MEASURABLE_TIME`] and [`MEMORY_BOUND_RATE`]).
    fn exponent(&self) -> Option<f64> {
        let [.., previous, last] = self.times.as_slice() else { return None };
        let is_measurable =
            *last >= MIN_MEASURABLE_TIME && self.megabytes / last.as_secs_f64() < MEMORY_BOUND_RATE;
        is_measurable.then(|| (last.as_secs_f64() / previous.as_secs_f64()).log10())
    }

    /// Whether the next scale would probably take longer than [`MAX_TIME`].
    fn is_next_too_slow(&self) -> bool {
        let growth = self.exponent().unwrap_or(1.0).max(1.0);
        let last = self.times.last().copied().unwrap_or_default();
        last.as_secs_f64() * 10_f64.powf(growth) > MAX_TIME.as_secs_f64()
    }

    fn is_complete(&self) -> bool {
        self.times.len() == SCALES.len()
    }

    fn has_failed(&self) -> bool {
        !matches!(self.status, "ok" | "empty")
    }

    fn is_flagged(&self) -> bool {
        !self.is_complete()
            || self.has_failed()
            || self.exponent().is_some_and(|exponent| exponent > MAX_EXPONENT)
    }

    fn row(&self, input: &Input, method: &str) -> Vec<String> {
        let megabytes = input.sizes.last().map_or(0.0, |page| page.len() as f64 / MEGABYTE);
        let mut cells = vec![input.name.clone(), method.to_string(), format!("{megabytes:.1}")];
        for step in 0..SCALES.len() {
            let time = self.times.get(step);
            cells.push(
                time.map_or_else(|| "skipped".to_string(), |time| format!("{:.5}", time.as_secs_f64())),
            );
        }
        cells.push(self.exponent().map_or_else(|| "–".to_string(), |exponent| format!("{exponent:.2}")));
        cells.push(self.status.to_string());
        cells.push(if self.is_flagged() { "FLAG" } else { "" }.to_string());
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(milliseconds: &[u64]) -> Curve {
        let times = milliseconds.iter().map(|&time| Duration::from_millis(time)).collect();
        Curve { megabytes: 1.0, times, status: "ok" }
    }

    #[test]
    fn quadratic_time_is_flagged() {
        assert!(!curve(&[1, 10, 100]).is_flagged());
        assert!(curve(&[1, 100, 10_000]).is_flagged());
    }

    #[test]
    fn reading_from_memory_is_not_growth() {
        let fast = Curve { megabytes: 100.0, ..curve(&[0, 1, 20]) };
        assert!(!fast.is_flagged() && fast.exponent().is_none());
    }

    #[test]
    fn a_slow_scale_is_skipped() {
        assert!(curve(&[10, 1_000]).is_next_too_slow());
        assert!(curve(&[10, 3_000]).is_next_too_slow());
        assert!(!curve(&[10, 100]).is_next_too_slow());
    }
}
