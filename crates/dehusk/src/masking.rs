//! Masking: a method decides about a page as if some parts of the page were not there.
//!
//! The method receives a shorter source, in which each masked part is a single space, and a page that is parsed from it. Its
//! verdicts are then moved back to their places in the whole source. So every method works and needs no code for it. This module
//! does not decide which parts are masked.

use crate::budget::{Deadline, Limits, TimedOut};
use crate::facts::PageFacts;
use crate::method::Method;
use crate::page::Page;
use crate::page_cost::{Bounds, Cost};
use crate::selection::{Reason, Selection, Verdict};
use crate::source::span::subtract;
use crate::source::{Source, Span};

/// What stands in the place of a masked part, so that the words around it stay apart.
const GAP: char = ' ';

/// Returns the selection of a method for a page without the masked parts, which must be in the order of the source, without
/// overlaps and not empty. Without masked parts, this is the selection for the page itself.
pub(crate) fn select_with(
    method: &dyn Method,
    facts: PageFacts<'_>,
    masked: &[Span],
    limits: &Limits,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    if masked.is_empty() {
        return method.select_with(facts, deadline);
    }
    let page = facts.page();
    let limits = &limits_beside(page, masked.len(), limits);
    select_around(method, page.source(), masked, limits, deadline)
}

/// The limits for a second page, which exists beside another one and does not have some parts of it: the memory is what they leave.
pub(crate) fn limits_beside(page: &Page<'_>, parts: usize, limits: &Limits) -> Limits {
    /// What a part can cost, in bytes: 8 in each of some lists of spans that grow by doubling, and 24 as a verdict. Chosen by hand.
    const PER_PART: usize = 100;
    let memory = limits.memory_for(page.source().text().len());
    Limits { max_memory: Some(memory.saturating_sub(page.memory() + parts * PER_PART)), ..limits.clone() }
}

/// Like [`select_with`], for a source that is not parsed yet, within the limits that are left for its page.
#[cfg(feature = "css")]
pub(crate) fn select(
    method: &dyn Method,
    source: Source<'_>,
    masked: &[Span],
    limits: &Limits,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    if masked.is_empty() {
        return select_in(method, source, limits, deadline);
    }
    select_around(method, &source, masked, limits, deadline)
}

/// Returns the selection of a method for a source without its masked parts.
fn select_around(
    method: &dyn Method,
    source: &Source<'_>,
    masked: &[Span],
    limits: &Limits,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    let shorter = source.with_text(shortened(source.text(), masked));
    let selection = select_in(method, shorter, limits, deadline)?;
    Ok(Selection { verdicts: Places::new(masked).restored(&selection.verdicts), ..selection })
}

fn select_in(
    method: &dyn Method,
    source: Source<'_>,
    limits: &Limits,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    match method.line_method() {
        Some(lines) => lines.select_lines(&source, deadline),
        None => {
            let bounds = Bounds { limits, cost: Cost::TEXT };
            method.select(&Page::parse_within(source, bounds, deadline)?, deadline)
        }
    }
}

/// Returns the text with a space in the place of each masked part.
fn shortened(text: &str, masked: &[Span]) -> String {
    let mut shorter = String::with_capacity(text.len());
    let mut at = 0;
    for span in masked {
        shorter.push_str(&text[at..span.start()]);
        shorter.push(GAP);
        at = span.end();
    }
    shorter.push_str(&text[at..]);
    shorter
}

/// The places of the shorter source in the whole source.
struct Places<'m> {
    masked: &'m [Span],
    /// The offset of the gap of each masked part in the shorter source.
    gaps: Vec<usize>,
}

impl<'m> Places<'m> {
    fn new(masked: &'m [Span]) -> Places<'m> {
        let mut removed = 0;
        let gap = |span: &Span| {
            let gap = span.start() - removed;
            removed += span.len() - GAP.len_utf8();
            gap
        };
        Places { masked, gaps: masked.iter().map(gap).collect() }
    }

    /// Returns the offset in the whole source of an offset in the shorter source. An offset in a gap is that of the start of the
    /// masked part, and one right after a gap is that of its end.
    fn place(&self, offset: usize) -> usize {
        let before = self.gaps.partition_point(|gap| *gap < offset);
        match before.checked_sub(1) {
            None => offset,
            Some(last) => self.masked[last].end() + (offset - self.gaps[last] - GAP.len_utf8()),
        }
    }

    /// Returns verdicts on the shorter source as verdicts on the whole source, with verdicts on the masked parts.
    fn restored(&self, verdicts: &[Verdict]) -> Vec<Verdict> {
        let masked =
            |span: &Span| Verdict { span: *span, kept: false, score: 0.0, reason: Reason::RepeatedOnSite };
        let mut restored: Vec<Verdict> = self.masked.iter().map(masked).collect();
        for verdict in verdicts {
            let span = Span::new(self.place(verdict.span.start()), self.place(verdict.span.end()));
            let first = self.masked.partition_point(|masked| masked.end() <= span.start());
            let pieces = subtract(&[span], &self.masked[first..]);
            restored.extend(pieces.into_iter().map(|span| Verdict { span, ..*verdict }));
        }
        restored.sort_by_key(|verdict| verdict.span);
        restored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn verdict(start: usize, end: usize, kept: bool) -> Verdict {
        Verdict { span: Span::new(start, end), kept, score: 1.0, reason: Reason::WholePage }
    }

    #[test]
    fn a_verdict_over_a_masked_part_is_split_at_it() {
        let masked = [Span::new(2, 5), Span::new(7, 9)];
        assert_eq!(shortened("ab___cd__e", &masked), "ab cd e");
        let restored = Places::new(&masked).restored(&[verdict(0, 4, true), verdict(4, 7, false)]);
        let spans: Vec<_> = restored.iter().map(|it| (it.span.range(), it.kept)).collect();
        assert_eq!(
            spans,
            [(0..2, true), (2..5, false), (5..6, true), (6..7, false), (7..9, false), (9..10, false)]
        );
    }

    proptest! {
        #[test]
        fn what_is_not_masked_keeps_its_text(
            text in "[a-zß日]{0,40}",
            cuts in prop::collection::btree_set(0..40usize, 0..12),
            from in 0..40usize,
            length in 0..40usize,
        ) {
            let at: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let cuts: Vec<usize> = cuts.into_iter().filter_map(|cut| at.get(cut).copied()).collect();
            // Parts that touch are one part.
            let masked: Vec<Span> = cuts.chunks_exact(2).map(|pair| Span::new(pair[0], pair[1])).collect();
            let shorter = shortened(&text, &masked);
            let offsets: Vec<usize> = shorter.char_indices().map(|(at, _)| at).chain([shorter.len()]).collect();
            let (from, to) = (offsets[from.min(offsets.len() - 1)], offsets[(from + length).min(offsets.len() - 1)]);
            let restored = Places::new(&masked).restored(&[verdict(from, to, true)]);
            let kept: String = restored.iter().filter(|it| it.kept).map(|it| &text[it.span.range()]).collect();
            prop_assert_eq!(kept, shorter[from..to].replace(GAP, ""));
            prop_assert!(restored.windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start()));
        }
    }
}
