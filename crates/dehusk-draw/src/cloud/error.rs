//! Errors of tag clouds.

use super::unplaced::Unplaced;
use crate::canvas::MAX_SIDE;
use std::fmt;

/// Why no cloud can be made.
#[derive(Clone, Debug, PartialEq)]
pub enum CloudError {
    /// The list of words is empty.
    NoWords,
    /// None of the words can be drawn.
    NothingPlaced(Vec<Unplaced>),
    /// A word refers to a sentence that was not given.
    Sentence {
        /// The index of the word in its list.
        word: usize,
        /// The index given for the sentence. No sentence has this index.
        sentence: u32,
    },
    /// No font has the requested family.
    NoFamily(String),
    /// A setting is out of range. The message names the setting and the allowed range.
    Setting(String),
}

impl fmt::Display for CloudError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CloudError::NoWords => f.write_str(NO_WORDS),
            CloudError::NothingPlaced(unplaced) => match &unplaced[..] {
                [] => f.write_str(NO_WORDS),
                [only] => only.fmt(f),
                [first, others @ ..] => {
                    write!(f, "none of the {} words can be drawn: {first}", others.len() + 1)
                }
            },
            CloudError::Sentence { word, sentence } => {
                write!(f, "word {word} refers to sentence {sentence}, which was not given")
            }
            CloudError::NoFamily(family) => {
                write!(
                    f,
                    "no font has the family “{family}”; `fc-list : family` lists the installed families"
                )
            }
            CloudError::Setting(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CloudError {}

const NO_WORDS: &str = "there are no words to draw; give at least one";

/// The error for a canvas that is too small or too large.
pub(super) fn side_error(width: u32, height: u32) -> CloudError {
    CloudError::Setting(format!(
        "the canvas is {width} by {height} pixels; each side must be 1 to {MAX_SIDE} pixels"
    ))
}
