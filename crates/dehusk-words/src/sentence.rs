//! Sentences of a cleaned line, to show where a term stands. Thai, Lao and Burmese have no full stops between
//! clauses: there a blank is a break. A sentence has a bounded length and never ends inside a word.

use crate::letters::{is_phrase_spaced, may_cut_at};
use crate::segment::pieces::pieces;
use icu_segmenter::SentenceSegmenter;
use icu_segmenter::options::SentenceBreakInvariantOptions;
use std::ops::Range;

/// The longest sentence in characters: about four lines of print.
const LONGEST: usize = 300;
/// The same where blanks separate phrases: about one line and a half.
const LONGEST_PHRASES: usize = 120;

/// The sentences of a line, in order; together they hold all its words.
pub(crate) fn sentences(line: &str, words: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for border in borders(line) {
        let border = outside_words(border, words);
        while start < border {
            let end = outside_words(bounded(line, start, border), words).min(border);
            found.push(start..end);
            start = end;
        }
    }
    found
}

fn borders(line: &str) -> impl Iterator<Item = usize> {
    let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    pieces(line, 0..line.len()).flat_map(move |piece| {
        let base = piece.start;
        segmenter.segment_str(&line[piece]).skip(1).map(move |border| base + border)
    })
}

/// The border, or the end of the word that it would cut.
fn outside_words(border: usize, words: &[Range<usize>]) -> usize {
    let next = words.partition_point(|word| word.end <= border);
    words.get(next).filter(|word| word.start < border).map_or(border, |word| word.end)
}

/// Where a sentence that begins at `start` ends: at `end`, or where it would be too long, behind a blank, else
/// between whole characters.
fn bounded(line: &str, start: usize, end: usize) -> usize {
    let mut longest = LONGEST;
    let mut blank = None;
    for (count, (offset, c)) in line[start..end].char_indices().enumerate() {
        if is_phrase_spaced(c) {
            longest = LONGEST_PHRASES;
        }
        if count >= longest {
            return blank.unwrap_or_else(|| whole(line, start, start + offset));
        }
        if c == ' ' {
            blank = Some(start + offset + 1);
        }
    }
    end
}

fn whole(line: &str, start: usize, limit: usize) -> usize {
    let mut ends = line[start..limit].char_indices().rev().map(|(offset, _)| start + offset);
    ends.find(|&at| at > start && may_cut_at(line, at)).unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Segmenter;

    fn texts(line: &str) -> Vec<String> {
        let words = Segmenter::default().words(line);
        sentences(line, &words).into_iter().map(|range| line[range].trim().to_owned()).collect()
    }

    #[test]
    fn full_stops_and_blanks() {
        assert_eq!(
            texts("It rains. Dr. No stays at home! 今天下雨。我们在家。"),
            ["It rains.", "Dr.", "No stays at home!", "今天下雨。", "我们在家。"]
        );
        let clause = "วันนี้ฝนตกหนักในกรุงเทพ";
        let long = vec![clause; 20].join(" ");
        let found = texts(&long);
        assert!(found.len() >= 4 && found.iter().all(|text| text.chars().count() <= LONGEST_PHRASES));
        assert!(found.iter().all(|text| text.starts_with("วันนี้") && text.ends_with("กรุงเทพ")));
    }

    #[test]
    fn without_blanks_words_stay_whole() {
        let line = "กรุงเทพ".repeat(100);
        let found = texts(&line);
        assert!(found.len() > 1 && found.iter().all(|text| text.len() % "กรุงเทพ".len() == 0));
        assert_eq!(found.concat(), line);
        let marks = format!("ก{}", "\u{E34}".repeat(2000));
        assert_eq!(texts(&marks).concat(), marks);
    }
}
