//! The direction of blocks: Markdown cannot express it, so a block from right to left is in an HTML element.

use super::Markdown;
use crate::render::document::Locale;

const RTL: &str = "<div dir=\"rtl\">";
const END: &str = "</div>";
/// Bytes of both tags with the blank lines around them.
pub(super) const MAX_BYTES: usize = RTL.len() + END.len() + 6;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Direction {
    /// The default of Markdown.
    #[default]
    Ltr,
    Rtl,
}

impl Direction {
    /// The direction that a page declares for a text. `auto` takes the direction of the first letter of the text.
    pub(super) fn of(locale: &Locale, text: &str) -> Direction {
        let is_rtl = match locale.direction {
            Some("rtl") => true,
            Some("auto") => text.chars().find(|c| c.is_alphabetic()).is_some_and(is_rtl_letter),
            _ => false,
        };
        if is_rtl { Direction::Rtl } else { Direction::Ltr }
    }
}

impl Markdown {
    /// Begins or ends the `<div>` around blocks from right to left, if the direction changes.
    pub(super) fn set_direction(&mut self, direction: Direction) {
        let is_rtl = direction == Direction::Rtl;
        if is_rtl == std::mem::replace(&mut self.is_rtl, is_rtl) {
            return;
        }
        if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
        self.out.push_str(if is_rtl { RTL } else { END });
        self.after_item_text = false;
    }
}

/// Whether a character is in the blocks of Hebrew, Arabic, Syriac, Thaana, N'Ko and the scripts between them, in their presentation
/// forms, or in the right-to-left blocks of the supplementary planes (Unicode, DerivedBidiClass).
fn is_rtl_letter(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}
