//! Words that are not counted: function words of the document's language, and the user's own stop words. Most
//! lists are those of stopwords-iso, from the crate `stop-words`. The lists in `data/stop` are our own. They
//! are for languages that stopwords-iso lacks (Lao, Khmer, Burmese, Pashto, Uyghur), or for which its list is
//! broken (Urdu), too broad for a cloud (English) or too short (Thai, Chinese, Arabic, Persian, Hebrew,
//! Ukrainian).

use crate::clean::clean;
use crate::error::Error;
use crate::folding::Folding;
use crate::segment::Segmenter;
use std::collections::{HashMap, HashSet};

/// Our own lists. Those in [`REPLACING`] replace the list of the crate; the others add to it.
const OWN: [(&str, &str); 13] = [
    ("ar", include_str!("../data/stop/ar.txt")),
    ("en", include_str!("../data/stop/en.txt")),
    ("fa", include_str!("../data/stop/fa.txt")),
    ("he", include_str!("../data/stop/he.txt")),
    ("km", include_str!("../data/stop/km.txt")),
    ("lo", include_str!("../data/stop/lo.txt")),
    ("my", include_str!("../data/stop/my.txt")),
    ("ps", include_str!("../data/stop/ps.txt")),
    ("th", include_str!("../data/stop/th.txt")),
    ("ug", include_str!("../data/stop/ug.txt")),
    ("uk", include_str!("../data/stop/uk.txt")),
    ("ur", include_str!("../data/stop/ur.txt")),
    ("zh", include_str!("../data/stop/zh.txt")),
];
const REPLACING: [&str; 2] = ["en", "ur"];
/// The language that pages in scripts other than Latin often quote. Its function words are dropped there too.
const QUOTED: &str = "en";
/// The languages for which the English list is used in addition to their own. Languages in Latin script are
/// not included, because they have words that look like English ones, such as `die`.
const OTHER_SCRIPTS: [&str; 28] = [
    "ar", "bg", "bn", "el", "fa", "gu", "he", "hi", "hy", "ja", "ka", "km", "ko", "ku", "lo", "mr", "my",
    "ne", "ps", "ru", "sr", "ta", "te", "th", "ug", "uk", "ur", "zh",
];

/// Which words are not counted. The default is the built-in list of each document's language.
///
/// ```
/// use dehusk_words::StopWords;
///
/// let built_in_and_own = StopWords::default().with_list("dehusk\nread more")?;
/// let own = StopWords::none().with_list("dehusk")?;
/// assert!(StopWords::has_list("th") && !StopWords::has_list("tlh"));
/// # Ok::<(), dehusk_words::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StopWords {
    built_in: bool,
    own: Vec<String>,
}

impl Default for StopWords {
    fn default() -> StopWords {
        StopWords { built_in: true, own: Vec::new() }
    }
}

impl StopWords {
    /// No stop words: every word is counted.
    #[must_use]
    pub fn none() -> StopWords {
        StopWords { built_in: false, own: Vec::new() }
    }

    /// Adds a list of the user, for documents in all languages: one word or phrase per line. Lines that begin
    /// with `#` are skipped.
    ///
    /// # Errors
    ///
    /// [`Error::WordList`] for a line with a NUL character, which indicates UTF-16.
    pub fn with_list(mut self, list: &str) -> Result<StopWords, Error> {
        for (index, line) in list.trim_start_matches('\u{FEFF}').lines().map(str::trim).enumerate() {
            Error::check_nul("stop words", index, line)?;
            if !line.is_empty() && !line.starts_with('#') {
                self.own.push(line.to_owned());
            }
        }
        Ok(self)
    }

    /// Whether there is a built-in list for the language.
    #[must_use]
    pub fn has_list(language: &str) -> bool {
        built_in(language).next().is_some()
    }

    /// Whether a built-in list applies to documents of this language.
    pub(crate) fn applies(&self, language: &str) -> bool {
        self.built_in && StopWords::has_list(language)
    }

    /// The stop words for documents of a language. They are segmented like the documents. They are folded by
    /// the default folding, so that all their spellings match.
    pub(crate) fn set(&self, language: &str, segmenter: &Segmenter) -> StopSet {
        let quoted = OTHER_SCRIPTS.contains(&language).then_some(QUOTED);
        let lists =
            [Some(language), quoted].into_iter().flatten().filter(|_| self.built_in).flat_map(built_in);
        let mut set = StopSet::default();
        let mut insert = |word: &str| set.insert(&Folding::default().in_language(word, language), segmenter);
        lists.for_each(&mut insert);
        self.own.iter().for_each(|word| insert(word));
        set
    }
}

fn built_in(language: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let own = OWN.iter().filter(move |(of, _)| *of == language).flat_map(|(_, list)| words(list));
    let listed = if REPLACING.contains(&language) { None } else { stop_words::lookup(language) };
    own.chain(listed.into_iter().flatten().copied())
}

fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace)
}

/// Stop words as keys. A stop word that the segmenter splits is a sequence of words, stored under its first
/// word. All others are single words.
#[derive(Debug, Default)]
pub(crate) struct StopSet {
    words: HashSet<Box<str>>,
    sequences: HashMap<Box<str>, Vec<Vec<Box<str>>>>,
}

impl StopSet {
    fn insert(&mut self, word: &str, segmenter: &Segmenter) {
        let folding = Folding::default();
        let word = clean(word);
        let mut keys: Vec<Box<str>> =
            segmenter.texts(&word).into_iter().map(|word| folding.key(word).into()).collect();
        match keys.len() {
            0 => {}
            1 => {
                self.words.extend(keys.pop());
            }
            _ => {
                let first = keys.remove(0);
                self.sequences.entry(first).or_default().push(keys);
            }
        }
    }

    /// Whether the single word is a stop word.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.words.contains(key)
    }

    /// The number of words of the longest sequence that begins with this key, if any. `next` returns the keys
    /// of the words after it, from index 0.
    pub(crate) fn sequence<'k>(&self, key: &str, next: impl Fn(usize) -> Option<&'k str>) -> Option<usize> {
        let fits = |rest: &&Vec<Box<str>>| rest.iter().enumerate().all(|(i, key)| next(i) == Some(&**key));
        self.sequences.get(key)?.iter().filter(fits).map(|rest| rest.len() + 1).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(stop_words: &StopWords, language: &str) -> StopSet {
        stop_words.set(language, &Segmenter::default())
    }

    #[test]
    fn built_in_lists_have_function_words_only() {
        let all = StopWords::default();
        for (language, stopped, kept) in [
            ("en", "The", "computer"),
            ("th", "และ", "ฝน"),
            ("th", "the", "rain"),
            ("de", "und", "Regen"),
            ("ar", "في", "مطر"),
            ("fa", "که", "باران"),
            ("ur", "اور", "بارش"),
            ("ps", "او", "باران"),
            ("ug", "بىلەن", "يامغۇر"),
            ("he", "הוא", "גשם"),
            ("zh", "的", "人民"),
            ("ja", "これ", "天気"),
            ("lo", "ແລະ", "ຝົນ"),
            ("km", "និង", "ភ្លៀង"),
            ("my", "နှင့်", "မိုး"),
        ] {
            let set = set(&all, language);
            let key = |word| Folding::default().key(word);
            assert!(set.has(&key(stopped)) && !set.has(&key(kept)), "{language}");
            assert!(all.applies(language));
        }
        assert!(!set(&StopWords::none(), "en").has("the"));
        assert!(
            !set(&all, "de").has("the") || stop_words::lookup("de").is_some_and(|list| list.contains(&"the"))
        );
    }

    #[test]
    fn forms_of_function_words_are_listed() {
        let key = |word| Folding::default().key(word);
        for (language, words) in [
            (
                "fa",
                "می\u{200C}کند میکند می\u{200C}شود می\u{200C}دهد نمی\u{200C}شود آن\u{200C}ها آنها این\u{200C}که می کند شود ها",
            ),
            ("ar", "وهذا وكذا لأن إليه فهو وقد بأن لهذا ولكن عليها"),
            ("he", "כדי אלא זו בו עוד שלהם הזאת"),
            ("uk", "не та але щоб було"),
        ] {
            let set = set(&StopWords::default(), language);
            for word in words.split(' ') {
                assert!(set.has(&key(word)), "{language} {word}");
            }
        }
    }

    #[test]
    fn a_stop_word_that_is_split_matches_as_a_sequence() {
        let set = set(&StopWords::none().with_list("# mine\nread more\n\nX").unwrap(), "en");
        let error = StopWords::none().with_list("a\nb\0").unwrap_err().to_string();
        assert_eq!(error, "stop words, line 2: contains a NUL character; save the list as UTF-8");
        let next = ["more", "now"];
        assert_eq!(set.sequence("read", |i| next.get(i).copied()), Some(2));
        assert_eq!(set.sequence("read", |_| None), None);
        assert!(set.has("x") && !set.has("read"));
    }
}
