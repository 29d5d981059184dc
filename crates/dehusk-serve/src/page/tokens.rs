//! Counts tokens, and cuts a text into pages that fit into a number of tokens.
//!
//! The counts are an estimate, and answers call them one: every model has its own tokenizer. A text is cut at the borders of its
//! blocks, and within a block only if the part would be less than half full otherwise.

use serde::Serialize;

use super::fields::Fields;
use crate::problem::Problem;

/// The word for how tokens are counted, in records and headers.
pub(crate) const COUNTED_BY: &str = "estimate";

/// The unit of the estimate: a token is this many units.
const TOKEN_UNITS: usize = 4;
/// Units of an ASCII character: four characters are a token, the rule of thumb of OpenAI's documentation for English.
const ASCII_UNITS: usize = 1;
/// Units of a Chinese, Japanese or Korean character: one token. Chosen by hand, as an upper estimate.
const IDEOGRAPH_UNITS: usize = 4;
/// Units of any other character: half a token. Chosen by hand, as an upper estimate for Cyrillic, Arabic and Thai.
const OTHER_UNITS: usize = 2;

/// A part that ends with a block fills at least one out of this number of the bytes that fit. Chosen by hand: a part that is only a heading
/// is of no use.
const MIN_FILLED: usize = 2;

/// The scripts with one token for each character: the first and the last character of each range.
const IDEOGRAPHS: [(char, char); 4] = [
    ('\u{1100}', '\u{11ff}'),   // Hangul Jamo
    ('\u{2e80}', '\u{a4cf}'),   // CJK, kana, Yi
    ('\u{ac00}', '\u{d7ff}'),   // Hangul
    ('\u{20000}', '\u{3ffff}'), // further CJK
];

fn units(c: char) -> usize {
    match c {
        _ if c.is_ascii() => ASCII_UNITS,
        _ if IDEOGRAPHS.iter().any(|(first, last)| (*first..=*last).contains(&c)) => IDEOGRAPH_UNITS,
        _ => OTHER_UNITS,
    }
}

/// Estimates the number of tokens of a text.
pub(crate) fn estimate(text: &str) -> usize {
    let bytes = text.as_bytes();
    let units: usize =
        if bytes.is_ascii() { bytes.len() * ASCII_UNITS } else { text.chars().map(units).sum() };
    units.div_ceil(TOKEN_UNITS)
}

/// Which part of a text is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paging {
    /// The first character, counted from 0.
    start: usize,
    max_tokens: Option<usize>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextPage {
    pub(crate) text: String,
    pub(crate) tokens: TokenCount,
}

/// The number of tokens of a part of a text, and where the next part starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct TokenCount {
    /// The number of tokens.
    pub(crate) count: usize,
    /// How they were counted: `estimate`.
    pub(crate) by: &'static str,
    /// The first character of this part.
    pub(crate) start: usize,
    /// The first character of the next part; absent at the end of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_start: Option<usize>,
}

impl Paging {
    /// Takes the options `start` and `max_tokens`. None if neither is given.
    pub(crate) fn take(fields: &mut Fields) -> Result<Option<Paging>, Problem> {
        let start = fields.number("start", 0..=usize::MAX)?;
        let max_tokens = fields.number("max_tokens", 1..=usize::MAX)?;
        let is_given = start.is_some() || max_tokens.is_some();
        Ok(is_given.then_some(Paging { start: start.unwrap_or(0), max_tokens }))
    }

    /// The part of a text, whose blocks are separated by this line break.
    pub(crate) fn cut(self, text: &str, block_end: &str) -> TextPage {
        let rest_at = text.char_indices().nth(self.start).map_or(text.len(), |(at, _)| at);
        let rest = &text[rest_at..];
        let length = self.max_tokens.map_or(rest.len(), |max| fitting(rest, max, block_end));
        let part = &rest[..length];
        let next_start = (length < rest.len()).then(|| self.start + part.chars().count());
        let tokens = TokenCount { count: estimate(part), by: COUNTED_BY, start: self.start, next_start };
        TextPage { text: part.to_owned(), tokens }
    }
}

/// The length in bytes of the longest beginning of a text that fits and ends with a block; if that is less than half of what fits, with
/// a word; if the first word does not fit, with a character. It is never empty, so that all parts together are the text.
fn fitting(text: &str, max_tokens: usize, block_end: &str) -> usize {
    let max_units = max_tokens.saturating_mul(TOKEN_UNITS);
    let mut used = 0;
    let limit = text.char_indices().find(|(_, c)| {
        used += units(*c);
        used > max_units
    });
    let Some((limit, _)) = limit else { return text.len() };
    let fits = &text[..limit];
    let after =
        |end: &str| fits.rfind(end).map(|at| at + end.len()).filter(|length| length * MIN_FILLED >= limit);
    let first = text.chars().next().map_or(0, char::len_utf8);
    after(block_end).or_else(|| after(" ")).unwrap_or(limit).max(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts and their tokens. The test of the npm package reads them too.
    const CASES: &str = include_str!("../../tests/tokens.tsv");

    #[test]
    fn the_estimate_knows_scripts() {
        for case in CASES.lines() {
            let (text, tokens) = case.split_once('\t').unwrap();
            assert_eq!(estimate(text), tokens.parse::<usize>().unwrap(), "{text}");
        }
    }

    fn parts(text: &str, max_tokens: usize) -> Vec<String> {
        let (mut start, mut parts) = (0, Vec::new());
        loop {
            let page = Paging { start, max_tokens: Some(max_tokens) }.cut(text, "\n");
            parts.push(page.text);
            match page.tokens.next_start {
                Some(next) => start = next,
                None => return parts,
            }
        }
    }

    #[test]
    fn a_text_is_cut_at_blocks_then_words_then_characters() {
        assert_eq!(parts("ab\ncd\nef", 1), ["ab\n", "cd\n", "ef"]);
        assert_eq!(parts("a\ncd\nefgh", 2), ["a\ncd\n", "efgh"]);
        assert_eq!(parts("a\none two six", 2), ["a\none ", "two six"]);
        assert_eq!(parts("one two six", 2), ["one two ", "six"]);
        assert_eq!(parts("abcdefghij", 1), ["abcd", "efgh", "ij"]);
        assert_eq!(parts("水車", 1), ["水", "車"]);
        assert_eq!(parts("", 1), [""]);
    }

    #[test]
    fn a_start_beyond_the_text_is_its_end() {
        let page = Paging { start: 99, max_tokens: None }.cut("mill", "\n");
        assert_eq!((page.text.as_str(), page.tokens.next_start), ("", None));
    }

    proptest! {
        #[test]
        fn all_parts_together_are_the_text(text in "[a-c \n水ß]{0,80}", max_tokens in 1usize..9) {
            let parts = parts(&text, max_tokens);
            prop_assert_eq!(parts.concat(), text);
            prop_assert!(parts.iter().all(|part| estimate(part) <= max_tokens));
        }
    }
}
