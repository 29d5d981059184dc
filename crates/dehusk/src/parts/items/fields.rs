//! Chooses the fields of the items of one group. First the slots are chosen that hold a field in most items; then each item has the
//! text in its slot. A field that is missing in its slot is looked for in the other pieces of the item.
//!
//! Nothing is invented: each value is a piece of the page. What the items are is decided in [`super::kind`].

use super::piece::{MAX_WORD_BYTES, Piece, attribute, sign};
use super::values;
use crate::metadata::Signature;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Dates, prices and numbers are looked for in pieces of at most this many bytes. Chosen by hand.
const MAX_VALUE_BYTES: usize = 300;
/// A piece with a date is nothing but a date if it has at most this many characters. Chosen by hand.
const MAX_DATE_CHARS: usize = 48;
/// Maximum characters of an author's name. Chosen by hand.
const MAX_NAME_CHARS: usize = 60;
/// A slot holds a field if at least this share of the items has the slot. Chosen by hand.
const MIN_COVERAGE: f32 = 0.3;
/// A slot is for dates, numbers or prices if at least this share of its texts are such values. Chosen by hand.
const MIN_VALUES: f32 = 0.6;
/// Titles are rarely longer than this number of characters. Chosen by hand.
const MAX_TITLE_CHARS: usize = 160;
/// At least this share of the titles differ. A label such as `Caption:` is the same in all items. Chosen by hand.
const MIN_DISTINCT: f32 = 0.4;
/// A slot is kept if at least this share of its pieces is kept. Chosen by hand.
const MIN_KEPT: f32 = 0.3;
/// The number of slots that are tried for one field. Chosen by hand.
const MAX_TRIED: usize = 4;

/// A piece and the values in its text.
pub(super) struct Read<'p> {
    pub(super) piece: Piece<'p>,
    pub(super) date: Option<String>,
    pub(super) price: Option<String>,
    is_number: bool,
}

impl<'p> Read<'p> {
    pub(super) fn new(piece: Piece<'p>, signature: Signature) -> Read<'p> {
        let is_short = piece.text.len() <= MAX_VALUE_BYTES;
        let text = if is_short { piece.text.as_str() } else { "" };
        let written =
            |name| attribute(&piece.element, name, MAX_WORD_BYTES).filter(|_| piece.signs & sign::DATE != 0);
        let marked = written("datetime").or_else(|| written("content"));
        let date = marked.and_then(|written| signature.date(&written)).or_else(|| signature.date_in(text));
        let price = values::price(text).map(str::to_owned);
        let is_number = date.is_none() && price.is_none() && values::number(text).is_some();
        Read { date, price, is_number, piece }
    }

    /// Whether the piece is a date and hardly anything else.
    pub(super) fn is_date(&self) -> bool {
        self.date.is_some() && self.piece.text.chars().count() <= MAX_DATE_CHARS
    }

    fn has(&self, signs: u8) -> bool {
        self.piece.signs & signs != 0
    }
}

/// The pieces of all items that are in the same place of their item.
#[derive(Default)]
struct Slot {
    key: u64,
    /// The number of items that have it.
    items: usize,
    /// One plus the index of the last item that has it.
    last_item: usize,
    chars: usize,
    linked: usize,
    dates: usize,
    /// The latest of its dates.
    latest: String,
    numbers: usize,
    prices: usize,
    kept: usize,
    signs: u8,
    /// Hashes of the texts.
    texts: HashSet<u64>,
}

impl Slot {
    fn add(&mut self, item: usize, read: &Read<'_>) {
        if self.last_item == item + 1 {
            return;
        }
        self.last_item = item + 1;
        self.items += 1;
        self.chars += read.piece.text.chars().count();
        self.linked += usize::from(read.piece.link.is_some());
        self.dates += usize::from(read.is_date());
        if let Some(date) = read.date.as_ref().filter(|date| read.is_date() && **date > self.latest) {
            self.latest.clone_from(date);
        }
        self.numbers += usize::from(read.is_number);
        self.prices += usize::from(read.price.is_some());
        self.kept += usize::from(read.piece.kept);
        self.signs |= read.piece.signs;
        let mut hasher = DefaultHasher::new();
        read.piece.text.hash(&mut hasher);
        self.texts.insert(hasher.finish());
    }

    /// The share of the texts that have a property.
    fn share(&self, with: usize) -> f32 {
        with as f32 / self.items.max(1) as f32
    }

    fn has(&self, sign: u8) -> f32 {
        f32::from(u8::from(self.signs & sign != 0))
    }

    fn mean_chars(&self) -> usize {
        self.chars / self.items.max(1)
    }

    fn is_value(&self) -> bool {
        [self.dates, self.numbers, self.prices].into_iter().any(|with| self.share(with) >= MIN_VALUES)
    }
}

/// For each field, the keys of the slots that may hold it, the best first.
#[derive(Debug, Default)]
pub(super) struct Slots {
    title: Vec<u64>,
    date: Vec<u64>,
    number: Vec<u64>,
    author: Vec<u64>,
    price: Vec<u64>,
    kept: HashSet<u64>,
}

impl Slots {
    /// Chooses the slots of the items of a group. The date of a post is the one that was printed latest: forums also print the
    /// day on which the author joined.
    pub(super) fn choose(items: &[Vec<Read<'_>>], are_posts: bool) -> Slots {
        let slots = slots(items);
        let latest = slots
            .iter()
            .map(|slot| slot.latest.as_str())
            .max()
            .filter(|latest| are_posts && !latest.is_empty());
        let count = items.len() as f32;
        let coverage = |slot: &Slot| slot.items as f32 / count.max(1.0);
        let ranked = |score: &dyn Fn(&Slot) -> f32| {
            let mut scores: Vec<(f32, u64)> = slots
                .iter()
                .filter(|slot| coverage(slot) >= MIN_COVERAGE)
                .map(|slot| (score(slot), slot.key))
                .filter(|(score, _)| *score > 0.0)
                .collect();
            scores.sort_by(|a, b| b.0.total_cmp(&a.0));
            scores.into_iter().take(MAX_TRIED).map(|(_, key)| key).collect::<Vec<u64>>()
        };
        let value_score = |slot: &Slot, with: usize, sign: u8| {
            let share = slot.share(with);
            if share < MIN_VALUES { 0.0 } else { coverage(slot) * share + slot.has(sign) }
        };
        let kept = slots.iter().filter(|slot| slot.share(slot.kept) >= MIN_KEPT).map(|slot| slot.key);
        Slots {
            kept: kept.collect(),
            title: ranked(&|slot| title_score(slot, coverage(slot))),
            date: ranked(&|slot| {
                let score = value_score(slot, slot.dates, sign::DATE);
                if latest == Some(slot.latest.as_str()) { 2.0 * score } else { score }
            }),
            number: ranked(&|slot| value_score(slot, slot.numbers, 0)),
            author: ranked(&|slot| author_score(slot, coverage(slot))),
            price: ranked(&|slot| {
                let struck = slot.has(sign::STRUCK);
                if slot.prices == 0 { 0.0 } else { coverage(slot) + slot.has(sign::PRICE) - struck }
            }),
        }
    }

    /// Whether a piece belongs to the text of its item: whether it is kept, or enough pieces in its place in other items are.
    pub(super) fn keeps(&self, read: &Read<'_>) -> bool {
        read.piece.kept || self.kept.contains(&read.piece.slot)
    }

    /// The piece of an item that is its title.
    pub(super) fn title<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        in_slots(&self.title, item, |read| {
            !read.is_date() && read.piece.text.chars().any(char::is_alphabetic)
        })
    }

    /// The piece of an item that has its date.
    pub(super) fn date<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        let marked = item.iter().find(|read| read.date.is_some() && read.has(sign::DATE));
        let slot = in_slots(&self.date, item, |read| read.date.is_some());
        marked.or(slot).or_else(|| item.iter().find(|read| read.date.is_some()))
    }

    /// The piece of an item that has its price.
    pub(super) fn price<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        let is_valid = |read: &Read<'_>| read.price.is_some() && !read.has(sign::STRUCK);
        in_slots(&self.price, item, is_valid).or_else(|| item.iter().find(|read| is_valid(read)))
    }

    /// The number of an item, and the piece that has it. The title and the date do not count.
    pub(super) fn number<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<(&'r str, &'r Read<'p>)> {
        let whole = in_slots(&self.number, item, |read| read.is_number);
        if let Some(read) = whole {
            return values::number(&read.piece.text).map(|number| (number, read));
        }
        let short = item.iter().filter(|read| read.piece.text.len() <= MAX_VALUE_BYTES);
        short.filter_map(|read| Some((values::labeled_number(&read.piece.text)?, read))).next()
    }

    /// The piece of an item that names its author.
    pub(super) fn author<'r, 'p>(&self, item: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        in_slots(&self.author, item, |read| {
            !read.is_date() && read.piece.text.chars().any(char::is_alphanumeric)
        })
    }
}

/// Whether the first row of a table has headings and not values: it has several cells and neither a link nor a date, a number or a
/// price, and nearly all other rows have one of these.
pub(super) fn begins_with_headings(rows: &[Vec<Read<'_>>]) -> bool {
    /// At least this share of the other rows has a link or a value. Chosen by hand.
    const MIN_WITH_VALUES: f32 = 0.8;
    let has_value = |row: &[Read<'_>]| {
        row.iter()
            .any(|it| it.piece.link.is_some() || it.date.is_some() || it.price.is_some() || it.is_number)
    };
    let Some((first, rest)) = rows.split_first() else { return false };
    let with_values = rest.iter().filter(|row| has_value(row)).count();
    first.len() > 1
        && !has_value(first)
        && with_values > 1
        && with_values as f32 >= MIN_WITH_VALUES * rest.len() as f32
}

fn in_slots<'r, 'p>(
    keys: &[u64],
    item: &'r [Read<'p>],
    fits: impl Fn(&Read<'p>) -> bool,
) -> Option<&'r Read<'p>> {
    keys.iter().find_map(|key| item.iter().find(|read| read.piece.slot == *key && fits(read)))
}

fn slots(items: &[Vec<Read<'_>>]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        for read in item {
            let key = read.piece.slot;
            let number = *numbers.entry(key).or_insert(slots.len());
            if number == slots.len() {
                slots.push(Slot { key, ..Slot::default() });
            }
            slots[number].add(index, read);
        }
    }
    slots
}

/// How much a slot looks like the one of the titles. All weights are chosen by hand.
fn title_score(slot: &Slot, coverage: f32) -> f32 {
    if slot.is_value() || slot.share(slot.texts.len()) < MIN_DISTINCT {
        return 0.0;
    }
    let is_long = f32::from(u8::from(slot.mean_chars() > MAX_TITLE_CHARS));
    let is_short = f32::from(u8::from(slot.mean_chars() < 5));
    coverage * slot.share(slot.texts.len())
        + 0.4 * coverage * slot.share(slot.linked)
        + 0.5 * slot.has(sign::HEADING)
        + 0.4 * slot.has(sign::TITLE)
        - 0.6 * slot.has(sign::AUTHOR)
        - 0.3 * slot.has(sign::BODY)
        - 0.5 * (is_long + is_short)
}

/// How much a slot looks like the one of the authors' names. All weights are chosen by hand.
fn author_score(slot: &Slot, coverage: f32) -> f32 {
    let is_name = slot.signs & sign::AUTHOR != 0 && slot.mean_chars() <= MAX_NAME_CHARS;
    if !is_name || slot.is_value() {
        return 0.0;
    }
    coverage + 0.5 * slot.share(slot.linked) + 0.2 * slot.has(sign::TITLE)
}
