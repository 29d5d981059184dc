//! Single declarations: from a name and a value, given in lower case, to the properties and values that matter. A value that no
//! browser reads gives nothing.

use super::animation;
use super::color::{TRANSPARENT, color};
use super::grammar::{self, Grammar};
use super::length::{horizontal, share, size, text_size, vertical};
use super::parentheses::{functions, words};
use super::shape::{self, sides};
use super::style::{Property, Value};
use crate::window::{WINDOW_HEIGHT, WINDOW_WIDTH};

/// What a property is called here, its values, and what they mean.
type Entry = (Property, &'static Grammar, fn(&str) -> Value);

/// Reads a declaration.
pub(super) fn read(name: &str, value: &str, mut found: impl FnMut(Property, Value)) {
    let name = physical(name);
    if let Some((property, grammar, read)) = place(name).or_else(|| extent(name)).or_else(|| look(name)) {
        // The style sheet of browsers gives the elements of a text none of these.
        let is_reverted = property.is_inherited() && matches!(value, "revert" | "revert-layer");
        if let Some(value) = grammar.value(if is_reverted { "inherit" } else { value }, read) {
            found(property, value);
        }
        return;
    }
    match name {
        "background" => background(value, &mut found),
        "font" => font(value, &mut found),
        "text-shadow" => found(Property::Shadow, outline(value)),
        "text-stroke" | "text-stroke-color" => found(Property::Stroke, outline(value)),
        "color-scheme" => found(Property::ColorScheme, color_scheme(value)),
        "animation" => {
            found(Property::Animation, animation::name(value));
            found(Property::AnimationFill, animation::fill(value));
            found(Property::AnimationDirection, animation::direction(value));
        }
        "animation-name" => found(Property::Animation, animation::name(value)),
        "animation-direction" => found(Property::AnimationDirection, animation::direction(value)),
        "animation-fill-mode" => found(Property::AnimationFill, animation::fill(value)),
        "all" => all(value, found),
        _ if lies_over(name, value) => found(Property::Underlay, Value::Other),
        _ => shorthand(name, value, found),
    }
}

/// Reads `all`, which gives every property its first value or that of the parent.
fn all(value: &str, mut found: impl FnMut(Property, Value)) {
    if grammar::is_initial(value) {
        Property::HIDING.into_iter().for_each(|property| {
            let inherits = property.is_inherited() && value != "initial";
            found(property, if inherits { Value::Inherit } else { Value::Other });
        });
    }
}

/// Whether a declaration paints something below the text of a box, or lays the box over others.
fn lies_over(name: &str, value: &str) -> bool {
    match name {
        "backdrop-filter" | "border-image" | "border-image-source" => value != "none",
        "box-shadow" => words(value).any(|word| word == "inset"),
        "grid-area" | "grid-column" | "grid-row" => value != "auto",
        _ => false,
    }
}

/// The name of a side or an extent in text that runs from left to right and down, for a name that follows the direction of the
/// text. In text from right to left, the left side is the right one, which hides alike.
fn physical(name: &str) -> &str {
    match name {
        "inset-inline-start" => "left",
        "inset-inline-end" => "right",
        "inset-block-start" => "top",
        "inset-block-end" => "bottom",
        "margin-inline-start" => "margin-left",
        "margin-block-start" => "margin-top",
        "padding-inline-start" => "padding-left",
        "padding-block-start" => "padding-top",
        "padding-block-end" => "padding-bottom",
        "inline-size" => "width",
        "max-inline-size" => "max-width",
        "block-size" => "height",
        "max-block-size" => "max-height",
        "min-block-size" => "min-height",
        "min-inline-size" => "min-width",
        "logical-height" => "height", // with `-webkit-`, as the next ones
        "logical-width" => "width",
        "margin-start" => "margin-left",
        "margin-before" => "margin-top",
        _ => name,
    }
}

/// The properties that say where a box is.
fn place(name: &str) -> Option<Entry> {
    use Property as P;
    Some(match name {
        "float" => (P::Float, &grammar::FLOAT, |it| word(it, &["none"], Value::None)),
        "position" => (P::Position, &grammar::POSITION, position),
        "left" => (P::Left, &grammar::OFFSET, horizontal),
        "right" => (P::Right, &grammar::OFFSET, horizontal),
        "top" => (P::Top, &grammar::OFFSET, vertical),
        "bottom" => (P::Bottom, &grammar::OFFSET, vertical),
        "text-indent" => (P::TextIndent, &grammar::OFFSET, horizontal),
        "margin-left" => (P::MarginLeft, &grammar::OFFSET, horizontal),
        "margin-top" => (P::MarginTop, &grammar::OFFSET, vertical),
        "transform" => (P::Transform, &grammar::TRANSFORM, shape::transform),
        "translate" => (P::Translate, &grammar::TRANSLATE, |it| shape::translate(words(it))),
        "rotate" => (P::Rotate, &grammar::ROTATE, |it| shape::rotate(words(it))),
        _ => return None,
    })
}

/// The properties that say how large a box is.
fn extent(name: &str) -> Option<Entry> {
    use Property as P;
    Some(match name {
        "padding-left" => (P::PaddingLeft, &grammar::PADDING, horizontal),
        "padding-top" => (P::PaddingTop, &grammar::PADDING, vertical),
        "padding-bottom" => (P::PaddingBottom, &grammar::PADDING, vertical),
        "scale" => (P::Scale, &grammar::SCALE, |it| shape::scale(words(it))),
        "zoom" => (P::Zoom, &grammar::ZOOM, number),
        "width" => (P::Width, &grammar::SIZE, |it| size(it, WINDOW_WIDTH)),
        "max-width" => (P::MaxWidth, &grammar::SIZE, |it| size(it, WINDOW_WIDTH)),
        "min-width" => (P::MinWidth, &grammar::SIZE, |it| least_size(it, WINDOW_WIDTH)),
        "height" => (P::Height, &grammar::SIZE, height),
        "max-height" => (P::MaxHeight, &grammar::SIZE, height),
        "min-height" => (P::MinHeight, &grammar::SIZE, |it| least_size(it, WINDOW_HEIGHT)),
        "overflow" | "overflow-y" | "overflow-x" | "overflow-block" | "overflow-inline" => {
            (P::Overflow, &grammar::OVERFLOW, overflow)
        }
        "font-size" => (P::FontSize, &grammar::FONT_SIZE, text_size),
        _ => return None,
    })
}

/// The properties that say how an element is shown, if it is.
fn look(name: &str) -> Option<Entry> {
    use Property as P;
    Some(match name {
        "display" => (P::Display, &grammar::DISPLAY, display),
        "visibility" => {
            (P::Visibility, &grammar::VISIBILITY, |it| word(it, &["hidden", "collapse"], Value::Hidden))
        }
        "opacity" => (P::Opacity, &grammar::OPACITY, number),
        "filter" => (P::Filter, &grammar::FILTER, filter),
        "mask" | "mask-image" => (P::Mask, &grammar::IMAGE, shape::mask),
        "content-visibility" => {
            (P::ContentVisibility, &grammar::CONTENT_VISIBILITY, |it| word(it, &["hidden"], Value::Hidden))
        }
        "clip" => (P::Clip, &grammar::CLIP, shape::clip),
        "clip-path" => (P::ClipPath, &grammar::SHAPE, shape::clip_path),
        "text-fill-color" => (P::TextFill, &grammar::COLOR, color_value),
        "color" => (P::Color, &grammar::COLOR, text_color),
        "background-color" => (P::Background, &grammar::COLOR, background_color),
        "background-image" => (P::BackgroundImage, &grammar::IMAGE, background_image),
        "background-clip" => (P::BackgroundClip, &grammar::BOX, |it| word(it, &["text"], Value::Empty)),
        _ => return None,
    })
}

/// Reads a declaration of several sides of a box.
fn shorthand(name: &str, value: &str, mut found: impl FnMut(Property, Value)) {
    use Property as P;
    if !matches!(name.split('-').next(), Some("inset" | "margin" | "padding")) {
        return;
    }
    let [first, second, third, fourth] = sides(value);
    let across = |property: P, side: &str| (property, horizontal(side));
    let down = |property: P, side: &str| (property, vertical(side));
    let parts: &[(P, Value)] = match name {
        "inset" => {
            &[down(P::Top, first), across(P::Right, second), down(P::Bottom, third), across(P::Left, fourth)]
        }
        "inset-inline" => &[across(P::Left, first), across(P::Right, second)],
        "inset-block" => &[down(P::Top, first), down(P::Bottom, second)],
        "margin" => &[down(P::MarginTop, first), across(P::MarginLeft, fourth)],
        "margin-inline" => &[across(P::MarginLeft, first)],
        "margin-block" => &[down(P::MarginTop, first)],
        "padding" => {
            &[down(P::PaddingTop, first), down(P::PaddingBottom, third), across(P::PaddingLeft, fourth)]
        }
        "padding-block" => &[down(P::PaddingTop, first), down(P::PaddingBottom, second)],
        "padding-inline" => &[across(P::PaddingLeft, first)],
        _ => return,
    };
    let grammar = if name.starts_with("padding") { &grammar::PADDING } else { &grammar::OFFSETS };
    if grammar.allows(value) {
        parts.iter().for_each(|(property, value)| found(*property, *value));
    }
}

fn word(value: &str, words: &[&str], meaning: Value) -> Value {
    if words.contains(&value) { meaning } else { Value::Other }
}

fn position(value: &str) -> Value {
    match value {
        "absolute" => Value::OutOfFlow,
        "fixed" => Value::Fixed,
        // What is sticky stays in the window, wherever it is moved to.
        "static" | "sticky" | "-webkit-sticky" => Value::None,
        _ => Value::Other,
    }
}

fn display(value: &str) -> Value {
    match value {
        "none" => Value::None,
        "block" | "flex" | "grid" | "list-item" | "table" | "flow-root" | "table-row" | "table-caption"
        | "-webkit-box" => Value::Block,
        "inline" => Value::Inline,
        "contents" => Value::Contents,
        // The attribute `hidden` is in a layer below all others, which `revert` passes over.
        "revert-layer" => Value::OfBrowser,
        _ => Value::Other,
    }
}

/// A number or a percentage.
fn number(value: &str) -> Value {
    share(value).map_or(Value::Other, Value::Number)
}

/// A color of text. That of the text around is inherited.
fn text_color(value: &str) -> Value {
    if value == "currentcolor" { Value::Inherit } else { color_value(value) }
}

fn color_value(value: &str) -> Value {
    color(value).map_or(Value::Other, Value::Color)
}

/// The color of a background, which may be that of the text, or none.
fn background_color(value: &str) -> Value {
    match value {
        "currentcolor" => Value::OfText,
        value if grammar::is_initial(value) => Value::Color(TRANSPARENT),
        value => color_value(value),
    }
}

fn background_image(value: &str) -> Value {
    if value == "none" || grammar::is_initial(value) { Value::None } else { Value::Other }
}

/// Whether a page has dark colors in a window that prefers light ones.
pub(super) fn color_scheme(value: &str) -> Value {
    let has = |word: &str| value.split_ascii_whitespace().any(|it| it == word);
    if has("dark") && !has("light") { Value::Dark } else { Value::Other }
}

/// The color of a shadow or a stroke, by which readers see letters that have none. If it names none, it has that of the text.
fn outline(value: &str) -> Value {
    words(value).find_map(color).map_or(Value::None, Value::Color)
}

/// The opacity of a filter: the product of all that it has.
fn filter(value: &str) -> Value {
    let shares = functions(value).filter(|(name, _)| *name == "opacity");
    let all: Option<Vec<f32>> = shares.map(|(_, written)| share(written.trim())).collect();
    match all {
        Some(all) if !all.is_empty() => Value::Number(all.into_iter().product()),
        _ => Value::Other,
    }
}

/// Reads the size of text that a `font` shorthand gives, if it has one and the name of a font after it, or is the font of a
/// part of the browser.
fn font(value: &str, found: &mut impl FnMut(Property, Value)) {
    let mut sizes = value.split_ascii_whitespace().map(font_size);
    let size = sizes.find(|it| *it != Value::Other);
    if let Some(size) = size.filter(|_| sizes.next().is_some()) {
        found(Property::FontSize, size);
    } else if grammar::allows_font(value) {
        let size = if grammar::inherits(value) { Value::Inherit } else { Value::Other };
        found(Property::FontSize, size);
    }
}

/// The size in a part of a `font` shorthand: a length with a unit, before the slash of a line height.
fn font_size(part: &str) -> Value {
    let size = part.split('/').next().unwrap_or(part);
    let is_weight = size.len() == 3 && size.bytes().all(|byte| byte.is_ascii_digit());
    if is_weight { Value::Other } else { text_size(size) }
}

/// A height. A share of one that is not known counts for nothing.
fn height(value: &str) -> Value {
    if value.contains('%') { Value::Other } else { size(value, WINDOW_HEIGHT) }
}

/// A minimum of a size. What cuts its text off has none by itself.
fn least_size(value: &str, whole: f32) -> Value {
    if value == "auto" || grammar::is_initial(value) { Value::Length(0.0) } else { size(value, whole) }
}

/// Whether text beyond the box is cut off, or can be scrolled to.
fn overflow(value: &str) -> Value {
    let has = |words: [&str; 2]| value.split_ascii_whitespace().any(|word| words.contains(&word));
    match (has(["hidden", "clip"]), has(["auto", "scroll"])) {
        (true, _) => Value::Hidden,
        (_, true) => Value::Scrolls,
        _ => Value::Other,
    }
}

/// Reads a `background`, which gives its color, picture and extent their first values if it does not name them.
fn background(value: &str, found: &mut impl FnMut(Property, Value)) {
    let color = words(value).map(background_color).find(|color| *color != Value::Other);
    if color.is_none() && !grammar::BACKGROUND.allows(value) {
        return;
    }
    let has_image = value.contains("url(") || value.contains("gradient(") || value.contains("image");
    let none = match value {
        "inherit" => Value::Inherit,
        value if grammar::is_substituted(value) => Value::Other,
        _ => Value::Color(TRANSPARENT),
    };
    found(Property::BackgroundImage, if has_image { Value::Other } else { Value::None });
    found(Property::Background, color.unwrap_or(none));
    let is_clip = value.split_ascii_whitespace().any(|word| word == "text");
    found(Property::BackgroundClip, if is_clip { Value::Empty } else { Value::Other });
}
