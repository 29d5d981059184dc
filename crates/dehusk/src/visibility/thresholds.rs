//! How small, faint or far away text must be so that nobody sees it. All numbers are chosen by hand.

use super::style::{Color, Property, Value, is_far};

/// Maximum opacity of text that cannot be seen.
const MAX_UNSEEN_OPACITY: f32 = 0.02;
/// Maximum size of text that cannot be read, in pixels.
pub(super) const MAX_UNSEEN_TEXT: f32 = 1.0;
/// Maximum width and height of a box that shows nothing if it cuts its text off, in pixels. Pages hide text for screen
/// readers in a box of one pixel.
pub(super) const MAX_UNSEEN_SIDE: f32 = 1.0;
/// Maximum opacity of a color that cannot be seen, of 255.
pub(super) const MAX_UNSEEN_ALPHA: u8 = 5;

/// Whether a declaration can hide a text, alone or together with others.
pub(super) fn can_hide(property: Property, value: Value) -> bool {
    use Property as P;
    match (property, value) {
        (P::Display, Value::None) | (P::Visibility | P::ContentVisibility, Value::Hidden) => true,
        (P::Opacity, Value::Number(number)) => number <= MAX_UNSEEN_OPACITY,
        (P::FontSize, Value::Length(pixels)) => pixels <= MAX_UNSEEN_TEXT,
        (P::Left | P::Right | P::Top | P::TextIndent, value) => is_far(value),
        (P::Transform | P::Clip | P::ClipPath, Value::Empty) => true,
        (P::Width | P::MaxWidth | P::Height | P::MaxHeight, Value::Length(pixels)) => {
            pixels <= MAX_UNSEEN_SIDE
        }
        (P::Color, Value::Color([.., alpha])) => alpha <= MAX_UNSEEN_ALPHA,
        _ => false,
    }
}

/// Whether text of one color cannot be seen on the other.
pub(super) fn are_alike(one: Color, other: Color) -> bool {
    /// Maximum difference of red, green and blue, of 255.
    const MAX_DIFFERENCE: u8 = 3;
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= MAX_DIFFERENCE)
}
