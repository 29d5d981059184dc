//! What a page shows beside the text that a method keeps: pictures, captions, scripts with formulas, readers' comments. It is judged
//! as that text is: a way of hiding that kept text passes, it passes too.

use super::Visibility;
use super::decide::{Judge, Request, Text, kept_texts};
use super::sight::Causes;
use crate::budget::{Deadline, TimedOut};
use crate::page::{Element, Page, Run, push_growing_slowly};
use crate::selection::{HiddenSpan, Hiding, Kept, MediaKind, Selection};
use crate::source::Span;
use crate::source::span::touches;

/// A page, the decision about its text, and what the caller asks for.
#[derive(Clone, Copy)]
pub(crate) struct Beside<'b> {
    pub(crate) request: Request,
    pub(crate) page: &'b Page<'b>,
    pub(crate) selection: &'b Selection,
}

impl Beside<'_> {
    /// For each of these pictures, players and frames, by the ids of their elements: how it is hidden if it is, and whether it stays.
    pub(crate) fn media(
        self,
        elements: &[(u32, MediaKind)],
        visibility: &mut Visibility,
        deadline: &mut Deadline,
    ) -> Result<Vec<Option<(Hiding, bool)>>, TimedOut> {
        if self.request.is_idle() {
            return Ok(vec![None; elements.len()]);
        }
        let mut causes: Vec<Causes> = Vec::with_capacity(elements.len());
        for (id, _) in elements {
            causes.push(visibility.of_media(self.page, self.page.element(*id), deadline)?);
        }
        if causes.iter().all(|causes| causes.is_none()) {
            return Ok(vec![None; elements.len()]);
        }
        let kept = kept_texts(self.page, visibility, self.selection, deadline)?;
        let mut judge = self.judge(visibility, &kept);
        let mut found: Vec<_> = causes.iter().map(|causes| judge.answer(*causes)).collect();
        judge.pass_ways(fades_in);
        let judged = found.iter_mut().zip(&causes).zip(elements);
        for ((found, causes), _) in judged.filter(|(_, (_, kind))| *kind == MediaKind::Image) {
            *found = judge.answer(*causes);
        }
        Ok(found)
    }

    /// Returns the hidden texts within these spans, which are in source order, and whether each stays. What the selection says
    /// about texts that the method kept is not said again.
    pub(crate) fn texts(
        self,
        within: &[Span],
        visibility: &mut Visibility,
        deadline: &mut Deadline,
    ) -> Result<Vec<HiddenSpan>, TimedOut> {
        if self.request.is_idle() || within.is_empty() {
            return Ok(Vec::new());
        }
        let kept = Kept::new(self.selection);
        let is_judged =
            |run: Span| kept.within(run).next().is_some() || self.selection.hiding_of(run, false).is_some();
        let is_text = |run: &Run| !run.is_blank() && self.selection.emission.shows(run);
        let mut texts = Vec::new();
        for run in self.page.runs().filter(|run| is_text(run) && touches(within, run.span)) {
            // A text that is judged already separates its neighbors.
            let is_open = !is_judged(run.span);
            let causes = if is_open { visibility.of_run(self.page, &run, deadline)? } else { Causes::NONE };
            push_growing_slowly(&mut texts, Text { span: run.span, causes });
        }
        self.decide(texts, within, visibility, deadline)
    }

    /// Like [`Beside::texts`], for elements without text of the page, such as scripts.
    pub(crate) fn elements(
        self,
        elements: &[Element<'_>],
        visibility: &mut Visibility,
        deadline: &mut Deadline,
    ) -> Result<Vec<HiddenSpan>, TimedOut> {
        if self.request.is_idle() || elements.is_empty() {
            return Ok(Vec::new());
        }
        let mut texts = Vec::with_capacity(elements.len());
        for element in elements {
            let causes = visibility.of_element(self.page, *element, deadline)?;
            texts.push(Text { span: element.span(), causes });
        }
        let within: Vec<Span> = texts.iter().map(|text| text.span).collect();
        self.decide(texts, &within, visibility, deadline)
    }

    /// Decides about texts, of which neighbors are joined if they are within the same span.
    fn decide(
        self,
        mut texts: Vec<Text>,
        within: &[Span],
        visibility: &mut Visibility,
        deadline: &mut Deadline,
    ) -> Result<Vec<HiddenSpan>, TimedOut> {
        if texts.iter().all(|text| text.causes.is_none()) {
            return Ok(Vec::new());
        }
        texts.sort_unstable_by_key(|text| text.span);
        let kept = kept_texts(self.page, visibility, self.selection, deadline)?;
        let mut judge = self.judge(visibility, &kept);
        let is_label = |text: &Text| {
            let blocking = judge.blocking_of(text.causes);
            blocking.is_some_and(|cause| is_for_screen_readers(judge.how(cause)))
        };
        let (labels, others): (Vec<Text>, Vec<Text>) = texts.iter().copied().partition(is_label);
        let beside = [&kept, &labels].into_iter().flatten().map(|text| text.span.len()).sum();
        judge.pass_large_groups(&others, beside);
        let place = |text: &Text| within.partition_point(|span| span.end() <= text.span.start());
        let parts = texts.chunk_by(|one, next| place(one) == place(next));
        Ok(parts.flat_map(|part| judge.decide(part)).collect())
    }

    /// The judge with whom everything passes that is hidden as kept text is.
    fn judge<'j>(&self, visibility: &'j Visibility, kept: &[Text]) -> Judge<'j> {
        let mut judge = Judge::new(self.request, self.page, &visibility.causes);
        judge.pass_groups_of(kept);
        judge
    }
}

/// Whether a picture that is hidden in this way is usually one that a script fades in when it is loaded or comes into view. Players and
/// frames rarely are, and Markdown has their titles.
fn fades_in(how: Hiding) -> bool {
    matches!(how, Hiding::Opacity | Hiding::VisibilityHidden)
}

/// Whether pages hide words for screen readers in this way. However many there are, no script shows them.
fn is_for_screen_readers(how: Hiding) -> bool {
    matches!(how, Hiding::Clipped | Hiding::NoSize | Hiding::OffScreen)
}
