//! Lengths, numbers and percentages as values of style: what they are percentages of, and which of them may be negative.

use super::style::Value;
use crate::quantity::{Quantity, Units, quantity};
use crate::window::{TEXT_SIZE, WINDOW_HEIGHT, WINDOW_WIDTH};

/// A length in pixels that cannot be negative; 100 percent are `whole` pixels.
pub(super) fn size(value: &str, whole: f32) -> Value {
    match length(value, whole / 100.0) {
        Value::Length(pixels) if pixels < 0.0 => Value::Other,
        size => size,
    }
}

/// A size of text: a length, or a share of the size around it as a number.
pub(super) fn text_size(value: &str) -> Value {
    /// How much larger `larger` is (CSS Fonts 4, section 2.5.2).
    const STEP: f32 = 1.2;
    let around = |size: f32| with_units(value, Units { percent: size / 100.0, em: size });
    match (value, around(0.0), around(TEXT_SIZE)) {
        ("larger", ..) => Value::Number(STEP),
        ("smaller", ..) => Value::Number(1.0 / STEP),
        (_, Value::Length(0.0), Value::Length(size)) if size > 0.0 => Value::Number(size / TEXT_SIZE),
        (_, _, Value::Length(size)) if size < 0.0 => Value::Other,
        (_, _, size) => size,
    }
}

pub(super) fn horizontal(value: &str) -> Value {
    length(value, WINDOW_WIDTH / 100.0)
}

pub(super) fn vertical(value: &str) -> Value {
    length(value, WINDOW_HEIGHT / 100.0)
}

/// A length in pixels; one percent is `percent` pixels. A zero needs no unit.
pub(super) fn length(value: &str, percent: f32) -> Value {
    with_units(value, Units { percent, em: TEXT_SIZE })
}

fn with_units(value: &str, units: Units) -> Value {
    match quantity(value, units) {
        Some(Quantity::Pixels(pixels)) => Value::Length(pixels),
        Some(Quantity::Number(0.0)) if !value.contains('(') => Value::Length(0.0),
        _ => Value::Other,
    }
}

/// A number, or a percentage as a share of one.
pub(super) fn share(value: &str) -> Option<f32> {
    match quantity(value, Units { percent: 0.01, em: TEXT_SIZE })? {
        Quantity::Number(number) => Some(number),
        Quantity::Pixels(share) => value.contains('%').then_some(share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_computed() {
        for (text, pixels) in [
            ("-10px", -10.0),
            ("+.5em", 8.0),
            ("0", 0.0),
            ("50%", 100.0),
            ("calc(-100vw - 10px)", -1290.0),
            ("calc( (1px + 2px)*3 )", 9.0),
            ("calc(-1 * 50%)", -100.0),
            ("calc(10px / 4)", 2.5),
            ("min(10px, 1em, 5px)", 5.0),
            ("max(-9999px, -10000px)", -9999.0),
            ("clamp(1px, 20px, 3px)", 3.0),
            ("calc(calc(0px))", 0.0),
            ("-1e4px", -10000.0),
            ("1e-1px", 0.1),
            ("1em", 16.0),
            ("-2pc", -32.0),
            ("100vmin", 720.0),
            ("100svmax", 1280.0),
            ("10vi", 128.0),
            ("abs(-5px)", 5.0),
            ("calc(sign(-9px) * 1px)", -1.0),
            ("calc(sin(0) * 1px)", 0.0),
            ("calc(-1px * infinity)", -1e9),
            ("mod(18px, 5px)", 3.0),
            ("round(2.4px, 1px)", 2.0),
        ] {
            assert_eq!(length(text, 2.0), Value::Length(pixels), "{text}");
        }
    }

    #[test]
    fn sizes_of_text_are_relative_to_the_size_around() {
        for (text, expected) in [
            ("1em", Value::Number(1.0)),
            ("150%", Value::Number(1.5)),
            ("calc(2em + 50%)", Value::Number(2.5)),
            ("1ex", Value::Number(0.5)),
            ("larger", Value::Number(1.2)),
            ("0em", Value::Length(0.0)),
            ("1rem", Value::Length(16.0)),
            ("calc(1em + 4px)", Value::Length(20.0)),
            ("-1px", Value::Other),
            ("-1em", Value::Other),
            ("large", Value::Other),
        ] {
            assert_eq!(text_size(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_length_is_not_read() {
        let deep = format!("{}1px{}", "(".repeat(50), ")".repeat(50));
        for text in [
            "",
            "1",
            "calc(0)",
            "calc(1px",
            "calc(1px + 1)",
            "1px 2px",
            "calc(1px * 1px)",
            "1epx",
            "infinity",
            "auto",
            "é",
            "min()",
            &deep,
        ] {
            assert_eq!(length(text, 2.0), Value::Other, "{text}");
        }
        assert_eq!(length("calc(1px / 0)", 2.0), Value::Other);
    }

    #[test]
    fn shares_are_numbers_or_percentages() {
        for (text, expected) in [
            ("0", Some(0.0)),
            (".5", Some(0.5)),
            ("50%", Some(0.5)),
            ("calc(1 - 1)", Some(0.0)),
            ("0px", None),
        ] {
            assert_eq!(share(text), expected, "{text}");
        }
    }
}
