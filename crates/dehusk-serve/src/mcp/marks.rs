//! Marks in the source of a page that survive rendering, so that what is written of a span of the source can be
//! found in Markdown, text or HTML.
//!
//! A mark is a single character of a private use plane that the page does not write. It is put before or behind
//! a kept text, and the page is rendered again with the same selection. What a mark stands for is up to the
//! caller.

use std::collections::HashSet;

use dehusk::budget::{Deadline, TimedOut};
use dehusk::methods::Method;
use dehusk::page::Page;
use dehusk::selection::{Selection, Verdict};
use dehusk::source::Span;

/// The characters that can be marks: the planes 15 and 16 without their last two, which are no characters.
const CANDIDATES: [std::ops::RangeInclusive<char>; 2] =
    ['\u{F0000}'..='\u{FFFFD}', '\u{100000}'..='\u{10FFFD}'];

/// A mark and the byte of the source before which it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    pub(super) at: usize,
    pub(super) character: char,
}

/// Returns so many characters that occur in none of the texts, or `None` if there are not as many.
pub(super) fn free_characters(texts: &[&str], count: usize) -> Option<Vec<char>> {
    let is_candidate = |c: &char| CANDIDATES.iter().any(|range| range.contains(c));
    let used: HashSet<char> = texts.iter().flat_map(|text| text.chars()).filter(is_candidate).collect();
    let free = CANDIDATES.into_iter().flatten().filter(|c| !used.contains(c)).take(count);
    Some(free.collect::<Vec<char>>()).filter(|free| free.len() == count)
}

/// Returns a source with marks, which must be in the order of the source.
pub(super) fn with_marks(source: &str, marks: &[Mark]) -> String {
    let mut marked = String::with_capacity(source.len() + marks.len() * 4);
    let mut copied = 0;
    for mark in marks {
        marked.push_str(&source[copied..mark.at]);
        marked.push(mark.character);
        copied = mark.at;
    }
    marked.push_str(&source[copied..]);
    marked
}

/// The selection of another run, moved to a source with marks. As a method it selects the same texts again,
/// with their marks.
#[derive(Clone, Debug)]
pub(super) struct SameSelection(Selection);

impl SameSelection {
    /// Moves the verdicts of a selection to the source with marks, which must be in the order of the source.
    pub(super) fn new(selection: &Selection, marks: &[Mark]) -> SameSelection {
        let added = |to: usize| to * marks.first().map_or(0, |mark| mark.character.len_utf8());
        let before = |at: usize| at + added(marks.partition_point(|mark| mark.at < at));
        let up_to = |at: usize| at + added(marks.partition_point(|mark| mark.at <= at));
        let mut end = 0;
        let verdicts = selection.verdicts.iter().map(|verdict| {
            let (from, to) = (verdict.span.start(), verdict.span.end());
            // A mark between two verdicts belongs to the one that is kept.
            let start = if verdict.kept { before(from) } else { up_to(from) }.max(end);
            end = if verdict.kept { up_to(to) } else { before(to) }.max(start);
            Verdict { span: Span::new(start, end), ..*verdict }
        });
        let verdicts = verdicts.collect();
        SameSelection(Selection { verdicts, hidden: Vec::new(), media: Vec::new(), ..selection.clone() })
    }
}

impl Method for SameSelection {
    fn name(&self) -> &'static str {
        "same"
    }

    fn summary(&self) -> &'static str {
        "Selects what another run of a method has selected."
    }

    fn paper(&self) -> &'static str {
        "none"
    }

    fn select(&self, _: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        deadline.check()?;
        Ok(self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::selection::Reason;

    #[test]
    fn free_characters_are_not_in_the_texts() {
        let texts = ["a\u{F0000}", "\u{F0002}b"];
        assert_eq!(free_characters(&texts, 2), Some(vec!['\u{F0001}', '\u{F0003}']));
        let all: String = CANDIDATES.into_iter().flatten().skip(3).collect();
        assert_eq!(free_characters(&[&all], 3).map(|free| free.len()), Some(3));
        assert_eq!(free_characters(&[&all], 4), None);
    }

    #[test]
    fn a_selection_moves_with_its_source() {
        let span = |start, end, kept| Verdict {
            span: Span::new(start, end),
            kept,
            score: 1.0,
            reason: Reason::Selected,
        };
        let selection = Selection::new(vec![span(0, 3, false), span(3, 6, true), span(6, 9, false)]);
        let marks = [(3, 'x'), (6, 'y')].map(|(at, character)| Mark { at, character });
        assert_eq!(with_marks("abcdefghi", &marks), "abcxdefyghi");
        let moved = SameSelection::new(&selection, &marks).0;
        let spans: Vec<_> = moved.verdicts.iter().map(|verdict| verdict.span.range()).collect();
        assert_eq!(spans, [0..3, 3..8, 8..11]);
    }
}
