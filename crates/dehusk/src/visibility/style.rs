//! Declarations of style: reads `property: value` lists, of a `style` attribute or of a rule, into the few values
//! that decide whether a reader sees a text.
//!
//! Every other property is skipped. Values that this module cannot read, such as `calc()`, become [`Value::Other`].
//! Which declaration wins is decided in `cascade`; what the values mean for a text, in `sight`.

/// The properties that can hide a text, or show it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Property {
    Display,
    Visibility,
    Opacity,
    ContentVisibility,
    FontSize,
    Position,
    Left,
    Right,
    Top,
    TextIndent,
    Transform,
    Clip,
    ClipPath,
    Width,
    MaxWidth,
    Height,
    MaxHeight,
    Overflow,
    Padding,
    Color,
    Background,
    BackgroundImage,
    BackgroundClip,
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

impl Property {
    pub(super) fn kind(self) -> Kinds {
        match self {
            Property::Display => DISPLAY,
            Property::Visibility => VISIBILITY,
            Property::Opacity => OPACITY,
            Property::ContentVisibility => CONTENT,
            Property::FontSize => FONT,
            Property::Position | Property::Left | Property::Right | Property::Top => PLACE,
            Property::Clip | Property::ClipPath => PLACE,
            Property::TextIndent => INDENT,
            Property::Transform => TRANSFORM,
            Property::Width | Property::MaxWidth | Property::Height | Property::MaxHeight => SIZE,
            Property::Overflow | Property::Padding => SIZE,
            Property::Color | Property::Background | Property::BackgroundImage | Property::BackgroundClip => {
                COLOR
            }
        }
    }
}

/// The number of properties.
pub(super) const PROPERTIES: usize = Property::BackgroundClip as usize + 1;

/// A color: red, green, blue and opacity, from 0 to 255.
pub(super) type Color = [u8; 4];

/// The value of a property, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    /// `display: none`.
    None,
    /// `visibility: hidden`, `overflow: hidden`, `content-visibility: hidden`.
    Hidden,
    /// A box of its own lines: `display: block`, `flex`, `list-item` and others.
    Block,
    /// A box in a line: `display: inline`, `inline-block` and others.
    Inline,
    /// `position: absolute` or `fixed`.
    OutOfFlow,
    /// A clip or a transformation that leaves nothing to see.
    Empty,
    /// The `opacity`, from 0 to 1.
    Number(f32),
    /// A length in pixels. Relative units are those of a window of 1280 by 720 pixels and text of 16 pixels.
    Length(f32),
    Color(Color),
    /// The value of the parent.
    Inherit,
    /// Anything else; it hides nothing.
    Other,
}

/// Widths and heights of the window, and the size of text, from which relative lengths are computed. The window is
/// that of a small laptop, the size the default of browsers.
pub(super) const WINDOW_WIDTH: f32 = 1280.0;
pub(super) const WINDOW_HEIGHT: f32 = 720.0;
pub(super) const TEXT_SIZE: f32 = 16.0;

/// Calls `found` with each declaration of a list that matters here, in order, and whether it is `!important`.
/// Takes linear time.
pub(super) fn declarations(list: &str, mut found: impl FnMut(Property, Value, bool)) {
    let mut at = 0;
    while at < list.len() {
        let end = at + declaration_len(&list.as_bytes()[at..]);
        declaration(&list[at..end], &mut found);
        at = end + 1;
    }
}

/// The number of bytes up to the next `;` outside of strings, parentheses and comments.
fn declaration_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    let mut depth = 0usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b';' if depth == 0 => return at,
            b'}' if depth == 1 => return at, // the end of a nested rule, which needs no semicolon
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' | b'\'' => at = string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => at = comment_end(bytes, at),
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The position of the quote that ends the string at `start`, or of the last byte.
pub(super) fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            byte if *byte == quote || *byte == b'\n' => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len().saturating_sub(1)
}

/// The position of the last byte of the comment at `start`.
pub(super) fn comment_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start + 2..).unwrap_or(&[]);
    memchr::memmem::find(rest, b"*/").map_or(bytes.len().saturating_sub(1), |found| start + 2 + found + 1)
}

fn declaration(text: &str, found: &mut impl FnMut(Property, Value, bool)) {
    let Some((name, value)) = without_comments(text).split_once(':') else { return };
    let name = name.trim();
    if !may_matter(name) {
        return;
    }
    let (value, important) = without_important(value.trim());
    read(&name.to_ascii_lowercase(), &value.to_ascii_lowercase(), |property, value| {
        found(property, value, important);
    });
}

/// The text after the comments at its beginning.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with("/*") {
        text = text[comment_end(text.as_bytes(), 0) + 1..].trim_start();
    }
    text
}

fn without_important(value: &str) -> (&str, bool) {
    match value.rsplit_once('!') {
        Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (value.trim_end(), true),
        _ => (value, false),
    }
}

/// A quick test of a name by its first letter and its length; most properties of a page fail it.
fn may_matter(name: &str) -> bool {
    /// The lengths of `top` and `content-visibility`.
    const LENGTHS: std::ops::RangeInclusive<usize> = 3..=18;
    LENGTHS.contains(&name.len())
        && matches!(name.as_bytes()[0] | 0x20, b'b'..=b'd' | b'f' | b'h' | b'l' | b'm' | b'o'..=b'p' | b'r' | b't' | b'v' | b'w')
}

/// Reads a declaration, given in lower case.
fn read(name: &str, value: &str, mut found: impl FnMut(Property, Value)) {
    use Property as P;
    let one = |property, value| Some((property, value));
    let inherits = matches!(value, "inherit" | "unset");
    let plain = match name {
        "display" => one(P::Display, display(value)),
        "visibility" => one(P::Visibility, word(value, &["hidden", "collapse"], Value::Hidden)),
        "opacity" => one(P::Opacity, opacity(value)),
        "content-visibility" => one(P::ContentVisibility, word(value, &["hidden"], Value::Hidden)),
        "font-size" => one(P::FontSize, size(value, TEXT_SIZE)),
        "font" => one(
            P::FontSize,
            value
                .split_ascii_whitespace()
                .map(font_size)
                .find(|it| *it != Value::Other)
                .unwrap_or(Value::Other),
        ),
        "position" => one(P::Position, word(value, &["absolute", "fixed"], Value::OutOfFlow)),
        "left" => one(P::Left, horizontal(value)),
        "right" => one(P::Right, horizontal(value)),
        "top" => one(P::Top, vertical(value)),
        "text-indent" => one(P::TextIndent, horizontal(value)),
        "transform" => one(P::Transform, transform(value)),
        "clip" => one(P::Clip, clip(value)),
        "clip-path" => one(P::ClipPath, clip_path(value)),
        "width" => one(P::Width, size(value, WINDOW_WIDTH)),
        "max-width" => one(P::MaxWidth, size(value, WINDOW_WIDTH)),
        "height" => one(P::Height, size(value, WINDOW_HEIGHT)),
        "max-height" => one(P::MaxHeight, size(value, WINDOW_HEIGHT)),
        "overflow" | "overflow-y" | "overflow-x" => one(P::Overflow, overflow(value)),
        "padding" | "padding-top" | "padding-bottom" => one(P::Padding, padding(value)),
        "color" => one(P::Color, color(value).map_or(Value::Other, Value::Color)),
        "background-color" => one(P::Background, color(value).map_or(Value::Other, Value::Color)),
        "background-image" => one(P::BackgroundImage, word(value, &["none"], Value::None)),
        "background-clip" => one(P::BackgroundClip, word(value, &["text"], Value::Empty)),
        _ => None,
    };
    match (plain, name) {
        (Some((property, _)), _) if inherits => found(property, Value::Inherit),
        (Some((property, value)), _) => found(property, value),
        (None, "background") => background(value, &mut found),
        _ => {}
    }
}

fn word(value: &str, words: &[&str], meaning: Value) -> Value {
    if words.contains(&value) { meaning } else { Value::Other }
}

fn display(value: &str) -> Value {
    match value {
        "none" => Value::None,
        "block" | "flex" | "grid" | "list-item" | "table" | "flow-root" | "table-row" | "table-caption"
        | "-webkit-box" => Value::Block,
        "inline" | "inline-block" | "inline-flex" | "inline-grid" | "inline-table" | "contents" => {
            Value::Inline
        }
        _ => Value::Other,
    }
}

fn opacity(value: &str) -> Value {
    let number = match value.strip_suffix('%') {
        Some(percent) => percent.parse::<f32>().map(|number| number / 100.0),
        None => value.parse(),
    };
    number.ok().filter(|number| number.is_finite()).map_or(Value::Other, Value::Number)
}

/// The size in a `font` shorthand: a length with a unit, before the slash of a line height.
fn font_size(part: &str) -> Value {
    let size = part.split('/').next().unwrap_or(part);
    let is_weight = size.len() == 3 && size.bytes().all(|byte| byte.is_ascii_digit());
    if is_weight { Value::Other } else { self::size(size, TEXT_SIZE) }
}

/// A length that cannot be negative. The whole is what 100 percent are.
fn size(value: &str, whole: f32) -> Value {
    match length(value, whole / 100.0) {
        Value::Length(pixels) if pixels < 0.0 => Value::Other,
        size => size,
    }
}

fn horizontal(value: &str) -> Value {
    length(value, WINDOW_WIDTH / 100.0)
}

fn vertical(value: &str) -> Value {
    length(value, WINDOW_HEIGHT / 100.0)
}

/// A length in pixels; one percent is `percent` pixels.
fn length(value: &str, percent: f32) -> Value {
    let end = value
        .bytes()
        .position(|byte| !(byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+')))
        .unwrap_or(value.len());
    let Ok(number) = value[..end].parse::<f32>() else { return Value::Other };
    let pixels = match &value[end..] {
        "" if number != 0.0 => return Value::Other,
        "" | "px" => 1.0,
        "em" | "rem" => TEXT_SIZE,
        "ex" | "ch" => TEXT_SIZE / 2.0,
        "pt" => 4.0 / 3.0,
        "cm" => 37.8,
        "in" => 96.0,
        "vw" => WINDOW_WIDTH / 100.0,
        "vh" => WINDOW_HEIGHT / 100.0,
        "%" => percent,
        _ => return Value::Other,
    };
    Value::Length(number * pixels)
}

/// Whether text beyond the box is cut off.
fn overflow(value: &str) -> Value {
    let hides = value.split_ascii_whitespace().any(|word| matches!(word, "hidden" | "clip"));
    if hides { Value::Hidden } else { Value::Other }
}

/// The largest padding above or below.
fn padding(value: &str) -> Value {
    let lengths = value.split_ascii_whitespace().map(vertical).map(|it| match it {
        Value::Length(pixels) => pixels,
        _ => 0.0,
    });
    Value::Length(lengths.fold(0.0, f32::max))
}

fn background(value: &str, found: &mut impl FnMut(Property, Value)) {
    let has_image = value.contains("url(") || value.contains("gradient(") || value.contains("image");
    found(Property::BackgroundImage, if has_image { Value::Other } else { Value::None });
    let color = color(value).or_else(|| value.split_ascii_whitespace().find_map(color));
    found(Property::Background, color.map_or(Value::Other, Value::Color));
}

/// Whether a transformation shrinks the box to nothing or moves it far away.
fn transform(value: &str) -> Value {
    let Some((function, arguments)) = value.split_once('(') else { return Value::Other };
    let mut numbers = arguments.trim_end_matches(')').split(',').map(str::trim);
    let first = numbers.next().unwrap_or("");
    let is_empty = match function.trim() {
        "scale" | "scalex" | "scaley" | "scale3d" => first.parse::<f32>() == Ok(0.0),
        "translate" | "translatex" | "translatey" | "translate3d" if !first.ends_with('%') => {
            [Some(first), numbers.next()].into_iter().flatten().any(|it| is_far(horizontal(it)))
        }
        _ => false,
    };
    if is_empty { Value::Empty } else { Value::Other }
}

/// Whether a position is so far to the left or above that it is outside of every window.
pub(super) fn is_far(value: Value) -> bool {
    /// In pixels. Style sheets write -999px to -99999px; menus that slide in are at -300px or so. Chosen by hand.
    const MAX_VISIBLE_OFFSET: f32 = -500.0;
    matches!(value, Value::Length(pixels) if pixels <= MAX_VISIBLE_OFFSET)
}

/// Whether `clip: rect(…)` leaves at most a pixel.
fn clip(value: &str) -> Value {
    let Some(sides) = value.strip_prefix("rect(").and_then(|it| it.strip_suffix(')')) else {
        return Value::Other;
    };
    let sides: Vec<Value> =
        sides.split([',', ' ']).filter(|it| !it.is_empty()).map(horizontal).take(5).collect();
    match sides[..] {
        [Value::Length(top), Value::Length(right), Value::Length(bottom), Value::Length(left)]
            if bottom - top <= 1.0 || right - left <= 1.0 =>
        {
            Value::Empty
        }
        _ => Value::Other,
    }
}

/// Whether `clip-path` leaves nothing: an inset of at least half of the box on all sides, a circle without radius,
/// or a polygon whose corners are all at the same place.
fn clip_path(value: &str) -> Value {
    let Some((shape, arguments)) = value.split_once('(') else { return Value::Other };
    let arguments = arguments.trim_end_matches(')');
    let first = arguments.split_ascii_whitespace().next().unwrap_or("");
    let is_empty = match shape.trim() {
        "inset" => {
            let insets = || arguments.split_ascii_whitespace();
            let is_half =
                |it: &str| it.strip_suffix('%').is_some_and(|it| it.parse().is_ok_and(|it: f32| it >= 50.0));
            insets().next().is_some() && insets().all(is_half)
        }
        "circle" | "ellipse" => length(first, 1.0) == Value::Length(0.0),
        "polygon" => {
            let mut corners = arguments.split(',').map(str::trim);
            corners.next().is_some_and(|first| corners.all(|corner| corner == first))
        }
        _ => false,
    };
    if is_empty { Value::Empty } else { Value::Other }
}

/// Reads `#rgb`, `#rrggbb`, `rgb()`, `rgba()` and the color names of HTML 4.
pub(super) fn color(value: &str) -> Option<Color> {
    if let Some(digits) = value.strip_prefix('#') {
        return hex_color(digits);
    }
    if let Some((function, arguments)) = value.split_once('(')
        && matches!(function, "rgb" | "rgba")
    {
        return rgb_color(arguments.strip_suffix(')')?);
    }
    Some(match value {
        "transparent" => [0; 4],
        "black" => [0, 0, 0, 255],
        "silver" => [192, 192, 192, 255],
        "gray" | "grey" => [128, 128, 128, 255],
        "white" => [255; 4],
        "maroon" => [128, 0, 0, 255],
        "red" => [255, 0, 0, 255],
        "purple" => [128, 0, 128, 255],
        "fuchsia" => [255, 0, 255, 255],
        "green" => [0, 128, 0, 255],
        "lime" => [0, 255, 0, 255],
        "olive" => [128, 128, 0, 255],
        "yellow" => [255, 255, 0, 255],
        "navy" => [0, 0, 128, 255],
        "blue" => [0, 0, 255, 255],
        "teal" => [0, 128, 128, 255],
        "aqua" => [0, 255, 255, 255],
        _ => return None,
    })
}

fn hex_color(digits: &str) -> Option<Color> {
    let mut color = [0, 0, 0, 255];
    let width = match digits.len() {
        3 | 4 => 1,
        6 | 8 => 2,
        _ => return None,
    };
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (index, channel) in color.iter_mut().enumerate().take(digits.len() / width) {
        let part = u8::from_str_radix(&digits[index * width..(index + 1) * width], 16).ok()?;
        *channel = if width == 1 { part * 17 } else { part };
    }
    Some(color)
}

fn rgb_color(arguments: &str) -> Option<Color> {
    let mut color = [0, 0, 0, 255];
    let parts = arguments.split([',', ' ', '/']).filter(|part| !part.is_empty());
    let mut count = 0;
    for part in parts.take(4) {
        let number = part
            .strip_suffix('%')
            .map_or_else(|| part.parse::<f32>(), |it| it.parse().map(|it: f32| it * 2.55));
        let scale = if count == 3 && !part.ends_with('%') { 255.0 } else { 1.0 };
        color[count] = (number.ok()? * scale).clamp(0.0, 255.0) as u8;
        count += 1;
    }
    (count >= 3).then_some(color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(list: &str) -> Vec<(Property, Value, bool)> {
        let mut all = Vec::new();
        declarations(list, |property, value, important| all.push((property, value, important)));
        all
    }

    #[test]
    fn declarations_are_read_as_a_browser_reads_them() {
        use Property as P;
        for (list, expected) in [
            ("display:none", (P::Display, Value::None, false)),
            (" /* ; */ DISPLAY : None ! important ", (P::Display, Value::None, true)),
            ("x:url(data:;a);visibility:hidden", (P::Visibility, Value::Hidden, false)),
            ("content:';opacity:0';opacity:0%", (P::Opacity, Value::Number(0.0), false)),
            ("opacity:.5", (P::Opacity, Value::Number(0.5), false)),
            ("font:italic 400 0/0 a", (P::FontSize, Value::Length(0.0), false)),
            ("font-size:0.0em", (P::FontSize, Value::Length(0.0), false)),
            ("left:-999em", (P::Left, Value::Length(-15984.0), false)),
            ("left:calc(1px)", (P::Left, Value::Other, false)),
            ("clip:rect(1px, 1px,1px,1px)", (P::Clip, Value::Empty, false)),
            ("clip:rect(0 0 0 0)", (P::Clip, Value::Empty, false)),
            ("clip:rect(0,100px,100px,0)", (P::Clip, Value::Other, false)),
            ("clip-path:inset(50%)", (P::ClipPath, Value::Empty, false)),
            ("clip-path:inset(10% 50%)", (P::ClipPath, Value::Other, false)),
            ("clip-path:polygon(0 0, 0 0)", (P::ClipPath, Value::Empty, false)),
            ("transform:scale(0)", (P::Transform, Value::Empty, false)),
            ("transform:translate(-50%, -50%)", (P::Transform, Value::Other, false)),
            ("transform:translateX(-9999px)", (P::Transform, Value::Empty, false)),
            ("color:#FFF", (P::Color, Value::Color([255; 4]), false)),
            ("color:rgba(0,0,0,0)", (P::Color, Value::Color([0; 4]), false)),
            ("color:rgb(100% 0% 0%)", (P::Color, Value::Color([255, 0, 0, 255]), false)),
            ("visibility:inherit", (P::Visibility, Value::Inherit, false)),
            ("padding:0 0 50%", (P::Padding, Value::Length(360.0), false)),
        ] {
            assert_eq!(read_all(list), [expected], "{list}");
        }
        for list in
            ["", ";;:", "displaynone", "color", "é:none", "x:'", "/*", "a:\\", "font-family:x", "é;(", "#:("]
        {
            assert_eq!(read_all(list), [], "{list}");
        }
        let two = [(P::BackgroundImage, Value::Other, false), (P::Background, Value::Color([255; 4]), false)];
        assert_eq!(read_all("background:url(a) #fff"), two);
    }
}
