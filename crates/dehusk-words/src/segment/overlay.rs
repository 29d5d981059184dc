//! The user's words over ICU's.

use super::pieces::pieces;
use super::thai::{self, LETTER, is_thai};
use super::{Backend, Segmenter, signs};
use crate::letters::{is_unspaced, may_cut_at};
use std::collections::VecDeque;
use std::ops::Range;

/// A segment of ICU, or of the rest of one that a listed word began to cover.
struct Segment {
    range: Range<usize>,
    rest: bool,
}

impl Segmenter {
    /// Hands on the segments of a stretch of the line. Each byte is given to ICU at most twice: the rest of a
    /// segment that a listed word covered in part is segmented anew, the rest of such a rest is not.
    pub(super) fn overlaid(&self, line: &str, range: Range<usize>, keep: &mut impl FnMut(Range<usize>)) {
        let mut segments = pieces(line, range).flat_map(|piece| self.segments(line, piece, false));
        let mut rests = VecDeque::new();
        let mut done = 0;
        while let Some(mut segment) = rests.pop_front().or_else(|| segments.next()) {
            if segment.range.end <= done {
                continue;
            }
            if segment.range.start < done {
                let rest = done..segment.range.end;
                if !segment.rest {
                    rests.extend(self.segments(line, rest, true));
                    continue;
                }
                segment.range = rest;
            }
            let word = self.listed(line, &segment.range).unwrap_or(segment.range);
            done = word.end;
            keep(word);
        }
    }

    fn segments(&self, line: &str, piece: Range<usize>, rest: bool) -> impl Iterator<Item = Segment> + use<> {
        let mut start = piece.start;
        let ends = self.ends(&line[piece]);
        let base = start;
        ends.into_iter().map(move |end| {
            let range = start..base + end;
            start = range.end;
            Segment { range, rest }
        })
    }

    /// Where the segments of a text end.
    fn ends(&self, text: &str) -> Vec<usize> {
        if self.backend != Backend::Dictionary || !text.contains(is_thai) {
            let mut ends = Vec::new();
            self.other_ends(text, 0, &mut ends);
            return ends;
        }
        let mut ends = Vec::new();
        let mut start = 0;
        while let Some(first) = text[start..].chars().next() {
            let thai = is_thai(first);
            let end = text[start..].find(|c| is_thai(c) != thai).map_or(text.len(), |length| start + length);
            if thai {
                let mut at = start;
                ends.extend(thai::cut(&text[start..end]).into_iter().map(|letters| {
                    at += letters * LETTER;
                    at
                }));
            } else {
                self.other_ends(&text[start..end], start, &mut ends);
            }
            start = end;
        }
        ends
    }

    /// ICU's ends, and those of signs at which a word ends for us; `base` is added to each.
    fn other_ends(&self, text: &str, base: usize, ends: &mut Vec<usize>) {
        let mut start = 0;
        for end in self.engine.segment_str(text).skip(1) {
            signs::ends(&text[start..end], |at| ends.push(base + start + at));
            ends.push(base + end);
            start = end;
        }
    }

    /// The longest listed word at the segment that is at least as long.
    fn listed(&self, line: &str, segment: &Range<usize>) -> Option<Range<usize>> {
        let own = self.lexicon.longest(line, segment.start, |end| {
            end >= segment.end && (end == segment.end || may_end(line, end))
        });
        own.map(|end| segment.start..end)
    }
}

/// Whether a listed word may end here: beside white space or punctuation, or inside a script without blanks.
fn may_end(line: &str, end: usize) -> bool {
    match (line[..end].chars().next_back(), line[end..].chars().next()) {
        (Some(before), Some(after)) => {
            let spaced = before.is_alphanumeric() && after.is_alphanumeric();
            may_cut_at(line, end) && (!spaced || is_unspaced(before) || is_unspaced(after))
        }
        _ => true,
    }
}
