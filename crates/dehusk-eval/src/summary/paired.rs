//! Compares two entrants page by page: which one wins, by how much, and whether chance could explain it.

use super::bootstrap::{self, Interval, Site};
use super::means::{by_site, mean};
use crate::metrics::Measure;
use crate::results::{PageResult, Results};

/// Scores that differ by less than this are a tie. Chosen by hand: the rounding errors of a few divisions and
/// additions are smaller.
const TIE: f64 = 1e-12;

/// One entrant compared with another on the pages of one corpus or of all corpora.
#[derive(Clone, Debug, PartialEq)]
pub struct Paired {
    /// Index into `Results::corpora`; `None` for all corpora.
    pub corpus: Option<usize>,
    /// Index into `Results::entrants`.
    pub entrant: usize,
    /// Number of pages on which the entrant has a higher F1.
    pub wins: usize,
    /// Number of pages on which the entrant has a lower F1.
    pub losses: usize,
    /// Number of pages on which both have the same F1.
    pub ties: usize,
    /// Mean of the entrant's F1 minus the F1 of the other entrant.
    pub difference: f64,
    /// 95 % bootstrap interval of `difference`; whole sites are resampled.
    pub interval: Interval,
    /// The p-value of the two-sided sign test: the probability of wins and losses at least this uneven if
    /// both were equally likely. The test assumes that pages are independent, but pages of the same site are
    /// not. The interval does not assume it.
    pub p: f64,
}

/// Compares every other entrant with the entrant at index `against`, by the F1 of `measure`: for each corpus
/// and, if there are several, over all of them.
#[must_use]
pub fn compare(results: &Results, against: usize, measure: Measure) -> Vec<Paired> {
    let several = results.corpora.len() > 1;
    let corpora = (0..results.corpora.len()).map(Some).chain(several.then_some(None));
    let others: Vec<usize> = (0..results.entrants.len()).filter(|entrant| *entrant != against).collect();
    let mut all = Vec::new();
    for corpus in corpora {
        let of_corpus = |page: &&PageResult| corpus.is_none_or(|corpus| page.corpus == corpus);
        let pages: Vec<&PageResult> = results.pages.iter().filter(of_corpus).collect();
        let sites = by_site(&pages);
        all.extend(others.iter().map(|entrant| {
            let f1 = |page: &PageResult, entrant: usize| page.outcomes[entrant].scores.get(measure).f1;
            let difference = |page: &PageResult| f1(page, *entrant) - f1(page, against);
            paired((corpus, *entrant), &sites, difference)
        }));
    }
    all
}

fn paired(
    (corpus, entrant): (Option<usize>, usize),
    sites: &[Vec<&PageResult>],
    difference: impl Fn(&PageResult) -> f64,
) -> Paired {
    let differences: Vec<f64> = sites.iter().flatten().map(|page| difference(page)).collect();
    let wins = differences.iter().filter(|difference| **difference > TIE).count();
    let losses = differences.iter().filter(|difference| **difference < -TIE).count();
    let sum = |pages: &Vec<&PageResult>| pages.iter().map(|page| difference(page)).sum();
    let site = |pages: &Vec<&PageResult>| Site { pages: pages.len(), sums: vec![sum(pages)] };
    let intervals = bootstrap::intervals(&sites.iter().map(site).collect::<Vec<_>>());
    Paired {
        corpus,
        entrant,
        wins,
        losses,
        ties: differences.len() - wins - losses,
        difference: mean(differences.iter().copied()).map_or(0.0, |rate| rate.mean),
        interval: intervals.first().copied().unwrap_or_default(),
        p: sign_test(wins, losses),
    }
}

/// The p-value of the two-sided exact binomial test with probability one half; 1 if there are neither wins
/// nor losses.
fn sign_test(wins: usize, losses: usize) -> f64 {
    let trials = wins + losses;
    let mut log_probability = -(trials as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for successes in 0..=wins.min(losses) {
        tail += log_probability.exp();
        log_probability += ((trials - successes) as f64 / (successes + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_agrees_with_known_values() {
        for (wins, losses, p) in
            [(8, 2, 0.109375), (10, 0, 0.001953125), (5, 5, 1.0), (0, 0, 1.0), (1, 0, 1.0)]
        {
            assert!((sign_test(wins, losses) - p).abs() < 1e-9, "{wins} {losses}");
            assert_eq!(sign_test(wins, losses), sign_test(losses, wins));
        }
    }

    #[test]
    fn the_sign_test_works_for_thousands_of_pages() {
        let p = sign_test(2500, 500);
        assert!((0.0..1e-100).contains(&p), "{p}");
        assert!(sign_test(1500, 1500) > 0.99);
    }
}
