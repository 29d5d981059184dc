//! What the metadata of a page say that it is: `og:type`, schema.org types as microdata and as JSON-LD.

use crate::page::Element;
use memchr::memmem;

/// Kinds of pages, in the order of the features from `PageSaysArticle` on.
const KINDS: usize = 5;
const ARTICLE: usize = 0;
const FORUM: usize = 1;
const PRODUCT: usize = 2;
const LIST: usize = 3;
const SITE: usize = 4;

/// The kinds that a page says it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Says([bool; KINDS]);

/// Types of schema.org and of Open Graph, in lower case, by what their names contain.
const TYPES: [(&str, usize); 15] = [
    ("article", ARTICLE),
    ("blogposting", ARTICLE),
    ("recipe", ARTICLE),
    ("discussionforum", FORUM),
    ("qapage", FORUM),
    ("question", FORUM),
    ("product", PRODUCT),
    ("offer", PRODUCT),
    ("itemlist", LIST),
    ("collectionpage", LIST),
    ("searchresults", LIST),
    ("website", SITE),
    ("organization", SITE),
    ("localbusiness", SITE),
    ("service", SITE),
];

impl Says {
    pub(super) fn kinds(self) -> [bool; KINDS] {
        self.0
    }

    /// A type's name or address.
    pub(super) fn kind(&mut self, name: &str) {
        const LONGEST: usize = 100;
        const EVERYWHERE: &str = "breadcrumblist";
        let Some(name) = name.get(..name.len().min(LONGEST)) else { return };
        let name = name.to_ascii_lowercase();
        if name.contains(EVERYWHERE) {
            return;
        }
        for (part, kind) in TYPES {
            self.0[kind] |= name.contains(part);
        }
    }

    /// A `meta` element.
    pub(super) fn meta(&mut self, element: &Element<'_>) {
        let (mut is_type, mut content) = (false, "");
        for (name, value) in element.written_attributes() {
            if name.eq_ignore_ascii_case("content") {
                content = value;
            } else if name.eq_ignore_ascii_case("property") || name.eq_ignore_ascii_case("name") {
                is_type |= value.eq_ignore_ascii_case("og:type");
            }
        }
        if is_type {
            self.kind(content);
        }
    }

    /// A script: the types that its JSON-LD names, if it is any.
    pub(super) fn script(&mut self, text: &str) {
        const KEY: &str = "\"@type\"";
        for at in memmem::find_iter(text.as_bytes(), KEY) {
            let value = text[at + KEY.len()..].trim_start_matches([' ', ':', '[', '\t', '\n', '\r']);
            if let Some((name, _)) = value.strip_prefix('"').and_then(|rest| {
                let end = memchr::memchr(b'"', rest.as_bytes().get(..64).unwrap_or(rest.as_bytes()))?;
                rest.split_at_checked(end)
            }) {
                self.kind(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_from_json_and_addresses() {
        for (script, expected) in [
            (r#"{"@type":"NewsArticle"}"#, [true, false, false, false, false]),
            (r#"{"@type": [ "Product", "Thing"]}"#, [false, false, true, false, false]),
            (r#"{"@type":"BreadcrumbList"} {"@type":"QAPage"}"#, [false, true, false, false, false]),
            (r#"{"@type":"#, [false; KINDS]),
            (r#"{"@type":"ürgendwas"}"#, [false; KINDS]),
        ] {
            let mut says = Says::default();
            says.script(script);
            assert_eq!(says.kinds(), expected, "{script}");
        }
        let mut says = Says::default();
        says.kind("https://schema.org/Service");
        assert_eq!(says.kinds(), [false, false, false, false, true]);
    }
}
