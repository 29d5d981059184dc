//! What the attributes of a container say about it: its ARIA role, its classes, the words in its classes and ids, and whether it
//! is hidden.

use super::{Kind, mix, words};
use crate::page::Element;

/// The data in the attributes of a container.
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) role: Option<Kind>,
    pub(super) class: u64,
    pub(super) hidden: bool,
}

impl Attributes {
    pub(super) fn of(element: &Element<'_>, all_words: &mut Vec<u32>) -> Attributes {
        let mut found = Attributes::default();
        for (name, value) in element.raw_attributes() {
            match name.len() {
                2 if name.eq_ignore_ascii_case("id") => words(value, |word| all_words.push(word)),
                8 if name.eq_ignore_ascii_case("itemprop") => words(value, |word| all_words.push(word)),
                10 if name.eq_ignore_ascii_case("aria-label") => words(value, |word| all_words.push(word)),
                11 if name.eq_ignore_ascii_case("data-testid") => words(value, |word| all_words.push(word)),
                4 if name.eq_ignore_ascii_case("role") => found.role = found.role.or(role(value)),
                5 if name.eq_ignore_ascii_case("class") => {
                    found.class = hash_of(value);
                    words(value, |word| all_words.push(word));
                }
                6 if name.eq_ignore_ascii_case("hidden") => found.hidden = true,
                _ => {}
            }
        }
        found
    }
}

fn hash_of(value: &str) -> u64 {
    value.bytes().filter(|byte| !byte.is_ascii_whitespace()).fold(1, |hash, byte| mix(hash, u64::from(byte)))
}

/// The kind of an ARIA landmark or widget role.
fn role(value: &str) -> Option<Kind> {
    Some(match value.trim().to_ascii_lowercase().as_str() {
        "navigation" | "menu" | "menubar" | "tablist" | "toolbar" => Kind::Nav,
        "banner" => Kind::Header,
        "contentinfo" => Kind::Footer,
        "complementary" | "note" => Kind::Aside,
        "main" => Kind::Main,
        "article" => Kind::Article,
        "region" => Kind::Section,
        "form" | "search" => Kind::Form,
        "table" | "grid" => Kind::Table,
        "list" | "listbox" => Kind::List,
        "listitem" | "menuitem" | "option" => Kind::Item,
        "figure" => Kind::Figure,
        "dialog" | "alertdialog" | "alert" => Kind::Dialog,
        "button" | "tab" => Kind::Button,
        "heading" => Kind::Heading,
        _ => return None,
    })
}
