//! Segmentation by the backend, with the words of the user's list taking precedence.

use super::pieces::pieces;
use super::thai::{self, LETTER_BYTES, is_thai};
use super::{Backend, Segmenter, punctuation};
use crate::syllable::may_cut_at;
use crate::unicode::is_unspaced;
use std::collections::VecDeque;
use std::ops::Range;

/// A segment of the backend.
struct Segment {
    range: Range<usize>,
    /// Whether it comes from segmenting the rest of another segment, whose beginning is covered by a listed
    /// word.
    is_rest: bool,
}

impl Segmenter {
    /// Passes the segments of a part of the line to `push`. If a listed word ends inside a segment, the rest
    /// of that segment is segmented again. If a listed word ends inside a segment of such a rest, what
    /// remains is one segment. Each byte is therefore given to ICU at most twice.
    pub(super) fn segment_with_listed(
        &self,
        line: &str,
        range: Range<usize>,
        push: &mut impl FnMut(Range<usize>),
    ) {
        let mut segments = pieces(line, range).flat_map(|piece| self.segments(line, piece, false));
        let mut rests = VecDeque::new();
        let mut done = 0;
        while let Some(mut segment) = rests.pop_front().or_else(|| segments.next()) {
            if segment.range.end <= done {
                continue;
            }
            if segment.range.start < done {
                let rest = done..segment.range.end;
                if !segment.is_rest {
                    rests.extend(self.segments(line, rest, true));
                    continue;
                }
                segment.range = rest;
            }
            let word = self.listed(line, &segment.range).unwrap_or(segment.range);
            done = word.end;
            push(word);
        }
    }

    fn segments(
        &self,
        line: &str,
        piece: Range<usize>,
        is_rest: bool,
    ) -> impl Iterator<Item = Segment> + use<> {
        let mut start = piece.start;
        let ends = self.ends(&line[piece]);
        let base = start;
        ends.into_iter().map(move |end| {
            let range = start..base + end;
            start = range.end;
            Segment { range, is_rest }
        })
    }

    /// The offsets at which the segments of a text end.
    fn ends(&self, text: &str) -> Vec<usize> {
        if self.backend != Backend::Dictionary || !text.contains(is_thai) {
            let mut ends = Vec::new();
            self.icu_ends(text, 0, &mut ends);
            return ends;
        }
        let mut ends = Vec::new();
        let mut start = 0;
        while let Some(first) = text[start..].chars().next() {
            let thai = is_thai(first);
            let end = text[start..].find(|c| is_thai(c) != thai).map_or(text.len(), |length| start + length);
            if thai {
                let mut at = start;
                ends.extend(thai::word_lengths(&text[start..end]).into_iter().map(|letters| {
                    at += letters * LETTER_BYTES;
                    at
                }));
            } else {
                self.icu_ends(&text[start..end], start, &mut ends);
            }
            start = end;
        }
        ends
    }

    /// Adds the ends according to ICU, and the ends at punctuation that ICU leaves inside words but that
    /// separates words here. `base` is added to each offset.
    fn icu_ends(&self, text: &str, base: usize, ends: &mut Vec<usize>) {
        let mut start = 0;
        for end in self.engine.segment_str(text).skip(1) {
            punctuation::cuts(&text[start..end], |at| ends.push(base + start + at));
            ends.push(base + end);
            start = end;
        }
    }

    /// The longest listed word that begins with the segment and is at least as long.
    fn listed(&self, line: &str, segment: &Range<usize>) -> Option<Range<usize>> {
        let end = self.lexicon.longest(line, segment.start, |end| {
            end >= segment.end && (end == segment.end || may_end(line, end))
        });
        end.map(|end| segment.start..end)
    }
}

/// Whether a listed word may end here: next to whitespace or punctuation, or inside a script without spaces.
fn may_end(line: &str, end: usize) -> bool {
    match (line[..end].chars().next_back(), line[end..].chars().next()) {
        (Some(before), Some(after)) => {
            let in_word = before.is_alphanumeric() && after.is_alphanumeric();
            may_cut_at(line, end) && (!in_word || is_unspaced(before) || is_unspaced(after))
        }
        _ => true,
    }
}
