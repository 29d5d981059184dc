//! Clues: what an element says about the texts in it, by its tag, its class and a few other attributes. What follows for the pieces
//! of an item is decided in [`super::slot`] and [`super::kind`].

use crate::fnv;
use crate::markup::{Decode, HEADING, Tag};
use crate::metadata;
use crate::page::Element;
use crate::records::AUTHOR_ATTRIBUTE;
use crate::source::Span;

use std::borrow::Cow;
use std::cell::Cell;

/// Cells of a row are told apart up to this column. Chosen by hand.
const MAX_COLUMNS: usize = 24;
/// Attributes of an element after this number are not read, so that an element with many attributes and many
/// texts takes linear time. Chosen by hand.
const MAX_ATTRIBUTES: usize = 40;
/// Maximum bytes of a class, a date or a property. Longer values are ignored. Chosen by hand.
pub(super) const MAX_WORD_BYTES: usize = 300;
/// Number of elements whose clues are remembered. Markdown of wcxb-dev takes 7.28 s with 1,024, 6.86 s with this and 6.90 s with
/// 16,384 (medians of five runs).
const REMEMBERED: usize = 4096;

/// What the elements around a piece say about it, as bits.
pub(super) mod sign {
    pub(in super::super) const AUTHOR: u16 = 1;
    pub(in super::super) const DATE: u16 = 1 << 1;
    pub(in super::super) const TITLE: u16 = 1 << 2;
    pub(in super::super) const PRICE: u16 = 1 << 3;
    pub(in super::super) const HEADING: u16 = 1 << 4;
    /// A price that is no longer valid.
    pub(in super::super) const STRUCK: u16 = 1 << 5;
    /// The text of a post.
    pub(in super::super) const BODY: u16 = 1 << 6;
    /// A name or an address of something that the item replies to.
    pub(in super::super) const REPLY: u16 = 1 << 7;
    /// A price that is valid only if there is no other.
    pub(in super::super) const REGULAR: u16 = 1 << 8;
    /// The date of a change.
    pub(in super::super) const CHANGED: u16 = 1 << 9;
    /// The picture of a person, or what stands for it.
    pub(in super::super) const PICTURE: u16 = 1 << 10;
    /// A price that words name as the one to be paid.
    pub(in super::super) const CURRENT: u16 = 1 << 11;
}

/// What one element says about the texts in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clue {
    element: u32,
    /// Bits of [`sign`].
    pub(super) signs: u16,
    /// A hash of what tells it apart from other children: its tag and its first class without digits.
    pub(super) place: u64,
    /// Its column in a table.
    pub(super) column: u8,
}

/// The clues of the elements of a page. The same element is asked for by each text in it and by each group around it, so some
/// clues are remembered.
pub(super) struct Clues {
    remembered: Box<[Cell<Option<Clue>>]>,
}

impl Clues {
    pub(super) fn new() -> Clues {
        Clues { remembered: vec![Cell::new(None); REMEMBERED].into_boxed_slice() }
    }

    pub(super) fn of(&self, element: &Element<'_>) -> Clue {
        let place = &self.remembered[element.id() as usize % REMEMBERED];
        place.get().filter(|clue| clue.element == element.id()).unwrap_or_else(|| {
            let clue = Clue::of(element);
            place.set(Some(clue));
            clue
        })
    }
}

impl Clue {
    fn of(element: &Element<'_>) -> Clue {
        let tag = element.tag();
        let class = attribute(element, "class", MAX_WORD_BYTES).unwrap_or_default();
        let first = class.split_ascii_whitespace().next().unwrap_or("");
        let place = fnv::with(fnv::OFFSET, &[tag as u8]);
        let letters = first.bytes().filter(|byte| !byte.is_ascii_digit());
        let place = letters.fold(place, |place, letter| fnv::with(place, &[letter]));
        Clue { element: element.id(), signs: signs_of(element, tag, &class), place, column: column(element) }
    }
}

/// The decoded value of an attribute if it has at most `max_bytes` bytes in the source. Takes constant time.
pub(super) fn attribute<'p>(element: &Element<'p>, name: &str, max_bytes: usize) -> Option<Cow<'p, str>> {
    let mut attributes = element.raw_attributes().take(MAX_ATTRIBUTES);
    let (_, value) = attributes.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
    (value.len() <= max_bytes).then(|| Decode::attribute(value))
}

/// Number of elements around the beginning of a post in which the name of its author and its id are looked for. Chosen by hand.
const MAX_ELEMENTS_AROUND: usize = 16;

/// The author that an attribute names, on the outermost such element around an element, within a span of the source. Quotes in a
/// post may name their authors too.
pub(super) fn declared_author<'p>(element: Element<'p>, span: Span) -> Option<Cow<'p, str>> {
    around_within(element, span).filter_map(|it| attribute(&it, AUTHOR_ATTRIBUTE, MAX_WORD_BYTES)).last()
}

/// An element and those around it within a span of the source.
pub(super) fn around_within<'p>(element: Element<'p>, span: Span) -> impl Iterator<Item = Element<'p>> {
    let around = std::iter::successors(Some(element), Element::parent).take(MAX_ELEMENTS_AROUND);
    around.take_while(move |it| span.start() <= it.span().start() && it.span().end() <= span.end())
}

/// The number of cells before a cell of a table.
fn column(element: &Element<'_>) -> u8 {
    if !matches!(element.tag(), Tag::Td | Tag::Th) {
        return 0;
    }
    std::iter::successors(element.previous(), Element::previous).take(MAX_COLUMNS).count() as u8
}

/// What an element says about the text in it: its tag, its class and its property of schema.org.
fn signs_of(element: &Element<'_>, tag: Tag, class: &str) -> u16 {
    let by_tag = match tag {
        Tag::Time => sign::DATE,
        Tag::Del | Tag::S | Tag::Strike => sign::STRUCK,
        tag if tag.is(HEADING) => sign::HEADING,
        _ => 0,
    };
    let property = attribute(element, "itemprop", MAX_WORD_BYTES);
    let by_property = match property.as_deref().map(str::trim) {
        Some("author" | "creator" | "brand") => sign::AUTHOR,
        Some("dateCreated" | "datePublished" | "commentTime" | "startDate") => sign::DATE,
        Some("dateModified") => sign::CHANGED,
        Some("name" | "headline" | "title") => sign::TITLE,
        Some("price" | "lowPrice" | "offers") => sign::PRICE,
        Some("text" | "commentText" | "articleBody" | "reviewBody") => sign::BODY,
        _ => 0,
    };
    by_tag | by_property | signs_of_class(class) | signs_of_relation(element)
}

fn signs_of_relation(element: &Element<'_>) -> u16 {
    match attribute(element, "rel", MAX_WORD_BYTES).as_deref() {
        Some("author") => sign::AUTHOR,
        Some("in-reply-to" | "up") => sign::REPLY,
        _ if leads_to_person(element) => sign::AUTHOR,
        _ => 0,
    }
}

/// Segments of addresses after which the name or number of a person follows, in lower case. Chosen by hand;
/// they are common on sites of any origin.
const PERSON_SEGMENTS: [&str; 13] = [
    "u", "user", "users", "member", "members", "profile", "profil", "author", "authors", "autor", "autoren",
    "auteur", "autore",
];
/// Parts of addresses of pages about a person that have a query, in lower case. Chosen by hand.
const PERSON_QUERIES: [&str; 7] =
    ["member.php?", "profile.php?", "user?id=", "mode=viewprofile", "action=profile", "showuser=", "author="];
/// Maximum bytes of an address that is searched for the page of a person. Chosen by hand.
const MAX_PERSON_BYTES: usize = 300;

/// Whether an element is a link to the page of one person.
pub(super) fn leads_to_person(element: &Element<'_>) -> bool {
    if element.tag() != Tag::A {
        return false;
    }
    let Some(address) = attribute(element, "href", MAX_PERSON_BYTES) else { return false };
    let path = memchr::memchr2(b'?', b'#', address.as_bytes()).map_or(&*address, |end| &address[..end]);
    let mut segments = path.split('/');
    let is_followed = segments.any(|segment| PERSON_SEGMENTS.contains(&segment))
        && segments.next().is_some_and(|name| !name.is_empty());
    let has_query = || PERSON_QUERIES.iter().any(|part| address.contains(part));
    is_followed || (path.len() < address.len() && has_query())
}

/// Words of classes, and what they say. Chosen by hand; they are common in markup of any origin.
const CLASS_WORDS: [(&str, u16); 18] = [
    ("title", sign::TITLE),
    ("headline", sign::TITLE),
    ("subject", sign::TITLE),
    ("name", sign::TITLE),
    ("price", sign::PRICE),
    ("amount", sign::PRICE),
    ("old", sign::STRUCK),
    ("was", sign::STRUCK),
    ("regular", sign::REGULAR),
    ("original", sign::REGULAR),
    ("rrp", sign::REGULAR),
    ("msrp", sign::REGULAR),
    ("crossed", sign::STRUCK),
    ("body", sign::BODY),
    ("message", sign::BODY),
    ("content", sign::BODY),
    ("replyto", sign::REPLY),
    ("avatar", sign::PICTURE),
];

/// A class with more words than this after `user` is about something that users do, such as `user_rating_box`. Chosen by
/// hand.
const MAX_WORDS_AFTER_USER: usize = 1;

/// Whether one of the classes names a user: `user`, `post-user`, `user_name`.
fn names_user(class: &str) -> bool {
    class.split_ascii_whitespace().any(|name| {
        let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| word.eq_ignore_ascii_case("user")) && words.count() <= MAX_WORDS_AFTER_USER
    })
}

fn signs_of_class(class: &str) -> u16 {
    if class.is_empty() {
        return 0;
    }
    let mut signs = 0;
    let (is_author, is_date) = metadata::author_and_date(class);
    if is_author || names_user(class) {
        signs |= sign::AUTHOR;
    }
    if is_date {
        signs |= sign::DATE;
    }
    for word in class.split(|c: char| !c.is_ascii_alphanumeric()) {
        for (known, bits) in CLASS_WORDS {
            if word.eq_ignore_ascii_case(known) {
                signs |= bits;
            }
        }
    }
    signs
}
