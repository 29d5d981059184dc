//! Divides a line into pieces of bounded length, for ICU.

use crate::syllable::may_cut_at;
use std::ops::Range;

/// Maximum bytes of a piece. This is far longer than any sentence, and the borders of a piece, at most
/// 16,384, need little memory. Chosen by hand.
const MAX_BYTES: usize = 16 * 1024;

/// The pieces of a part of a line, in order, without gaps. A piece ends after a space, where words end by the
/// Unicode rules. Without a space it ends between whole characters, or, in a sequence of combining marks
/// longer than a piece, between two marks.
pub(crate) fn pieces(line: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = range.start;
    std::iter::from_fn(move || {
        let piece = start..piece_end(line, start, range.end);
        start = piece.end;
        (!piece.is_empty()).then_some(piece)
    })
}

fn piece_end(line: &str, start: usize, end: usize) -> usize {
    if end - start <= MAX_BYTES {
        return end;
    }
    let limit = line.floor_char_boundary(start + MAX_BYTES);
    let window = &line[start..limit];
    window
        .rfind(' ')
        .map(|space| start + space + 1)
        .or_else(|| last_whole_character(line, start, limit))
        .unwrap_or(limit)
}

/// The last offset in the range that does not separate a mark from its letter.
fn last_whole_character(line: &str, start: usize, limit: usize) -> Option<usize> {
    line[start..limit]
        .char_indices()
        .rev()
        .map(|(offset, _)| start + offset)
        .find(|&at| at > start && may_cut_at(line, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_bounded_and_cover_the_line() {
        let lines = [
            "word ".repeat(10_000),
            "ก".repeat(20_000),
            "\u{E34}".repeat(20_000),
            "กิ".repeat(9_000),
            "a b".into(),
        ];
        for line in lines {
            let found: Vec<_> = pieces(&line, 0..line.len()).collect();
            assert!(found.iter().all(|piece| piece.len() <= MAX_BYTES && !piece.is_empty()));
            assert!(found.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert_eq!((found[0].start, found[found.len() - 1].end), (0, line.len()));
        }
        let line = "กิ".repeat(9_000);
        assert!(pieces(&line, 0..line.len()).all(|piece| may_cut_at(&line, piece.end)));
    }
}
