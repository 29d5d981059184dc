//! Scores all replies for one page. Equal texts are scored once.

use std::collections::HashMap;

use super::answering::Reply;
use crate::corpus::{CorpusPage, PageGold};
use crate::metrics::{Gold, Scorer, Scores};
use crate::results::Outcome;

/// Scores one page after the other; each thread has its own.
#[derive(Default)]
pub(super) struct PageScorer {
    scorer: Scorer,
}

impl PageScorer {
    pub(super) fn outcomes(&mut self, page: &CorpusPage, gold: &PageGold, replies: &[Reply]) -> Vec<Outcome> {
        let (gold, markdown) = (Gold::new(&gold.text, page), gold.markdown.as_deref());
        let mut by_text: HashMap<&str, Scores> = HashMap::new();
        let outcome = |reply| {
            let entry = by_text.entry(Reply::text(reply));
            let scores = *entry.or_insert_with_key(|text| self.scorer.score(&gold, text));
            let scores = scores.with_fields(page, &reply.answer).with_structure(markdown, &reply.answer);
            Outcome { status: reply.status, reason: reply.reason.clone(), scores }
        };
        replies.iter().map(outcome).collect()
    }
}
