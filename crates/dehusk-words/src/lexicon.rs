//! The user's own words: a list, and the longest of it that stands at a place of a text. Whether that word is
//! taken is the segmenter's business.

use crate::clean::clean;
use crate::error::Error;
use crate::letters::may_cut;
use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use std::ops::Range;

const CASES: CaseMapperBorrowed<'static> = CaseMapper::new();
/// Words of a list have at most so many characters, so that the search at a place is bounded. The words of
/// the built-in Thai list have at most 20.
const LONGEST_LISTED: usize = 100;
/// As errors call it.
const LIST: &str = "word list";

/// A list of words and phrases.
///
/// Case does not matter, nor whether characters are composed. A phrase such as `Bangkok Post` is found across one
/// blank.
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
    /// Folded, in the order of their bytes, so that words with a common beginning are neighbours.
    words: Vec<Box<str>>,
}

impl Lexicon {
    /// Reads a list: one word or phrase per line; empty lines and lines that begin with `#` are left out.
    ///
    /// # Errors
    ///
    /// A line with a tabulator (a table, not a list), with a NUL (UTF-16) or with more than 100 characters.
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

    /// How many different words are listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether no word is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Where the longest listed word that begins at `at` ends, of those whose end `fits`. Never before a combining
    /// character.
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
            range = self.narrowed(range, length, next);
            length += next.len();
            if range.is_empty() {
                break;
            }
            let (end, whole) = match chars.peek() {
                Some(&(offset, after)) => (at + offset, may_cut(c, after)),
                None => (text.len(), true),
            };
            if self.words[range.start].len() == length && whole && fits(end) {
                longest = Some(end);
            }
        }
        longest
    }

    /// Of words with a common beginning of `length` bytes, and those alone, the ones that go on with `next`.
    fn narrowed(&self, range: Range<usize>, length: usize, next: &[u8]) -> Range<usize> {
        let words = &self.words[range.clone()];
        let part = |word: &str| {
            let end = word.len().min(length + next.len());
            word.as_bytes()[length..end].cmp(next)
        };
        let first = words.partition_point(|word| part(word).is_lt());
        let behind = words.partition_point(|word| part(word).is_le());
        range.start + first..range.start + behind
    }
}

/// The word of a line, folded.
fn word(line: &str) -> Result<Box<str>, String> {
    if line.contains('\t') {
        return Err("a tabulator; give one word or phrase per line".to_owned());
    }
    let word = clean(line);
    if word.chars().count() > LONGEST_LISTED {
        return Err(format!("more than {LONGEST_LISTED} characters; give one word or phrase per line"));
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
    fn finds_the_longest_that_fits() {
        let lexicon = Lexicon::parse("วัน\nวันนี้\nวันน\nNew York\n\n# x\nnew york").unwrap();
        assert_eq!(lexicon.len(), 4);
        assert_eq!(lexicon.longest("วันนี้ฝน", 0, |_| true), Some("วันนี้".len()));
        assert_eq!(lexicon.longest("วันนิ", 0, |_| true), Some("วัน".len()), "not before a vowel sign");
        assert_eq!(lexicon.longest("NEW YORKERS", 0, |_| true), Some(8));
        assert_eq!(lexicon.longest("NEW YORKERS", 0, |end| end == 11), None);
        let error = Lexicon::parse("a\n\u{0}b").unwrap_err().to_string();
        assert_eq!(error, "word list, line 2: a NUL character; save the list as UTF-8");
        assert_eq!(Lexicon::default().longest("วัน", 0, |_| true), None);
    }
}
