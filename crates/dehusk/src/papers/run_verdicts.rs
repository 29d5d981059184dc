//! Verdicts on single text runs: how methods that walk the tree build a selection.
//!
//! A method pushes the runs in the order of its walk. Each run is kept at first; the method then removes runs
//! or sets other verdicts. The selection lists the verdicts in source order and merges adjacent runs of one
//! block that have the same verdict.

use super::tokens::non_whitespace_count;
use crate::page::{Page, Run, push_growing_slowly};
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;

/// A visible run with text, and its verdict.
#[derive(Clone, Copy, Debug)]
struct JudgedRun {
    verdict: Verdict,
    /// Whether the run begins a new line, so that it is not merged with the previous run.
    begins_line: bool,
}

/// The verdicts on the runs that have been pushed so far.
#[derive(Debug)]
pub(super) struct RunVerdicts {
    runs: Vec<JudgedRun>,
    /// Indices of the runs that have not been removed by [`RunVerdicts::remove_since`].
    kept: Vec<u32>,
    /// The reason in the initial verdict on each run, which keeps the run.
    reason: Reason,
    /// Whether a line break precedes the next run with text.
    pending_line_break: bool,
}

impl RunVerdicts {
    /// Returns an empty list. `reason` is the reason in the initial verdict on each run, which keeps the run.
    pub(super) fn new(reason: Reason) -> RunVerdicts {
        RunVerdicts { runs: Vec::new(), kept: Vec::new(), reason, pending_line_break: true }
    }

    /// Adds a run, kept with score 1. Ignores runs that are invisible or only whitespace.
    pub(super) fn push(&mut self, run: &Run) {
        self.pending_line_break |= run.begins_line();
        if !run.is_visible() || run.is_blank() {
            return;
        }
        let verdict = Verdict { span: run.span, kept: true, score: 1.0, reason: self.reason };
        push_growing_slowly(&mut self.kept, self.runs.len() as u32);
        let begins_line = std::mem::take(&mut self.pending_line_break);
        push_growing_slowly(&mut self.runs, JudgedRun { verdict, begins_line });
    }

    /// The spans of the runs, in the order in which they were pushed.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.runs.iter().map(|run| run.verdict.span)
    }

    /// The number of runs.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// Removes all remaining runs from index `start` on. Each run is removed at most once, so all calls
    /// together take linear time.
    pub(super) fn remove_since(&mut self, start: usize, score: f32, reason: Reason) {
        while self.kept.last().is_some_and(|index| *index as usize >= start) {
            let index = self.kept.pop().unwrap_or(0);
            self.judge(index as usize, false, score, reason);
        }
    }

    /// Sets the verdict on one run; `score` is clamped to 0..=1.
    pub(super) fn judge(&mut self, index: usize, kept: bool, score: f32, reason: Reason) {
        let span = self.runs[index].verdict.span;
        self.runs[index].verdict = Verdict { span, kept, score: score.clamp(0.0, 1.0), reason };
    }

    /// Sets the verdict on each run to what `verdict` returns for its index.
    pub(super) fn judge_all(&mut self, verdict: impl Fn(usize) -> (bool, f32, Reason)) {
        for index in 0..self.runs.len() {
            let (kept, score, reason) = verdict(index);
            self.judge(index, kept, score, reason);
        }
    }

    /// Returns the selection. `nothing` is the reason to report if there was text but none of it is kept.
    pub(super) fn selection(mut self, nothing: Reason) -> Selection {
        if self.runs.is_empty() {
            return Selection::nothing(Reason::NoVisibleText);
        }
        // Tree order is not always source order: foster parenting moves text out of a table to a position before the table.
        self.runs.sort_by_key(|run| run.verdict.span);
        let mut verdicts: Vec<Verdict> = Vec::new();
        for JudgedRun { verdict, begins_line } in self.runs {
            match verdicts.last_mut() {
                Some(last) if !begins_line && is_same_verdict(last, &verdict) => {
                    last.span = Span::new(last.span.start(), verdict.span.end());
                }
                _ => verdicts.push(verdict),
            }
        }
        let nothing = verdicts.iter().all(|verdict| !verdict.kept).then_some(nothing);
        Selection { nothing, ..Selection::new(verdicts) }
    }
}

fn is_same_verdict(a: &Verdict, b: &Verdict) -> bool {
    (a.kept, a.reason, a.score) == (b.kept, b.reason, b.score)
}

/// The number of non-whitespace characters of a run after decoding; 0 for an invisible run.
pub(super) fn visible_length(page: &Page<'_>, run: &Run) -> usize {
    if run.is_blank() || !run.is_visible() { 0 } else { non_whitespace_count(&page.text_of(run)) }
}
