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
    /// Names of foldings with and without a sign.
    #[error(
        "the folding {names:?} has names with and without a sign; \
         give all with + or - (to change the default) or all without (to replace it)"
    )]
    MixedFolding {
        /// The names given.
        names: String,
    },
    /// The segmenter `longest` without a list: it knows no word of its own.
    #[error("the segmenter \"longest\" knows no words of its own; give it a word list")]
    NoWordList,
    /// A line of a list that is no word.
    #[error("{list}, line {line}: {problem}")]
    WordList {
        /// Which list: `word list` or `stop words`.
        list: &'static str,
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
    /// A line with a NUL, the sign of a text in UTF-16.
    pub(crate) fn check_nul(list: &'static str, index: usize, line: &str) -> Result<(), Error> {
        if line.contains('\0') {
            let problem = "a NUL character; save the list as UTF-8".to_owned();
            return Err(Error::WordList { list, line: index + 1, problem });
        }
        Ok(())
    }

    pub(crate) fn unknown(what: &'static str, word: &str, words: &[&str]) -> Error {
        Error::UnknownWord { what, word: word.to_owned(), words: words.join(", ") }
    }
}
