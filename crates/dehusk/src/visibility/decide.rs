//! Decides which hidden text stays in a selection.

use super::disclosure::Disclosures;
use super::sight::{Cause, Causes, NO_CAUSE};
use super::{HiddenText, Visibility};
use crate::budget::{Deadline, TimedOut};
use crate::page::{Page, Run};
use crate::selection::{HiddenSpan, Hiding, Reason, Selection};
use crate::source::Span;
use std::collections::BTreeMap;

/// With `auto`, the page shows enough content if at least this share of the kept text, in bytes, is visible or can be
/// opened. If it is less, the rule that hides the most is ignored: a script would show the page. Chosen on wcxb-dev; see
/// docs/src/decisions/hidden-text.md.
const MIN_SHOWN_SHARE: f64 = 0.25;
/// Maximum number of rules that are ignored on one page; chosen by hand.
const MAX_IGNORED: usize = 8;

/// What the caller asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) hidden: HiddenText,
    /// Whether text that the reader can open is removed too, because precision matters more.
    pub(crate) drops_disclosures: bool,
}

/// Removes hidden text from a selection or marks it, as requested.
pub(crate) fn apply(
    request: Request,
    page: &Page<'_>,
    visibility: &mut Visibility,
    selection: Selection,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    let mut texts = kept_texts(page, visibility, &selection, deadline)?;
    if texts.iter().all(|text| text.causes.is_none()) {
        return Ok(selection);
    }
    texts.sort_unstable_by_key(|text| text.span);
    let hidden = Judge::new(request, page, &visibility.causes).decide(&texts);
    let dropped: Vec<Span> = hidden.iter().filter(|text| !text.kept).map(|text| text.span).collect();
    let selection = selection.without(page, &dropped, Reason::Hidden);
    Ok(Selection { hidden, ..selection })
}

/// A kept text and what hides it.
struct Text {
    span: Span,
    causes: Causes,
}

fn kept_texts(
    page: &Page<'_>,
    visibility: &mut Visibility,
    selection: &Selection,
    deadline: &mut Deadline,
) -> Result<Vec<Text>, TimedOut> {
    let kept: Vec<Span> = selection.kept().collect();
    let is_kept = |run: &Run| {
        let next = kept.partition_point(|span| span.end() <= run.span.start());
        kept.get(next).is_some_and(|span| span.start() < run.span.end())
    };
    let is_text = |run: &Run| !run.is_blank() && (run.is_visible() || run.is_unscripted());
    let mut texts = Vec::new();
    for run in page.runs().filter(|run| is_text(run) && is_kept(run)) {
        texts.push(Text { span: run.span, causes: visibility.of_run(page, &run, deadline)? });
    }
    Ok(texts)
}

/// The rule that hides a text, and how. Causes of the same group hide for the same reason.
type Group = (Hiding, u32);

struct Judge<'j> {
    request: Request,
    causes: &'j [Cause],
    /// For each cause, whether text that it hides stays.
    passes: Vec<bool>,
    /// For each cause, the innermost cause around it or the cause itself that does not pass; [`NO_CAUSE`] if all do.
    blocking: Vec<u32>,
}

impl<'j> Judge<'j> {
    fn new(request: Request, page: &Page<'_>, causes: &'j [Cause]) -> Judge<'j> {
        let mut disclosures = Disclosures::default();
        let passes = causes.iter().map(|cause| match request.hidden {
            HiddenText::Auto => !request.drops_disclosures && disclosures.has(page, cause.element, cause.how),
            HiddenText::Drop => false,
            HiddenText::Keep | HiddenText::Flag => true,
        });
        let passes = passes.collect();
        let mut judge = Judge { request, causes, passes, blocking: Vec::new() };
        judge.find_blocking();
        judge
    }

    fn find_blocking(&mut self) {
        self.blocking.clear();
        for (index, cause) in self.causes.iter().enumerate() {
            let blocking = match (self.passes[index], cause.outer) {
                (false, _) => index as u32,
                (true, NO_CAUSE) => NO_CAUSE,
                (true, outer) => self.blocking[outer as usize],
            };
            self.blocking.push(blocking);
        }
    }

    /// Returns the hidden texts, and whether each stays. Neighbors that the same element hides are joined.
    fn decide(mut self, texts: &[Text]) -> Vec<HiddenSpan> {
        if self.request.hidden == HiddenText::Auto {
            self.ignore_rules_that_hide_the_page(texts);
        }
        let mut hidden: Vec<HiddenSpan> = Vec::new();
        let mut last = None;
        for text in texts {
            let cause = self.blocking_of(text.causes).or_else(|| text.causes.all().next());
            let Some(index) = cause else {
                last = None;
                continue;
            };
            let kept = self.blocking_of(text.causes).is_none();
            match hidden.last_mut() {
                Some(open) if last == Some((index, kept)) => {
                    open.span = Span::new(open.span.start(), text.span.end().max(open.span.end()));
                }
                _ => hidden.push(HiddenSpan::new(text.span, self.causes[index as usize].how, kept)),
            }
            last = Some((index, kept));
        }
        hidden
    }

    /// Returns the cause for which a text does not stay.
    fn blocking_of(&self, causes: Causes) -> Option<u32> {
        causes.all().map(|cause| self.blocking[cause as usize]).find(|cause| *cause != NO_CAUSE)
    }

    /// While the page shows hardly any of the kept text, lets pass what the rule hides that hides the most.
    fn ignore_rules_that_hide_the_page(&mut self, texts: &[Text]) {
        for _ in 0..MAX_IGNORED {
            let (mut all, mut shown) = (0, 0);
            let mut hidden: BTreeMap<Group, usize> = BTreeMap::new();
            for text in texts {
                let bytes = text.span.len();
                all += bytes;
                match self.blocking_of(text.causes) {
                    Some(cause) => *hidden.entry(self.group(cause)).or_default() += bytes,
                    None => shown += bytes,
                }
            }
            let most = hidden.into_iter().max_by_key(|(_, bytes)| *bytes);
            let Some((group, _)) = most.filter(|_| (shown as f64) < MIN_SHOWN_SHARE * all as f64) else {
                return;
            };
            for index in 0..self.causes.len() {
                self.passes[index] |= self.group(index as u32) == group;
            }
            self.find_blocking();
        }
    }

    fn group(&self, cause: u32) -> Group {
        let cause = self.causes[cause as usize];
        (cause.how, cause.rule)
    }
}
