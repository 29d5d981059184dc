//! What an element's own name and attributes do to the text inside it: link, invisible, hidden.
//!
//! Only the attributes that the page gives are read; no styles are computed. Of a repeated attribute the first counts.

use super::node::{Kind, flag};
use crate::markup::{Attr, Decode, INVISIBLE, Tag};

/// The flags of an element of this tag with these attributes. Linear in their length.
#[inline]
pub(super) fn own_flags(source: &str, kind: Kind, tag: Tag, attrs: &[Attr]) -> u8 {
    match attrs {
        [] if tag.is(INVISIBLE) => flag::INVISIBLE,
        [] => 0,
        _ => flags_of_attributes(source, kind, tag, attrs),
    }
}

fn flags_of_attributes(source: &str, kind: Kind, tag: Tag, attrs: &[Attr]) -> u8 {
    let mut found = Found::default();
    for attr in attrs {
        found.look_at(source, tag, attr);
    }
    let shadow_root = kind == Kind::Html && found.shadow_root == Some(true);
    let mut flags = if tag.is(INVISIBLE) && !shadow_root { flag::INVISIBLE } else { 0 };
    if found.link {
        flags |= flag::LINK;
    }
    if found.style == Some(true) {
        flags |= flag::UNDISPLAYED | flag::HIDDEN;
    }
    if [found.hidden, found.aria].contains(&Some(true)) {
        flags |= flag::HIDDEN;
    }
    flags
}

/// What the attributes of one element say; `None` where they say nothing yet.
#[derive(Default)]
struct Found {
    link: bool,
    style: Option<bool>,
    hidden: Option<bool>,
    aria: Option<bool>,
    shadow_root: Option<bool>,
}

impl Found {
    #[inline]
    fn look_at(&mut self, source: &str, tag: Tag, attr: &Attr) {
        let name = &source[attr.name.range()];
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        let value = || Decode::attribute(&source[attr.value.range()]);
        match name.len() {
            4 if tag == Tag::A && is("href") => self.link = true,
            5 if is("style") => note(&mut self.style, || hides(&value())),
            6 if is("hidden") => note(&mut self.hidden, || !value().eq_ignore_ascii_case("until-found")),
            11 if is("aria-hidden") => note(&mut self.aria, || value().eq_ignore_ascii_case("true")),
            14 if tag == Tag::Template && is("shadowrootmode") => {
                note(&mut self.shadow_root, || {
                    let mode = value();
                    mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed")
                });
            }
            _ => {}
        }
    }
}

fn note(place: &mut Option<bool>, says: impl FnOnce() -> bool) {
    if place.is_none() {
        *place = Some(says());
    }
}

/// Whether a style attribute says `display: none`.
fn hides(style: &str) -> bool {
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
