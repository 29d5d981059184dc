//! Media queries: which rules of styles and which sources of images apply in the window of a reader.
//!
//! It is a window with a mouse, light colors and no special preferences. A query that this module cannot read does not match, as in
//! browsers.

use crate::conditions::{self, Truth};
use crate::quantity::{Quantity, Units, quantity};
use crate::window::{
    COLOR_BITS, PER_CENTIMETER, PER_INCH, RESOLUTION, TEXT_SIZE, WINDOW_HEIGHT, WINDOW_WIDTH,
};
use std::borrow::Cow;

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

/// Whether one query matches: a kind of media, perhaps with conditions, or conditions alone.
fn matches_one(query: &str) -> bool {
    let (first, rest) = first_word(query);
    let is_condition = |text: &str| text.starts_with('(');
    match first {
        "not" if is_condition(rest) => conditions::truth(query, &single) == Some(Truth::True),
        "not" => kind_truth(rest).is_some_and(|truth| truth == Truth::False),
        "only" => kind_truth(rest) == Some(Truth::True),
        _ if is_condition(query) => conditions::truth(query, &single) == Some(Truth::True),
        _ => kind_truth(query) == Some(Truth::True),
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Whether the window is of the kind of media with which a query begins, and the conditions after it are true. `None` if it is no
/// query by the grammar (Media Queries 4, section 3).
fn kind_truth(query: &str) -> Option<Truth> {
    let (kind, rest) = first_word(query);
    let is_word = kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if !is_word || matches!(kind, "" | "and" | "or" | "not" | "only" | "layer") {
        return None;
    }
    let is_of_kind = Truth::from(Some(matches!(kind, "all" | "screen")));
    match first_word(rest) {
        ("", _) => Some(is_of_kind),
        ("and", conditions) => Some(is_of_kind.and(conditions::truth_without_or(conditions, &single)?)),
        _ => None,
    }
}

/// Whether the window has a feature.
fn single(condition: &str) -> Truth {
    let has = match condition.split_once(':') {
        Some((name, value)) => has_feature(name.trim(), value.trim()),
        None => range(condition),
    };
    Truth::from(has)
}

/// Whether the window has a feature, such as `min-width: 600px`; `None` if the feature is unknown.
fn has_feature(name: &str, value: &str) -> Option<bool> {
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
        _ => has_number(name, value),
    }
}

/// Whether the window has a feature with a number, which `min-` or `max-` may make a bound.
fn has_number(name: &str, value: &str) -> Option<bool> {
    let (prefix, name) = name.strip_prefix("-webkit-").map_or(("", name), |name| ("-webkit-", name));
    let (sign, name) = match (name.strip_prefix("min-"), name.strip_prefix("max-")) {
        (Some(name), _) => (">=", name),
        (_, Some(name)) => ("<=", name),
        _ => ("=", name),
    };
    let has = match prefix {
        "" => side(name)?,
        _ if name == "device-pixel-ratio" => RESOLUTION,
        _ => return None,
    };
    compare(has, sign, number(name, value)?)
}

/// The number that a feature has; `None` if it has none, or is unknown.
fn side(name: &str) -> Option<f32> {
    Some(match name.trim() {
        "width" | "device-width" => WINDOW_WIDTH,
        "height" | "device-height" => WINDOW_HEIGHT,
        "aspect-ratio" | "device-aspect-ratio" => WINDOW_WIDTH / WINDOW_HEIGHT,
        "resolution" => RESOLUTION,
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
        // Both signs point in the same direction.
        [(one, sign), (other, second), (third, _)] if sign.get(..1) == second.get(..1) && sign != "=" => {
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
        (Some(side), None) => compare(side, sign, number(one, other)?),
        (None, Some(side)) => compare(number(other, one)?, sign, side),
        _ => None,
    }
}

/// Whether two numbers compare as a sign says; `None` if there is no such sign.
fn compare(one: f32, sign: &str, other: f32) -> Option<bool> {
    match sign {
        ">" => Some(one > other),
        ">=" => Some(one >= other),
        "<" => Some(one < other),
        "<=" => Some(one <= other),
        "=" => Some((one - other).abs() < f32::EPSILON * other.abs().max(1.0)),
        _ => None,
    }
}

/// A length in pixels; there is nothing that it could be a share of.
fn pixels(value: &str) -> Option<f32> {
    match quantity(value, Units { percent: f32::NAN, em: TEXT_SIZE })? {
        Quantity::Pixels(pixels) => Some(pixels),
        Quantity::Number(number) => (number == 0.0).then_some(number),
    }
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
            ("not foo", true),
            ("foo", false),
            ("screen and not (print)", false),
            ("screen and not (max-width: 1px)", true),
            ("(min-width: 10mm)", true),
            ("(min-width: 10vw)", true),
            ("(max-width: calc(1px + 2rem))", false),
            ("(min-width: 10%)", false),
            ("(<)", false),
            ("(width<)", false),
            ("(", false),
            (")(", false),
            ("é and (<)", false),
        ] {
            assert_eq!(matches_media(queries), expected, "{queries}");
        }
    }

    #[test]
    fn what_a_browser_refuses_does_not_match() {
        for query in [
            "min-width:1px",
            "(min-width:1px) (color)",
            "screen screen",
            "screen and",
            "(min-width:1px) and",
            "screen or print",
            "(width:1280px) or print",
            "screen and (color) or (color)",
            "not (print)",
            "(screen)",
            "not",
            "only",
            "only (min-width:1px)",
            "(max-width:1px) and (max-width:1px) or (min-width:1px)",
            "(1px < width > 2px)",
            "(width <> 2px)",
            "(min-orientation:landscape)",
            "(min-hover:hover)",
            "(device-pixel-ratio:1)",
        ] {
            assert!(!matches_media(query), "{query}");
        }
    }
}
