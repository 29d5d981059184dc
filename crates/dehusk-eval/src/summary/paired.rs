//! Two entrants page by page: who wins, by how much, and whether chance explains it.

use super::bootstrap::{self, Interval, Site};
use super::by_site;
use crate::metrics::Measure;
use crate::results::{PageResult, Results};

/// Scores closer than this are a tie; sums of a few rounded quotients differ by less.
const TIE: f64 = 1e-12;

/// One entrant against another on the pages of one corpus or of all.
#[derive(Clone, Debug, PartialEq)]
pub struct Paired {
    /// Index into `Results::corpora`; `None` for all corpora.
    pub corpus: Option<usize>,
    /// Index into `Results::entrants`.
    pub entrant: usize,
    /// Pages on which its F1 is higher.
    pub wins: usize,
    /// Pages on which its F1 is lower.
    pub losses: usize,
    /// Pages on which both are the same.
    pub ties: usize,
    /// Mean of its F1 minus the other's.
    pub difference: f64,
    /// 95 % bootstrap interval of that mean, sites drawn as wholes.
    pub interval: Interval,
    /// Two-sided sign test: how likely wins and losses at least so uneven are if either is as likely. It takes pages for
    /// independent, which pages of one site are not; the interval does not.
    pub p: f64,
}

/// Every other entrant against the entrant with the index `against`, by the F1 of `measure`: corpus by corpus and, where
/// there are several, over all.
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
    let drawn = bootstrap::intervals(&sites.iter().map(site).collect::<Vec<_>>());
    Paired {
        corpus,
        entrant,
        wins,
        losses,
        ties: differences.len() - wins - losses,
        difference: super::mean(differences.iter().copied()).map_or(0.0, |rate| rate.mean),
        interval: drawn.first().copied().unwrap_or_default(),
        p: sign_test(wins, losses),
    }
}

/// Two-sided exact binomial test with one half; 1 where there is nothing to tell.
fn sign_test(wins: usize, losses: usize) -> f64 {
    let tosses = wins + losses;
    let mut log_probability = -(tosses as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for fewer in 0..=wins.min(losses) {
        tail += log_probability.exp();
        log_probability += ((tosses - fewer) as f64 / (fewer + 1) as f64).ln();
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
    fn the_sign_test_survives_thousands_of_pages() {
        let p = sign_test(2500, 500);
        assert!((0.0..1e-100).contains(&p), "{p}");
        assert!(sign_test(1500, 1500) > 0.99);
    }
}
