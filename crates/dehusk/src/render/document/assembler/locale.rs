//! The direction and the language of texts, as the elements around them declare them.

use super::{Assembler, Frame};
use crate::page::{Element, Page};
use crate::render::document::Locale;

/// Maximum bytes of a language tag (RFC 5646, section 4.4.1).
const MAX_LANGUAGE_BYTES: usize = 35;

impl<'p> Assembler<'p, '_, '_> {
    /// Reads the direction and the language that an element declares.
    pub(super) fn read_locale(&mut self, element: &Element<'p>, frame: &mut Frame) {
        if !element.raw_attributes().any(|(name, _)| is_locale_attribute(name)) {
            return;
        }
        let declared = Locale::declared(element);
        if declared == Locale::default() {
            return;
        }
        self.save_state(frame);
        let locale = &mut self.state.locale;
        locale.direction = declared.direction.or(locale.direction);
        locale.language = declared.language.or(locale.language.take());
    }
}

impl Locale {
    /// The direction and the language that an element declares itself.
    fn declared(element: &Element<'_>) -> Locale {
        let direction = element.attribute("dir").and_then(|value| {
            ["ltr", "rtl", "auto"].into_iter().find(|word| value.eq_ignore_ascii_case(word))
        });
        let is_name = |name: &str| {
            name.len() <= MAX_LANGUAGE_BYTES
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let language = element.attribute("lang").filter(|name| !name.is_empty() && is_name(name));
        Locale { direction, language: language.map(|name| name.as_ref().into()) }
    }

    /// The direction and the language of a page as a whole.
    pub(in crate::render) fn of_page(page: &Page<'_>) -> Locale {
        let [root, body] =
            [page.root(), page.body()].map(|it| it.map(|it| Locale::declared(&it)).unwrap_or_default());
        Locale { direction: body.direction.or(root.direction), language: body.language.or(root.language) }
    }
}

fn is_locale_attribute(attribute: &str) -> bool {
    attribute.eq_ignore_ascii_case("dir") || attribute.eq_ignore_ascii_case("lang")
}
