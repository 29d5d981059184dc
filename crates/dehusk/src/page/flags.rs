//! Determines the flags of an element from its name and attributes: whether the text inside it is part of a
//! link, invisible or hidden.
//!
//! Only the attributes in the page are read; no styles are computed. If an attribute name is repeated, the
//! first one counts.

use super::node::{Kind, flag};
use crate::markup::{Attr, Decode, INVISIBLE, Tag};

/// Returns the flags of an element with this tag and these attributes. Takes linear time in the length of the
/// attributes.
#[inline]
pub(super) fn own_flags(source: &str, kind: Kind, tag: Tag, attrs: &[Attr]) -> u8 {
    match attrs {
        [] if tag.is(INVISIBLE) => flag::INVISIBLE,
        [] => 0,
        _ => flags_of_attributes(source, kind, tag, attrs),
    }
}

fn flags_of_attributes(source: &str, kind: Kind, tag: Tag, attrs: &[Attr]) -> u8 {
    let found = Found::of(source, tag, attrs);
    let is_shadow_root = kind == Kind::Html && found.shadow_root == Some(true);
    let mut flags = if tag.is(INVISIBLE) && !is_shadow_root { flag::INVISIBLE } else { 0 };
    if found.link {
        flags |= flag::LINK;
    }
    if found.undisplayed == Some(true) {
        flags |= flag::UNDISPLAYED | flag::HIDDEN;
    }
    if [found.hidden, found.aria_hidden].contains(&Some(true)) {
        flags |= flag::HIDDEN;
    }
    flags
}

/// Whether an element of this tag with these attributes is hidden by something else than `aria-hidden`.
pub(super) fn hides_without_aria(source: &str, tag: Tag, attrs: &[Attr]) -> bool {
    let found = Found::of(source, tag, attrs);
    [found.hidden, found.undisplayed].contains(&Some(true))
}

/// The relevant attributes of an element. A field is `None` until its attribute is found.
#[derive(Default)]
struct Found {
    link: bool,
    undisplayed: Option<bool>,
    hidden: Option<bool>,
    aria_hidden: Option<bool>,
    shadow_root: Option<bool>,
}

impl Found {
    #[inline]
    fn of(source: &str, tag: Tag, attrs: &[Attr]) -> Found {
        let mut found = Found::default();
        for attr in attrs {
            found.read(source, tag, attr);
        }
        found
    }

    #[inline]
    fn read(&mut self, source: &str, tag: Tag, attr: &Attr) {
        let name = &source[attr.name.range()];
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        let value = || Decode::attribute(&source[attr.value.range()]);
        match name.len() {
            4 if tag == Tag::A && is("href") => self.link = true,
            5 if is("style") => set_once(&mut self.undisplayed, || has_display_none(&value())),
            6 if is("hidden") => set_once(&mut self.hidden, || !value().eq_ignore_ascii_case("until-found")),
            11 if is("aria-hidden") => {
                set_once(&mut self.aria_hidden, || value().eq_ignore_ascii_case("true"))
            }
            14 if tag == Tag::Template && is("shadowrootmode") => {
                set_once(&mut self.shadow_root, || {
                    let mode = value();
                    mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed")
                });
            }
            _ => {}
        }
    }
}

fn set_once(slot: &mut Option<bool>, value: impl FnOnce() -> bool) {
    if slot.is_none() {
        *slot = Some(value());
    }
}

/// Whether the value of a style attribute contains `display: none`.
fn has_display_none(style: &str) -> bool {
    style.len() >= "display:none".len()
        && style.split(';').any(|declaration| {
            let Some((property, value)) = declaration.split_once(':') else { return false };
            let value = value.trim();
            let value = value.strip_suffix("!important").unwrap_or(value).trim();
            property.trim().eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none")
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::Tokenizer;

    fn flags(tag: &str) -> u8 {
        let mut attrs = Vec::new();
        let token = Tokenizer::new(tag).next(&mut attrs).unwrap();
        own_flags(tag, Kind::Html, token.tag, &attrs)
    }

    #[test]
    fn the_first_attribute_of_a_name_decides() {
        for (tag, expected) in [
            ("<a href>", flag::LINK),
            ("<a name=x>", 0),
            ("<p hidden>", flag::HIDDEN),
            ("<p hidden=until-found hidden>", 0),
            ("<p STYLE='color: red; Display : None !important'>", flag::HIDDEN | flag::UNDISPLAYED),
            ("<p style='display:&#110;one'>", flag::HIDDEN | flag::UNDISPLAYED),
            ("<p style='display:block' style='display:none'>", 0),
            ("<p aria-hidden=true>", flag::HIDDEN),
            ("<p aria-hidden=false>", 0),
            ("<template>", flag::INVISIBLE),
            ("<template shadowrootmode='&#111;pen'>", 0),
            ("<template shadowrootmode=x shadowrootmode=open>", flag::INVISIBLE),
        ] {
            assert_eq!(flags(tag), expected, "{tag}");
        }
    }
}
