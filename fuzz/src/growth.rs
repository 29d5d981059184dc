//! How time and memory of one form of output grow with the size of a page.
//!
//! A first look measures two small pages, one 4 times as large as the other. If time or memory grows faster than allowed, the form
//! is suspected. A suspicion is confirmed with larger pages, 1, 4 and 16 times the smallest, measured several times, so that what
//! else the machine does is not taken for growth.

use crate::forms::Form;
use crate::measure::{Cost, better, cost_of};
use crate::recipe::Recipe;
use std::fmt;
use std::time::Duration;

/// The exponent that time and memory may have: 1 is proportional, 2 is quadratic. Part of the promise of the library.
pub const MAX_EXPONENT: f64 = 1.2;
/// The promised bound on memory: this many bytes for each byte of the page, or [`MIN_MEMORY`].
pub const MEMORY_PER_BYTE: usize = 40;
/// The promised bound on the memory of small pages.
pub const MIN_MEMORY: usize = 64 << 20;
/// The sizes of the first look, in bytes.
pub const FIRST_SIZES: [usize; 2] = [16 << 10, 64 << 10];
/// The sizes that confirm a suspicion, in bytes.
pub const LARGE_SIZES: [usize; 3] = [128 << 10, 512 << 10, 2 << 20];
/// The sizes that have the last word about growth. What looks like growth at smaller sizes because the page no longer fits into a
/// cache does not go on here.
pub const HUGE_SIZES: [usize; 2] = [2 << 20, 8 << 20];
/// Shorter times are not compared. Chosen by hand.
const MIN_TIME: Duration = Duration::from_micros(1000);
/// Smaller peaks of memory are not compared: buffers of a fixed size and the doubling of others blur them. Chosen by hand.
const MIN_PEAK: usize = 4 << 20;
/// A form that takes longer than this for each byte is suspected, too. Chosen by hand: some twenty times what real pages take.
const MAX_NANOSECONDS_PER_BYTE: f64 = 2000.0;
/// No larger page is measured after one that took this long.
const TOO_LONG: Duration = Duration::from_secs(8);
/// A measurement is repeated this often before growth is confirmed.
const REPETITIONS: usize = 3;

/// The costs of one form in several sizes.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Bytes of the page, and what it took.
    pub points: Vec<(usize, Cost)>,
}

/// What is wrong with a form of output of a recipe.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the form.
    pub form: String,
    /// What is wrong, with figures.
    pub fault: String,
}

impl Curve {
    /// Measures a form of a recipe in several sizes.
    #[must_use]
    pub fn measure(recipe: &Recipe, form: &Form, sizes: &[usize]) -> Curve {
        let mut curve = Curve::default();
        for size in sizes {
            let page = recipe.page(*size);
            let (_, cost) = cost_of(|| form.make(page.as_bytes()));
            curve.points.push((page.len(), cost));
            if cost.time > TOO_LONG {
                break;
            }
        }
        curve
    }

    /// Returns the curve with the better cost of two measurements.
    fn with_better(mut self, other: &Curve) -> Curve {
        for (mine, theirs) in self.points.iter_mut().zip(&other.points) {
            mine.1 = better(mine.1, theirs.1);
        }
        self
    }

    /// Returns the exponent of time between the last two sizes; 0 if the last time is too short to compare.
    #[must_use]
    pub fn time_exponent(&self) -> f64 {
        let long_enough = |cost: Cost| cost.time >= MIN_TIME;
        self.exponent(long_enough, |cost| cost.time.as_secs_f64())
    }

    /// Returns the exponent of memory between the last two sizes; 0 if the last peak is too small to compare.
    #[must_use]
    pub fn memory_exponent(&self) -> f64 {
        self.exponent(|cost| cost.memory >= MIN_PEAK, |cost| cost.memory as f64)
    }

    fn exponent(&self, counts: impl Fn(Cost) -> bool, value: impl Fn(Cost) -> f64) -> f64 {
        let [.., (small, before), (large, after)] = self.points[..] else { return 0.0 };
        if large <= small || !counts(after) {
            return 0.0;
        }
        (value(after) / value(before).max(1e-9)).ln() / (large as f64 / small as f64).ln()
    }

    /// Returns the nanoseconds for each byte of the largest page.
    #[must_use]
    pub fn nanoseconds_per_byte(&self) -> f64 {
        let per_byte = |(bytes, cost): &(usize, Cost)| cost.time.as_nanos() as f64 / (*bytes).max(1) as f64;
        self.points.last().map_or(0.0, per_byte)
    }

    /// Returns the largest number of bytes of memory for each byte of a page, where the page is large enough to matter.
    #[must_use]
    pub fn memory_per_byte(&self) -> f64 {
        let per_byte = |(bytes, cost): &(usize, Cost)| cost.memory as f64 / (*bytes).max(1) as f64;
        self.points.last().map_or(0.0, per_byte)
    }

    /// Whether time or memory grow faster than allowed.
    fn grows(&self) -> bool {
        self.time_exponent().max(self.memory_exponent()) > MAX_EXPONENT
    }

    /// Says what is wrong with this curve, if anything is.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let excess = |point: &&(usize, Cost)| point.1.memory > MIN_MEMORY.max(MEMORY_PER_BYTE * point.0);
        if let Some((bytes, cost)) = self.points.iter().find(excess) {
            return Some(format!("{} bytes of memory for {bytes} bytes", cost.memory));
        }
        let [time, memory] = [self.time_exponent(), self.memory_exponent()];
        let speed = self.nanoseconds_per_byte();
        match () {
            () if time > MAX_EXPONENT => Some(format!("time exponent {time:.2}: {self}")),
            () if memory > MAX_EXPONENT => Some(format!("memory exponent {memory:.2}: {self}")),
            () if speed > MAX_NANOSECONDS_PER_BYTE => Some(format!("{speed:.0} ns per byte: {self}")),
            () => None,
        }
    }
}

/// Writes the size of each page in bytes, with time and memory.
impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = |(bytes, cost): &(usize, Cost)| {
            format!("{bytes} B {:.1} ms {} KiB", cost.time.as_secs_f64() * 1e3, cost.memory >> 10)
        };
        f.write_str(&self.points.iter().map(point).collect::<Vec<_>>().join(", "))
    }
}

/// Looks at one form of a recipe. `None` if nothing is wrong; the first look is returned in any case.
#[must_use]
pub fn examine(recipe: &Recipe, form: &Form) -> (Curve, Option<Finding>) {
    let first = Curve::measure(recipe, form, &FIRST_SIZES);
    let is_fault = |curve: &Curve| curve.fault().is_some();
    if !is_fault(&first) {
        return (first, None);
    }
    // A disturbance of the machine is the likeliest cause, so the cheap look comes once more before the large pages.
    let again = first.clone().with_better(&Curve::measure(recipe, form, &FIRST_SIZES));
    let finding = if is_fault(&again) { confirm(recipe, form) } else { None };
    (again, finding)
}

/// Measures large pages, several times. Returns what is wrong with them.
#[must_use]
pub fn confirm(recipe: &Recipe, form: &Form) -> Option<Finding> {
    let mut curve = Curve::measure(recipe, form, &LARGE_SIZES);
    for _ in 1..REPETITIONS {
        let _ = curve.fault()?;
        curve = curve.with_better(&Curve::measure(recipe, form, &LARGE_SIZES));
    }
    let fault = curve.fault()?;
    let is_slow = curve.points.last().is_some_and(|last| last.1.time > TOO_LONG);
    if curve.grows() && !is_slow && !Curve::measure(recipe, form, &HUGE_SIZES).grows() {
        return None;
    }
    Some(Finding { form: form.name.clone(), fault })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &[(usize, u64, usize)]) -> Curve {
        let cost = |ms, memory| Cost { time: Duration::from_millis(ms), memory };
        Curve { points: points.iter().map(|&(bytes, ms, memory)| (bytes, cost(ms, memory))).collect() }
    }

    #[test]
    fn growth_in_proportion_is_no_fault() {
        assert_eq!(curve(&[(1 << 20, 20, 30 << 20), (4 << 20, 85, 125 << 20)]).fault(), None);
    }

    #[test]
    fn each_fault_is_found() {
        let slow = curve(&[(1 << 17, 10, 0), (1 << 19, 80, 0)]).fault();
        assert!(slow.unwrap().starts_with("time exponent 1.50"));
        let large = curve(&[(1 << 20, 10, 9 << 20), (1 << 22, 40, 120 << 20)]);
        assert!(large.fault().unwrap().starts_with("memory exponent 1.87"));
        assert!(curve(&[(1 << 20, 10, 65 << 20)]).fault().unwrap().starts_with("68157440 bytes"));
        assert!(curve(&[(1000, 3, 0)]).fault().unwrap().starts_with("3000 ns per byte"));
    }
}
