//! Vintage: counts in a page's markup that show when and with which tools it was made. The gold texts of pages of the same age
//! and kind follow the same conventions. With these counts, the model can distinguish the conventions.

use crate::markup::{BLOCK, Tag};
use crate::page::{Element, Page};

/// Counts over the elements of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::grain) struct Vintage {
    /// 0: no doctype; 1: a doctype with a public identifier; 2: any other doctype, usually the HTML5 doctype.
    pub(in crate::grain) doctype: u8,
    /// Bytes of the decoded source.
    pub(in crate::grain) bytes: usize,
    pub(in crate::grain) scripts: u32,
    /// Scripts with data, such as `application/ld+json` and `application/json`.
    pub(in crate::grain) data_scripts: u32,
    pub(in crate::grain) stylesheets: u32,
    pub(in crate::grain) metas: u32,
    pub(in crate::grain) viewport: bool,
    /// `meta` elements whose names begin with `og:` or `twitter:`.
    pub(in crate::grain) cards: u32,
    /// Elements that HTML5 introduced.
    pub(in crate::grain) modern: u32,
    /// Presentational elements, such as `font`.
    pub(in crate::grain) presentational: u32,
    pub(in crate::grain) frames: u32,
    pub(in crate::grain) drawings: u32,
    /// `button` elements.
    pub(in crate::grain) buttons: u32,
    pub(in crate::grain) times: u32,
    pub(in crate::grain) links: u32,
    pub(in crate::grain) elements: u32,
    /// Block-level elements.
    pub(in crate::grain) boxes: u32,
}

/// The number of bytes at the start of the source that are searched for a doctype. The HTML standard searches the same number of
/// bytes for an encoding declaration.
const HEAD: usize = 1024;

impl Vintage {
    pub(in crate::grain) fn of(page: &Page<'_>) -> Vintage {
        let text = page.source().text();
        Vintage { doctype: doctype(text), bytes: text.len(), ..Vintage::default() }
    }

    pub(in crate::grain) fn see(&mut self, element: &Element<'_>) {
        self.elements += 1;
        let tag = element.tag();
        self.boxes += u32::from(tag.is(BLOCK));
        match tag {
            Tag::Script => self.script(element),
            Tag::Meta => self.meta(element),
            Tag::Link => self.stylesheets += u32::from(has_value(element, "rel", "stylesheet")),
            Tag::Article
            | Tag::Section
            | Tag::Main
            | Tag::Nav
            | Tag::Header
            | Tag::Footer
            | Tag::Aside
            | Tag::Figure => self.modern += 1,
            Tag::Font | Tag::Center | Tag::B | Tag::I | Tag::U => self.presentational += 1,
            Tag::Iframe => self.frames += 1,
            Tag::Svg => self.drawings += 1,
            Tag::Button => self.buttons += 1,
            Tag::Time => self.times += 1,
            Tag::A => self.links += 1,
            _ => {}
        }
    }

    fn script(&mut self, element: &Element<'_>) {
        self.scripts += 1;
        let is_data = |kind: &str| kind.to_ascii_lowercase().ends_with("json");
        let kind = element.raw_attributes().find(|(name, _)| name.eq_ignore_ascii_case("type"));
        self.data_scripts += u32::from(kind.is_some_and(|(_, kind)| is_data(kind.trim())));
    }

    fn meta(&mut self, element: &Element<'_>) {
        self.metas += 1;
        for (name, value) in element.raw_attributes() {
            if name.eq_ignore_ascii_case("name") || name.eq_ignore_ascii_case("property") {
                self.viewport |= value.eq_ignore_ascii_case("viewport");
                self.cards += u32::from(value.starts_with("og:") || value.starts_with("twitter:"));
            }
        }
    }
}

fn has_value(element: &Element<'_>, attribute: &str, wanted: &str) -> bool {
    let mut attributes = element.raw_attributes();
    attributes.any(|(name, value)| name.eq_ignore_ascii_case(attribute) && value.eq_ignore_ascii_case(wanted))
}

fn doctype(text: &str) -> u8 {
    let mut head = text.as_bytes().get(..HEAD).unwrap_or(text.as_bytes()).to_ascii_lowercase();
    let Some(start) = head.windows(9).position(|window| window == b"<!doctype") else { return 0 };
    head.drain(..start);
    let end = head.iter().position(|byte| *byte == b'>').unwrap_or(head.len());
    let is_old = head[..end].windows(6).any(|window| window == b"public");
    if is_old { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn document_types_tell_old_pages_from_new_ones() {
        for (text, kind) in [
            ("<!DOCTYPE html><p>x", 2),
            ("\n<!doctype HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'><p>x", 1),
            ("<html><p>x", 0),
            ("", 0),
            ("<!doctype", 2),
        ] {
            assert_eq!(doctype(text), kind, "{text}");
        }
        assert_eq!(doctype(&format!("{}<!doctype html>", "é".repeat(HEAD))), 0, "too far down");
    }

    #[test]
    fn markup_is_counted() {
        let page = Page::parse(Source::from_text(
            "<meta name=viewport content=x><meta property=og:title content=y><link rel=stylesheet href=a.css>\
             <script type=application/ld+json>{}</script><script>1</script><section><font>z</font></section>",
        ));
        let mut vintage = Vintage::of(&page);
        page.elements().for_each(|element| vintage.see(&element));
        let Vintage {
            metas,
            viewport,
            cards,
            scripts,
            data_scripts,
            stylesheets,
            modern,
            presentational,
            ..
        } = vintage;
        assert!(viewport);
        assert_eq!(
            [metas, cards, scripts, data_scripts, stylesheets, modern, presentational],
            [2, 1, 2, 1, 1, 1, 1]
        );
    }
}
