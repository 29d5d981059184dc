//! The user's own words: a list, and the longest of it that stands at a place of a text. Whether that word is
//! taken is the segmenter's business.

use crate::clean::clean;
use crate::error::Error;
use crate::letters::may_cut;
use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use std::collections::HashMap;

const CASES: CaseMapperBorrowed<'static> = CaseMapper::new();
/// Words of a list have at most so many characters, so that the search at a place is bounded. The words of
/// the built-in Thai list have at most 20.
const LONGEST_LISTED: usize = 100;
const ROOT: u32 = 0;

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
    steps: HashMap<(u32, char), u32>,
    ends: Vec<bool>,
    words: usize,
}

impl Lexicon {
    /// Reads a list: one word or phrase per line; empty lines and lines that begin with `#` are left out.
    ///
    /// # Errors
    ///
    /// A line with a tabulator (a table, not a list) or with more than 100 characters.
    pub fn parse(list: &str) -> Result<Lexicon, Error> {
        let mut lexicon = Lexicon { ends: vec![false], ..Lexicon::default() };
        for (index, line) in list.trim_start_matches('\u{FEFF}').lines().enumerate() {
            if !line.starts_with('#') {
                lexicon
                    .insert(line.trim())
                    .map_err(|problem| Error::WordList { line: index + 1, problem })?;
            }
        }
        Ok(lexicon)
    }

    /// How many different words are listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words
    }

    /// Whether no word is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    fn insert(&mut self, line: &str) -> Result<(), String> {
        if line.contains('\t') {
            return Err("a tabulator; give one word or phrase per line".to_owned());
        }
        let word = clean(line);
        if word.chars().count() > LONGEST_LISTED {
            return Err(format!("more than {LONGEST_LISTED} characters; give one word or phrase per line"));
        }
        if !word.is_empty() {
            self.insert_clean(&word);
        }
        Ok(())
    }

    fn insert_clean(&mut self, word: &str) {
        let mut node = ROOT;
        for c in word.chars().map(fold) {
            let fresh = self.ends.len() as u32;
            node = *self.steps.entry((node, c)).or_insert(fresh);
            if node == fresh {
                self.ends.push(false);
            }
        }
        let end = &mut self.ends[node as usize];
        self.words += usize::from(!*end);
        *end = true;
    }

    /// Where the longest listed word that begins at `at` ends, of those whose end `fits`. Never before a combining
    /// character.
    pub(crate) fn longest(&self, text: &str, at: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let mut node = ROOT;
        let mut longest = None;
        let mut chars = text[at..].char_indices().peekable();
        while let Some((_, c)) = chars.next() {
            node = *match self.steps.get(&(node, fold(c))) {
                Some(node) => node,
                None => break,
            };
            let (end, whole) = match chars.peek() {
                Some(&(offset, after)) => (at + offset, may_cut(c, after)),
                None => (text.len(), true),
            };
            if self.ends[node as usize] && whole && fits(end) {
                longest = Some(end);
            }
        }
        longest
    }
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
        assert_eq!(Lexicon::default().longest("วัน", 0, |_| true), None);
    }
}
