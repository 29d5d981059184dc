//! The elements of a page that items need beside their text: links, and what has a date in its attributes.

use super::clues::{MAX_WORD_BYTES, attribute};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Page};
use crate::source::Span;
use std::borrow::Cow;

/// The elements of a page for which `is_wanted` holds: the offsets of their tags, in ascending order, with the elements.
pub(super) fn elements<'p>(
    page: &'p Page<'_>,
    is_wanted: impl Fn(&Element<'p>) -> bool,
    deadline: &mut Deadline,
) -> Result<Vec<(usize, Element<'p>)>, TimedOut> {
    let mut found = Vec::new();
    for element in page.elements() {
        deadline.tick()?;
        if is_wanted(&element) {
            found.push((element.span().start(), element));
        }
    }
    found.sort_by_key(|(start, _)| *start);
    Ok(found)
}

pub(super) fn is_link(element: &Element<'_>) -> bool {
    element.tag() == Tag::A && element.attribute("href").is_some()
}

/// Whether the attributes of an element say when an item was written, although its text may not.
pub(super) fn has_date(element: &Element<'_>) -> bool {
    date_of(element).is_some()
}

/// Those of these elements that begin inside a span of the source.
pub(super) fn within<'p>(elements: &[(usize, Element<'p>)], span: Span) -> impl Iterator<Item = Element<'p>> {
    let first = elements.partition_point(|(start, _)| *start < span.start());
    elements[first..].iter().take_while(move |(start, _)| *start < span.end()).map(|(_, element)| *element)
}

/// The date in the attributes of an element, as written, and whether it is marked as the date on which something was
/// published.
pub(super) fn date_of<'p>(element: &Element<'p>) -> Option<(Cow<'p, str>, bool)> {
    let name = match element.tag() {
        Tag::Time => "datetime",
        Tag::Meta => "content",
        _ => return None,
    };
    let property = attribute(element, "itemprop", MAX_WORD_BYTES);
    let is_published = matches!(property.as_deref().map(str::trim), Some("datePublished" | "dateCreated"));
    let date =
        attribute(element, name, MAX_WORD_BYTES).filter(|_| is_published || element.tag() == Tag::Time);
    Some((date?, is_published))
}
