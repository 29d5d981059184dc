//! Quotes of forums in which `X said:` stands beside the `blockquote`, in an element around both (XenForo 1). Both are one quote.

use super::Assembler;
use crate::markup::{HEADING, Tag};
use crate::page::{Element, Event};
use crate::render::document::Container;
use crate::render::document::roles::{Role, has_quote_class};
use crate::source::Span;

/// Number of starts and ends of elements and texts before the `blockquote` that are looked at. Chosen by hand.
const MAX_EVENTS: usize = 32;
/// Maximum bytes of source of what names the author of a quote. Chosen by hand.
const MAX_SIGNATURE_BYTES: usize = 100;
/// Number of elements around a `blockquote` that are looked at. Chosen by hand.
const MAX_ELEMENTS_AROUND: usize = 3;

impl<'p> Assembler<'p, '_, '_> {
    /// The role of an element, given the role that it has otherwise: the element around `X said:` and a `blockquote` is the
    /// quote, and the `blockquote` is a part of it.
    pub(super) fn role_in_quote(&self, element: &Element<'p>, role: Role) -> Role {
        match (element.tag(), role) {
            (_, Role::Block) if self.signed_quote(element).is_some() => Role::Container(Container::Quote),
            (Tag::Blockquote, Role::Container(Container::Quote)) if self.is_signed_quote(element) => {
                Role::Block
            }
            (_, role) => role,
        }
    }

    /// Whether an element near this `blockquote` has its signature.
    fn is_signed_quote(&self, quote: &Element<'p>) -> bool {
        element_of_quote(quote).is_some_and(|it| self.signed_quote(&it) == Some(*quote))
    }

    /// The `blockquote` that ends an element whose class says that it is a quote, if what comes before it ends like `X said:`. A
    /// sign, such as an arrow, may follow the colon.
    fn signed_quote(&self, element: &Element<'p>) -> Option<Element<'p>> {
        if !matches!(element.tag(), Tag::Div | Tag::Aside | Tag::Section) || !has_quote_class(element) {
            return None;
        }
        let (mut bytes, mut is_signed) = (0, false);
        for event in element.walk().take(MAX_EVENTS) {
            match event {
                Event::Enter(inner) if inner.tag() == Tag::Blockquote => {
                    let is_own =
                        element_of_quote(&inner) == Some(*element) && self.is_last_text(&inner, element);
                    return (is_signed && is_own && bytes <= MAX_SIGNATURE_BYTES).then_some(inner);
                }
                Event::Enter(inner) if inner.tag().is(HEADING) => return None,
                Event::Text(run) if run.is_visible() && !run.is_blank() => {
                    bytes += run.span.len();
                    let text = self.page.text_of(&run);
                    let is_sign = text.trim().chars().nth(1).is_none();
                    is_signed = text.trim_end().ends_with([':', '：']) || (is_signed && is_sign);
                }
                _ => {}
            }
        }
        None
    }

    /// Whether no text follows an element in another one around it.
    fn is_last_text(&self, inner: &Element<'p>, outer: &Element<'p>) -> bool {
        let levels = std::iter::successors(Some(*inner), Element::parent).take_while(|it| it != outer);
        let mut after =
            levels.flat_map(|it| std::iter::successors(it.next(), Element::next)).take(MAX_EVENTS);
        let is_text =
            |event: Event<'_>| matches!(event, Event::Text(run) if run.is_visible() && !run.is_blank());
        // Siblings are elements, so a text right behind is looked for in the source.
        let rest = self.page.source().slice(Span::new(inner.span().end(), outer.span().end()));
        let is_text_next = rest.split('<').next().is_some_and(|text| !text.trim().is_empty());
        !is_text_next && !after.any(|it| it.walk().take(MAX_EVENTS).any(is_text))
    }
}

/// The nearest element around a `blockquote` whose class says that it is a quote.
fn element_of_quote<'p>(quote: &Element<'p>) -> Option<Element<'p>> {
    let around = std::iter::successors(quote.parent(), Element::parent).take(MAX_ELEMENTS_AROUND);
    around.take_while(|it| it.tag() != Tag::Blockquote).find(has_quote_class)
}
