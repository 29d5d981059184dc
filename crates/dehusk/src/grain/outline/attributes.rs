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
    /// Whether it says that the element is a dialog.
    pub(super) dialog: bool,
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
                4 if name.eq_ignore_ascii_case("role") => {
                    found.role = found.role.or(role(value));
                    found.dialog |= is_dialog_role(value);
                }
                10 if name.eq_ignore_ascii_case("aria-modal") => {
                    found.dialog |= value.trim().eq_ignore_ascii_case("true");
                }
                5 if name.eq_ignore_ascii_case("class") => {
                    found.class = hash_of(value);
                    found.dialog |=
                        value.split_ascii_whitespace().any(|class| class.eq_ignore_ascii_case("modal"));
                    words(value, |word| all_words.push(word));
                }
                6 if name.eq_ignore_ascii_case("hidden") => found.hidden = true,
                _ => {}
            }
        }
        found
    }
}

/// Whether a role is that of a dialog. The role `alert` is not: notes in texts have it.
fn is_dialog_role(value: &str) -> bool {
    let value = value.trim();
    value.eq_ignore_ascii_case("dialog") || value.eq_ignore_ascii_case("alertdialog")
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
