//! How small, faint or far away text must be so that nobody sees it. All numbers are chosen by hand.

use super::color::Color;
use super::style::{Property, Value, is_beyond_window, is_far, is_far_across, is_left_of_window};

/// Maximum opacity of text that cannot be seen.
const MAX_UNSEEN_OPACITY: f32 = 0.02;
/// Maximum factor of a scale that leaves text too small to read.
pub(super) const MAX_UNSEEN_SCALE: f32 = 0.02;
/// Maximum size of text that cannot be read, in pixels.
pub(super) const MAX_UNSEEN_TEXT: f32 = 1.0;
/// Minimum size of text that can be read, as a share of the size of the text around it. Two or three smaller shares, one within the
/// other, make a text smaller than [`MAX_UNSEEN_TEXT`].
pub(super) const MIN_SEEN_SHARE: f32 = 0.5;
/// Maximum height of a box that shows nothing of a line of 16 pixels if it cuts its text off, in pixels. The first ink of capitals is
/// in the sixth.
pub(super) const MAX_UNSEEN_HEIGHT: f32 = 4.0;
/// The same of a box that is small in both directions.
pub(super) const MAX_UNSEEN_POINT: f32 = 5.0;
/// Maximum opacity of a color that cannot be seen, of 255.
pub(super) const MAX_UNSEEN_ALPHA: u8 = 5;
/// The margin from which on a box is outside of the window, in pixels, if neither its padding nor its place brings it back. Wide
/// boxes are centered with margins up to -50vw or -960px.
pub(super) const MAX_SEEN_MARGIN: f32 = -2000.0;

/// Whether a declaration can hide a text, alone or together with others.
pub(super) fn can_hide(property: Property, value: Value) -> bool {
    use Property as P;
    match (property, value) {
        (P::Display, Value::None) | (P::Visibility | P::ContentVisibility, Value::Hidden) => true,
        (P::Background, Value::OfText) => true,
        (P::Opacity | P::Filter, Value::Number(number)) => number <= MAX_UNSEEN_OPACITY,
        (P::Zoom, Value::Number(factor)) => factor > 0.0 && factor <= MAX_UNSEEN_SCALE,
        (P::FontSize, Value::Length(pixels)) => pixels <= MAX_UNSEEN_TEXT,
        (P::FontSize, Value::Number(share)) => share < MIN_SEEN_SHARE,
        (P::Left, value) => is_far_across(value),
        (P::Right, value) => is_far_across(value) || is_left_of_window(value),
        (P::TextIndent, value) => is_far(value),
        (P::Top | P::Bottom, value) => is_far(value) || is_beyond_window(value),
        (P::MarginLeft | P::MarginTop, Value::Length(pixels)) => pixels <= MAX_SEEN_MARGIN,
        (P::Transform | P::Translate | P::Rotate | P::Scale, Value::Empty) => true,
        (P::Clip | P::ClipPath | P::Mask, Value::Empty) => true,
        (P::Width | P::MaxWidth | P::Height | P::MaxHeight, Value::Length(pixels)) => {
            pixels <= MAX_UNSEEN_POINT
        }
        (P::Color | P::TextFill, Value::Color([.., alpha])) => alpha <= MAX_UNSEEN_ALPHA,
        _ => false,
    }
}

/// Whether text of one color cannot be seen on the other.
pub(super) fn are_alike(one: Color, other: Color) -> bool {
    /// Maximum difference of red, green and blue, of 255.
    const MAX_DIFFERENCE: u8 = 3;
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= MAX_DIFFERENCE)
}
