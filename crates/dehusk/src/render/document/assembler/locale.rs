//! The direction and the language of texts, as the elements around them declare them.

use super::{Assembler, Frame};
use crate::page::Element;

/// Maximum bytes of a language tag (RFC 5646, section 4.4.1).
const MAX_LANGUAGE_BYTES: usize = 35;

impl<'p> Assembler<'p, '_, '_> {
    /// Reads the direction and the language that an element declares.
    pub(super) fn read_locale(&mut self, element: &Element<'p>, frame: &mut Frame) {
        if !element.raw_attributes().any(|(name, _)| is_locale_attribute(name)) {
            return;
        }
        let direction = element.attribute("dir").and_then(|value| {
            ["ltr", "rtl", "auto"].into_iter().find(|word| value.eq_ignore_ascii_case(word))
        });
        let is_name = |name: &str| {
            name.len() <= MAX_LANGUAGE_BYTES
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let language = element.attribute("lang").filter(|name| !name.is_empty() && is_name(name));
        if direction.is_none() && language.is_none() {
            return;
        }
        self.save_state(frame);
        let locale = &mut self.state.locale;
        locale.direction = direction.or(locale.direction);
        locale.language = language.map(|name| name.as_ref().into()).or(locale.language.take());
    }
}

fn is_locale_attribute(attribute: &str) -> bool {
    attribute.eq_ignore_ascii_case("dir") || attribute.eq_ignore_ascii_case("lang")
}
