//! Lists the pages on which entrants failed or texts were too long, grouped by entrant and reason.

use std::collections::BTreeMap;

use crate::results::{Outcome, Results};

/// The pages of one corpus on which one entrant had the same problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem<'a> {
    pub(super) corpus: &'a str,
    pub(super) entrant: &'a str,
    pub(super) status: &'static str,
    pub(super) reason: Option<&'a str>,
    pub(super) pages: Vec<&'a str>,
}

/// The pages that failed and were scored as empty texts.
pub(super) fn failures(results: &Results) -> Vec<Problem<'_>> {
    problems(results, Outcome::has_failed)
}

/// The pages of which only the beginning was compared.
pub(super) fn cuts(results: &Results) -> Vec<Problem<'_>> {
    problems(results, |outcome| outcome.scores.cut)
}

fn problems(results: &Results, is_problem: impl Fn(&Outcome) -> bool) -> Vec<Problem<'_>> {
    let mut problems = BTreeMap::new();
    for page in &results.pages {
        for (entrant, outcome) in page.outcomes.iter().enumerate().filter(|(_, outcome)| is_problem(outcome))
        {
            let key = (page.corpus, entrant, outcome.status.as_str(), outcome.reason.as_deref());
            problems.entry(key).or_insert_with(Vec::new).push(page.id.as_str());
        }
    }
    let problem = |((corpus, entrant, status, reason), pages): ((usize, usize, _, _), _)| Problem {
        corpus: &results.corpora[corpus].name,
        entrant: &results.entrants[entrant].label,
        status,
        reason,
        pages,
    };
    problems.into_iter().map(problem).collect()
}
