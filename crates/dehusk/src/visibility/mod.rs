//! What a reader would see: finds text that the page hides, and decides whether it is main content anyway.
//!
//! Visibility is computed from the page itself: attributes such as `hidden`, `style` attributes, and the rules in `style`
//! elements (with the feature `css`). Linked style sheets and scripts are not loaded. `Visibility` answers for the
//! elements that are asked for and those around them, each once. `decide` removes hidden text from a selection or marks it;
//! `beside` judges captions, pictures, formulas and comments.
//!
//! The methods do not use this module: it runs after them. `grain` has features of its own for a few attributes.

mod animation;
mod backdrop;
mod beside;
#[cfg(feature = "css")]
mod body;
#[cfg(feature = "css")]
mod cascade;
#[cfg(not(feature = "css"))]
#[path = "cascade_without_css.rs"]
mod cascade;
mod color;
mod controls;
mod decide;
mod disclosure;
mod escapes;
mod grammar;
#[cfg(feature = "css")]
mod layers;
mod length;
mod own;
mod parentheses;
mod reading;
#[cfg(feature = "css")]
mod refused;
mod shadow;
mod shape;
#[cfg(feature = "css")]
mod sheet;
mod sight;
mod style;
#[cfg(feature = "css")]
mod subject;
#[cfg(feature = "css")]
mod supports;
mod thresholds;
mod unseen;
mod variables;

pub(crate) use beside::Beside;
pub(crate) use decide::{Request, apply};
pub(crate) use sight::Visibility;

pub use crate::selection::Hiding;

/// Classes of text for screen readers: Bootstrap 4 and Tailwind, WordPress, Bootstrap 5.
pub(crate) const SCREEN_READER_CLASSES: [&str; 3] = ["sr-only", "screen-reader-text", "visually-hidden"];

/// What to do with text that the page hides from its readers; see [`Options::with_hidden`](crate::Options::with_hidden).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HiddenText {
    /// Remove it, except for three kinds, which are kept and marked: a large part of the text, because a script probably shows it
    /// later; text that the reader can open (tabs, accordions, "read more"); and text that only screen readers skip
    /// (`aria-hidden`, `inert`). The default of `grain`.
    #[default]
    Auto,
    /// Remove it.
    Drop,
    /// Keep it where the method does, without looking for it. The default of the published methods.
    Keep,
    /// Keep it where the method does, and mark it.
    Flag,
}

impl HiddenText {
    /// All choices.
    pub const ALL: [HiddenText; 4] = [HiddenText::Auto, HiddenText::Drop, HiddenText::Keep, HiddenText::Flag];

    /// Returns the choice as a word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            HiddenText::Auto => "auto",
            HiddenText::Drop => "drop",
            HiddenText::Keep => "keep",
            HiddenText::Flag => "flag",
        }
    }
}

impl std::str::FromStr for HiddenText {
    type Err = crate::Error;

    fn from_str(word: &str) -> Result<HiddenText, crate::Error> {
        HiddenText::ALL.into_iter().find(|choice| choice.as_str() == word).ok_or_else(|| {
            crate::Error::usage(format!(
                "{word:?} is not a choice for hidden text; choose auto, drop, keep or flag"
            ))
        })
    }
}
