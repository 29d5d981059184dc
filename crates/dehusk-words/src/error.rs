//! Errors in the user's input. Each message is one line that says what to do.

/// A list, an option or a language that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An unknown value of an option.
    #[error("there is no {what} {word:?}; choose from {words}")]
    UnknownWord {
        /// The option, such as `segmenter`.
        what: &'static str,
        /// The given value.
        word: String,
        /// The possible values, separated by commas.
        words: String,
    },
    /// A list of foldings in which some names have a `+` or `-` and others do not.
    #[error(
        "the folding {names:?} has names with and without + or -; \
         give all with + or - (to change the default) or all without (to replace it)"
    )]
    MixedFolding {
        /// The given names.
        names: String,
    },
    /// The segmenter `longest` without a word list.
    #[error("the segmenter \"longest\" has no words of its own; give it a word list")]
    NoWordList,
    /// A line of a list that is not a word.
    #[error("{list}, line {line}: {problem}")]
    WordList {
        /// Which list: `word list` or `stop words`.
        list: &'static str,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it and what to do.
        problem: String,
    },
    /// There is no built-in table of document frequencies for the language.
    #[error(
        "there is no built-in table of document frequencies for the language {language:?}; \
         give reference pages or weight by frequency (there are tables for {languages})"
    )]
    NoTable {
        /// The requested language.
        language: String,
        /// The languages with a table.
        languages: String,
    },
}

impl Error {
    /// Refuses a line with a NUL, which indicates UTF-16.
    pub(crate) fn check_nul(list: &'static str, index: usize, line: &str) -> Result<(), Error> {
        if line.contains('\0') {
            let problem = "contains a NUL character; save the list as UTF-8".to_owned();
            return Err(Error::WordList { list, line: index + 1, problem });
        }
        Ok(())
    }

    pub(crate) fn unknown(what: &'static str, word: &str, words: &[&str]) -> Error {
        Error::UnknownWord { what, word: word.to_owned(), words: words.join(", ") }
    }
}
