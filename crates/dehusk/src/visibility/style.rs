//! Declarations of style: reads `property: value` lists, of a `style` attribute or of a rule, into the few values
//! that decide whether a reader sees a text.
//!
//! Every other property is skipped, as are values that no browser reads; those that only dehusk cannot read, such as sizes in units
//! of a container, become [`Value::Other`]. The single declaration is read in `reading`. Which declaration wins is decided in
//! `cascade`; what the values mean for a text, in `sight`.

use super::color::Color;
use super::escapes::plain;
use super::reading::read;
use super::variables::Variables;
use crate::byte_set::{ByteSet, byte_set, next_in};
use crate::style_text::{address_end, comment_end, string_end};
use std::borrow::Cow;

/// The properties that can hide a text, or show it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Property {
    Display,
    Visibility,
    Opacity,
    Filter,
    Mask,
    ContentVisibility,
    FontSize,
    Position,
    Left,
    Right,
    Top,
    Bottom,
    MarginLeft,
    MarginTop,
    PaddingLeft,
    TextIndent,
    Transform,
    Translate,
    Rotate,
    Scale,
    Zoom,
    Clip,
    ClipPath,
    Width,
    MaxWidth,
    Height,
    MaxHeight,
    MinHeight,
    MinWidth,
    Overflow,
    Float,
    PaddingTop,
    PaddingBottom,
    Color,
    TextFill,
    Background,
    BackgroundImage,
    BackgroundClip,
    /// `text-shadow`.
    Shadow,
    /// `text-stroke`.
    Stroke,
    /// What may give a box another background than its own, or lays it over another box.
    Underlay,
    ColorScheme,
    Animation,
    AnimationDirection,
    AnimationFill,
}

/// A set of kinds of properties, one bit each. Only properties of the same kind decide together whether a text is hidden.
pub(super) type Kinds = u16;

pub(super) const DISPLAY: Kinds = 1;
pub(super) const VISIBILITY: Kinds = 1 << 1;
pub(super) const OPACITY: Kinds = 1 << 2;
pub(super) const CONTENT: Kinds = 1 << 3;
pub(super) const FONT: Kinds = 1 << 4;
pub(super) const PLACE: Kinds = 1 << 5;
pub(super) const INDENT: Kinds = 1 << 6;
pub(super) const TRANSFORM: Kinds = 1 << 7;
pub(super) const SIZE: Kinds = 1 << 8;
pub(super) const COLOR: Kinds = 1 << 9;
pub(super) const ANIMATION: Kinds = 1 << 10;
/// All kinds.
#[cfg(feature = "css")]
pub(super) const ALL: Kinds = Kinds::MAX;

impl Property {
    /// The properties that can hide a text by themselves, and those that decide with them.
    pub(super) const HIDING: [Property; 34] = [
        Property::Display,
        Property::Visibility,
        Property::Opacity,
        Property::Filter,
        Property::Mask,
        Property::ContentVisibility,
        Property::FontSize,
        Property::Position,
        Property::Left,
        Property::Right,
        Property::Top,
        Property::Bottom,
        Property::MarginLeft,
        Property::MarginTop,
        Property::PaddingLeft,
        Property::TextIndent,
        Property::Transform,
        Property::Translate,
        Property::Rotate,
        Property::Scale,
        Property::Zoom,
        Property::Clip,
        Property::ClipPath,
        Property::Width,
        Property::MaxWidth,
        Property::Height,
        Property::MaxHeight,
        Property::MinHeight,
        Property::MinWidth,
        Property::Overflow,
        Property::PaddingTop,
        Property::PaddingBottom,
        Property::Color,
        Property::TextFill,
    ];

    /// Whether an element has the value of its parent if it has none of its own.
    pub(super) fn is_inherited(self) -> bool {
        use Property as P;
        matches!(self, P::Visibility | P::FontSize | P::TextIndent | P::Color | P::TextFill)
    }

    pub(super) fn kind(self) -> Kinds {
        match self {
            Property::Display => DISPLAY,
            Property::Visibility => VISIBILITY,
            Property::Opacity | Property::Filter | Property::Mask => OPACITY,
            Property::ContentVisibility => CONTENT,
            Property::FontSize => FONT,
            Property::Position | Property::Left | Property::Right => PLACE,
            Property::Top | Property::Bottom => PLACE,
            Property::MarginLeft | Property::MarginTop | Property::PaddingLeft => PLACE,
            Property::Clip | Property::ClipPath => PLACE,
            Property::TextIndent => INDENT,
            Property::Transform
            | Property::Translate
            | Property::Rotate
            | Property::Scale
            | Property::Zoom => TRANSFORM,
            Property::Width | Property::MaxWidth | Property::Height | Property::MaxHeight => SIZE,
            Property::MinHeight | Property::MinWidth | Property::Overflow => SIZE,
            Property::PaddingTop | Property::PaddingBottom => SIZE,
            Property::Color | Property::TextFill => COLOR,
            Property::Background | Property::BackgroundImage | Property::BackgroundClip => COLOR,
            Property::Shadow | Property::Stroke | Property::Underlay | Property::ColorScheme => COLOR,
            // It counts only where a declaration beside it hides.
            Property::Float => 0,
            Property::Animation | Property::AnimationDirection | Property::AnimationFill => ANIMATION,
        }
    }
}

/// The number of properties.
pub(super) const PROPERTIES: usize = Property::AnimationFill as usize + 1;

/// The value of a property, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    /// `display: none`, `position: static`.
    None,
    /// `visibility: hidden`, `overflow: hidden`, `content-visibility: hidden`.
    Hidden,
    /// A box of its own lines: `display: block`, `flex`, `list-item` and others.
    Block,
    /// No box: `display: contents`.
    Contents,
    /// What the style sheet of the browser says: `display: revert-layer`.
    OfBrowser,
    /// A part of a line, without a box of its own: `display: inline`.
    Inline,
    /// `overflow: auto`.
    Scrolls,
    /// `position: absolute`.
    OutOfFlow,
    /// `position: fixed`: the window is what it has a place in, and nobody scrolls to it.
    Fixed,
    /// A clip or a transformation that leaves nothing to see.
    Empty,
    /// The `opacity`, from 0 to 1, a scale, or a size of text as a share of the size around it.
    Number(f32),
    /// A length in pixels. Relative units are those of a window of 1280 by 720 pixels and text of 16 pixels.
    Length(f32),
    Color(Color),
    /// The color of the text: `background: currentcolor`.
    OfText,
    /// `color-scheme: dark`.
    Dark,
    /// An animation, by the hash of its name.
    Named(u32),
    /// An animation that runs backward, always or every second time.
    Backward,
    /// An animation whose last state stays.
    Stays,
    /// An animation that comes again and again.
    Repeats,
    /// The value of the parent.
    Inherit,
    /// Anything else; it hides nothing.
    Other,
}

/// Calls `found` with each declaration of a list that matters here, in order, and whether it is `!important`.
/// Takes linear time.
pub(super) fn declarations(
    list: &str,
    variables: &Variables<'_>,
    mut found: impl FnMut(Property, Value, bool),
) {
    variables.begin(list);
    let mut at = 0;
    while at < list.len() {
        let end = at + declaration_len(&list.as_bytes()[at..]);
        declaration(&list[at..end], variables, &mut found);
        at = end + 1;
    }
}

/// The number of bytes up to the next `;` outside of strings, parentheses and comments.
fn declaration_len(bytes: &[u8]) -> usize {
    let mut depth = 0usize;
    find_outside(bytes, 0, |byte| {
        match byte {
            b';' => return depth == 0,
            b'}' if depth == 1 => return true, // the end of a nested rule, which needs no semicolon
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        false
    })
}

/// The bytes at which [`find_outside`] stops: those that begin something, and those that can end what is searched.
const STOPS: ByteSet = byte_set(b"\"'/\\()[]{};");

/// The position of the first bracket or semicolon outside of strings, comments, addresses and escapes for which `is_end` is true, or
/// the number of bytes.
pub(super) fn find_outside(bytes: &[u8], start: usize, mut is_end: impl FnMut(u8) -> bool) -> usize {
    let mut at = next_in(&STOPS, bytes, start);
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'"' | b'\'' => string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => comment_end(bytes, at),
            b'\\' => at + 1,
            byte => match address_end(bytes, at) {
                Some(end) => end,
                None if is_end(*byte) => return at,
                None => at,
            },
        };
        at = next_in(&STOPS, bytes, at + 1);
    }
    bytes.len()
}

fn declaration(text: &str, variables: &Variables<'_>, found: &mut impl FnMut(Property, Value, bool)) {
    let text = plain(text);
    let Some((name, value)) = text.split_once(':') else { return };
    let name = name.trim();
    let prefix = prefix_len(name.as_bytes());
    let name = &name[prefix..];
    if !may_matter(name) || (prefix > 0 && !has_prefix_too(name)) {
        return;
    }
    let (value, important) = without_important(value.trim());
    let value = variables.resolve(value);
    read(&lowered(name), &lowered(&value), |property, value| found(property, value, important));
}

/// A text in lower case, as most of them are written.
fn lowered(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Cow::Owned(text.to_ascii_lowercase());
    }
    Cow::Borrowed(text)
}

/// The length of the prefix that all browsers accept for properties such as `-webkit-text-fill-color`; 0 without it.
pub(super) fn prefix_len(name: &[u8]) -> usize {
    const PREFIX: &[u8] = b"-webkit-";
    let has_prefix = name.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX));
    if has_prefix { PREFIX.len() } else { 0 }
}

/// Whether browsers read a property with the prefix too.
fn has_prefix_too(name: &str) -> bool {
    /// The beginnings of their names in Chromium 140.
    const BEGINNINGS: [&str; 18] = [
        "animation",
        "background-clip",
        "border-image",
        "box-shadow",
        "clip-path",
        "filter",
        "logical-",
        "margin-",
        "mask",
        "max-logical-",
        "min-logical-",
        "opacity",
        "padding-",
        "shape-",
        "text-fill-color",
        "text-stroke",
        "transform",
        "transition",
    ];
    let begins_with = |it: &str| name.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it));
    BEGINNINGS.iter().any(|it| begins_with(it))
}

fn without_important(value: &str) -> (&str, bool) {
    match value.rsplit_once('!') {
        Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (value.trim_end(), true),
        _ => (value, false),
    }
}

/// A quick test of a name by its first letter and its length. Some names that do not matter pass it.
fn may_matter(name: &str) -> bool {
    /// The lengths of `top` and `padding-inline-start`.
    const LENGTHS: std::ops::RangeInclusive<usize> = 3..=20;
    LENGTHS.contains(&name.len())
        && matches!(name.as_bytes()[0] | 0x20, b'a'..=b'd' | b'f'..=b'i' | b'l' | b'm' | b'o'..=b'p' | b'r'..=b't' | b'v'..=b'w' | b'z')
}

/// Whether a position is so far to the left or above that it is outside of every window.
pub(super) fn is_far(value: Value) -> bool {
    /// In pixels. Style sheets write -999px to -99999px; menus that slide in are at -300px or so. Chosen by hand.
    const MAX_VISIBLE_OFFSET: f32 = -500.0;
    matches!(value, Value::Length(pixels) if pixels <= MAX_VISIBLE_OFFSET)
}

/// The position from which on nobody scrolls to the right, in pixels. Pages of a carousel lie side by side, each 100% of the window
/// from the one before. Chosen by hand.
const MIN_HIDDEN_OFFSET: f32 = 9000.0;

/// Whether a position is so far to the left, or so far to the right that nobody scrolls there.
pub(super) fn is_far_across(value: Value) -> bool {
    is_far(value) || is_at_least(value, MIN_HIDDEN_OFFSET)
}

/// Whether the distance of a box from the bottom of what it has a place in is so large that it is above every window.
pub(super) fn is_far_above(value: Value) -> bool {
    is_at_least(value, MIN_HIDDEN_OFFSET)
}

/// Whether the distance of a box from one end of the window is so large that it is beyond the other end. At 100% are parts of
/// the page that slide in.
pub(super) fn is_beyond_window(value: Value) -> bool {
    /// In pixels, of a window that is 720 pixels high. Chosen by hand.
    const MIN_OFFSET: f32 = 1000.0;
    is_at_least(value, MIN_OFFSET)
}

/// Whether the distance of a box from the right end of the window leaves it at the left of the window, where nobody can scroll to.
pub(super) fn is_left_of_window(value: Value) -> bool {
    /// In pixels, of a window that is 1280 pixels wide. At 100% are menus that slide in. Chosen by hand.
    const MIN_FROM_RIGHT: f32 = 1900.0;
    is_at_least(value, MIN_FROM_RIGHT)
}

fn is_at_least(value: Value, offset: f32) -> bool {
    matches!(value, Value::Length(pixels) if pixels >= offset)
}

#[cfg(test)]
mod tests {
    use super::super::variables::Definitions;
    use super::*;

    fn read_all(list: &str) -> Vec<(Property, Value, bool)> {
        let mut all = Vec::new();
        let definitions = Definitions::default();
        declarations(list, &Variables::new(list, &definitions), |property, value, important| {
            all.push((property, value, important))
        });
        all
    }

    #[test]
    fn declarations_are_read_as_a_browser_reads_them() {
        use Property as P;
        for (list, expected) in [
            ("display:none", (P::Display, Value::None, false)),
            (" /* ; */ DISPLAY : None ! important ", (P::Display, Value::None, true)),
            ("displ\\61y/**/:/**/n\\6fne/**/", (P::Display, Value::None, false)),
            ("x:url(a{b;c);display:none", (P::Display, Value::None, false)),
            ("x:url(data:;a);visibility:hidden", (P::Visibility, Value::Hidden, false)),
            ("content:';opacity:0';opacity:0%", (P::Opacity, Value::Number(0.0), false)),
            ("opacity:.5", (P::Opacity, Value::Number(0.5), false)),
            ("font:italic 400 0/0 a", (P::FontSize, Value::Length(0.0), false)),
            ("font-size:0.0em", (P::FontSize, Value::Length(0.0), false)),
            ("left:-999em", (P::Left, Value::Length(-15984.0), false)),
            ("left:calc(1px)", (P::Left, Value::Length(1.0), false)),
            ("filter:blur(0) opacity(0%)", (P::Filter, Value::Number(0.0), false)),
            ("opacity:var(--x, 0)", (P::Opacity, Value::Number(0.0), false)),
            ("-webkit-text-fill-color:transparent", (P::TextFill, Value::Color([0; 4]), false)),
            ("-webkit-mask-image:linear-gradient(#0000,#0000)", (P::Mask, Value::Empty, false)),
            ("scale:0 1", (P::Scale, Value::Empty, false)),
            ("translate:-9999px", (P::Translate, Value::Empty, false)),
            ("zoom:1%", (P::Zoom, Value::Number(0.01), false)),
            ("clip:rect(1px, 1px,1px,1px)", (P::Clip, Value::Empty, false)),
            ("clip:rect(0 0 0 0)", (P::Clip, Value::Empty, false)),
            ("clip:rect(0,100px,100px,0)", (P::Clip, Value::Other, false)),
            ("clip-path:inset(50%)", (P::ClipPath, Value::Empty, false)),
            ("clip-path:inset(10% 50%)", (P::ClipPath, Value::Empty, false)),
            ("clip-path:inset(10% 49%)", (P::ClipPath, Value::Other, false)),
            ("clip-path:polygon(0 0, 0 0)", (P::ClipPath, Value::Empty, false)),
            ("transform:scale(0)", (P::Transform, Value::Empty, false)),
            ("transform:translate(-50%, -50%)", (P::Transform, Value::Other, false)),
            ("transform:translateX(-9999px)", (P::Transform, Value::Empty, false)),
            ("color:#FFF", (P::Color, Value::Color([255; 4]), false)),
            ("color:rgba(0,0,0,0)", (P::Color, Value::Color([0; 4]), false)),
            ("color:rgb(100% 0% 0%)", (P::Color, Value::Color([255, 0, 0, 255]), false)),
            ("visibility:inherit", (P::Visibility, Value::Inherit, false)),
            ("padding-bottom:50%", (P::PaddingBottom, Value::Length(360.0), false)),
        ] {
            assert_eq!(read_all(list), [expected], "{list}");
        }
        for list in [
            "display:foo",
            "opacity:1px",
            "left:5foo",
            "color:#ff",
            "font:12px",
            "margin:0 x",
            "background:foo",
        ] {
            assert_eq!(read_all(list), [], "{list}");
        }
        for list in
            ["", ";;:", "displaynone", "color", "é:none", "x:'", "/*", "a:\\", "font-family:x", "é;(", "#:("]
        {
            assert_eq!(read_all(list), [], "{list}");
        }
        for (list, expected) in [
            (
                "background:url(a) #fff",
                vec![
                    (P::BackgroundImage, Value::Other),
                    (P::Background, Value::Color([255; 4])),
                    (P::BackgroundClip, Value::Other),
                ],
            ),
            (
                "margin:0 1px -9px",
                vec![(P::MarginTop, Value::Length(0.0)), (P::MarginLeft, Value::Length(1.0))],
            ),
            (
                "padding:0 0 50%",
                vec![
                    (P::PaddingTop, Value::Length(0.0)),
                    (P::PaddingBottom, Value::Length(360.0)),
                    (P::PaddingLeft, Value::Length(0.0)),
                ],
            ),
        ] {
            let found = read_all(list).into_iter().map(|(property, value, _)| (property, value));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{list}");
        }
    }
}
