//! Chooses the fields of the items of one group. First the slots are chosen that hold a field in most items;
//! then each item has the text in its slot. A field that is missing in its slot is looked for in the other
//! pieces of the item. [`super::slot`] rates the slots.
//!
//! Nothing is invented: each value is a piece of the page. What the items are is decided in [`super::kind`].

use super::clues::{MAX_WORD_BYTES, attribute, sign};
use super::piece::Piece;
use super::prices::{self, Standing};
use super::slot::{
    MAX_NAME_CHARS, MIN_DISTINCT_INTRODUCED, MIN_NUMBERED, Slot, author_score, date_of_post_score,
    has_different_authors, is_no_name, number_score, price_score, slots, title_score, value_score,
};
use super::values::{self, NumberForm};
use crate::markup::Tag;
use crate::metadata::Signature;
use std::collections::HashSet;

/// Prices and numbers are looked for in pieces of at most this many bytes, and dates in the beginnings of all.
/// Chosen by hand.
const MAX_VALUE_BYTES: usize = 300;
/// A piece with a date is nothing but a date if it has at most this many characters. Chosen by hand.
const MAX_DATE_CHARS: usize = 48;
/// Bytes of a date in ISO 8601.
const ISO_DATE_BYTES: usize = 10;
/// A slot holds a field if at least this share of the items has the slot. Chosen by hand.
const MIN_COVERAGE: f32 = 0.3;
/// A slot holds the authors of items that are no posts if at least this share of the items has it. Chosen by
/// hand.
const MIN_COVERAGE_OF_AUTHORS: f32 = 0.5;
/// A slot is kept if at least this share of its pieces is kept. Chosen by hand.
const MIN_KEPT: f32 = 0.3;
/// Maximum characters of the initials that stand in the place of a picture. Chosen by hand.
const MAX_INITIALS: usize = 3;
/// The number of slots that are tried for one field. Chosen by hand.
const MAX_TRIED: usize = 4;

/// A piece and the values in its text.
pub(super) struct Read<'p> {
    pub(super) piece: Piece<'p>,
    pub(super) date: Option<String>,
    pub(super) price: Option<String>,
    pub(super) number: Option<NumberForm>,
}

impl<'p> Read<'p> {
    pub(super) fn new(mut piece: Piece<'p>, signature: Signature) -> Read<'p> {
        let is_short = piece.text.len() <= MAX_VALUE_BYTES;
        let text = if is_short { piece.text.as_str() } else { "" };
        let date = marked_date(&piece, signature).or_else(|| date_in(&piece.text, signature));
        let price = prices::price(text);
        let signs = price.map_or(0, |price| signs_of(price.standing));
        let price = price.map(|price| price.text.to_owned());
        let is_name = piece.signs & sign::AUTHOR != 0
            && piece.link.is_some()
            && piece.text.chars().any(char::is_alphabetic);
        let is_other = date.is_some() || price.is_some() || is_name;
        let number = if is_other { None } else { values::form(text) };
        piece.signs |= signs;
        Read { date, price, number, piece }
    }

    /// Whether the piece is a date and hardly anything else.
    pub(super) fn is_date(&self) -> bool {
        self.date.is_some() && self.is_brief()
    }

    /// Whether the piece has room for a date or a number and hardly anything else.
    fn is_brief(&self) -> bool {
        is_brief(&self.piece.text)
    }

    fn is_short(&self) -> bool {
        self.piece.text.len() <= MAX_VALUE_BYTES
    }

    pub(super) fn has(&self, signs: u16) -> bool {
        self.piece.signs & signs != 0
    }

    /// Whether the piece may be the name of an author: something says so, and it is neither a preposition nor a
    /// date.
    pub(super) fn names_author(&self) -> bool {
        let text = &self.piece.text;
        self.has(sign::AUTHOR)
            && !self.is_date()
            && text.chars().any(char::is_alphanumeric)
            && text.chars().count() <= MAX_NAME_CHARS
            && !is_no_name(text)
            && !self.is_initials()
    }

    /// Whether the piece is a letter or a digit, or a few in the place of a person's picture: forums draw the first letter of a
    /// name.
    fn is_initials(&self) -> bool {
        let (text, chars) = (&self.piece.text, self.piece.text.chars().count());
        (chars == 1 && text.is_ascii()) || (chars <= MAX_INITIALS && self.has(sign::PICTURE))
    }
}

/// Reads the pieces of an item. A label before a price, such as `Sale price:`, says whether it is to be paid.
pub(super) fn read_all<'p>(pieces: Vec<Piece<'p>>, signature: Signature) -> Vec<Read<'p>> {
    let mut read: Vec<Read<'p>> = pieces.into_iter().map(|piece| Read::new(piece, signature)).collect();
    for at in 1..read.len() {
        let (label, price) = (&read[at - 1], &read[at]);
        let is_label = label.price.is_none()
            && label.is_brief()
            && (label.piece.text.ends_with(':') || !price.piece.begins_line);
        if is_label && price.price.is_some() && !price.has(sign::REGULAR | sign::CURRENT) {
            read[at].piece.signs |= signs_of(prices::standing_after(&read[at - 1].piece.text));
        }
    }
    read
}

fn signs_of(standing: Standing) -> u16 {
    match standing {
        Standing::Former => sign::REGULAR,
        Standing::Unsaid => 0,
        Standing::Current => sign::CURRENT,
    }
}

/// For each field, the keys of the slots that may hold it, the best first.
#[derive(Debug, Default)]
pub(super) struct Slots {
    are_posts: bool,
    title: Vec<u64>,
    date: Vec<u64>,
    /// The slots of longer texts with a date.
    dated: Vec<u64>,
    number: Vec<u64>,
    author: Vec<u64>,
    price: Vec<u64>,
    kept: HashSet<u64>,
    /// The slots of short texts that are the same in all items.
    labels: HashSet<u64>,
    /// Whether numbers within longer texts, after a word or a sign, tell the items apart.
    introduces_numbers: bool,
}

impl Slots {
    /// Chooses the slots of the items of a group. The date of a post is the one that is linked, or else the
    /// latest in its head: forums also print the day on which the author joined.
    pub(super) fn choose(items: &[Vec<Read<'_>>], are_posts: bool) -> Slots {
        let slots = slots(items);
        let has_head = slots.iter().any(|slot| slot.dates > 0 && slot.is_before());
        let heads = slots.iter().filter(|slot| slot.is_before() || !has_head);
        let latest = heads.map(|slot| slot.latest.as_str()).max().filter(|latest| !latest.is_empty());
        let count = items.len() as f32;
        let coverage = |slot: &Slot| slot.items as f32 / count.max(1.0);
        let ranked = |score: &dyn Fn(&Slot, f32) -> f32| {
            let mut scores: Vec<(f32, u64)> = slots
                .iter()
                .filter(|slot| coverage(slot) >= MIN_COVERAGE)
                .map(|slot| (score(slot, coverage(slot)), slot.key))
                .filter(|(score, _)| *score > 0.0)
                .collect();
            scores.sort_by(|a, b| b.0.total_cmp(&a.0));
            scores.into_iter().take(MAX_TRIED).map(|(_, key)| key).collect::<Vec<u64>>()
        };
        let min_coverage = if are_posts { MIN_COVERAGE } else { MIN_COVERAGE_OF_AUTHORS };
        let are_different = has_different_authors(&slots);
        let kept = slots.iter().filter(|slot| slot.share(slot.kept) >= MIN_KEPT).map(|slot| slot.key);
        Slots {
            are_posts,
            kept: kept.collect(),
            labels: slots.iter().filter(|slot| slot.is_short_label()).map(|slot| slot.key).collect(),
            title: ranked(&title_score),
            date: ranked(&|slot, coverage| {
                if are_posts {
                    date_of_post_score(slot, coverage, latest)
                } else {
                    value_score(slot, coverage, slot.dates, sign::DATE)
                }
            }),
            dated: ranked(&|slot, coverage| {
                if are_posts { 0.0 } else { value_score(slot, coverage, slot.dated, 0) }
            }),
            number: ranked(&number_score),
            author: ranked(&|slot, coverage| author_score(slot, coverage, min_coverage, are_different)),
            price: ranked(&price_score),
            introduces_numbers: introduces_numbers(items, are_posts),
        }
    }

    /// The slots of a post that is not in a group: nothing is known about other posts.
    pub(super) fn of_one_post() -> Slots {
        Slots { are_posts: true, introduces_numbers: true, ..Slots::default() }
    }

    /// Whether a piece belongs to the text of its item: whether it is kept, or enough pieces in its place in
    /// other items are.
    pub(super) fn keeps(&self, read: &Read<'_>) -> bool {
        read.piece.kept || self.kept.contains(&read.piece.slot)
    }

    /// Whether a piece is short, no link, and the same in all items that have one in its place.
    pub(super) fn is_label(&self, read: &Read<'_>) -> bool {
        self.labels.contains(&read.piece.slot)
    }

    /// The piece of an item that is its title.
    pub(super) fn title<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        in_slots(&self.title, item, |read| {
            !read.is_date()
                && read.piece.text.chars().any(char::is_alphabetic)
                && !values::is_page_of_pages(&read.piece.text)
        })
    }

    /// The piece of an item that has its date.
    pub(super) fn date<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        let slot = || {
            let found = in_slots(&self.date, item, |read| read.date.is_some())?;
            Some(if self.are_posts { first_on_line(item, found) } else { found })
        };
        let marked = || item.iter().find(|read| read.date.is_some() && read.has(sign::DATE));
        let any = || {
            item.iter()
                .find(|read| read.is_date() || (read.date.is_some() && !self.are_posts && read.is_short()))
        };
        let long = || in_slots(&self.dated, item, |read| read.date.is_some());
        let best = if self.are_posts { slot().or_else(marked) } else { marked().or_else(slot) };
        best.or_else(any).or_else(long)
    }

    /// The piece of an item that has its price: the one that words name as the current one, or the one in the best slot. The regular
    /// price is the price of an item that has no other.
    pub(super) fn price<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        let is_valid = |read: &Read<'_>| read.price.is_some() && !read.has(sign::STRUCK | sign::REGULAR);
        let is_regular = |read: &&Read<'_>| read.price.is_some() && !read.has(sign::STRUCK);
        let current = item.iter().find(|read| is_valid(read) && read.has(sign::CURRENT));
        let valid = current.or_else(|| in_slots(&self.price, item, is_valid));
        let valid = valid.or_else(|| item.iter().find(|read| is_valid(read)));
        valid.or_else(|| item.iter().find(is_regular))
    }

    /// The number of an item, and the piece that has it. The title and the date do not count.
    pub(super) fn number<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<(&'r str, &'r Read<'p>)> {
        let is_name = |read: &Read<'_>| !matches!(read.number, None | Some(NumberForm::Other));
        let whole = in_slots(&self.number, item, is_name);
        if let Some(read) = whole {
            return values::number(&read.piece.text).map(|number| (number, read));
        }
        if self.introduces_numbers { introduced_number(item, self.are_posts) } else { None }
    }

    /// The piece of an item that names its author. In a post it may be in another place than in other posts; then what is found in
    /// their place may be a title such as `Member`, below a link that names the author.
    pub(super) fn author<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        let is_name = |read: &Read<'_>| {
            !read.is_date()
                && read.piece.text.chars().any(char::is_alphanumeric)
                && !is_no_name(&read.piece.text)
                && !read.is_initials()
        };
        let elsewhere = || item.iter().find(|read| self.are_posts && read.names_author());
        let found = in_slots(&self.author, item, is_name);
        let above = found.filter(|found| self.are_posts && found.piece.link.is_none()).and_then(|found| {
            let above = item.iter().take_while(|read| read.piece.span != found.piece.span);
            above.into_iter().find(|read| read.names_author() && read.piece.link.is_some())
        });
        above.or(found).or_else(elsewhere)
    }
}

/// The first number in the pieces of an item that a sign or a word introduces: `#` in a post, and words such as `No.` in other items.
fn introduced_number<'r, 'p>(item: &'r [Read<'p>], is_post: bool) -> Option<(&'r str, &'r Read<'p>)> {
    let number_in = |read: &'r Read<'p>| {
        let text = read.piece.text.as_str();
        if is_post {
            read.is_brief().then(|| values::number_after_hash(text)).flatten()
        } else {
            read.is_short().then(|| values::labeled_number(text)).flatten()
        }
    };
    item.iter().find_map(|read| Some((number_in(read)?, read)))
}

/// Whether several items have numbers after signs or words, most of them different ones.
fn introduces_numbers(items: &[Vec<Read<'_>>], are_posts: bool) -> bool {
    let found = items.iter().filter_map(|item| introduced_number(item, are_posts));
    let numbers: Vec<&str> = found.map(|(number, _)| number).collect();
    let different: HashSet<&str> = numbers.iter().copied().collect();
    numbers.len() >= MIN_NUMBERED && different.len() as f32 >= MIN_DISTINCT_INTRODUCED * numbers.len() as f32
}

/// Whether the first row of a table has headings and not values: it has several cells and neither a link nor a
/// date, a number or a price, and nearly all other rows have one of these.
pub(super) fn begins_with_headings(rows: &[Vec<Read<'_>>]) -> bool {
    /// At least this share of the other rows has a link or a value. Chosen by hand.
    const MIN_WITH_VALUES: f32 = 0.8;
    let has_value = |row: &[Read<'_>]| {
        row.iter().any(|it| {
            it.piece.link.is_some() || it.date.is_some() || it.price.is_some() || it.number.is_some()
        })
    };
    let Some((first, rest)) = rows.split_first() else { return false };
    let with_values = rest.iter().filter(|row| has_value(row)).count();
    first.len() > 1
        && !has_value(first)
        && with_values > 1
        && with_values as f32 >= MIN_WITH_VALUES * rest.len() as f32
}

/// The date in an attribute of the element of a piece, or of the one that it begins in: sites print `2 hours ago` in a link and have the
/// date in `title` around it. A `title` may be a name with a date, so if nothing else marks it as a date, it must begin with one.
fn marked_date(piece: &Piece<'_>, signature: Signature) -> Option<String> {
    let is_brief = is_brief(&piece.text);
    let outer = piece.element.parent().filter(|_| is_brief && piece.element.previous().is_none());
    let elements = [Some(piece.element), outer.filter(|it| it.tag() == Tag::Time || it.tag() == Tag::Span)];
    let is_marked = piece.signs & sign::DATE != 0;
    elements.into_iter().flatten().find_map(|element| {
        let written = |name| attribute(&element, name, MAX_WORD_BYTES);
        let marked = if is_marked { written("datetime").or_else(|| written("content")) } else { None };
        let titled = || written("title").filter(|title| is_brief && (is_marked || begins_with_date(title)));
        signature.date(&marked.or_else(titled)?)
    })
}

/// Whether a text has room for a date and hardly anything else.
fn is_brief(text: &str) -> bool {
    text.chars().nth(MAX_DATE_CHARS).is_none()
}

/// Whether a text begins with a date in the order of ISO 8601: `2026-03-04T09:00:00`.
fn begins_with_date(text: &str) -> bool {
    let is_form = |(at, byte): (usize, &u8)| {
        if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() }
    };
    text.as_bytes().get(..ISO_DATE_BYTES).is_some_and(|date| date.iter().enumerate().all(is_form))
}

/// The first date in the beginning of a text, if it has the two numbers that each date has.
fn date_in(text: &str, signature: Signature) -> Option<String> {
    let beginning = &text[..text.floor_char_boundary(MAX_VALUE_BYTES)];
    // Most texts are of ASCII and have no digit.
    if !beginning.bytes().any(|byte| byte.is_ascii_digit() || !byte.is_ascii()) {
        return None;
    }
    let mut numbers = beginning.split(|c: char| !c.is_numeric()).filter(|digits| !digits.is_empty());
    numbers.nth(1).and_then(|_| signature.date_in(beginning))
}

/// The first date on the line of a date: after the date of a post there may be the one of its last change.
fn first_on_line<'r, 'p>(item: &'r [Read<'p>], date: &'r Read<'p>) -> &'r Read<'p> {
    let Some(at) = item.iter().position(|it| std::ptr::eq(it, date)) else { return date };
    let begin = (0..=at).rev().find(|at| item[*at].piece.begins_line).unwrap_or(0);
    item[begin..=at].iter().find(|it| it.is_date()).unwrap_or(date)
}

fn in_slots<'r, 'p>(
    keys: &[u64],
    item: &'r [Read<'p>],
    fits: impl Fn(&Read<'p>) -> bool,
) -> Option<&'r Read<'p>> {
    keys.iter().find_map(|key| item.iter().find(|read| read.piece.slot == *key && fits(read)))
}
