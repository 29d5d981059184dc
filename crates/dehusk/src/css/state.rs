//! Pseudo-classes of style sheets that depend on attributes, and those that depend on a reader, which match nothing: nobody points at
//! an element or has chosen anything yet.

use crate::markup::Tag;
use crate::page::Element;
use cssparser::ToCss;
use selectors::parser::NonTSPseudoClass;
use std::fmt;

/// A pseudo-class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    AnyLink,
    Checked,
    Defined,
    /// `:dir(ltr)`, or else `:dir(rtl)`.
    Direction {
        is_ltr: bool,
    },
    Disabled,
    Enabled,
    /// Languages, in lower case.
    Language(Vec<String>),
    Open,
    Optional,
    PlaceholderShown,
    ReadOnly,
    ReadWrite,
    Required,
    /// What a reader does, or what a script sets.
    Never,
    /// What depends on more than is looked at here, such as the value of a field.
    Perhaps,
}

/// Pseudo-classes that match nothing before a reader or a script does something (Selectors 4, HTML).
const NEVER: [&str; 26] = [
    "active",
    "autofill",
    "buffering",
    "current",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "hover",
    "local-link",
    "modal",
    "muted",
    "past",
    "paused",
    "picture-in-picture",
    "playing",
    "popover-open",
    "seeking",
    "stalled",
    "target",
    "target-current",
    "user-invalid",
    "user-valid",
    "visited",
    "volume-locked",
];
/// Pseudo-classes that match an element perhaps.
const PERHAPS: [&str; 6] = ["default", "in-range", "indeterminate", "invalid", "out-of-range", "valid"];
/// Elements that can be disabled.
const FIELDS: [Tag; 7] =
    [Tag::Button, Tag::Fieldset, Tag::Input, Tag::Optgroup, Tag::Option, Tag::Select, Tag::Textarea];
/// Elements that are open or not.
const OPENED: [Tag; 2] = [Tag::Details, Tag::Dialog];

impl State {
    /// The pseudo-class with this name.
    pub(super) fn of_name(name: &str) -> Option<State> {
        let name = name.to_ascii_lowercase();
        Some(match name.as_str() {
            "any-link" | "link" | "-webkit-any-link" => State::AnyLink,
            "checked" => State::Checked,
            "defined" => State::Defined,
            "disabled" => State::Disabled,
            "enabled" => State::Enabled,
            "open" => State::Open,
            "optional" => State::Optional,
            "placeholder-shown" => State::PlaceholderShown,
            "read-only" => State::ReadOnly,
            "read-write" => State::ReadWrite,
            "required" => State::Required,
            name if PERHAPS.contains(&name) => State::Perhaps,
            name if NEVER.binary_search(&name).is_ok() => State::Never,
            _ => return None,
        })
    }

    /// The pseudo-class with this name and these words in parentheses, one at least.
    pub(super) fn of_function(name: &str, words: &[String]) -> Option<State> {
        match (name.to_ascii_lowercase().as_str(), words) {
            ("lang", words) => Some(State::Language(words.to_vec())),
            ("dir", [direction]) => Some(State::Direction { is_ltr: direction == "ltr" }),
            _ => None,
        }
    }

    /// Whether the elements around an element decide too.
    pub(super) fn is_inherited(&self) -> bool {
        matches!(self, State::Language(_) | State::Direction { .. })
    }

    /// Whether an element has the state. `around` has the element and those around it.
    pub(super) fn matches<'e>(
        &self,
        element: Element<'e>,
        mut around: impl Iterator<Item = Element<'e>>,
    ) -> bool {
        let has = |name: &str| element.attribute(name).is_some();
        let tag = element.tag();
        match self {
            State::AnyLink => matches!(tag, Tag::A | Tag::Area) && has("href"),
            State::Checked => (is_box(element) && has("checked")) || (tag == Tag::Option && has("selected")),
            State::Defined => tag != Tag::Unknown || !element.name().contains('-'),
            State::Direction { is_ltr } => {
                let found = around.find_map(|it| it.attribute("dir"));
                found.is_some_and(|it| it.eq_ignore_ascii_case("rtl")) != *is_ltr
            }
            State::Disabled => FIELDS.contains(&tag) && has("disabled"),
            State::Enabled => FIELDS.contains(&tag) && !has("disabled"),
            State::Language(languages) => {
                let found = around.find_map(|it| it.attribute("lang")).unwrap_or_default();
                languages.iter().any(|language| is_of_language(&found.to_ascii_lowercase(), language))
            }
            State::Open => OPENED.contains(&tag) && has("open"),
            State::Optional => matches!(tag, Tag::Input | Tag::Select | Tag::Textarea) && !has("required"),
            State::PlaceholderShown => {
                matches!(tag, Tag::Input | Tag::Textarea) && has("placeholder") && !has("value")
            }
            State::ReadOnly => !is_editable(element),
            State::ReadWrite => is_editable(element),
            State::Required => matches!(tag, Tag::Input | Tag::Select | Tag::Textarea) && has("required"),
            State::Never => false,
            State::Perhaps => true,
        }
    }
}

/// Whether an element is a box that a reader checks.
fn is_box(element: Element<'_>) -> bool {
    let is_box = |kind: &str| matches!(kind.trim().to_ascii_lowercase().as_str(), "checkbox" | "radio");
    element.tag() == Tag::Input && element.attribute("type").is_some_and(|kind| is_box(&kind))
}

/// Whether a language is another one or a kind of it: `en-gb` is of `en`.
fn is_of_language(language: &str, wanted: &str) -> bool {
    let rest = language.strip_prefix(wanted);
    !wanted.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Whether a reader can change the text of an element.
fn is_editable(element: Element<'_>) -> bool {
    let has = |name: &str| element.attribute(name).is_some();
    let is_field = matches!(element.tag(), Tag::Input | Tag::Textarea);
    let is_free = is_field && !has("readonly") && !has("disabled");
    is_free || element.attribute("contenteditable").is_some_and(|it| !it.eq_ignore_ascii_case("false"))
}

impl ToCss for State {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        write!(out, ":{self:?}")
    }
}

impl NonTSPseudoClass for State {
    fn is_active_or_hover(&self) -> bool {
        false
    }

    fn is_user_action_state(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_in_which_they_are_searched() {
        assert!(NEVER.is_sorted());
    }
}
