//! The direction and the language of texts, as the elements around them declare them. A page that declares no direction has that of
//! its text.

use super::{Assembler, Frame};
use crate::budget::{Deadline, TimedOut};
use crate::page::{Element, Page};
use crate::render::document::Locale;
use crate::text_sample;

/// Maximum bytes of a language tag (RFC 5646, section 4.4.1).
const MAX_LANGUAGE_BYTES: usize = 35;

impl<'p> Assembler<'p, '_, '_> {
    /// Reads the direction and the language that an element declares.
    pub(super) fn read_locale(&mut self, element: &Element<'p>, frame: &mut Frame) {
        if !element.raw_attributes().any(|(name, value)| may_declare(name, value)) {
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
        let direction = element.attribute("dir").and_then(|value| direction(&value));
        let of_style = || element.attribute("style").and_then(|style| direction_of_style(&style));
        let direction = direction.or_else(of_style);
        let is_name = |name: &str| {
            name.len() <= MAX_LANGUAGE_BYTES
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let language = element.attribute("lang").filter(|name| !name.is_empty() && is_name(name));
        Locale { direction, language: language.map(|name| name.as_ref().into()) }
    }

    /// The direction and the language of a page as a whole.
    pub(in crate::render) fn of_page(page: &Page<'_>, deadline: &mut Deadline) -> Result<Locale, TimedOut> {
        let [root, body] =
            [page.root(), page.body()].map(|it| it.map(|it| Locale::declared(&it)).unwrap_or_default());
        let mut direction = body.direction.or(root.direction);
        if direction.is_none() && text_sample::is_right_to_left(page, deadline)? {
            direction = Some("rtl");
        }
        Ok(Locale { direction, language: body.language.or(root.language) })
    }
}

/// Reads a value of `dir`.
fn direction(value: &str) -> Option<&'static str> {
    ["ltr", "rtl", "auto"].into_iter().find(|word| value.eq_ignore_ascii_case(word))
}

/// Reads the property `direction` of an inline style.
fn direction_of_style(style: &str) -> Option<&'static str> {
    let properties = style.split(';').filter_map(|property| property.split_once(':'));
    let mut values = properties.filter(|(name, _)| name.trim().eq_ignore_ascii_case("direction"));
    direction(values.next_back()?.1.trim()).filter(|value| *value != "auto")
}

/// Whether an attribute, as written, may declare a direction or a language. Most styles do not have the word.
fn may_declare(name: &str, value: &str) -> bool {
    let is_style = || name.eq_ignore_ascii_case("style");
    name.eq_ignore_ascii_case("dir")
        || name.eq_ignore_ascii_case("lang")
        || (is_style() && (value.contains('&') || has_direction(value.as_bytes())))
}

fn has_direction(style: &[u8]) -> bool {
    const NAME: &[u8] = b"direction";
    style.windows(NAME.len()).any(|word| word.eq_ignore_ascii_case(NAME))
}
