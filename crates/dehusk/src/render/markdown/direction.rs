//! The direction of blocks: Markdown has no mark for it, HTML among Markdown has.

use super::Markdown;
use crate::render::document::Voice;

const RTL: &str = "<div dir=\"rtl\">";
const END: &str = "</div>";
/// What both take with the blank lines before them.
pub(super) const MOST_BYTES: usize = RTL.len() + END.len() + 6;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Direction {
    /// What readers take for granted.
    #[default]
    Ltr,
    Rtl,
}

impl Direction {
    /// The direction that a page declares, `auto` by the first letter of the text that has one.
    pub(super) fn of(voice: &Voice, text: &str) -> Direction {
        let is_rtl = match voice.direction {
            Some("rtl") => true,
            Some("auto") => text.chars().find(|c| c.is_alphabetic()).is_some_and(is_rtl_letter),
            _ => false,
        };
        if is_rtl { Direction::Rtl } else { Direction::Ltr }
    }
}

impl Markdown {
    /// Ends or begins the `<div>` of what is written from right to left.
    pub(super) fn turn(&mut self, direction: Direction) {
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

/// Letters of Hebrew, Arabic, Syriac, Thaana, N'Ko and the scripts between them, with their forms of presentation, and of the
/// right-to-left rows of the supplementary planes (Unicode, DerivedBidiClass).
fn is_rtl_letter(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}
