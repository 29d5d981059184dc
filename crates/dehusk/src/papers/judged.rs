//! Runs judged one by one: how methods that walk the tree make a selection.
//!
//! A method pushes the runs in the order it walks them, kept at first, and takes back what it removes. The selection
//! joins neighbours of one block and one verdict, in the order of the source.

use super::tokens::solid_characters;
use crate::page::{Page, Run};
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;

/// One visible run with text.
#[derive(Clone, Copy, Debug)]
struct Judged {
    verdict: Verdict,
    begins_line: bool,
}

/// The runs of a page so far.
#[derive(Debug)]
pub(super) struct Runs {
    runs: Vec<Judged>,
    /// Indices of those still kept, for [`Runs::remove_since`].
    kept: Vec<u32>,
    reason: Reason,
    /// A line was begun by a run that has no text.
    line: bool,
}

impl Runs {
    /// No runs; those pushed are kept for a reason.
    pub(super) fn new(reason: Reason) -> Runs {
        Runs { runs: Vec::new(), kept: Vec::new(), reason, line: true }
    }

    /// Adds a run; one that is blank or invisible is nothing to judge.
    pub(super) fn push(&mut self, run: &Run) {
        self.line |= run.begins_line();
        if !run.is_visible() || run.is_blank() {
            return;
        }
        let verdict = Verdict { span: run.span, kept: true, score: 1.0, reason: self.reason };
        self.kept.push(self.runs.len() as u32);
        self.runs.push(Judged { verdict, begins_line: std::mem::take(&mut self.line) });
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// Removes those that are still kept from the `start`-th on. Each is removed once, so all removals together are linear.
    pub(super) fn remove_since(&mut self, start: usize, score: f32, reason: Reason) {
        while self.kept.last().is_some_and(|index| *index as usize >= start) {
            let index = self.kept.pop().unwrap_or(0);
            self.judge(index as usize, false, score, reason);
        }
    }

    /// Sets the verdict of one.
    pub(super) fn judge(&mut self, index: usize, kept: bool, score: f32, reason: Reason) {
        let span = self.runs[index].verdict.span;
        self.runs[index].verdict = Verdict { span, kept, score: score.clamp(0.0, 1.0), reason };
    }

    /// Sets the verdict of each by its index.
    pub(super) fn judge_all(&mut self, verdict: impl Fn(usize) -> (bool, f32, Reason)) {
        for index in 0..self.runs.len() {
            let (kept, score, reason) = verdict(index);
            self.judge(index, kept, score, reason);
        }
    }

    /// The selection; `nothing` is why it keeps nothing, if so and if there was text.
    pub(super) fn selection(mut self, nothing: Reason) -> Selection {
        if self.runs.is_empty() {
            return Selection::nothing(Reason::NoVisibleText);
        }
        // Foster parenting: the text of a table may stand before it in the tree, inside it in the source.
        self.runs.sort_by_key(|run| run.verdict.span);
        let mut verdicts: Vec<Verdict> = Vec::new();
        for Judged { verdict, begins_line } in self.runs {
            match verdicts.last_mut() {
                Some(last) if !begins_line && alike(last, &verdict) => {
                    last.span = Span::new(last.span.start(), verdict.span.end());
                }
                _ => verdicts.push(verdict),
            }
        }
        let nothing = verdicts.iter().all(|verdict| !verdict.kept).then_some(nothing);
        Selection { nothing, ..Selection::new(verdicts) }
    }
}

fn alike(a: &Verdict, b: &Verdict) -> bool {
    (a.kept, a.reason, a.score) == (b.kept, b.reason, b.score)
}

/// Characters of a run that are no white space, as a reader sees them; of an invisible run none.
pub(super) fn solid_text(page: &Page<'_>, run: &Run) -> usize {
    if run.is_blank() || !run.is_visible() { 0 } else { solid_characters(&page.text_of(run)) }
}
