//! Colors of style: names, hexadecimal digits, all functions of CSS Color 4, and `light-dark()` in a window with light colors.

use super::parentheses::{closing, top_level};
use color::Srgb;

/// A color: red, green, blue and opacity, from 0 to 255.
pub(super) type Color = [u8; 4];

const WHITE: Color = [255; 4];
pub(super) const BLACK: Color = [0, 0, 0, 255];
pub(super) const TRANSPARENT: Color = [0; 4];
/// The colors of pages and fields in a window with light colors (CSS Color 4, section 6.2).
const SYSTEM: [(&str, Color); 6] = [
    ("canvas", WHITE),
    ("canvastext", BLACK),
    ("field", WHITE),
    ("fieldtext", BLACK),
    ("window", WHITE),
    ("windowtext", BLACK),
];

/// Reads a color, given in lower case.
pub(super) fn color(value: &str) -> Option<Color> {
    let value = in_light(value);
    let Ok(color) = color::parse_color(value) else {
        return SYSTEM.iter().find(|(name, _)| *name == value).map(|(_, color)| *color);
    };
    let color = color.to_alpha_color::<Srgb>().to_rgba8();
    Some([color.r, color.g, color.b, color.a])
}

/// Reads a color of an attribute of old pages, where nearly every text is one (HTML, section 2.3.6, "rules for parsing a legacy
/// color value").
pub(super) fn old_color(written: &str) -> Option<Color> {
    /// Number of characters that are read.
    const MAX_CHARS: usize = 128;
    let written = written.trim_ascii().to_ascii_lowercase();
    if matches!(written.as_str(), "" | "transparent") {
        return None;
    }
    let is_name_or_digits = written.bytes().all(|byte| byte.is_ascii_alphabetic()) || written.len() == 4;
    if let Some(color) = color(&written).filter(|_| is_name_or_digits) {
        return Some(color);
    }
    let digit = |c: char| if c.is_ascii_hexdigit() { c } else { '0' };
    let mut digits: String =
        written.chars().take(MAX_CHARS).skip(usize::from(written.starts_with('#'))).map(digit).collect();
    while digits.is_empty() || !digits.len().is_multiple_of(3) {
        digits.push('0');
    }
    let len = digits.len() / 3;
    let parts =
        [&digits[..len], &digits[len..2 * len], &digits[2 * len..]].map(|it| &it[len.saturating_sub(8)..]);
    let zeros = parts.map(|it| it.len() - it.trim_start_matches('0').len()).into_iter().min().unwrap_or(0);
    let start = zeros.min(parts[0].len().saturating_sub(2));
    let [red, green, blue] = parts.map(|it| {
        let digits = &it[start..];
        u8::from_str_radix(&digits[..digits.len().min(2)], 16).unwrap_or_default()
    });
    Some([red, green, blue, u8::MAX])
}

/// The first color of `light-dark()`, or the color itself.
fn in_light(value: &str) -> &str {
    let colors = value.strip_prefix("light-dark(").and_then(|it| it.strip_suffix(')'));
    colors.and_then(|colors| top_level(colors).next()).map_or(value, str::trim)
}

/// Whether a gradient has no color but transparent ones, so that a mask of it leaves nothing.
pub(super) fn is_transparent_gradient(value: &str, max_alpha: u8) -> bool {
    let Some((function, arguments)) = value.split_once('(') else { return false };
    let Some(arguments) = arguments.trim_end().strip_suffix(')') else { return false };
    let mut stops = top_level(arguments).map(stop_color).enumerate();
    // The first argument may be a direction.
    let is_unseen = |(index, stop): (usize, Option<Color>)| match stop {
        Some([.., alpha]) => alpha <= max_alpha,
        None => index == 0,
    };
    function.ends_with("-gradient") && arguments.contains(',') && stops.all(is_unseen)
}

/// The color of an argument of a gradient: what is before the first space outside of parentheses.
fn stop_color(argument: &str) -> Option<Color> {
    let argument = argument.trim();
    let end = match argument.find(['(', ' ']) {
        Some(at) if argument.as_bytes()[at] == b'(' => closing(argument, at + 1)? + 1,
        Some(at) => at,
        None => argument.len(),
    };
    color(&argument[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_old_pages_are_read_as_in_a_browser() {
        for (written, expected) in [
            (" White ", Some([255, 255, 255])),
            ("000080", Some([0, 0, 128])),
            ("#fff", Some([255, 255, 255])),
            ("#ffffff x", Some([255, 255, 0])),
            ("fff", Some([15, 15, 15])),
            ("chucknorris", Some([192, 0, 0])),
            ("rgb(1,2,3)", Some([0, 16, 48])),
            ("é", Some([0, 0, 0])),
            ("transparent", None),
            ("", None),
        ] {
            let found = old_color(written).map(|[red, green, blue, _]| [red, green, blue]);
            assert_eq!(found, expected, "{written}");
        }
    }

    #[test]
    fn colors_are_read_in_every_notation() {
        for (text, expected) in [
            ("#fff", [255; 4]),
            ("#fff0", [255, 255, 255, 0]),
            ("rgb(100% 0% 0%)", [255, 0, 0, 255]),
            ("rgba(0,0,0,0)", [0; 4]),
            ("hsl(0 0% 100%)", [255; 4]),
            ("hsla(0, 0%, 100%, 1)", [255; 4]),
            ("hwb(0 100% 0%)", [255; 4]),
            ("lab(100% 0 0)", [255; 4]),
            ("oklch(1 0 0)", [255; 4]),
            ("oklab(100% 0 0)", [255; 4]),
            ("color(srgb 1 1 1)", [255; 4]),
            ("transparent", [0; 4]),
            ("canvas", [255; 4]),
            ("light-dark( rgb(0, 0, 0), white)", [0, 0, 0, 255]),
            ("rebeccapurple", [102, 51, 153, 255]),
        ] {
            assert_eq!(color(text), Some(expected), "{text}");
        }
        for text in ["", "none", "var(--x)", "#ff", "currentcolor", "rgb(1,2)", "é", "oklch(", "inherit"] {
            assert_eq!(color(text), None, "{text}");
        }
    }

    #[test]
    fn a_gradient_is_transparent_if_all_its_colors_are() {
        for (text, expected) in [
            ("linear-gradient(transparent, transparent)", true),
            ("linear-gradient(to right, #0000 0 0)", true),
            ("radial-gradient(rgb(0 0 0 / 0), #0000)", true),
            ("linear-gradient(transparent, #000)", false),
            ("linear-gradient(transparent, var(--x))", false),
            ("linear-gradient(90deg)", false),
            ("url(x.svg)", false),
            ("none", false),
        ] {
            assert_eq!(is_transparent_gradient(text, 5), expected, "{text}");
        }
    }
}
