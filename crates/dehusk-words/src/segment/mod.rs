//! Words of a line: one [`Segmenter`] before several ways of finding them. What is counted of them, is `count`'s
//! business.
//!
//! Every way is linear in the text. ICU's dictionaries take the longest word at each place and go on at its end; a
//! place of a text is looked at as often as a dictionary's longest word has characters. Lines are handed to ICU in
//! [pieces](pieces::pieces) of bounded length, since it keeps all borders of one run, and the LSTM all its states.

mod longest;
mod overlay;
pub(crate) mod pieces;
mod signs;
mod thai;

use crate::error::Error;
use crate::letters::{ZWNJ, is_joiner, is_letter, is_mark, is_number, may_cut_at};
use crate::lexicon::Lexicon;
use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The release of `icu_segmenter`, as `Cargo.toml` pins it; a test compares it with `Cargo.lock`.
const ICU_RELEASE: &str = "2.4.0";

/// The release of PyThaiNLP whose list `data/thai_words.txt` was made from; a test compares it with the head of
/// that file.
const PYTHAINLP_RELEASE: &str = "5.4.0";

/// How words are found in scripts that are written without blanks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Dictionaries: for Thai PyThaiNLP's list and the likeliest words of it, for Lao, Khmer, Burmese, Chinese and Japanese
    /// ICU4X's.
    #[default]
    Dictionary,
    /// ICU4X with its neural model for Thai, Lao, Khmer and Burmese, and its dictionary for Chinese and Japanese.
    Lstm,
    /// Longest matching with the user's list alone.
    Longest,
}

impl Backend {
    /// All, in the order of the documentation.
    pub const ALL: [Backend; 3] = [Backend::Dictionary, Backend::Lstm, Backend::Longest];

    /// Its word on the command line.
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
/// A word is a stretch with a letter or a digit in it. Apostrophes, gershayim and ZWNJ stay inside words, hyphens
/// and colons do not, full stops between digits or ASCII letters only. Where the user's list has a word that begins with a word of the segmenter and is at least as long, that
/// one is taken. It may end inside a word of the segmenter only between characters of a script without blanks, and
/// never before a combining character. Particles of Korean stay on their nouns: ICU cuts Korean at blanks only.
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
    /// A segmenter with the user's words; [`Lexicon::default`] has none.
    ///
    /// # Errors
    ///
    /// [`Backend::Longest`] without words.
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

    /// How words are found.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// What finds the words, with the versions of program and data: a note beside every result.
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
        let own = if words == 0 { String::new() } else { format!(" and {words} listed words") };
        match self.backend {
            Backend::Dictionary => {
                format!(
                    "icu_segmenter {ICU_RELEASE} dictionary ({data}), PyThaiNLP {PYTHAINLP_RELEASE} words{own}"
                )
            }
            Backend::Lstm => format!("icu_segmenter {ICU_RELEASE} lstm (model {model}, {data}){own}"),
            Backend::Longest => {
                format!("longest match of {words} listed words, icu_segmenter {ICU_RELEASE} rules ({data})")
            }
        }
    }

    /// The words of a line, in order, as byte ranges. None begins or ends before a combining character.
    #[must_use]
    pub fn words(&self, line: &str) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        let mut last = 0..0;
        let mut keep = |segment: Range<usize>| {
            if last.end == segment.start && is_torn(line, segment.start) {
                last.end = segment.end;
            } else {
                words.extend(word(line, std::mem::replace(&mut last, segment)));
            }
        };
        if self.backend == Backend::Longest {
            self.longest(line, &mut keep);
        } else {
            self.overlaid(line, 0..line.len(), &mut keep);
        }
        words.extend(word(line, last));
        words
    }

    /// The words of a line as texts.
    #[must_use]
    pub fn texts<'t>(&self, line: &'t str) -> Vec<&'t str> {
        self.words(line).into_iter().map(|word| &line[word]).collect()
    }
}

impl Default for Segmenter {
    /// The dictionaries, without words of the user.
    fn default() -> Segmenter {
        Segmenter {
            backend: Backend::Dictionary,
            engine: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
            lexicon: Lexicon::default(),
        }
    }
}

/// The segment without joiners at its ends, if it is a word.
fn word(line: &str, segment: Range<usize>) -> Option<Range<usize>> {
    let text = line[segment.clone()].trim_end_matches(ZWNJ);
    let end = segment.start + text.len();
    let start = end - text.trim_start_matches(is_joiner).len();
    text.chars().any(|c| is_letter(c) || is_number(c)).then_some(start..end)
}

/// Whether a border would tear a word: no cut is allowed there, and letters, digits or marks stand at both sides,
/// joiners aside.
fn is_torn(line: &str, at: usize) -> bool {
    let of_word = |c: Option<char>| c.is_some_and(|c| is_letter(c) || is_number(c) || is_mark(c));
    !may_cut_at(line, at)
        && of_word(line[..at].trim_end_matches(is_joiner).chars().next_back())
        && of_word(line[at..].trim_start_matches(is_joiner).chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_that_of_the_lock_file() {
        let lock = include_str!("../../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"icu_segmenter\"\nversion = \"{ICU_RELEASE}\"\n")));
        assert!(lock.contains(&format!("name = \"icu_segmenter_data\"\nversion = \"{ICU_RELEASE}\"\n")));
    }

    #[test]
    fn the_list_is_that_of_its_release() {
        let head = include_str!("../../data/thai_words.txt").lines().next().unwrap();
        assert!(head.contains(&format!("PyThaiNLP {PYTHAINLP_RELEASE},")));
    }

    #[test]
    fn options_have_words() {
        for backend in Backend::ALL {
            assert_eq!(backend.as_str().parse(), Ok(backend));
        }
        let error = "newmm".parse::<Backend>().unwrap_err().to_string();
        assert_eq!(error, "there is no segmenter \"newmm\"; there are dictionary, lstm, longest");
    }

    #[test]
    fn longest_needs_words() {
        assert_eq!(Segmenter::new(Backend::Longest, Lexicon::default()).unwrap_err(), Error::NoWordList);
    }
}
