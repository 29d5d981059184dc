//! Splits a cleaned line into sentences, to show the context of a term. Thai, Lao and Burmese have no full
//! stops between clauses, so long sentences end at spaces there. A sentence has a bounded length and never
//! ends inside a word.

use crate::segment::pieces::pieces;
use crate::syllable::may_cut_at;
use crate::unicode::is_phrase_spaced;
use icu_segmenter::SentenceSegmenter;
use icu_segmenter::options::SentenceBreakInvariantOptions;
use std::ops::Range;

/// Maximum characters of a sentence: about four lines of print. Chosen by hand.
const MAX_CHARACTERS: usize = 300;
/// Maximum characters of a sentence in scripts whose spaces separate phrases: about one and a half lines of
/// print. Chosen by hand.
const MAX_PHRASE_CHARACTERS: usize = 120;

/// Returns the sentences of a line, in order; together they contain all its words.
pub(crate) fn sentences(line: &str, words: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for border in borders(line) {
        let border = outside_words(border, words);
        while start < border {
            let end = outside_words(bounded_end(line, start, border), words).min(border);
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

/// Returns the border, or, if the border is inside a word, the end of that word.
fn outside_words(border: usize, words: &[Range<usize>]) -> usize {
    let next = words.partition_point(|word| word.end <= border);
    words.get(next).filter(|word| word.start < border).map_or(border, |word| word.end)
}

/// Returns where a sentence that begins at `start` ends. This is `end`, unless the sentence would be too
/// long. It then ends after a space or, without a space, between whole characters.
fn bounded_end(line: &str, start: usize, end: usize) -> usize {
    let mut max_characters = MAX_CHARACTERS;
    let mut after_space = None;
    for (count, (offset, c)) in line[start..end].char_indices().enumerate() {
        if is_phrase_spaced(c) {
            max_characters = MAX_PHRASE_CHARACTERS;
        }
        if count >= max_characters {
            return after_space.unwrap_or_else(|| last_whole_character(line, start, start + offset));
        }
        if c == ' ' {
            after_space = Some(start + offset + 1);
        }
    }
    end
}

/// The last offset in the range that does not separate a mark from its letter; `limit` if there is none.
fn last_whole_character(line: &str, start: usize, limit: usize) -> usize {
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
    fn sentences_end_at_full_stops_and_spaces() {
        assert_eq!(
            texts("It rains. Dr. No stays at home! 今天下雨。我们在家。"),
            ["It rains.", "Dr.", "No stays at home!", "今天下雨。", "我们在家。"]
        );
        let clause = "วันนี้ฝนตกหนักในกรุงเทพ";
        let long = vec![clause; 20].join(" ");
        let found = texts(&long);
        assert!(found.len() >= 4 && found.iter().all(|text| text.chars().count() <= MAX_PHRASE_CHARACTERS));
        assert!(found.iter().all(|text| text.starts_with("วันนี้") && text.ends_with("กรุงเทพ")));
    }

    #[test]
    fn words_stay_whole_without_spaces() {
        let line = "กรุงเทพ".repeat(100);
        let found = texts(&line);
        assert!(found.len() > 1 && found.iter().all(|text| text.len() % "กรุงเทพ".len() == 0));
        assert_eq!(found.concat(), line);
        let marks = format!("ก{}", "\u{E34}".repeat(2000));
        assert_eq!(texts(&marks).concat(), marks);
    }
}
