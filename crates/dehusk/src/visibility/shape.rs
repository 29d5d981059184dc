//! Values that move, shrink, clip or mask a box: whether they leave nothing of it to see.

use super::color::is_transparent_gradient;
use super::length::{horizontal, length, share};
use super::parentheses::{functions, top_level, words};
use super::style::{Value, is_far, is_far_across};
use super::thresholds::{MAX_UNSEEN_ALPHA, MAX_UNSEEN_SCALE};
use crate::window::WINDOW_WIDTH;

/// Whether a list of transformations has one that leaves nothing.
pub(super) fn transform(value: &str) -> Value {
    let leaves_nothing = |(name, arguments): (&str, &str)| {
        let arguments = top_level(arguments).map(str::trim);
        let found = match name {
            "scale" | "scalex" | "scaley" | "scale3d" => scale(arguments),
            "translate" | "translatex" | "translate3d" => translate(arguments),
            "translatey" => translate(["0"].into_iter().chain(arguments)),
            "matrix" => matrix(arguments),
            "matrix3d" => matrix(flat(arguments)),
            "rotatex" | "rotatey" | "skew" | "skewx" | "skewy" => empty_if({ arguments }.any(is_right_angle)),
            "rotate3d" => rotate(arguments),
            _ => Value::Other,
        };
        found == Value::Empty
    };
    empty_if(functions(value).any(leaves_nothing))
}

fn empty_if(leaves_nothing: bool) -> Value {
    if leaves_nothing { Value::Empty } else { Value::Other }
}

/// Whether one of the first two factors, across and down, makes a box too small to see.
pub(super) fn scale<'v>(factors: impl Iterator<Item = &'v str>) -> Value {
    let is_tiny = |factor: &str| share(factor).is_some_and(|factor| factor.abs() <= MAX_UNSEEN_SCALE);
    empty_if(factors.take(2).any(is_tiny))
}

/// Whether one of the two distances, across and down, moves a box far away. Percentages are of the box, whose size is not
/// known.
pub(super) fn translate<'v>(mut distances: impl Iterator<Item = &'v str>) -> Value {
    /// The least width of a block of text, a quarter of the window: then -200% is far, while -100%, which slides a page of a
    /// carousel or a menu away, is not. Chosen by hand.
    const MIN_BLOCK_WIDTH: f32 = WINDOW_WIDTH / 4.0;
    /// The height of a line of text of 16 pixels.
    const LINE_HEIGHT: f32 = 20.0;
    let mut next = |percent: f32| distances.next().map(|distance| length(distance, percent / 100.0));
    empty_if(next(MIN_BLOCK_WIDTH).is_some_and(is_far_across) || next(LINE_HEIGHT).is_some_and(is_far))
}

/// Whether a rotation shows a box from its edge: by a right angle, around an axis in the plane of the page.
pub(super) fn rotate<'v>(parts: impl Iterator<Item = &'v str>) -> Value {
    const MAX_PARTS: usize = 4;
    let parts: Vec<&str> = parts.take(MAX_PARTS + 1).collect();
    empty_if(match parts[..] {
        ["x" | "y", angle] | [angle, "x" | "y"] => is_right_angle(angle),
        [_, _, z, angle] => share(z) == Some(0.0) && is_right_angle(angle),
        _ => false,
    })
}

/// Whether an angle is so near to a right one that a box turned by it, or slanted by it, is too thin to see.
fn is_right_angle(angle: &str) -> bool {
    /// Units of angles, each with how many make a full turn (CSS Values 4, section 7.1). `grad` ends in `rad`.
    const PER_TURN: [(&str, f32); 4] =
        [("deg", 360.0), ("grad", 400.0), ("rad", std::f32::consts::TAU), ("turn", 1.0)];
    let number =
        PER_TURN.iter().find_map(|(unit, per_turn)| Some((share(angle.strip_suffix(unit)?)?, per_turn)));
    number.is_some_and(|(number, per_turn)| {
        (number / per_turn * std::f32::consts::TAU).cos().abs() <= MAX_UNSEEN_SCALE
    })
}

/// The numbers of a matrix of four rows that matter in the plane of the page, in the order of a matrix of two.
fn flat<'v>(numbers: impl Iterator<Item = &'v str>) -> impl Iterator<Item = &'v str> {
    const COUNT: usize = 16;
    const PLANE: [usize; 6] = [0, 1, 4, 5, 12, 13];
    let numbers: Vec<&str> = numbers.take(COUNT + 1).collect();
    let is_whole = numbers.len() == COUNT;
    PLANE.into_iter().filter(move |_| is_whole).map(move |place| numbers[place])
}

/// Whether a matrix makes a box too small to see, or moves it far away.
fn matrix<'v>(numbers: impl Iterator<Item = &'v str>) -> Value {
    let numbers: Vec<f32> = numbers.take(7).map_while(|number| number.parse().ok()).collect();
    let [a, b, c, d, x, y] = numbers[..] else { return Value::Other };
    let is_tiny = |one: f32, other: f32| one.abs().max(other.abs()) <= MAX_UNSEEN_SCALE;
    empty_if(is_tiny(a, b) || is_tiny(c, d) || is_far_across(Value::Length(x)) || is_far(Value::Length(y)))
}

/// Whether a mask is transparent all over.
pub(super) fn mask(value: &str) -> Value {
    let end = value.rfind(')').map_or(value.len(), |at| at + 1);
    empty_if(is_transparent_gradient(&value[..end], MAX_UNSEEN_ALPHA))
}

/// Whether `clip: rect(…)` leaves at most a pixel. What is `auto` reaches from the beginning or to the end.
pub(super) fn clip(value: &str) -> Value {
    let Some(sides) = value.strip_prefix("rect(").and_then(|it| it.strip_suffix(')')) else {
        return Value::Other;
    };
    let side = |it: &str, auto: f32| if it == "auto" { Value::Length(auto) } else { horizontal(it) };
    let sides: Vec<&str> = sides.split([',', ' ']).filter(|it| !it.is_empty()).take(5).collect();
    let [top, right, bottom, left] = sides[..] else { return Value::Other };
    empty_if(match [side(top, 0.0), side(right, f32::MAX), side(bottom, f32::MAX), side(left, 0.0)] {
        [Value::Length(top), Value::Length(right), Value::Length(bottom), Value::Length(left)] => {
            bottom - top <= 1.0 || right - left <= 1.0
        }
        _ => false,
    })
}

/// Whether `clip-path` leaves nothing: insets that meet, a rectangle or a circle without extent, or a polygon without area.
pub(super) fn clip_path(value: &str) -> Value {
    let Some((shape, arguments)) = functions(value).next() else { return Value::Other };
    // Corners that are rounded take nothing away.
    let arguments = arguments.split(" round ").next().unwrap_or(arguments).trim();
    empty_if(match shape {
        "inset" => insets_meet(arguments),
        "rect" => {
            let [top, right, bottom, left] = sides(arguments);
            let is_thin = |from: &str, to: &str| match (part_of_box(from), part_of_box(to)) {
                (Some(from), Some(to)) => to - from <= 0.0,
                _ => false,
            };
            is_thin(top, bottom) || is_thin(left, right)
        }
        "xywh" => words(arguments).skip(2).take(2).any(|side| part_of_box(side).is_some_and(|it| it <= 0.0)),
        "circle" => radii(arguments).next().is_some_and(is_tiny_radius),
        "ellipse" => radii(arguments).take(2).any(is_tiny_radius),
        "polygon" => is_flat(arguments),
        _ => false,
    })
}

/// The width and height of a box that clips are compared with, in pixels, since that of the real one is not known: as large as a
/// block of text may be, so that only clips count that leave nothing of it. Chosen by hand.
const BOX: f32 = 4_000.0;

/// A place in a box, in pixels.
fn part_of_box(value: &str) -> Option<f32> {
    match length(value, BOX / 100.0) {
        Value::Length(pixels) => Some(pixels),
        _ => None,
    }
}

/// The top, right, bottom and left of a list, of which some can be left out.
pub(super) fn sides(list: &str) -> [&str; 4] {
    let mut parts = words(list);
    let top = parts.next().unwrap_or_default();
    let right = parts.next().unwrap_or(top);
    let bottom = parts.next().unwrap_or(top);
    [top, right, bottom, parts.next().unwrap_or(right)]
}

/// Whether the insets from two opposite sides leave nothing between them.
fn insets_meet(arguments: &str) -> bool {
    let [top, right, bottom, left] = sides(arguments);
    let sum = |one: &str, other: &str| Some(part_of_box(one)? + part_of_box(other)?);
    [(top, bottom), (right, left)].into_iter().any(|(one, other)| sum(one, other).is_some_and(|it| it >= BOX))
}

/// The radii before the place of a circle or an ellipse.
fn radii(arguments: &str) -> impl Iterator<Item = &str> {
    words(arguments).take_while(|word| *word != "at")
}

fn is_tiny_radius(radius: &str) -> bool {
    part_of_box(radius).is_some_and(|radius| radius <= 1.0)
}

/// Whether a polygon has no area, because all its corners are on one line.
fn is_flat(arguments: &str) -> bool {
    /// Maximum number of corners that are read; chosen by hand.
    const MAX_CORNERS: usize = 64;
    let corner = |text: &str| {
        let mut parts = words(text);
        Some((part_of_box(parts.next()?)?, part_of_box(parts.next()?)?))
    };
    let written = top_level(arguments).filter(|it| !matches!(it.trim(), "evenodd" | "nonzero"));
    let corners: Option<Vec<(f32, f32)>> = written.take(MAX_CORNERS + 1).map(corner).collect();
    let Some(corners) = corners.filter(|it| !it.is_empty() && it.len() <= MAX_CORNERS) else { return false };
    let (x, y) = corners[0];
    let area = |one: (f32, f32), other: (f32, f32)| {
        ((one.0 - x) * (other.1 - y) - (other.0 - x) * (one.1 - y)).abs()
    };
    let far = corners.iter().copied().max_by(|one, other| {
        let distance = |it: &(f32, f32)| (it.0 - x).abs() + (it.1 - y).abs();
        distance(one).total_cmp(&distance(other))
    });
    far.is_some_and(|far| corners.iter().all(|corner| area(far, *corner) < 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transformations_leave_nothing_if_they_shrink_or_move_far() {
        for (text, expected) in [
            ("scale(0)", true),
            ("rotate(3deg) scaleY(.001)", true),
            ("scale(1, 0)", true),
            ("scale(.5)", false),
            ("translate(-50%, -50%)", false),
            ("translateX(-100%)", false),
            ("translateX(-200%)", true),
            ("translateY(-200%)", false),
            ("translateY(-9999px)", true),
            ("translate3d(0, -9999%, 0)", true),
            ("translate(0px, 20px) translate(-9999px)", true),
            ("translateX(calc(-100vw - 10px))", true),
            ("matrix(0, 0, 0, 0, 0, 0)", true),
            ("matrix(1, 0, 0, 1, -9999, 0)", true),
            ("matrix(0, 1, -1, 0, 0, 0)", false),
            ("matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)", true),
            ("matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,-9999,0,0,1)", true),
            ("matrix3d(1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1)", false),
            ("matrix3d(0,0,0)", false),
            ("skew(90deg)", true),
            ("skewY(-100grad)", true),
            ("skew(45deg)", false),
            ("rotateX(90deg)", true),
            ("rotateY(.25turn)", true),
            ("rotateY(180deg)", false),
            ("rotate(90deg)", false),
            ("rotate3d(1, 1, 0, 4.712389rad)", true),
            ("rotate3d(0, 0, 1, 90deg)", false),
            ("none", false),
            ("scale(", false),
            ("é(", false),
        ] {
            assert_eq!(transform(&text.to_ascii_lowercase()) == Value::Empty, expected, "{text}");
        }
    }
}
