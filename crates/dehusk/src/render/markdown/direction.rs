//! The direction of blocks. Markdown cannot express it, so right-to-left blocks are written inside an HTML element.

use super::Markdown;
use crate::render::document::Locale;
use crate::selection::CharSet;

const RTL: &str = "<div dir=\"rtl\">";
const END: &str = "</div>";
/// Bytes of both tags of the `<div>`, with the empty lines around them.
pub(super) const MAX_BYTES: usize = RTL.len() + END.len() + 6;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Direction {
    /// Left to right, the default of Markdown.
    #[default]
    Ltr,
    Rtl,
}

impl Direction {
    /// Returns the direction that a page declares for a text. If it declares `auto`, the first letter of the text decides.
    pub(super) fn of(locale: &Locale, text: &str) -> Direction {
        let is_rtl = match locale.direction {
            Some("rtl") => true,
            Some("auto") => {
                text.chars().find(|c| c.is_alphabetic()).is_some_and(|c| CharSet::RightToLeft.contains(c))
            }
            _ => false,
        };
        if is_rtl { Direction::Rtl } else { Direction::Ltr }
    }
}

impl Markdown {
    /// If the direction changes, begins or ends the `<div>` around right-to-left blocks.
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
