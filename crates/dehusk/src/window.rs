//! The window of a reader: its size, and media queries, by which rules of styles and sources of images apply to it.
//!
//! It is a window with a mouse, light colors and no special preferences. A query that this module cannot read does not match, as in
//! browsers.

use crate::conditions;
use std::borrow::Cow;

/// The width and height of the window and the size of text in pixels, from which relative lengths are computed. The window is
/// that of a small laptop, the size of text the default of browsers.
pub(crate) const WINDOW_WIDTH: f32 = 1280.0;
pub(crate) const WINDOW_HEIGHT: f32 = 720.0;
pub(crate) const TEXT_SIZE: f32 = 16.0;

/// Pixels of the window for one of the page, and bits for each color.
const RESOLUTION: f32 = 1.0;
const COLOR_BITS: f32 = 8.0;
/// Pixels of absolute lengths (CSS Values 4, section 6.2): an inch has 96 pixels, 72 points and 2.54 centimeters; those of a
/// centimeter are rounded.
pub(crate) const PER_INCH: f32 = 96.0;
pub(crate) const PER_POINT: f32 = PER_INCH / 72.0;
pub(crate) const PER_CENTIMETER: f32 = 37.8;

/// Whether a list of media queries, as in `@media` or in the attribute `media`, matches. An empty list does.
pub(crate) fn matches_media(queries: &str) -> bool {
    let queries = without_comments(queries.trim()).to_ascii_lowercase();
    queries.trim().is_empty() || queries.split(',').any(|query| matches_one(query.trim()))
}

fn without_comments(text: &str) -> Cow<'_, str> {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let after = |part: &str| format!(" {}", part.split_once("*/").map_or("", |(_, after)| after));
    Cow::Owned(std::iter::once(first.to_owned()).chain(parts.map(after)).collect())
}

/// Whether one query matches. `not` before a kind of media is for the whole query.
fn matches_one(query: &str) -> bool {
    let query = query.strip_prefix("only ").unwrap_or(query);
    let of_all = query.strip_prefix("not ").filter(|rest| !rest.trim_start().starts_with('('));
    match of_all {
        Some(rest) => conditions::holds(rest, &single) == Some(false),
        None => conditions::holds(query, &single) == Some(true),
    }
}

/// Whether a kind of media, or a feature, is that of the window; `None` if it is unknown.
fn single(condition: &str) -> Option<bool> {
    match condition {
        "all" | "screen" => Some(true),
        "print" | "speech" | "aural" | "braille" | "embossed" | "handheld" | "projection" | "tty" | "tv" => {
            Some(false)
        }
        _ => match condition.split_once(':') {
            Some((name, value)) => has_feature(name.trim(), value.trim()),
            None => range(condition),
        },
    }
}

/// Whether the screen has a feature, such as `min-width: 600px`; `None` if the feature is unknown.
fn has_feature(name: &str, value: &str) -> Option<bool> {
    let without = |prefix: &str| name.strip_prefix(prefix);
    let (bound, name) =
        match (without("min-"), without("max-"), without("-webkit-min-"), without("-webkit-max-")) {
            (Some(name), ..) | (_, _, Some(name), _) => (">=", name),
            (_, Some(name), ..) | (_, _, _, Some(name)) => ("<=", name),
            _ => ("=", name),
        };
    match name {
        "orientation" => Some(value == "landscape"),
        "hover" | "any-hover" => Some(value == "hover"),
        "pointer" | "any-pointer" => Some(value == "fine"),
        "prefers-color-scheme" => Some(value == "light"),
        "prefers-reduced-motion"
        | "prefers-contrast"
        | "prefers-reduced-transparency"
        | "prefers-reduced-data" => Some(value == "no-preference"),
        "forced-colors" | "inverted-colors" => Some(value == "none"),
        "scripting" => Some(value == "enabled"),
        "update" => Some(value == "fast"),
        "color-gamut" => Some(value == "srgb"),
        "dynamic-range" | "video-dynamic-range" => Some(value == "standard"),
        "display-mode" => Some(value == "browser"),
        "overflow-block" | "overflow-inline" => Some(value == "scroll"),
        "scan" => Some(value == "progressive"),
        _ => Some(compare(side(name)?, bound, number(name, value)?)),
    }
}

/// The number that a feature has; `None` if it has none, or is unknown.
fn side(name: &str) -> Option<f32> {
    Some(match name.trim() {
        "width" | "device-width" => WINDOW_WIDTH,
        "height" | "device-height" => WINDOW_HEIGHT,
        "aspect-ratio" | "device-aspect-ratio" => WINDOW_WIDTH / WINDOW_HEIGHT,
        "resolution" | "device-pixel-ratio" | "-webkit-device-pixel-ratio" => RESOLUTION,
        "color" => COLOR_BITS,
        "monochrome" | "grid" | "color-index" => 0.0,
        _ => return None,
    })
}

/// The value of a feature with a number.
fn number(name: &str, value: &str) -> Option<f32> {
    let plain = |value: &str| value.trim().parse::<f32>().ok();
    match name.trim() {
        "width" | "device-width" | "height" | "device-height" => pixels(value),
        "resolution" => {
            let units =
                [("dppx", 1.0), ("dpi", 1.0 / PER_INCH), ("dpcm", PER_CENTIMETER / PER_INCH), ("x", 1.0)];
            units.iter().find_map(|(unit, factor)| Some(plain(value.strip_suffix(unit)?)? * factor))
        }
        _ => match value.split_once('/') {
            Some((across, down)) => Some(plain(across)? / plain(down)?),
            None => plain(value),
        },
    }
}

/// Whether a range such as `width >= 600px`, `600px <= width` or `400px < width < 900px` holds, or a feature that is only named.
fn range(condition: &str) -> Option<bool> {
    let parts: Vec<&str> = condition.split_inclusive(['<', '>', '=']).collect();
    let mut sides: Vec<(&str, String)> = Vec::new(); // a side, and the signs after it
    for part in parts.into_iter().take(MAX_SIGNS) {
        let text = part.trim_end_matches(['<', '>', '=']);
        match sides.last_mut() {
            Some((_, signs)) if text.trim().is_empty() => signs.push_str(&part[text.len()..]),
            _ => sides.push((text.trim(), part[text.len()..].to_owned())),
        }
    }
    match &sides[..] {
        [(name, signs)] if signs.is_empty() => named(name),
        [(one, sign), (other, _)] => bounded(one, sign, other),
        [(one, sign), (other, second), (third, _)] => {
            Some(bounded(one, sign, other)? && bounded(other, second, third)?)
        }
        _ => None,
    }
}

/// Maximum number of signs of a range that are read: `<=` twice, and what is after them.
const MAX_SIGNS: usize = 6;

/// Whether a feature that is only named is one that the window has.
fn named(name: &str) -> Option<bool> {
    match name {
        "hover" | "any-hover" | "pointer" | "any-pointer" | "scripting" | "update" | "orientation" => {
            Some(true)
        }
        "color-gamut" | "overflow-block" | "overflow-inline" | "display-mode" => Some(true),
        "forced-colors" | "inverted-colors" | "prefers-contrast" | "prefers-reduced-motion" => Some(false),
        "prefers-color-scheme" => Some(true),
        _ => side(name).map(|number| number > 0.0),
    }
}

/// Whether a range with one bound holds, which may be before or after the name.
fn bounded(one: &str, sign: &str, other: &str) -> Option<bool> {
    match (side(one), side(other)) {
        (Some(side), None) => Some(compare(side, sign, number(one, other)?)),
        (None, Some(side)) => Some(compare(number(other, one)?, sign, side)),
        _ => None,
    }
}

fn compare(one: f32, sign: &str, other: f32) -> bool {
    match sign {
        ">" => one > other,
        ">=" => one >= other,
        "<" => one < other,
        "<=" => one <= other,
        _ => (one - other).abs() < f32::EPSILON * other.abs().max(1.0),
    }
}

/// A length in pixels.
fn pixels(value: &str) -> Option<f32> {
    if let Some(inside) = value.strip_prefix("calc(").and_then(|it| it.strip_suffix(')')) {
        return pixels(inside.trim());
    }
    let units = [
        ("px", 1.0),
        ("rem", TEXT_SIZE),
        ("em", TEXT_SIZE),
        ("pt", PER_POINT),
        ("in", PER_INCH),
        ("cm", PER_CENTIMETER),
    ];
    for (unit, factor) in units {
        if let Some(number) = value.strip_suffix(unit) {
            return number.trim().parse::<f32>().ok().map(|number| number * factor);
        }
    }
    value.parse().ok().filter(|number| *number == 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_match_the_screen_of_a_laptop() {
        for (queries, expected) in [
            ("", true),
            ("ALL", true),
            ("screen", true),
            ("only screen and (min-width: 600px)", true),
            ("print", false),
            ("print, screen", true),
            ("not print", true),
            ("not all", false),
            ("(max-width:767px)", false),
            ("(max-width: 100em)", true),
            ("(width >= 48rem)", true),
            ("(width<640px)", false),
            ("screen and (orientation:portrait)", false),
            ("(prefers-color-scheme: dark)", false),
            ("(min-resolution: 2dppx)", false),
            ("(min-resolution: 1dppx)", true),
            ("(min-resolution: 96dpi)", true),
            ("(-webkit-min-device-pixel-ratio: 1.5)", false),
            ("(-webkit-min-device-pixel-ratio:1)", true),
            ("(min-aspect-ratio: 1/1)", true),
            ("(aspect-ratio > 1/1)", true),
            ("(400px < width <= 1280px)", true),
            ("(400px < width < 1280px)", false),
            ("(600px<=width)", true),
            ("(width = 1280px)", true),
            ("(max-width:1px) or (min-width:1px)", true),
            ("((min-width:1px) and (color))", true),
            ("screen/**/and/* x */(min-width:1px)", true),
            ("(min-width: calc(10px))", true),
            ("(update: fast) and (forced-colors: none)", true),
            ("(grid: 0)", true),
            ("(grid)", false),
            ("not (foo: bar)", false),
            ("not (min-width: 1px)", false),
            ("not (max-width: 1px)", true),
            ("not screen and (max-width: 1px)", true),
            ("not foo", false),
            ("(<)", false),
            ("(width<)", false),
            ("(", false),
            (")(", false),
            ("é and (<)", false),
        ] {
            assert_eq!(matches_media(queries), expected, "{queries}");
        }
    }
}
