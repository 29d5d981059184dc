//! The user's own word list, and the search for the longest listed word at an offset of a text. The segmenter
//! decides whether to use it.

use crate::clean::clean;
use crate::error::Error;
use crate::syllable::may_cut_at;
use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use std::ops::Range;

const CASES: CaseMapperBorrowed<'static> = CaseMapper::new();
/// Maximum characters of a listed word, which bounds the search at each offset. The longest words of the
/// built-in Thai list have 20. Chosen by hand.
const MAX_WORD_CHARACTERS: usize = 100;
/// The name of the list in errors.
const LIST: &str = "word list";

/// A list of words and phrases.
///
/// Case and the composition of characters do not matter. A phrase such as `Bangkok Post` matches with one
/// space between its words.
///
/// ```
/// use dehusk_words::Lexicon;
///
/// let lexicon = Lexicon::parse("# places\nกรุงเทพ\nBangkok Post\n")?;
/// assert_eq!(lexicon.len(), 2);
/// assert!(Lexicon::parse("a\tb").is_err());
/// # Ok::<(), dehusk_words::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// Folded and sorted by bytes, so that words with a common prefix are adjacent.
    words: Vec<Box<str>>,
}

impl Lexicon {
    /// Parses a list: one word or phrase per line. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// [`Error::WordList`] for a line with a tab (which indicates a table), with a NUL character (UTF-16), or
    /// with more than 100 characters.
    pub fn parse(list: &str) -> Result<Lexicon, Error> {
        let mut words: Vec<Box<str>> = Vec::new();
        for (index, line) in list.trim_start_matches('\u{FEFF}').lines().enumerate() {
            Error::check_nul(LIST, index, line)?;
            if !line.starts_with('#') {
                let word = word(line.trim()).map_err(|problem| Error::WordList {
                    list: LIST,
                    line: index + 1,
                    problem,
                })?;
                words.extend(Some(word).filter(|word| !word.is_empty()));
            }
        }
        words.sort_unstable();
        words.dedup();
        Ok(Lexicon { words })
    }

    /// The number of distinct words in the list.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the list has no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the end of the longest listed word that begins at `at`, among those whose end satisfies
    /// `fits`. The end is never inside a syllable.
    pub(crate) fn longest(&self, text: &str, at: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let mut range = 0..self.words.len();
        let mut length = 0;
        let mut longest = None;
        let mut chars = text[at..].char_indices().peekable();
        while let Some((_, c)) = chars.next() {
            let mut bytes = [0; 4];
            let next = fold(c).encode_utf8(&mut bytes).as_bytes();
            range = self.narrow(range, length, next);
            length += next.len();
            if range.is_empty() {
                break;
            }
            let end = chars.peek().map_or(text.len(), |&(offset, _)| at + offset);
            if self.words[range.start].len() == length && may_cut_at(text, end) && fits(end) {
                longest = Some(end);
            }
        }
        longest
    }

    /// Narrows a range of words with a common prefix of `length` bytes to those that continue with `next`.
    fn narrow(&self, range: Range<usize>, length: usize, next: &[u8]) -> Range<usize> {
        let words = &self.words[range.clone()];
        let part = |word: &str| {
            let end = word.len().min(length + next.len());
            word.as_bytes()[length..end].cmp(next)
        };
        let first = words.partition_point(|word| part(word).is_lt());
        let end = words.partition_point(|word| part(word).is_le());
        range.start + first..range.start + end
    }
}

/// Returns the folded word in a line of a list.
fn word(line: &str) -> Result<Box<str>, String> {
    if line.contains('\t') {
        return Err("contains a tab; give one word or phrase per line".to_owned());
    }
    let word = clean(line);
    if word.chars().count() > MAX_WORD_CHARACTERS {
        return Err(format!(
            "has more than {MAX_WORD_CHARACTERS} characters; give one word or phrase per line"
        ));
    }
    Ok(word.chars().map(fold).collect::<String>().into())
}

fn fold(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { CASES.simple_fold(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_fitting_word_is_found() {
        let lexicon = Lexicon::parse("วัน\nวันนี้\nวันน\nNew York\n\n# x\nnew york").unwrap();
        assert_eq!(lexicon.len(), 4);
        assert_eq!(lexicon.longest("วันนี้ฝน", 0, |_| true), Some("วันนี้".len()));
        assert_eq!(lexicon.longest("วันนิ", 0, |_| true), Some("วัน".len()), "not before a vowel sign");
        assert_eq!(lexicon.longest("NEW YORKERS", 0, |_| true), Some(8));
        assert_eq!(lexicon.longest("NEW YORKERS", 0, |end| end == 11), None);
        let error = Lexicon::parse("a\n\u{0}b").unwrap_err().to_string();
        assert_eq!(error, "word list, line 2: contains a NUL character; save the list as UTF-8");
        assert_eq!(Lexicon::default().longest("วัน", 0, |_| true), None);
    }
}
