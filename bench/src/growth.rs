//! Growth: seconds on one hostile page at sizes ×1, ×10, ×100, and the power of the size that they grow with.
//!
//! The exponent is log10(time at ×100 / time at ×10): 1 is linear. Caches alone bring it to 1.2.

use crate::clock;
use crate::corpus::{Corpus, MEGABYTE};
use crate::hostile;
use crate::ours;
use crate::report::{Report, Table};
use anyhow::{Context, Result};
use std::time::Duration;

/// The sizes.
const SCALES: [usize; 3] = [1, 10, 100];
/// An exponent above this is flagged: half way between linear and n·√n, past what caches explain.
const FLAG_ABOVE: f64 = 1.3;
/// Below this a time says nothing about growth.
const MEASURABLE: Duration = Duration::from_millis(1);
/// MB/s above which a page costs no more than its way from memory into the core: a search that is served by the
/// caches at ×10 and by memory at ×100 seems to grow and does not.
const MEMORY_BOUND: f64 = 4_000.0;
/// A size is repeated until this much time has gone by, and the best run counts.
const REPEAT_FOR: Duration = Duration::from_millis(50);
/// At most so many runs of one size.
const MAX_RUNS: usize = 20;
/// The next size is left out if at this growth it would take longer than [`PATIENCE`].
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Method; may be repeated; without it every method
    #[arg(long, value_name = "M")]
    method: Vec<String>,
    /// Only input with this in its name; may be repeated
    #[arg(long, value_name = "SUBSTR")]
    filter: Vec<String>,
    /// Corpus that the real page is taken from: the one of middle size
    #[arg(long, value_name = "DIR", default_value = "wcxb-dev")]
    corpus: String,
}

/// A hostile page at the three sizes.
struct Input {
    name: String,
    sizes: Vec<Vec<u8>>,
}

/// Times of one method on one input, and the status of the last extraction.
struct Curve {
    /// Megabytes of the page at the last size that was measured.
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
    report.line(&format!("{flagged} flagged (exponent above {FLAG_ABOVE}, or refused)"));
    Ok(())
}

/// Makes one input after the other: all of them together would not fit into memory.
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

/// Name of the input that is no trap.
const REAL_PAGE: &str = "a real page, repeated";

fn real_page(corpus: &str) -> Result<Input> {
    let mut pages = Corpus::load(corpus, f64::MAX)?.pages;
    pages.sort_by(|one, other| (one.bytes.len(), &one.name).cmp(&(other.bytes.len(), &other.name)));
    let page = pages.get(pages.len() / 2).context("the corpus is empty")?;
    let sizes = SCALES.map(|scale| page.bytes.repeat(scale)).to_vec();
    Ok(Input { name: format!("{REAL_PAGE}: {}", page.name), sizes })
}

/// Markup as Markdown code, so that a record shows it.
fn code(name: &str) -> String {
    format!("`{name}`")
}

/// A disturbance is not flagged: what grows too fast must do so twice. What was left out is proof enough.
fn measure_twice_if_flagged(method: &str, input: &Input) -> Result<Curve> {
    let curve = measure(method, input)?;
    if curve.is_flagged() && curve.is_complete() { measure(method, input) } else { Ok(curve) }
}

fn measure(method: &str, input: &Input) -> Result<Curve> {
    let mut extract = ours::unlimited(method)?;
    let mut curve = Curve { megabytes: 0.0, times: Vec::new(), status: "" };
    for page in &input.sizes {
        if curve.is_hopeless() {
            break;
        }
        let (time, status) = best(&mut extract, page);
        curve.megabytes = page.len() as f64 / MEGABYTE;
        curve.times.push(time);
        curve.status = status;
    }
    Ok(curve)
}

/// The best of some runs on one page.
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
    /// Power of the size that the last step grew with, if its times can be measured.
    fn exponent(&self) -> Option<f64> {
        let [.., before, last] = self.times.as_slice() else { return None };
        let is_measurable = *last >= MEASURABLE && self.megabytes / last.as_secs_f64() < MEMORY_BOUND;
        is_measurable.then(|| (last.as_secs_f64() / before.as_secs_f64()).log10())
    }

    /// Whether the next size would try everybody's patience.
    fn is_hopeless(&self) -> bool {
        let growth = self.exponent().unwrap_or(1.0).max(1.0);
        let last = self.times.last().copied().unwrap_or_default();
        last.as_secs_f64() * 10_f64.powf(growth) > PATIENCE.as_secs_f64()
    }

    fn is_complete(&self) -> bool {
        self.times.len() == SCALES.len()
    }

    fn is_refused(&self) -> bool {
        !matches!(self.status, "ok" | "empty")
    }

    fn is_flagged(&self) -> bool {
        !self.is_complete()
            || self.is_refused()
            || self.exponent().is_some_and(|exponent| exponent > FLAG_ABOVE)
    }

    fn row(&self, input: &Input, method: &str) -> Vec<String> {
        let megabytes = input.sizes.last().map_or(0.0, |page| page.len() as f64 / MEGABYTE);
        let mut cells = vec![input.name.clone(), method.to_string(), format!("{megabytes:.1}")];
        for step in 0..SCALES.len() {
            let time = self.times.get(step);
            cells.push(
                time.map_or_else(|| "left out".to_string(), |time| format!("{:.5}", time.as_secs_f64())),
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
    fn the_way_from_memory_is_no_growth() {
        let fast = Curve { megabytes: 100.0, ..curve(&[0, 1, 20]) };
        assert!(!fast.is_flagged() && fast.exponent().is_none());
    }

    #[test]
    fn patience_ends_before_the_next_size() {
        assert!(curve(&[10, 1_000]).is_hopeless());
        assert!(curve(&[10, 3_000]).is_hopeless());
        assert!(!curve(&[10, 100]).is_hopeless());
    }
}
