//! Finds the words of a line. One [`Segmenter`] has several backends; `counter` decides which words count.
//!
//! All backends take linear time. ICU's dictionaries take the longest word at each offset and continue at its
//! end, so an offset is visited at most as often as the dictionary's longest word has characters. Lines are
//! passed to ICU in [pieces](pieces::pieces) of bounded length, because ICU stores all borders of a run, and
//! its LSTM stores all states.

mod listed_words;
mod longest_match;
pub(crate) mod pieces;
mod punctuation;
mod thai;

use crate::error::Error;
use crate::lexicon::Lexicon;
use crate::syllable::may_cut_at;
use crate::unicode::{ZWNJ, is_joiner, is_letter, is_mark, is_number};
use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The release of `icu_segmenter` that `Cargo.toml` pins; a test compares it with `Cargo.lock`.
const ICU_RELEASE: &str = "2.4.0";

/// The release of PyThaiNLP from which `data/thai_words.txt` was made; a test compares it with the header of
/// that file.
const PYTHAINLP_RELEASE: &str = "5.4.0";

/// How words are found in scripts that are written without spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Dictionaries: the most likely words of PyThaiNLP's list for Thai; ICU4X's dictionaries for Lao, Khmer,
    /// Burmese, Chinese and Japanese.
    #[default]
    Dictionary,
    /// ICU4X: its neural model for Thai, Lao, Khmer and Burmese; its dictionary for Chinese and Japanese.
    Lstm,
    /// Longest matching with only the user's list.
    Longest,
}

impl Backend {
    /// All backends, in the order of the documentation.
    pub const ALL: [Backend; 3] = [Backend::Dictionary, Backend::Lstm, Backend::Longest];

    /// Its name, as used on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Backend::Dictionary => "dictionary",
            Backend::Lstm => "lstm",
            Backend::Longest => "longest",
        }
    }
}

impl FromStr for Backend {
    type Err = Error;

    fn from_str(word: &str) -> Result<Backend, Error> {
        let words = Backend::ALL.map(Backend::as_str);
        Backend::ALL
            .into_iter()
            .find(|backend| backend.as_str() == word)
            .ok_or_else(|| Error::unknown("segmenter", word, &words))
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Finds the words of a line.
///
/// A word is a segment with a letter or a digit. Apostrophes, gershayim and ZWNJ stay inside words, hyphens
/// and colons separate words, and full stops stay only between digits or ASCII letters.
///
/// A word of the user's list replaces the backend's word at the same offset if it is at least as long. It may
/// end inside a word of the backend only between characters of a script without spaces, and never before a
/// combining mark. Korean particles stay attached to their nouns, because ICU splits Korean only at spaces.
///
/// ```
/// use dehusk_words::{Backend, Lexicon, Segmenter};
///
/// let segmenter = Segmenter::new(Backend::Dictionary, Lexicon::default())?;
/// assert_eq!(segmenter.texts("ฝนตกในกรุงเทพ"), ["ฝนตก", "ใน", "กรุงเทพ"]);
/// let listed = Segmenter::new(Backend::Dictionary, Lexicon::parse("กรุงเทพเมืองฟ้า")?)?;
/// assert_eq!(listed.texts("ฝนตกในกรุงเทพเมืองฟ้า"), ["ฝนตก", "ใน", "กรุงเทพเมืองฟ้า"]);
/// # Ok::<(), dehusk_words::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Segmenter {
    backend: Backend,
    engine: WordSegmenterBorrowed<'static>,
    lexicon: Lexicon,
}

impl Segmenter {
    /// Creates a segmenter with the user's words; [`Lexicon::default`] has none.
    ///
    /// # Errors
    ///
    /// [`Error::NoWordList`] for [`Backend::Longest`] without words.
    pub fn new(backend: Backend, lexicon: Lexicon) -> Result<Segmenter, Error> {
        if backend == Backend::Longest && lexicon.is_empty() {
            return Err(Error::NoWordList);
        }
        let options = WordBreakInvariantOptions::default();
        let engine = match backend {
            Backend::Dictionary => WordSegmenter::new_dictionary(options),
            Backend::Lstm => WordSegmenter::new_auto(options),
            Backend::Longest => WordSegmenter::new_for_non_complex_scripts(options),
        };
        Ok(Segmenter { backend, engine, lexicon })
    }

    /// How words are found in scripts without spaces.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// A description of the backend with the versions of code and data, reported with every result.
    ///
    /// ```
    /// let name = dehusk_words::Segmenter::default().name();
    /// assert!(name.starts_with("icu_segmenter 2."), "{name}");
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        let data = concat!(
            "CLDR ",
            icu_segmenter_data::cldr_tag!(),
            ", Unicode ",
            icu_segmenter_data::unicode_tag!()
        );
        let model = icu_segmenter_data::segmenter_lstm_tag!();
        let words = self.lexicon.len();
        let listed = if words == 0 { String::new() } else { format!(" and {words} listed words") };
        match self.backend {
            Backend::Dictionary => {
                format!(
                    "icu_segmenter {ICU_RELEASE} dictionary ({data}), PyThaiNLP {PYTHAINLP_RELEASE} words{listed}"
                )
            }
            Backend::Lstm => format!("icu_segmenter {ICU_RELEASE} lstm (model {model}, {data}){listed}"),
            Backend::Longest => {
                format!("longest match of {words} listed words, icu_segmenter {ICU_RELEASE} rules ({data})")
            }
        }
    }

    /// Returns the words of a line, in order, as byte ranges. No word begins or ends inside a
    /// syllable or before a combining mark.
    #[must_use]
    pub fn words(&self, line: &str) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        let mut last = 0..0;
        let mut push = |segment: Range<usize>| {
            if last.end == segment.start && splits_word(line, segment.start) {
                last.end = segment.end;
            } else {
                words.extend(word(line, std::mem::replace(&mut last, segment)));
            }
        };
        if self.backend == Backend::Longest {
            self.segment_by_list(line, &mut push);
        } else {
            self.segment_with_listed(line, 0..line.len(), &mut push);
        }
        words.extend(word(line, last));
        words
    }

    /// Returns the words of a line as strings.
    #[must_use]
    pub fn texts<'t>(&self, line: &'t str) -> Vec<&'t str> {
        self.words(line).into_iter().map(|word| &line[word]).collect()
    }
}

impl Default for Segmenter {
    /// The dictionaries, without a user list.
    fn default() -> Segmenter {
        Segmenter {
            backend: Backend::Dictionary,
            engine: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
            lexicon: Lexicon::default(),
        }
    }
}

/// The segment without joiners at its ends; `None` if it is not a word.
fn word(line: &str, segment: Range<usize>) -> Option<Range<usize>> {
    let text = line[segment.clone()].trim_end_matches(ZWNJ);
    let end = segment.start + text.len();
    let start = end - text.trim_start_matches(is_joiner).len();
    text.chars().any(|c| is_letter(c) || is_number(c)).then_some(start..end)
}

/// Whether a border would split a word: words may not end there, and there are letters, digits or marks on
/// both sides, ignoring joiners.
fn splits_word(line: &str, at: usize) -> bool {
    let is_word_character = |c: Option<char>| c.is_some_and(|c| is_letter(c) || is_number(c) || is_mark(c));
    !may_cut_at(line, at)
        && is_word_character(line[..at].trim_end_matches(is_joiner).chars().next_back())
        && is_word_character(line[at..].trim_start_matches(is_joiner).chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icu_release_matches_the_lock_file() {
        let lock = include_str!("../../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"icu_segmenter\"\nversion = \"{ICU_RELEASE}\"\n")));
        assert!(lock.contains(&format!("name = \"icu_segmenter_data\"\nversion = \"{ICU_RELEASE}\"\n")));
    }

    #[test]
    fn the_pythainlp_release_matches_the_word_list() {
        let head = include_str!("../../data/thai_words.txt").lines().next().unwrap();
        assert!(head.contains(&format!("PyThaiNLP {PYTHAINLP_RELEASE},")));
    }

    #[test]
    fn backends_are_parsed_from_their_names() {
        for backend in Backend::ALL {
            assert_eq!(backend.as_str().parse(), Ok(backend));
        }
        let error = "newmm".parse::<Backend>().unwrap_err().to_string();
        assert_eq!(error, "there is no segmenter \"newmm\"; choose from dictionary, lstm, longest");
    }

    #[test]
    fn longest_needs_words() {
        assert_eq!(Segmenter::new(Backend::Longest, Lexicon::default()).unwrap_err(), Error::NoWordList);
    }
}
