//! The window of a reader: its size, and media queries, by which rules of styles and sources of images apply to it.
//!
//! It is a window with a mouse, light colors and no special preferences. A query that this module cannot read does not match, as in
//! browsers.

/// The width and height of the window and the size of text in pixels, from which relative lengths are computed. The window is
/// that of a small laptop, the size of text the default of browsers.
pub(crate) const WINDOW_WIDTH: f32 = 1280.0;
pub(crate) const WINDOW_HEIGHT: f32 = 720.0;
pub(crate) const TEXT_SIZE: f32 = 16.0;

/// Whether a list of media queries, as in `@media` or in the attribute `media`, matches. An empty list does.
pub(crate) fn matches_media(queries: &str) -> bool {
    let queries = queries.trim().to_ascii_lowercase();
    queries.is_empty() || queries.split(',').any(|query| matches_one(query.trim()))
}

fn matches_one(query: &str) -> bool {
    if let Some(rest) = query.strip_prefix("not ") {
        return !matches_all(rest);
    }
    matches_all(query.strip_prefix("only ").unwrap_or(query))
}

/// Whether all conditions of a query hold, which are joined by `and`.
fn matches_all(query: &str) -> bool {
    query.split(" and ").all(|part| match part.trim() {
        "all" | "screen" => true,
        part => part.strip_prefix('(').and_then(|it| it.strip_suffix(')')).is_some_and(has_feature),
    })
}

/// Whether the screen has a feature, such as `min-width: 600px` or `width >= 600px`.
fn has_feature(feature: &str) -> bool {
    let Some((name, value)) = feature.split_once(':') else { return range(feature) };
    let value = value.trim();
    let length = pixels(value);
    let is = |compare: fn(f32, f32) -> bool, side: f32| length.is_some_and(|length| compare(side, length));
    match name.trim() {
        "min-width" | "min-device-width" => is(|side, length| side >= length, WINDOW_WIDTH),
        "max-width" | "max-device-width" => is(|side, length| side <= length, WINDOW_WIDTH),
        "min-height" | "min-device-height" => is(|side, length| side >= length, WINDOW_HEIGHT),
        "max-height" | "max-device-height" => is(|side, length| side <= length, WINDOW_HEIGHT),
        "orientation" => value == "landscape",
        "hover" | "any-hover" => value == "hover",
        "pointer" | "any-pointer" => value == "fine",
        "prefers-color-scheme" => value == "light",
        "prefers-reduced-motion" | "prefers-contrast" => value == "no-preference",
        "scripting" => value == "enabled",
        _ => false,
    }
}

/// Whether a range such as `width >= 600px` holds. Ranges with two bounds are not read.
fn range(feature: &str) -> bool {
    let Some(at) = feature.find(['<', '>']) else {
        return matches!(feature.trim(), "hover" | "width" | "color");
    };
    let side = match feature[..at].trim() {
        "width" => WINDOW_WIDTH,
        "height" => WINDOW_HEIGHT,
        _ => return false,
    };
    let bound = feature[at + 1..].trim_start();
    let (or_equal, bound) = bound.strip_prefix('=').map_or((false, bound), |bound| (true, bound));
    let Some(bound) = pixels(bound.trim()) else { return false };
    match &feature[at..=at] {
        ">" => side > bound || (or_equal && side >= bound),
        _ => side < bound || (or_equal && side <= bound),
    }
}

/// A length in pixels.
fn pixels(value: &str) -> Option<f32> {
    for (unit, factor) in [("px", 1.0), ("rem", TEXT_SIZE), ("em", TEXT_SIZE)] {
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
            ("(", false),
            (")(", false),
            ("é and (<)", false),
        ] {
            assert_eq!(matches_media(queries), expected, "{queries}");
        }
    }
}
