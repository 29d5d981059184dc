//! Words that are not in the picture, each with the reason. No word is left out silently.

use super::settings::Settings;
use crate::text;
use std::fmt;
use unicode_script::{Script, UnicodeScript};

/// A word that is not in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Unplaced {
    /// The index of its cloud: 0, or 1 for the second cloud of a comparison.
    pub cloud: usize,
    /// Its index in the list of words given for its cloud.
    pub index: usize,
    /// The text without control characters.
    pub text: String,
    /// How often it occurs.
    pub count: u64,
    /// The weight as given, which may be NaN.
    pub weight: f64,
    /// Why it is not in the picture.
    pub reason: Reason,
}

/// Why a word is not in the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The weight is not a positive, finite number.
    Weight,
    /// It is invisible: only whitespace, control characters or joiners.
    Invisible,
    /// It has more characters than [`Settings::MAX_CHARACTERS`].
    TooLong,
    /// No font has outlines for these characters.
    NoFont(Vec<char>),
    /// At its size, it is larger than the part of the canvas for its cloud.
    TooLarge,
    /// There is no room left for it at the smallest scale.
    NoRoom,
}

impl Reason {
    /// A name of the reason that never changes, for use by programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Reason::Weight => "weight",
            Reason::Invisible => "invisible",
            Reason::TooLong => "too long",
            Reason::NoFont(_) => "no font",
            Reason::TooLarge => "too large",
            Reason::NoRoom => "no room",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = Settings::MAX_CHARACTERS;
        match self {
            Reason::Weight => f.write_str("its weight is not a positive number"),
            Reason::Invisible => f.write_str("it has no visible characters"),
            Reason::TooLong => write!(f, "it has more than {max} characters"),
            Reason::NoFont(characters) => write_no_font(characters, f),
            Reason::TooLarge => {
                f.write_str("at the size of its weight it is larger than its part of the picture; set a smaller maximum size")
            }
            Reason::NoRoom => {
                f.write_str("there is no room left for it; make the picture larger or ask for fewer words")
            }
        }
    }
}

/// Writes the script of the first character without a font, and the Debian package that has one.
fn write_no_font(characters: &[char], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(first) = characters.first() else { return f.write_str("no font for it") };
    let code = u32::from(*first);
    if is_emoji(*first) {
        return write!(
            f,
            "emoji cannot be drawn (U+{code:04X}): emoji fonts have color pictures instead of outlines"
        );
    }
    let package = match first.script() {
        Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul | Script::Bopomofo => {
            "fonts-noto-cjk"
        }
        Script::Common | Script::Inherited | Script::Unknown => {
            return write!(
                f,
                "no font for the character U+{code:04X}; try the Debian package fonts-noto-core"
            );
        }
        _ => "fonts-noto-core",
    };
    let script = first.script().full_name().replace('_', " ");
    write!(f, "no font for {script}; install one, for example the Debian package {package}")
}

/// Whether the character is in a Unicode block that Noto Color Emoji draws and text fonts rarely do.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1F000}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' | '\u{E0020}'..='\u{E007F}')
}

impl fmt::Display for Unplaced {
    /// One line: the word, shortened, and why.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Maximum characters of a word in a message. Chosen by hand.
        const MAX_SHOWN: usize = 40;
        let mut shown: String = text::clean(&self.text).chars().take(MAX_SHOWN).collect();
        if self.text.chars().nth(MAX_SHOWN).is_some() {
            shown.push('…');
        }
        write!(f, "“{shown}” is not in the picture: {}", self.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_font_is_named_with_its_package() {
        for (c, expected) in [
            ('磨', "no font for Han; install one, for example the Debian package fonts-noto-cjk"),
            ('한', "no font for Hangul; install one, for example the Debian package fonts-noto-cjk"),
            ('ব', "no font for Bengali; install one, for example the Debian package fonts-noto-core"),
            ('😀', "emoji cannot be drawn (U+1F600): emoji fonts have color pictures instead of outlines"),
        ] {
            assert_eq!(Reason::NoFont(vec![c]).to_string(), expected);
        }
    }
}
