//! Cuts spans out of a selection: removes site noise, comments, tables and titles, whichever method kept them.

use super::{Emission, Reason, Selection, Verdict};
use crate::markup::Decode;
use crate::page::Page;
use crate::source::Span;
use crate::source::span::intersection;

impl Selection {
    /// Returns the selection without `spans`, which must be in the order of the source and must not overlap. Takes time linear in
    /// the sizes of the page and the selection.
    pub(crate) fn without(self, page: &Page<'_>, spans: &[Span], reason: Reason) -> Selection {
        if spans.is_empty() {
            return self;
        }
        let texts = visible_texts(page);
        let mut verdicts = Vec::with_capacity(self.verdicts.len());
        for verdict in &self.verdicts {
            if verdict.kept {
                cut(verdict, spans, reason, &texts, &mut verdicts);
            } else {
                verdicts.push(*verdict);
            }
        }
        let is_emptied = self.nothing.is_none() && verdicts.iter().all(|verdict| !verdict.kept);
        let nothing = if is_emptied { Some(reason) } else { self.nothing };
        Selection { verdicts, nothing, ..self }
    }
}

impl Selection {
    /// Whether the kept spans have text other than whitespace. Takes linear time in the sizes of the page and the selection.
    pub(crate) fn keeps_text(&self, page: &Page<'_>) -> bool {
        if let Emission::Raw { set, .. } = self.emission {
            return self.kept().any(|span| page.source().slice(span).chars().any(|c| set.contains(c)));
        }
        let kept: Vec<Span> = self.kept().collect();
        page.runs().filter(|run| self.emission.shows(run)).any(|run| {
            let first = kept.partition_point(|span| span.end() <= run.span.start());
            let inside = kept[first..].iter().take_while(|span| span.start() < run.span.end());
            inside
                .map(|span| page.source().slice(intersection(*span, run.span)))
                .any(|text| Decode::text(text, run.kind).chars().any(|c| !c.is_whitespace()))
        })
    }

    /// Returns the selection with another reason for everything that is kept.
    pub(crate) fn kept_because(mut self, reason: Reason) -> Selection {
        self.verdicts.iter_mut().filter(|verdict| verdict.kept).for_each(|verdict| verdict.reason = reason);
        self
    }
}

/// Returns the spans of visible text, in the order of the source.
pub(crate) fn visible_texts(page: &Page<'_>) -> Vec<Span> {
    let mut texts: Vec<Span> =
        page.runs().filter(|run| run.is_visible() && !run.is_blank()).map(|run| run.span).collect();
    texts.sort_unstable();
    texts
}

/// Splits a kept verdict at the removed spans and adds the pieces to `verdicts`. Kept pieces without text are dropped.
fn cut(verdict: &Verdict, removed: &[Span], reason: Reason, texts: &[Span], verdicts: &mut Vec<Verdict>) {
    let mut start = verdict.span.start();
    let first = removed.partition_point(|span| span.end() <= start);
    if removed.get(first).is_none_or(|span| span.start() >= verdict.span.end()) {
        return verdicts.push(*verdict);
    }
    let keep = |start: usize, end: usize, verdicts: &mut Vec<Verdict>| {
        let next = texts.partition_point(|text| text.end() <= start);
        if texts.get(next).is_some_and(|text| text.start() < end) {
            verdicts.push(Verdict { span: Span::new(start, end), ..*verdict });
        }
    };
    for span in removed[first..].iter().take_while(|span| span.start() < verdict.span.end()) {
        let (from, to) = (span.start().max(start), span.end().min(verdict.span.end()));
        keep(start, from, verdicts);
        let span = Span::new(from, to);
        verdicts.push(Verdict { span, kept: false, score: 0.0, reason });
        start = to;
    }
    keep(start, verdict.span.end(), verdicts);
}
