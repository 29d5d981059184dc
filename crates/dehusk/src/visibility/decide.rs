//! Decides which hidden text stays in a selection.

use super::cascade::INLINE;
use super::disclosure::Disclosures;
use super::sight::{BY_ATTRIBUTE, Cause, Causes, NO_CAUSE};
use super::{HiddenText, Visibility};
use crate::budget::{Deadline, TimedOut};
use crate::fnv;
use crate::page::{Page, Run, push_growing_slowly};
use crate::selection::{HiddenSpan, Hiding, Reason, Selection};
use crate::source::Span;
use crate::source::span::touches;
use std::collections::{BTreeMap, BTreeSet};

/// Upper bound on the text removed per way of hiding by `auto`, if one element is hidden in this way: in bytes and as a share of
/// the kept text; the larger one counts. If there is more, all of it stays, because a script probably shows it: it fades in, for
/// example. Chosen by hand from about eleven values on wcxb-dev; see docs/src/decisions/hidden-text.md.
const MAX_ONE: Amount = Amount { bytes: 600, share: 0.1 };
/// The same if several elements are hidden in this way. It is lower, because scripts hide many elements that look alike. Chosen as
/// [`MAX_ONE`].
const MAX_SEVERAL: Amount = Amount { bytes: 150, share: 0.03 };
/// Upper bound on both as a share of the kept text, so that something of a short text stays. Chosen by hand.
const MAX_OF_SHORT_TEXT: f64 = 0.75;
/// Maximum number of ways of hiding that are ignored on one page; chosen by hand.
const MAX_IGNORED: usize = 8;

/// An amount of text: in bytes, and as a share of all text.
#[derive(Clone, Copy, Debug)]
struct Amount {
    bytes: usize,
    share: f64,
}

impl Amount {
    /// The amount in bytes if all text has `all` bytes.
    fn of(self, all: usize) -> usize {
        let share = |share: f64| (share * all as f64) as usize;
        self.bytes.max(share(self.share)).min(share(MAX_OF_SHORT_TEXT))
    }
}

/// What the caller asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) hidden: HiddenText,
    /// Whether text that the reader can open is removed too, because precision matters more.
    pub(crate) drops_disclosures: bool,
}

impl Request {
    /// Hidden text is kept and not looked for.
    pub(crate) const KEEP: Request = Request { hidden: HiddenText::Keep, drops_disclosures: false };

    /// Whether hidden text is not looked for.
    pub(crate) fn is_idle(self) -> bool {
        self.hidden == HiddenText::Keep
    }
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
    let mut judge = Judge::new(request, page, &visibility.causes);
    judge.pass_large_groups(&texts, 0);
    let hidden = judge.decide(&texts);
    let dropped: Vec<Span> = hidden.iter().filter(|text| !text.kept).map(|text| text.span).collect();
    let selection = selection.without(page, &dropped, Reason::Hidden);
    Ok(Selection { hidden, ..selection })
}

/// A kept text and what hides it.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) span: Span,
    pub(super) causes: Causes,
}

pub(super) fn kept_texts(
    page: &Page<'_>,
    visibility: &mut Visibility,
    selection: &Selection,
    deadline: &mut Deadline,
) -> Result<Vec<Text>, TimedOut> {
    let kept: Vec<Span> = selection.kept().collect();
    let is_text = |run: &Run| !run.is_blank() && selection.emission.shows(run);
    let mut texts = Vec::new();
    for run in page.runs().filter(|run| is_text(run) && touches(&kept, run.span)) {
        let causes = visibility.of_run(page, &run, deadline)?;
        push_growing_slowly(&mut texts, Text { span: run.span, causes });
    }
    Ok(texts)
}

/// How a text is hidden, and by which rule, or by which element and class if an attribute hides it. Causes of the same group hide
/// for the same reason.
type Group = (Hiding, u64);

pub(super) struct Judge<'j> {
    request: Request,
    causes: &'j [Cause],
    /// For each cause, its group.
    groups: Vec<Group>,
    /// For each cause, whether text that it hides stays.
    passes: Vec<bool>,
    /// For each cause, the innermost cause around it or the cause itself that does not pass; [`NO_CAUSE`] if all do.
    blocking: Vec<u32>,
}

impl<'j> Judge<'j> {
    pub(super) fn new(request: Request, page: &Page<'_>, causes: &'j [Cause]) -> Judge<'j> {
        let mut disclosures = Disclosures::default();
        let passes = causes.iter().map(|cause| match request.hidden {
            HiddenText::Auto if cause.is_doubtful || is_seen(cause.how) => true,
            HiddenText::Auto => !request.drops_disclosures && disclosures.has(page, cause.element, cause.how),
            HiddenText::Drop => false,
            HiddenText::Keep | HiddenText::Flag => true,
        });
        let passes = passes.collect();
        let groups = causes.iter().map(|cause| group(page, cause)).collect();
        let mut judge = Judge { request, causes, groups, passes, blocking: Vec::new() };
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
    pub(super) fn decide(&self, texts: &[Text]) -> Vec<HiddenSpan> {
        let mut hidden: Vec<HiddenSpan> = Vec::new();
        let mut last = None;
        for text in texts {
            let outcome = self.outcome(text.causes);
            match (outcome, hidden.last_mut()) {
                (None, _) => {}
                (_, Some(open)) if last == outcome => {
                    open.span = Span::new(open.span.start(), text.span.end().max(open.span.end()));
                }
                (Some((cause, kept)), _) => hidden.push(HiddenSpan::new(text.span, self.how(cause), kept)),
            }
            last = outcome;
        }
        hidden
    }

    /// Returns the cause that decides about what these causes hide, and whether it stays; `None` if nothing hides it.
    fn outcome(&self, causes: Causes) -> Option<(u32, bool)> {
        let blocking = self.blocking_of(causes).map(|cause| (cause, false));
        blocking.or_else(|| causes.all().next().map(|cause| (cause, true)))
    }

    /// Returns how these causes hide something, and whether it stays; `None` if nothing hides it.
    pub(super) fn answer(&self, causes: Causes) -> Option<(Hiding, bool)> {
        self.outcome(causes).map(|(cause, stays)| (self.how(cause), stays))
    }

    /// How a cause hides.
    pub(super) fn how(&self, cause: u32) -> Hiding {
        self.causes[cause as usize].how
    }

    /// Returns the cause for which a text does not stay.
    pub(super) fn blocking_of(&self, causes: Causes) -> Option<u32> {
        causes.all().map(|cause| self.blocking[cause as usize]).find(|cause| *cause != NO_CAUSE)
    }

    /// With `auto`, lets the groups pass that hide more than their limit of these texts and of so many bytes of text beside
    /// them, the largest first.
    pub(super) fn pass_large_groups(&mut self, texts: &[Text], beside: usize) {
        if self.request.hidden != HiddenText::Auto {
            return;
        }
        let all: usize = beside + texts.iter().map(|text| text.span.len()).sum::<usize>();
        for _ in 0..MAX_IGNORED {
            let sizes = self.sizes(texts);
            let large = sizes.into_iter().filter(|(_, size)| size.bytes > size.limit().of(all));
            let Some((group, _)) = large.max_by_key(|(_, size)| size.bytes) else { return };
            self.pass(|own, _| own == group);
        }
    }

    /// Lets the causes pass for which `passes` holds.
    fn pass(&mut self, passes: impl Fn(Group, Hiding) -> bool) {
        for (index, pass) in self.passes.iter_mut().enumerate() {
            *pass |= passes(self.groups[index], self.causes[index].how);
        }
        self.find_blocking();
    }

    /// With `auto`, lets what hides pass in one of these ways.
    pub(super) fn pass_ways(&mut self, is_way: impl Fn(Hiding) -> bool) {
        if self.request.hidden == HiddenText::Auto {
            self.pass(|_, how| is_way(how));
        }
    }

    /// With `auto`, lets all groups pass that hide texts which stay.
    pub(super) fn pass_groups_of(&mut self, texts: &[Text]) {
        if self.request.hidden != HiddenText::Auto {
            return;
        }
        let mut is_known = vec![false; self.causes.len()];
        let mut staying = BTreeSet::new();
        for cause in texts.iter().flat_map(|text| text.causes.all()) {
            let mut at = cause;
            while at != NO_CAUSE && !std::mem::replace(&mut is_known[at as usize], true) {
                staying.insert(self.groups[at as usize]);
                at = self.causes[at as usize].outer;
            }
        }
        self.pass(|group, _| staying.contains(&group));
    }

    /// Returns how much of the kept text each group hides.
    fn sizes(&self, texts: &[Text]) -> BTreeMap<Group, Size> {
        let mut sizes: BTreeMap<Group, Size> = BTreeMap::new();
        for text in texts {
            if let Some(cause) = self.blocking_of(text.causes) {
                let size = sizes.entry(self.groups[cause as usize]).or_default();
                size.bytes += text.span.len();
                size.is_several |= size.first.is_some_and(|first| first != cause);
                size.first = Some(cause);
            }
        }
        sizes
    }
}

/// How much text a group hides.
#[derive(Default)]
struct Size {
    bytes: usize,
    first: Option<u32>,
    /// Whether several elements hide it.
    is_several: bool,
}

impl Size {
    fn limit(&self) -> Amount {
        if self.is_several { MAX_SEVERAL } else { MAX_ONE }
    }
}

/// Whether a text is hidden from screen readers only.
fn is_seen(how: Hiding) -> bool {
    matches!(how, Hiding::AriaHidden | Hiding::Inert)
}

/// Returns the group of a cause.
fn group(page: &Page<'_>, cause: &Cause) -> Group {
    if cause.rule != INLINE && cause.rule != BY_ATTRIBUTE {
        return (cause.how, u64::from(cause.rule));
    }
    let element = page.element(cause.element);
    let name = fnv::with(fnv::OFFSET, element.name().as_bytes());
    (cause.how, fnv::with(name, element.attribute("class").unwrap_or_default().as_bytes()) | 1 << 63)
}
