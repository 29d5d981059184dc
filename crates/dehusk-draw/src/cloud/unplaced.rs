//! Words that are not in the picture, each with the reason. Nothing is left out silently.

use super::settings::Settings;
use crate::text;
use std::fmt;
use unicode_script::{Script, UnicodeScript};

/// A word that is not in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Unplaced {
    /// The number of its cloud: 0, or 1 for the second of a comparison.
    pub cloud: usize,
    /// Its number in the list that was given.
    pub index: usize,
    /// Without controls.
    pub text: String,
    /// How often it occurs.
    pub count: u64,
    /// As it was given; it need not be a number.
    pub weight: f64,
    /// Why it is not there.
    pub reason: Reason,
}

/// Why a word is not in the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The weight is not a positive, finite number.
    Weight,
    /// Nothing of it can be seen: blanks, controls, joiners.
    Invisible,
    /// It has more characters than [`Settings::MOST_CHARACTERS`].
    TooLong,
    /// No font has outlines for these characters.
    NoFont(Vec<char>),
    /// At its size it is larger than the canvas or its part of it.
    TooLarge,
    /// There is no room left at the smallest size.
    NoRoom,
}

impl Reason {
    /// A name for programs.
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
        let most = Settings::MOST_CHARACTERS;
        match self {
            Reason::Weight => f.write_str("its weight is not a positive number"),
            Reason::Invisible => f.write_str("nothing of it can be seen"),
            Reason::TooLong => write!(f, "it has more than {most} characters"),
            Reason::NoFont(characters) => no_font(characters, f),
            Reason::TooLarge => {
                f.write_str("at the size of its weight it is larger than its part of the picture; a smaller largest size leaves room")
            }
            Reason::NoRoom => {
                f.write_str("there is no room left for it; make the picture larger or ask for fewer words")
            }
        }
    }
}

/// Names the script of the first character without a font, and the Debian package that has one.
fn no_font(characters: &[char], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(first) = characters.first() else { return f.write_str("no font for it") };
    let code = u32::from(*first);
    if is_emoji(*first) {
        return write!(
            f,
            "emoji cannot be drawn (U+{code:04X}): their fonts are pictures in color, without outlines"
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
    write!(f, "no font for {script}; install one, on Debian the package {package}")
}

/// By block: what Noto Color Emoji draws and text fonts rarely have.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1F000}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' | '\u{E0020}'..='\u{E007F}')
}

impl fmt::Display for Unplaced {
    /// One line: the word, shortened, and why.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Characters of a word in a message.
        const SHOWN: usize = 40;
        let mut shown: String = text::clean(&self.text).chars().take(SHOWN).collect();
        if self.text.chars().nth(SHOWN).is_some() {
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
            ('磨', "no font for Han; install one, on Debian the package fonts-noto-cjk"),
            ('한', "no font for Hangul; install one, on Debian the package fonts-noto-cjk"),
            ('ব', "no font for Bengali; install one, on Debian the package fonts-noto-core"),
            ('😀', "emoji cannot be drawn (U+1F600): their fonts are pictures in color, without outlines"),
        ] {
            assert_eq!(Reason::NoFont(vec![c]).to_string(), expected);
        }
    }
}
