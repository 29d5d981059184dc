//! Thai words that ICU's dictionary lacks: 37,503 compounds and loanwords of PyThaiNLP's list, given away by its makers
//! (CC0 1.0). With them `โรงพยาบาล`, hospital, is one word and not two.

use crate::letters::may_cut_at;
use std::ops::Range;
use std::sync::LazyLock;

/// The words in the order of their bytes; read when the first Thai text comes.
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    include_str!("../../data/thai_words.txt").lines().filter(|line| !line.starts_with('#')).collect()
});
/// More bytes than any word has.
const LONGEST: usize = 64;

/// Where the longest word ends that begins with the segment and is longer.
pub(super) fn longest(line: &str, segment: &Range<usize>) -> Option<usize> {
    if !line[segment.start..].starts_with(|c: char| matches!(c, '\u{E01}'..='\u{E4E}')) {
        return None;
    }
    let mut text = &line[segment.start..line.floor_char_boundary(segment.start + LONGEST)];
    while text.len() > segment.len() {
        // The longest word that `text` begins with is the last not behind it, or begins with what both have in common.
        let word = WORDS[..WORDS.partition_point(|&word| word <= text)].last()?;
        let common = common_prefix(word, text);
        let end = segment.start + common;
        if common == word.len() && common > segment.len() && may_cut_at(line, end) {
            return Some(end);
        }
        text = &text[..common.min(text.floor_char_boundary(text.len() - 1))];
    }
    None
}

fn common_prefix(a: &str, b: &str) -> usize {
    let bytes = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a.floor_char_boundary(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(line: &str, segment: &Range<usize>) -> Option<usize> {
        let rest = &line[segment.start..];
        let fits = |word: &&&str| {
            rest.starts_with(**word)
                && word.len() > segment.len()
                && may_cut_at(line, segment.start + word.len())
        };
        WORDS.iter().filter(fits).map(|word| segment.start + word.len()).max()
    }

    #[test]
    fn the_list_is_sorted_and_bounded() {
        assert!(WORDS.len() > 30_000 && WORDS.is_sorted());
        assert!(WORDS.iter().all(|word| word.len() < LONGEST));
    }

    proptest! {
        #[test]
        fn the_search_finds_what_a_look_at_every_word_finds(
            picks in prop::collection::vec((0..WORDS.len(), 1_usize..12), 1..4),
            skip in 0_usize..4,
        ) {
            let parts = picks.iter().map(|&(pick, take)| WORDS[pick].chars().take(take).collect::<String>());
            let line: String = parts.collect();
            let start = line.char_indices().nth(skip).map_or(0, |(at, _)| at);
            let end = start + line[start..].chars().next().map_or(0, char::len_utf8);
            prop_assert_eq!(longest(&line, &(start..end)), naive(&line, &(start..end)));
        }
    }
}
