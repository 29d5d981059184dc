//! A Gaussian blur of a vector of zeros and ones that is stored as the ranges of entries that are 1. Used by [`super::ccb`].
//!
//! Text and code alternate in long stretches. So a blurred value is computed from a few differences of the
//! kernel's prefix sums instead of a sum over the whole kernel: a value takes time linear in the number of ranges within
//! the radius. The weights are integers, so a value with only ones within the radius is exactly 1.

use crate::budget::{Deadline, TimedOut};
use std::ops::Range;

/// The fixed-point representation of 1 in the weights.
const UNIT: f64 = (1u64 << 40) as f64;
/// A repeated blur stops when every value changes by less than this. Chosen by hand: no paper gives a rule.
const MIN_CHANGE: f64 = 0.01;
/// The maximum number of rounds of a repeated blur. Chosen by hand; without a limit the vector becomes constant.
pub(super) const MAX_ROUNDS: u32 = 50;
/// Number of positions that count as one step of the deadline. Chosen by hand.
const POSITIONS_PER_TICK: usize = 64;

/// A Gaussian kernel with integer weights.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    radius: usize,
    /// Prefix sums: entry `i` is the sum of the weights at positions less than −radius + `i`. The last entry is
    /// the sum of all weights.
    sums: Vec<u64>,
}

impl Kernel {
    /// Returns a kernel with the weights exp(−j² / 2σ²) for |j| ≤ `radius`.
    pub(super) fn new(radius: usize, sigma: f64) -> Kernel {
        let weight = |j: i64| ((-((j * j) as f64) / (2.0 * sigma * sigma)).exp() * UNIT) as u64;
        let (mut sum, reach) = (0, radius as i64);
        let mut sums = vec![0];
        sums.extend((-reach..=reach).map(|j| {
            sum += weight(j);
            sum
        }));
        Kernel { radius, sums }
    }

    /// The sum of the weights of all positions before `end` for a kernel centered at `here`.
    #[inline]
    fn before(&self, end: usize, here: usize) -> u64 {
        let index = (end + self.radius).saturating_sub(here);
        self.sums[index.min(self.sums.len() - 1)]
    }

    /// The sum of the weights of the positions in `range` for a kernel centered at `here`.
    #[inline]
    fn over(&self, range: &Range<usize>, here: usize) -> u64 {
        self.before(range.end, here) - self.before(range.start, here)
    }

    fn weight(&self, index: usize) -> f64 {
        (self.sums[index + 1] - self.sums[index]) as f64
    }
}

/// A vector of zeros and ones, stored as the ranges of entries that are 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Ones {
    /// The number of entries.
    pub(super) len: usize,
    /// The ranges of entries that are 1, sorted, with at least one 0 between them.
    pub(super) ranges: Vec<Range<usize>>,
}

impl Ones {
    /// Appends `count` ones if `ones` is true, else `count` zeros.
    pub(super) fn push(&mut self, count: usize, ones: bool) {
        let added = self.len..self.len + count;
        self.len = added.end;
        match self.ranges.last_mut() {
            _ if !ones || count == 0 => {}
            Some(last) if last.end == added.start => last.end = added.end,
            _ => self.ranges.push(added),
        }
    }
}

/// A blurred vector, to be read from left to right.
pub(super) enum Blurred<'a> {
    /// A vector blurred once. Values are computed when they are read.
    Lazy {
        ones: &'a Ones,
        kernel: &'a Kernel,
        /// The index of the first range within the radius of the position that was read last.
        first: usize,
    },
    /// The values of a vector blurred several times.
    Computed(Vec<f64>),
}

impl<'a> Blurred<'a> {
    /// Blurs the vector `rounds` times, or until the values are stable if `rounds` is `None`.
    pub(super) fn new(
        ones: &'a Ones,
        kernel: &'a Kernel,
        rounds: Option<u32>,
        deadline: &mut Deadline,
    ) -> Result<Blurred<'a>, TimedOut> {
        let mut once = Blurred::Lazy { ones, kernel, first: 0 };
        if rounds == Some(1) {
            return Ok(once);
        }
        let mut values = Vec::with_capacity(ones.len);
        for position in 0..ones.len {
            if position.is_multiple_of(POSITIONS_PER_TICK) {
                deadline.tick()?;
            }
            values.push(once.at(position));
        }
        for _ in 1..rounds.unwrap_or(MAX_ROUNDS) {
            let next = convolve(&values, kernel, deadline)?;
            let change = values.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            values = next;
            if rounds.is_none() && change < MIN_CHANGE {
                break;
            }
        }
        Ok(Blurred::Computed(values))
    }

    /// The sum of the values in a range. Ranges must be read in order and must not overlap.
    pub(super) fn sum(&mut self, range: Range<usize>) -> f64 {
        if self.only_ones_around(&range) {
            return range.len() as f64;
        }
        range.map(|position| self.at(position)).sum()
    }

    fn only_ones_around(&mut self, range: &Range<usize>) -> bool {
        self.advance_to(range.start);
        let Blurred::Lazy { ones, kernel, first } = self else { return false };
        let near = ones.ranges[*first..].iter().find(|near| near.end > range.start);
        near.is_some_and(|near| {
            (near.start == 0 || near.start + kernel.radius <= range.start)
                && (near.end == ones.len || near.end >= range.end + kernel.radius)
        })
    }

    /// Skips the ranges that end before the radius around `here`.
    #[inline]
    fn advance_to(&mut self, here: usize) {
        if let Blurred::Lazy { ones, kernel, first } = self {
            while ones.ranges.get(*first).is_some_and(|range| range.end + kernel.radius <= here) {
                *first += 1;
            }
        }
    }

    /// The value at a position. Positions must be read in order.
    #[inline]
    fn at(&mut self, here: usize) -> f64 {
        self.advance_to(here);
        let (ones, kernel, first) = match self {
            Blurred::Computed(values) => return values[here],
            Blurred::Lazy { ones, kernel, first } => (ones, kernel, first),
        };
        let near = ones.ranges[*first..].iter().take_while(|range| range.start <= here + kernel.radius);
        let sum: u64 = near.map(|range| kernel.over(range, here)).sum();
        sum as f64 / kernel.over(&(0..ones.len), here) as f64
    }
}

/// Replaces every value by the weighted mean of the values around it. Positions outside the vector do not count.
fn convolve(values: &[f64], kernel: &Kernel, deadline: &mut Deadline) -> Result<Vec<f64>, TimedOut> {
    let radius = kernel.radius;
    let weights: Vec<f64> = (0..=2 * radius).map(|index| kernel.weight(index)).collect();
    let mut blurred = Vec::with_capacity(values.len());
    for here in 0..values.len() {
        if here.is_multiple_of(POSITIONS_PER_TICK) {
            deadline.tick()?;
        }
        let inside = here.saturating_sub(radius)..(here + radius + 1).min(values.len());
        let weights = &weights[inside.start + radius - here..];
        let sum: f64 = values[inside].iter().zip(weights).map(|(value, weight)| value * weight).sum();
        blurred.push(sum / kernel.over(&(0..values.len()), here) as f64);
    }
    Ok(blurred)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ones(entries: &[bool]) -> Ones {
        let mut ones = Ones::default();
        entries.iter().for_each(|entry| ones.push(1, *entry));
        ones
    }

    /// Step 2 of the specification, in floating point.
    fn blur_literally(values: &[f64], radius: i64, sigma: f64) -> Vec<f64> {
        let weight = |j: i64| (-((j * j) as f64) / (2.0 * sigma * sigma)).exp();
        let blurred = |here: usize| {
            let inside = (-radius..=radius)
                .filter_map(|j| Some((values.get(usize::try_from(here as i64 + j).ok()?)?, j)));
            let (sum, of) =
                inside.fold((0.0, 0.0), |(sum, of), (value, j)| (sum + value * weight(j), of + weight(j)));
            sum / of
        };
        (0..values.len()).map(blurred).collect()
    }

    fn blurred(entries: &[bool], radius: u32, rounds: Option<u32>) -> Vec<f64> {
        let (ones, kernel) = (ones(entries), Kernel::new(radius as usize, f64::from(radius) / 3.0));
        let mut blurred = Blurred::new(&ones, &kernel, rounds, &mut Deadline::after(None)).unwrap();
        (0..entries.len()).map(|position| blurred.sum(position..position + 1)).collect()
    }

    /// Example CCB-1 of the specification.
    #[test]
    fn the_worked_example() {
        let entries = [0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0].map(|entry| entry == 1);
        let rounded =
            blurred(&entries, 3, Some(1)).iter().map(|value| (value * 1e4).round() / 1e4).collect::<Vec<_>>();
        assert_eq!(
            rounded,
            [0.0063, 0.0621, 0.3018, 0.6995, 0.9416, 0.9911, 0.9416, 0.6995, 0.3018, 0.0621, 0.0063]
        );
    }

    #[test]
    fn a_repeated_blur_ends_when_it_is_stable() {
        let entries: Vec<bool> = (0..400).map(|position| position / 40 % 2 == 0).collect();
        let (stable, long) = (blurred(&entries, 10, None), blurred(&entries, 10, Some(MAX_ROUNDS)));
        let change = stable.iter().zip(&long).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(change > MIN_CHANGE, "it ended before the last round");
        let next = blur_literally(&stable, 10, 10.0 / 3.0);
        assert!(stable.iter().zip(&next).all(|(a, b)| (a - b).abs() < MIN_CHANGE));
    }

    proptest! {
        #[test]
        fn values_equal_the_literal_sum(
            stretches in prop::collection::vec((any::<bool>(), 1usize..30), 0..12),
            radius in 1u32..50,
            rounds in 1u32..4,
        ) {
            let entries: Vec<bool> = stretches.iter().flat_map(|(one, count)| vec![*one; *count]).collect();
            let mut expected: Vec<f64> = entries.iter().map(|entry| f64::from(u8::from(*entry))).collect();
            for _ in 0..rounds {
                expected = blur_literally(&expected, i64::from(radius), f64::from(radius) / 3.0);
            }
            let found = blurred(&entries, radius, Some(rounds));
            prop_assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9), "{:?} {:?}", found, expected);
            let (ones, kernel) = (ones(&entries), Kernel::new(radius as usize, f64::from(radius) / 3.0));
            let mut whole = Blurred::new(&ones, &kernel, Some(rounds), &mut Deadline::after(None)).unwrap();
            let sum = whole.sum(0..entries.len());
            prop_assert!((sum - expected.iter().sum::<f64>()).abs() < 1e-6);
        }
    }
}
