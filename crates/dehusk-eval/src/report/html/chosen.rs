//! Chooses the pages that become cases. The choice does not depend on the order in which pages arrive.

use std::collections::BTreeSet;

use crate::metrics::Measure;
use crate::results::{Outcome, PageResult};

/// Number of pages with the lowest F1 that become cases, for each corpus and entrant. Chosen by hand.
pub const WORST: usize = 20;

/// Which pages become cases. A case is an HTML page that compares the answers with the gold text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cases {
    /// Every page.
    All,
    /// For every entrant and corpus, the [`WORST`] pages with the lowest F1; and every page on which an
    /// entrant failed.
    Worst,
    /// No page.
    None,
}

/// Identifies a page of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CaseKey {
    /// Index into the corpora of the run.
    pub(super) corpus: usize,
    /// Position in the manifest, counted from 1.
    pub(super) number: usize,
}

/// The sort key of a page: the bits of its F1, then its number. The bits sort like the F1 itself, because it
/// is not negative.
type Rank = (u64, usize);

/// The cases chosen so far.
#[derive(Debug)]
pub(super) struct Chosen {
    cases: Cases,
    /// Pages that remain cases, whatever pages follow.
    settled: BTreeSet<CaseKey>,
    /// `worst[corpus][entrant]`: the pages with the lowest F1 so far.
    worst: Vec<Vec<BTreeSet<Rank>>>,
}

impl Chosen {
    pub(super) fn new(cases: Cases, corpora: usize, entrants: usize) -> Chosen {
        Chosen { cases, settled: BTreeSet::new(), worst: vec![vec![BTreeSet::new(); entrants]; corpora] }
    }

    /// Adds a page. Returns whether it is a case, judging by the pages so far. A page that is not a case now
    /// never becomes one.
    pub(super) fn consider(&mut self, key: CaseKey, result: &PageResult, measure: Measure) -> bool {
        let is_settled = match self.cases {
            Cases::None => return false,
            Cases::All => true,
            Cases::Worst => result.outcomes.iter().any(Outcome::has_failed),
        };
        if is_settled {
            self.settled.insert(key);
        }
        let mut is_among_worst = false;
        for (worst, outcome) in self.worst[key.corpus].iter_mut().zip(&result.outcomes) {
            let rank = (outcome.scores.get(measure).f1.to_bits(), key.number);
            worst.insert(rank);
            if worst.len() > WORST {
                worst.pop_last();
            }
            is_among_worst |= worst.contains(&rank);
        }
        is_settled || is_among_worst
    }

    /// All cases.
    pub(super) fn cases(&self) -> BTreeSet<CaseKey> {
        let worst = self.worst.iter().enumerate().flat_map(|(corpus, entrants)| {
            entrants.iter().flatten().map(move |(_, number)| CaseKey { corpus, number: *number })
        });
        worst.chain(self.settled.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::{Prf, Scores};

    fn result(f1: [f64; 2], status: dehusk::Status) -> PageResult {
        let outcome = |f1: f64| Outcome {
            status,
            reason: None,
            scores: Scores { word: Prf { f1, ..Prf::default() }, ..Scores::default() },
        };
        let outcomes = f1.map(outcome).into();
        PageResult {
            corpus: 0,
            id: String::new(),
            site: None,
            language: None,
            page_type: None,
            generator: None,
            bytes: 0,
            outcomes,
        }
    }

    fn numbers(cases: Cases, order: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut chosen = Chosen::new(cases, 1, 2);
        for number in order {
            let status = if number == 50 { dehusk::Status::Error } else { dehusk::Status::Ok };
            let f1 = [number as f64 / 100.0, 1.0 - number as f64 / 100.0];
            chosen.consider(CaseKey { corpus: 0, number }, &result(f1, status), Measure::Word);
        }
        chosen.cases().into_iter().map(|case| case.number).collect()
    }

    #[test]
    fn the_worst_of_each_entrant_and_all_failures_are_chosen_in_any_order() {
        let expected: Vec<usize> = (0..WORST).chain([50]).chain(101 - WORST..101).collect();
        assert_eq!(numbers(Cases::Worst, 0..101), expected);
        assert_eq!(numbers(Cases::Worst, (0..101).rev()), expected);
        assert_eq!(numbers(Cases::Worst, (0..101).map(|number| number * 37 % 101)), expected);
    }

    #[test]
    fn all_are_all_and_none_are_none() {
        assert_eq!(numbers(Cases::All, 0..101).len(), 101);
        assert!(numbers(Cases::None, 0..101).is_empty());
    }
}
