//! Why there is no cloud.

use super::unplaced::Unplaced;
use crate::canvas::MAX_SIDE;
use std::fmt;

/// Why there is no cloud.
#[derive(Clone, Debug, PartialEq)]
pub enum CloudError {
    /// The list of words is empty.
    NoWords,
    /// Not one of the words can be drawn.
    NothingPlaced(Vec<Unplaced>),
    /// A word is from a sentence that was not given.
    Sentence {
        /// The word's number in its list.
        word: usize,
        /// The number that no sentence has.
        sentence: u32,
    },
    /// No font has the family that was asked for.
    NoFamily(String),
    /// A setting cannot be: which, and what it may be.
    Setting(String),
}

impl fmt::Display for CloudError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CloudError::NoWords => f.write_str("there are no words"),
            CloudError::NothingPlaced(unplaced) => match &unplaced[..] {
                [] => f.write_str("there are no words"),
                [only] => only.fmt(f),
                [first, others @ ..] => write!(f, "none of {} words can be drawn: {first}", others.len() + 1),
            },
            CloudError::Sentence { word, sentence } => {
                write!(f, "word {word} is from sentence {sentence}, which was not given")
            }
            CloudError::NoFamily(family) => {
                write!(f, "no font has the family “{family}”; `fc-list : family` names those of this machine")
            }
            CloudError::Setting(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CloudError {}

/// The sides of a canvas that can be.
pub(super) fn side_error(width: u32, height: u32) -> CloudError {
    CloudError::Setting(format!("the canvas is {width} by {height} pixels; each side can be 1 to {MAX_SIDE}"))
}
