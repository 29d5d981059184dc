//! Finds the language, the script and the direction of a text.
//!
//! [`detect()`] always answers, for choosing stop words; [`Letters`] answers only where the text is clear, for metadata. Only the first
//! 20,000 letters are read, so the time is bounded. This crate knows nothing of pages and their declarations, except for the form of
//! a language tag ([`of_tag`], [`is_in_range`], [`wanted_tag`]).

mod codes;
mod detect;
mod function_words;
mod tables;
mod tag;

pub use codes::{is_code, short_code};
pub use detect::{Letters, detect};
pub use tag::{is_in_range, of_tag, wanted_tag};

/// The language of a text without letters.
pub const UNKNOWN: &str = "und";
