//! Animations: what an element looks like when its animation has ended, or while it repeats.
//!
//! Only the last keyframe is read, and only if its state stays. Before the end, text that fades in is not hidden either.

use super::cascade::{Winner, Winners};
use super::parentheses::{top_level, words};
use super::style::{Property, Value, declarations};
use super::thresholds::can_hide;
use super::variables::Variables;
use crate::fnv;
use crate::source::Span;
use std::collections::HashMap;

/// The bodies of the `@keyframes` of a page, by the hashes of their names.
pub(super) type Keyframes = HashMap<u32, Span>;

/// Maximum length of keyframes that are read, in bytes; those of longer ones are unknown. Chosen by hand: those of large libraries
/// are shorter.
const MAX_KEYFRAMES: usize = 2048;
/// Words of `animation` that are no names (CSS Animations 2, section 4.9).
const WORDS: [&str; 20] = [
    "alternate",
    "alternate-reverse",
    "auto",
    "backwards",
    "both",
    "ease",
    "ease-in",
    "ease-in-out",
    "ease-out",
    "forwards",
    "infinite",
    "linear",
    "none",
    "normal",
    "paused",
    "replace",
    "reverse",
    "running",
    "step-end",
    "step-start",
];

/// The animation that a value of `animation` names: `none`, one by its name, or several.
pub(super) fn name(value: &str) -> Value {
    let is_name = |word: &&str| {
        let is_word =
            word.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_' | '"' | '\''));
        is_word && !word.contains('(') && WORDS.binary_search(word).is_err()
    };
    let mut names = words(value).filter(is_name);
    match (names.next(), names.next()) {
        (Some(name), None) => Value::Named(key(name)),
        (None, _) if top_level(value).count() == 1 => Value::None,
        _ => Value::Other,
    }
}

/// Whether the last state of an animation stays, or comes again and again; for a value of `animation`, or of the property for
/// one of these.
pub(super) fn fill(value: &str) -> Value {
    let has = |wanted: &str| words(value).any(|word| word == wanted);
    match () {
        () if has("infinite") => Value::Repeats,
        () if has("forwards") || has("both") => Value::Stays,
        () => Value::Other,
    }
}

/// Whether an animation runs backward, so that its last keyframe is not its end; for a value of `animation` or
/// `animation-direction`.
pub(super) fn direction(value: &str) -> Value {
    let is_backward = |word: &str| matches!(word, "reverse" | "alternate" | "alternate-reverse");
    if words(value).any(is_backward) { Value::Backward } else { Value::Other }
}

/// The hash of the name of an animation, given in any letter case.
pub(super) fn key(name: &str) -> u32 {
    let name = name.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
    fnv::with(fnv::OFFSET, name.as_bytes()) as u32
}

/// The number of bytes that are read to find out how an animation ends.
#[cfg(feature = "css")]
pub(super) fn len(winners: &Winners, keyframes: &Keyframes) -> usize {
    match winners[Property::Animation as usize].map(|winner| winner.value) {
        Some(Value::Named(name)) => keyframes.get(&name).map_or(0, |body| body.len().min(MAX_KEYFRAMES)),
        _ => 0,
    }
}

/// Puts the last state of the animation of an element in place of what else it has. Returns whether what it shows is not known.
pub(super) fn animate(winners: &mut Winners, keyframes: &Keyframes, variables: &Variables<'_>) -> bool {
    let value = |property: Property| winners[property as usize].map(|winner| winner.value);
    let body = match value(Property::Animation) {
        None | Some(Value::None | Value::Inherit) => return false,
        Some(Value::Named(name)) => keyframes.get(&name),
        Some(_) => None,
    };
    let is_backward = value(Property::AnimationDirection) == Some(Value::Backward);
    let is_readable = |body: &&Span| body.len() <= MAX_KEYFRAMES && !is_backward;
    let Some(body) = body.filter(is_readable) else { return true };
    let fill = value(Property::AnimationFill).filter(|fill| matches!(fill, Value::Stays | Value::Repeats));
    let (Some(by), Some(fill)) = (winners[Property::Animation as usize], fill) else { return false };
    last_keyframes(&variables.source[body.range()], |list| {
        declarations(list, variables, |property, value, _| {
            let slot = &mut winners[property as usize];
            let is_passing = fill == Value::Repeats && can_hide(property, value);
            if !is_passing && !slot.is_some_and(Winner::is_important) {
                *slot = Some(by.with(value));
            }
        });
    });
    false
}

/// Returns the kinds of declarations by which the end of an animation can hide a text.
#[cfg(feature = "css")]
pub(super) fn hides_at_end(body: &str, variables: &Variables<'_>) -> super::style::Kinds {
    let mut hides = 0;
    if body.len() <= MAX_KEYFRAMES {
        last_keyframes(body, |list| {
            declarations(list, variables, |property, value, _| {
                hides |= if can_hide(property, value) { property.kind() } else { 0 };
            });
        });
    }
    hides
}

/// Calls `found` with the declarations of each keyframe of the end.
fn last_keyframes(body: &str, mut found: impl FnMut(&str)) {
    for keyframe in body.split('}') {
        let Some((selectors, list)) = keyframe.split_once('{') else { continue };
        if selectors.split(',').any(|it| matches!(it.trim(), "to" | "100%")) {
            found(list);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_is_known_by_its_only_name() {
        assert!(WORDS.is_sorted());
        for (value, expected) in [
            ("fade 1s ease-in forwards", Value::Named(key("FADE"))),
            ("1s cubic-bezier(0,0,1,1) .2s both \"fade\"", Value::Named(key("fade"))),
            ("none", Value::None),
            ("a 1s, b 2s", Value::Other),
        ] {
            assert_eq!(name(value), expected, "{value}");
        }
    }
}
