//! Elements whose content no browser shows, whatever the styles say.

use crate::markup::Tag;
use crate::page::Element;

/// Elements of SVG that are used elsewhere in the picture, or describe it (SVG 2, sections 5 and 14).
const OF_PICTURES: [&str; 11] = [
    "clippath",
    "defs",
    "desc",
    "filter",
    "lineargradient",
    "marker",
    "mask",
    "metadata",
    "pattern",
    "radialgradient",
    "symbol",
];

/// Whether the content of an element is for browsers that cannot show the element itself, or only describes it.
pub(super) fn is_unseen(element: Element<'_>) -> bool {
    match element.tag() {
        Tag::Audio | Tag::Canvas | Tag::Meter | Tag::Progress | Tag::Video => !element.is_foreign(),
        Tag::Object => shows_data(element),
        Tag::Desc | Tag::Unknown => element.is_foreign() && OF_PICTURES.contains(&&*element.name()),
        _ => false,
    }
}

/// Whether an `object` shows the picture or text that its own address contains. One from elsewhere may be missing, and then its content
/// is shown.
fn shows_data(element: Element<'_>) -> bool {
    let data = element.attribute("data").unwrap_or_default();
    let starts =
        |start: &str| data.trim_start().get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start));
    starts("data:image/") || starts("data:text/")
}

/// Whether the style sheet of browsers hides an element: the choices of a field, and parentheses around the reading of a word. Real
/// parentheses are kept, since text without annotations needs them.
pub(super) fn is_hidden_by_browser(element: Element<'_>) -> bool {
    /// Maximum length of `rp` with its tags and a parenthesis or some words, in bytes. Chosen by hand.
    const MAX_PARENTHESIS: usize = 24;
    match element.tag() {
        Tag::Datalist => true,
        Tag::Rp => element.span().len() > MAX_PARENTHESIS,
        _ => false,
    }
}
