//! Quotes of forums in which `X said:` stands beside the `blockquote`, in an element around both (XenForo 1). Both are one quote.

use super::Assembler;
use crate::markup::{HEADING, Tag};
use crate::page::{Element, Event};
use crate::render::document::Container;
use crate::render::document::roles::{Role, has_quote_class};

/// Number of starts and ends of elements and texts before the `blockquote` that are looked at. Chosen by hand.
const MAX_EVENTS: usize = 32;
/// Maximum bytes of source of what names the author of a quote. Chosen by hand.
const MAX_SIGNATURE_BYTES: usize = 100;
/// Number of elements around a `blockquote` that are looked at. Chosen by hand.
const MAX_ELEMENTS_AROUND: usize = 3;

impl<'p> Assembler<'p, '_, '_> {
    /// The role of an element, given the role that it has otherwise: the element around `X said:` and a `blockquote` is the quote, and
    /// the `blockquote` is a part of it.
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
        let around = std::iter::successors(quote.parent(), Element::parent).take(MAX_ELEMENTS_AROUND);
        let mut around = around.take_while(|it| it.tag() != Tag::Blockquote);
        around.find(has_quote_class).is_some_and(|it| self.signed_quote(&it) == Some(*quote))
    }

    /// The `blockquote` in an element whose class says that it is a quote, if what comes before it ends like `X said:`. A link may
    /// follow the colon.
    fn signed_quote(&self, element: &Element<'p>) -> Option<Element<'p>> {
        if !matches!(element.tag(), Tag::Div | Tag::Aside | Tag::Section) || !has_quote_class(element) {
            return None;
        }
        let (mut bytes, mut is_signed) = (0, false);
        for event in element.walk().take(MAX_EVENTS) {
            match event {
                Event::Enter(inner) if inner.tag() == Tag::Blockquote => {
                    return (is_signed && bytes <= MAX_SIGNATURE_BYTES).then_some(inner);
                }
                Event::Enter(inner) if inner.tag().is(HEADING) => return None,
                Event::Text(run) if run.is_visible() && !run.is_blank() => {
                    bytes += run.span.len();
                    is_signed |= self.page.text_of(&run).trim_end().ends_with([':', '：']);
                }
                _ => {}
            }
        }
        None
    }
}
