//! Alerts: notes, tips and warnings that stand apart from the text around them, as manuals have them. They are written as quotes.
//!
//! This module recognizes them by the classes that the generators of manuals, wikis and GitHub give them.

use crate::markup::Tag;
use crate::page::{Element, names_one_of};

/// Maximum bytes of an element whose only sign is a class such as `note`. Chosen by hand: larger ones hold more than a note.
const MAX_NOTE_BYTES: usize = 8192;

/// Classes of alerts whose kind another class or `data-callout` says: Sphinx and MkDocs, Asciidoctor, Docusaurus, GitHub, MDN,
/// VitePress, Quarto and Obsidian, Starlight, and pages made with Bootstrap.
const ALERTS: [&str; 9] = [
    "admonition",
    "admonitionblock",
    "theme-admonition",
    "markdown-alert",
    "notecard",
    "custom-block",
    "callout",
    "starlight-aside",
    "alert",
];

/// What comes before the kind in a class.
const PREFIXES: [&str; 9] = [
    "markdown-alert-",
    "theme-admonition-",
    "admonition-",
    "starlight-aside--",
    "callout-",
    "custom-block-",
    "alert--",
    "alert-",
    "is-",
];

/// The kinds of alerts.
const KINDS: [&str; 22] = [
    "note",
    "info",
    "information",
    "seealso",
    "abstract",
    "todo",
    "remark",
    "tip",
    "hint",
    "success",
    "check",
    "important",
    "attention",
    "warning",
    "warn",
    "caution",
    "danger",
    "error",
    "critical",
    "failure",
    "bug",
    "severe",
];

/// Kinds that are enough for an `aside`, and for another element that is small.
const KINDS_ALONE: [&str; 4] = ["note", "warning", "caution", "tip"];

/// Classes of the label of an alert.
const LABELS: [&str; 8] = [
    "admonition-title",
    "admonition-heading",
    "markdown-alert-title",
    "callout-title",
    "custom-block-title",
    "alert-title",
    "starlight-aside__title",
    "title",
];

/// Whether an element is an alert.
pub(super) fn is_alert(element: &Element<'_>) -> bool {
    if !matches!(element.tag(), Tag::Div | Tag::Aside | Tag::Section) {
        return false;
    }
    let Some(class) = element.attribute("class") else { return false };
    let has_kind = || {
        let declared = element.attribute("data-callout");
        declared.as_deref().into_iter().chain(element.raw_class().split_ascii_whitespace()).any(names_kind)
    };
    let has_kind_alone = || {
        let is_small = element.tag() == Tag::Aside || element.span().len() <= MAX_NOTE_BYTES;
        is_small && names_one_of(&class, &KINDS_ALONE)
    };
    (names_one_of(&class, &ALERTS) && has_kind()) || has_kind_alone()
}

/// Whether an element in an alert is its label.
pub(super) fn is_label(element: &Element<'_>) -> bool {
    /// The beginning of the class that Docusaurus gives a label; a hash follows.
    const HEADING: &str = "admonitionHeading_";
    element.has_class(&LABELS) || element.raw_class().starts_with(HEADING)
}

/// Whether a class or the value of `data-callout` names a kind of alert.
fn names_kind(class: &str) -> bool {
    let bare = |prefix: &&str| {
        let start = class.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then(|| &class[prefix.len()..])
    };
    let name = PREFIXES.iter().find_map(bare).unwrap_or(class);
    KINDS.iter().any(|kind| name.eq_ignore_ascii_case(kind))
}
