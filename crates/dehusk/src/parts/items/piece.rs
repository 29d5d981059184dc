//! The pieces of an item: stretches of text in one element, each with its slot. Pieces of different items with
//! the same slot have the same place in their item. Which piece is which field is decided in [`super::fields`].

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::fnv;
use crate::markup::{Decode, HEADING, Tag};
use crate::metadata;
use crate::page::{Element, Page, Run};
use crate::records::Item as Found;
use crate::render::{SpaceIn, space_between};
use crate::selection::Kept;
use crate::source::Span;

use super::super::collect::append_collapsed;
use std::borrow::Cow;
use std::collections::HashMap;

/// Maximum number of elements around a piece that are looked at. Chosen by hand.
const MAX_DEPTH: usize = 12;
/// Pieces of an item with the same elements around them are told apart up to this number. Chosen by hand.
const MAX_ALIKE: u8 = 8;
/// Cells of a row are told apart up to this column. Chosen by hand.
const MAX_COLUMNS: usize = 24;
/// Attributes of an element after this number are not read, so that an element with many attributes and many
/// texts takes linear time. Chosen by hand.
const MAX_ATTRIBUTES: usize = 40;
/// Maximum bytes of a class, a date or a property. Longer values are ignored. Chosen by hand.
pub(super) const MAX_WORD_BYTES: usize = 300;

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
}

/// A stretch of text in one element, or in one link, on one line.
#[derive(Clone, Debug)]
pub(super) struct Piece<'p> {
    pub(super) element: Element<'p>,
    pub(super) link: Option<Element<'p>>,
    /// A hash of its place in the item.
    pub(super) slot: u64,
    pub(super) text: String,
    pub(super) span: Span,
    /// Bits of [`sign`].
    pub(super) signs: u16,
    pub(super) begins_line: bool,
    /// Whether a reader sees whitespace between the previous piece and this one.
    pub(super) needs_space: bool,
    pub(super) kept: bool,
}

/// Makes the pieces of the items of one group.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'p, 'k> {
    pub(super) facts: PageFacts<'p>,
    pub(super) page: &'p Page<'p>,
    pub(super) kept: &'k Kept,
    /// Whether the text of `noscript` counts, and no other text.
    pub(super) is_unscripted: bool,
    /// The element around the items.
    pub(super) container: u32,
}

impl<'p> Pieces<'p, '_> {
    /// Returns the pieces of an item, in the order of the page.
    pub(super) fn of(&self, item: &Found, deadline: &mut Deadline) -> Result<Vec<Piece<'p>>, TimedOut> {
        let mut pieces: Vec<Piece<'p>> = Vec::new();
        let mut needs_space = false;
        let mut begins_line = true;
        let mut last_run: Option<Run> = None;
        for run in self.page.runs_between(item.runs) {
            deadline.tick()?;
            let is_shown = if self.is_unscripted { run.is_unscripted() } else { run.is_visible() };
            if !is_shown || (run.is_undisplayed() && !self.keeps(&run)) {
                continue;
            }
            let is_new_line =
                if self.is_unscripted { run.begins_line_unscripted() } else { run.begins_line() };
            begins_line |= is_new_line;
            if run.is_blank() {
                needs_space = true;
                continue;
            }
            let text = self.page.text_of(&run);
            needs_space |=
                text.starts_with(char::is_whitespace) || self.is_apart(last_run.replace(run), &run, &pieces);
            self.add(&run, &text, (begins_line, needs_space), &mut pieces);
            (begins_line, needs_space) = (false, text.ends_with(char::is_whitespace));
        }
        number_alike(&mut pieces);
        Ok(pieces)
    }

    fn keeps(&self, run: &Run) -> bool {
        self.kept.within(run.span).next().is_some()
    }

    /// Whether a reader sees a run apart from the run before it, although there is no whitespace between them.
    fn is_apart(&self, last: Option<Run>, run: &Run, pieces: &[Piece<'_>]) -> bool {
        let written = pieces.last().map_or("", |piece| &piece.text);
        last.is_some_and(|last| space_between(written, self.facts, [&last, run]) != SpaceIn::NoOutput)
    }

    fn add(
        &self,
        run: &Run,
        text: &str,
        (begins_line, needs_space): (bool, bool),
        pieces: &mut Vec<Piece<'p>>,
    ) {
        let Some(element) = self.page.element_of(run) else { return };
        let link = if run.is_link() { link_around(element) } else { None };
        let kept = self.keeps(run);
        let same = pieces
            .last_mut()
            .filter(|last| !begins_line && last.link == link && (link.is_some() || last.element == element));
        if let Some(last) = same {
            append_collapsed(&mut last.text, if needs_space { " " } else { "" });
            append_collapsed(&mut last.text, trimmed(text));
            last.span =
                Span::new(last.span.start().min(run.span.start()), last.span.end().max(run.span.end()));
            last.kept |= kept;
            return;
        }
        let (slot, signs) = self.place(element);
        let mut line = String::new();
        append_collapsed(&mut line, trimmed(text));
        let span = run.span;
        pieces.push(Piece { element, link, slot, text: line, span, signs, begins_line, needs_space, kept });
    }

    /// Returns the slot of a text that is directly in an element, and what the elements around it say about it.
    fn place(&self, element: Element<'p>) -> (u64, u16) {
        let around = std::iter::successors(Some(element), Element::parent);
        let mut slot = fnv::OFFSET;
        let mut signs = 0;
        for element in around.take(MAX_DEPTH).take_while(|it| it.id() != self.container) {
            let tag = element.tag();
            let class = attribute(&element, "class", MAX_WORD_BYTES).unwrap_or_default();
            let first = class.split_ascii_whitespace().next().unwrap_or("");
            let letters: Vec<u8> = first.bytes().filter(|byte| !byte.is_ascii_digit()).collect();
            slot = fnv::with(slot, &[tag as u8, column(&element)]);
            slot = fnv::with(slot, &letters);
            signs |= signs_of(&element, tag, &class);
        }
        (slot, signs)
    }
}

/// The decoded value of an attribute if it has at most `max_bytes` bytes in the source. Takes constant time.
pub(super) fn attribute<'p>(element: &Element<'p>, name: &str, max_bytes: usize) -> Option<Cow<'p, str>> {
    let mut attributes = element.raw_attributes().take(MAX_ATTRIBUTES);
    let (_, value) = attributes.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
    (value.len() <= max_bytes).then(|| Decode::attribute(value))
}

/// Returns a text without whitespace and byte order marks around it: editors of pages leave the marks before pasted values.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}')
}

/// Gives pieces of one item with the same elements around them different slots, in the order of the item.
fn number_alike(pieces: &mut [Piece<'_>]) {
    let mut counts: HashMap<u64, u8> = HashMap::new();
    for piece in pieces {
        let count = counts.entry(piece.slot).or_default();
        piece.slot = fnv::with(piece.slot, &[*count]);
        *count = (*count + 1).min(MAX_ALIKE);
    }
}

/// The number of cells before a cell of a table.
fn column(element: &Element<'_>) -> u8 {
    if !matches!(element.tag(), Tag::Td | Tag::Th) {
        return 0;
    }
    std::iter::successors(element.previous(), Element::previous).take(MAX_COLUMNS).count() as u8
}

fn link_around(element: Element<'_>) -> Option<Element<'_>> {
    let around = std::iter::successors(Some(element), Element::parent);
    around.take(MAX_DEPTH).find(|it| it.tag() == Tag::A)
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
const PERSON_QUERIES: [&str; 6] =
    ["member.php?", "profile.php?", "mode=viewprofile", "action=profile", "showuser=", "author="];
/// Maximum bytes of an address that is searched for the page of a person. Chosen by hand.
const MAX_PERSON_BYTES: usize = 300;

/// Whether an element is a link to the page of one person.
fn leads_to_person(element: &Element<'_>) -> bool {
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
const CLASS_WORDS: [(&str, u16); 14] = [
    ("title", sign::TITLE),
    ("headline", sign::TITLE),
    ("subject", sign::TITLE),
    ("name", sign::TITLE),
    ("price", sign::PRICE),
    ("amount", sign::PRICE),
    ("old", sign::STRUCK),
    ("was", sign::STRUCK),
    ("regular", sign::REGULAR),
    ("body", sign::BODY),
    ("message", sign::BODY),
    ("content", sign::BODY),
    ("hnuser", sign::AUTHOR),
    ("replyto", sign::REPLY),
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
    if metadata::names_author(class) || names_user(class) {
        signs |= sign::AUTHOR;
    }
    if metadata::names_date(class) {
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
