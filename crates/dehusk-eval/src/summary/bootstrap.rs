//! Percentile bootstrap of means over pages. Whole sites are resampled, because the pages of a site tend to
//! succeed and fail together. If every site has one page, this is the ordinary bootstrap over pages.

/// Number of resamples. Chosen by hand.
pub const ROUNDS: usize = 2000;
/// The share of resampled means that lie within the interval: the customary 95 %.
pub const CONFIDENCE: f64 = 0.95;
/// The number of resampled means that lie outside of the interval at each end: 2.5 % of [`ROUNDS`].
const TAIL: usize = 50;
/// Seed of the generator. Any number would do, but changing it changes committed intervals.
const SEED: u64 = 7;

/// A closed interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One site: the number of its pages and, for each series, the sum of the values of its pages.
pub(super) struct Site {
    pub(super) pages: usize,
    pub(super) sums: Vec<f64>,
}

/// The interval of the mean over pages, for each series of values. All series use the same resamples.
pub(super) fn intervals(sites: &[Site]) -> Vec<Interval> {
    let series = sites.first().map_or(0, |site| site.sums.len());
    // With one site, all resamples are the same.
    let rounds = if sites.len() > 1 { ROUNDS } else { 1 };
    let mut random = SplitMix64(SEED);
    let mut means = vec![Vec::with_capacity(rounds); series];
    for _ in 0..rounds {
        for (means, mean) in means.iter_mut().zip(resampled_means(sites, series, &mut random)) {
            means.push(mean);
        }
    }
    means.iter_mut().map(|means| percentiles(means)).collect()
}

/// The mean of each series over one resample. A resample has the same number of sites as the data; they are
/// drawn with replacement.
fn resampled_means(
    sites: &[Site],
    series: usize,
    random: &mut SplitMix64,
) -> impl Iterator<Item = f64> + use<> {
    let mut times_drawn = vec![0.0; sites.len()];
    (0..sites.len()).for_each(|_| times_drawn[random.below(sites.len())] += 1.0);
    let mut pages = 0.0;
    let mut sums = vec![0.0; series];
    for (site, times) in sites.iter().zip(times_drawn).filter(|(_, times)| *times > 0.0) {
        pages += times * site.pages as f64;
        sums.iter_mut().zip(&site.sums).for_each(|(sum, site_sum)| *sum += times * site_sum);
    }
    sums.into_iter().map(move |sum| sum / pages)
}

fn percentiles(means: &mut [f64]) -> Interval {
    let tail = if means.len() == ROUNDS { TAIL } else { 0 };
    let last = means.len() - 1 - tail;
    let low = *means.select_nth_unstable_by(tail, f64::total_cmp).1;
    let high = *means.select_nth_unstable_by(last, f64::total_cmp).1;
    Interval { low, high }
}

/// Sebastiano Vigna's SplitMix64 (public domain, <https://prng.di.unimi.it/splitmix64.c>). It is implemented
/// here because intervals are committed: a new version of a dependency must not change them.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, by Lemire's multiplication method. Its bias, `end / 2^64`, is negligible.
    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single_pages(values: impl Iterator<Item = f64>) -> Vec<Site> {
        values.map(|value| Site { pages: 1, sums: vec![value] }).collect()
    }

    #[test]
    fn the_generator_returns_the_published_numbers() {
        let mut random = SplitMix64(1234567);
        assert_eq!([random.next(), random.next()], [6457827717110365317, 3203168211198807973]);
    }

    #[test]
    fn the_interval_has_the_theoretical_width() {
        // Half of the 400 values are 0 and half are 1, so the standard error of their mean is 0.025.
        let sites = single_pages((0..400).map(|i| f64::from(i % 2)));
        let Interval { low, high } = intervals(&sites)[0];
        assert!((high - low - 2.0 * 1.96 * 0.025).abs() < 0.01, "{low} {high}");
        assert!((low + high - 1.0).abs() < 0.02, "{low} {high}");
    }

    #[test]
    fn intervals_of_equal_values_or_one_site_have_no_width() {
        assert_eq!(intervals(&single_pages([0.5; 9].into_iter()))[0], Interval { low: 0.5, high: 0.5 });
        let one = [Site { pages: 2, sums: vec![1.0] }];
        assert_eq!(intervals(&one)[0], Interval { low: 0.5, high: 0.5 });
    }

    #[test]
    fn the_tails_agree_with_the_confidence() {
        assert_eq!(((1.0 - CONFIDENCE) / 2.0 * ROUNDS as f64).round() as usize, TAIL);
    }
}
