//! What can be wrong with what the user gave, each as one line that says what to do.

/// A list, a word of an option or a language that cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A word of an option that does not exist.
    #[error("there is no {what} {word:?}; there are {words}")]
    UnknownWord {
        /// What was asked for, such as `segmenter`.
        what: &'static str,
        /// The word given.
        word: String,
        /// The words there are, separated by commas.
        words: String,
    },
    /// The segmenter `longest` without a list: it knows no word of its own.
    #[error("the segmenter \"longest\" knows no words of its own; give it a word list")]
    NoWordList,
    /// A line of a word list that is no word.
    #[error("word list, line {line}: {problem}")]
    WordList {
        /// The line, from 1.
        line: usize,
        /// What was wrong with it and what to do.
        problem: String,
    },
    /// No table of document frequencies is built in for this language.
    #[error(
        "there is no built-in table of document frequencies for the language {language:?}; \
         give reference pages or weigh by frequency (there are tables for {languages})"
    )]
    NoTable {
        /// The language asked for.
        language: String,
        /// Those with a table.
        languages: String,
    },
}

impl Error {
    pub(crate) fn unknown(what: &'static str, word: &str, words: &[&str]) -> Error {
        Error::UnknownWord { what, word: word.to_owned(), words: words.join(", ") }
    }
}
