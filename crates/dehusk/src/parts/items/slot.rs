//! The slots of the items of one group: the pieces that are in the same place of their item, and how much a
//! slot looks like the one of a field. Which piece of an item is which field is decided in [`super::fields`].

use super::clues::sign;
use super::fields::Read;
use super::values::{self, NumberForm};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum characters of an author's name. Chosen by hand.
pub(super) const MAX_NAME_CHARS: usize = 60;
/// A slot is for dates, numbers or prices if at least this share of its texts are such values. Chosen by hand.
pub(super) const MIN_VALUES: f32 = 0.6;
/// Titles are rarely longer than this number of characters. Chosen by hand.
const MAX_TITLE_CHARS: usize = 160;
/// Titles are rarely shorter than this number of characters. Chosen by hand.
const MIN_TITLE_CHARS: usize = 5;
/// Maximum characters of a label such as `Posted by`. Chosen by hand.
const MAX_LABEL_CHARS: usize = 20;
/// At least this share of the titles differ. A label such as `Caption:` is the same in all items. Chosen by
/// hand.
const MIN_DISTINCT: f32 = 0.4;
/// At least this share of the numbers that name something differ. Chosen by hand.
const MIN_DISTINCT_NUMBERS: f32 = 0.8;
/// At least this share of the numbers after words such as `No.` differ. Records of one case have the same. Chosen by hand.
pub(super) const MIN_DISTINCT_INTRODUCED: f32 = 0.6;
/// A number tells records apart if at least this number of them has one. Chosen by hand.
pub(super) const MIN_NUMBERED: usize = 2;
/// At least this share of the digits without other characters that name something are equally many. Counts are not. Chosen by hand.
const MIN_OF_ONE_LENGTH: f32 = 0.9;
/// Digits of the shorter codes of goods, without those on the smallest packages (GTIN-12).
const MIN_DIGITS_OF_GOODS: usize = 12;
/// Bare numbers are places in a series if at least this many rise by one. Chosen by hand.
const MIN_RISES: usize = 2;
/// Bare numbers are places in a series if at least this many fall by one: counts are often sorted. Chosen by hand.
const MIN_FALLS: usize = 4;
/// What stands before an author's name, in lower case. It is not a name itself. Chosen by hand.
const PREPOSITIONS: [&str; 16] = [
    "by", "de", "von", "vom", "par", "di", "da", "door", "av", "af", "przez", "от", "por", "of", "from", "in",
];
/// Maximum characters of one of the [`PREPOSITIONS`].
const MAX_PREPOSITION_CHARS: usize = 5;

/// Whether a text is no name although it is in the place of one: a preposition, a number of a post or an
/// address.
pub(super) fn is_no_name(text: &str) -> bool {
    if text.contains("://") || values::number_after_hash(text).is_some() {
        return true;
    }
    let word = text.trim().trim_end_matches(':');
    word.chars().count() <= MAX_PREPOSITION_CHARS && PREPOSITIONS.contains(&word.to_lowercase().as_str())
}

/// The pieces of all items that are in the same place of their item.
#[derive(Default)]
pub(super) struct Slot {
    pub(super) key: u64,
    /// The number of items that have it.
    pub(super) items: usize,
    /// One plus the index of the last item that has it.
    last_item: usize,
    chars: usize,
    linked: usize,
    pub(super) dates: usize,
    /// The number of texts that come before the longest text of their item.
    before: usize,
    /// The number of texts with a date, which may have other words.
    pub(super) dated: usize,
    /// The latest of its dates.
    pub(super) latest: String,
    /// The number of texts that are numbers, but no years.
    numbers: usize,
    /// The number of texts of each form of number.
    labeled: usize,
    names: usize,
    /// How often a bare number is one more than the one before, and one less.
    rises: usize,
    falls: usize,
    /// How many of the names are bare digits, by their number of digits.
    lengths: HashMap<usize, usize>,
    last_count: Option<u64>,
    /// The number of numbers beside a text on the same line, or before which there is a label.
    beside_labels: usize,
    prices: usize,
    pub(super) kept: usize,
    /// The number of texts that may be names of authors.
    authors: usize,
    /// The number of texts that are hardly more than a number, such as `Docket No. 7`.
    mostly_numbers: usize,
    signs: u16,
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
        let chars = read.piece.text.chars().count();
        let is_short = chars <= MAX_TITLE_CHARS;
        self.chars += chars;
        self.linked += usize::from(read.piece.link.is_some());
        self.dates += usize::from(read.is_date());
        self.dated += usize::from(read.date.is_some());
        if let Some(date) = read.date.as_ref().filter(|date| read.is_date() && **date > self.latest) {
            self.latest.clone_from(date);
        }
        self.add_number(read);
        self.prices += usize::from(read.price.is_some());
        self.kept += usize::from(read.piece.kept);
        self.authors += usize::from(read.names_author());
        self.mostly_numbers += usize::from(is_short && values::is_mostly_number(&read.piece.text));
        self.signs |= read.piece.signs;
        let mut hasher = DefaultHasher::new();
        read.piece.text.hash(&mut hasher);
        self.texts.insert(hasher.finish());
    }

    fn add_number(&mut self, read: &Read<'_>) {
        let count = match read.number {
            None | Some(NumberForm::Year) => return,
            Some(NumberForm::Count(count)) => Some(count),
            Some(_) => None,
        };
        self.numbers += 1;
        self.labeled += usize::from(read.number == Some(NumberForm::Labeled));
        self.names += usize::from(read.number == Some(NumberForm::Name));
        let text = read.piece.text.as_str();
        let is_bare = text.len() < MIN_DIGITS_OF_GOODS && text.bytes().all(|byte| byte.is_ascii_digit());
        if read.number == Some(NumberForm::Name) && is_bare {
            *self.lengths.entry(text.len()).or_default() += 1;
        }
        if let (Some(count), Some(last)) = (count, self.last_count) {
            self.rises += usize::from(count == last.saturating_add(1));
            self.falls += usize::from(last == count.saturating_add(1));
        }
        self.last_count = count;
    }

    /// Whether bare digits that name something have the same number of digits.
    fn is_of_one_length(&self) -> bool {
        let all: usize = self.lengths.values().sum();
        let most = self.lengths.values().max().copied().unwrap_or(0);
        most as f32 >= MIN_OF_ONE_LENGTH * all as f32
    }

    /// Whether bare numbers are places in a series.
    fn is_series(&self) -> bool {
        let is_most = |steps: usize| steps as f32 >= MIN_VALUES * self.numbers.saturating_sub(1) as f32;
        (self.rises >= MIN_RISES && is_most(self.rises)) || (self.falls >= MIN_FALLS && is_most(self.falls))
    }

    /// The share of the texts that have a property.
    pub(super) fn share(&self, with: usize) -> f32 {
        with as f32 / self.items.max(1) as f32
    }

    fn has(&self, sign: u16) -> f32 {
        f32::from(u8::from(self.signs & sign != 0))
    }

    /// Whether most of the texts come before the longest text of their item.
    pub(super) fn is_before(&self) -> bool {
        self.before * 2 > self.items
    }

    fn mean_chars(&self) -> usize {
        self.chars / self.items.max(1)
    }

    /// Whether the texts are all the same.
    fn is_same(&self) -> bool {
        self.texts.len() == 1 && self.items > 1
    }

    /// Whether the texts are all the same, short and no links.
    pub(super) fn is_short_label(&self) -> bool {
        self.is_same() && self.linked == 0 && self.mean_chars() <= MAX_LABEL_CHARS
    }

    fn is_value(&self) -> bool {
        [self.dates, self.numbers, self.prices].into_iter().any(|with| self.share(with) >= MIN_VALUES)
    }
}

/// The slots of the items of a group.
pub(super) fn slots(items: &[Vec<Read<'_>>]) -> Vec<Slot> {
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
    for item in items {
        let unlinked = item.iter().enumerate().filter(|(_, read)| read.piece.link.is_none());
        let longest = unlinked.max_by_key(|(_, read)| read.piece.text.len()).map_or(0, |(at, _)| at);
        item[..longest].iter().for_each(|read| slots[numbers[&read.piece.slot]].before += 1);
    }
    for item in items {
        for (at, read) in item.iter().enumerate().filter(|(_, read)| read.number.is_some()) {
            let is_label = |other: &Read<'_>| is_label(&slots[numbers[&other.piece.slot]], other);
            let before = at.checked_sub(1).map(|at| &item[at]);
            let before =
                before.filter(|it| is_label(it) && (!read.piece.begins_line || it.piece.text.ends_with(':')));
            let after = item.get(at + 1).filter(|it| is_label(it) && !it.piece.begins_line);
            let is_beside = before.is_some() || after.is_some();
            slots[numbers[&read.piece.slot]].beside_labels += usize::from(is_beside);
        }
    }
    slots
}

/// Whether a piece is a label of what is counted beside it: the same word in all items. A word such as `No.` is
/// none.
fn is_label(slot: &Slot, read: &Read<'_>) -> bool {
    slot.is_same()
        && read.piece.text.chars().any(char::is_alphabetic)
        && !values::introduces_number(&read.piece.text)
}

/// How much a slot looks like one of certain values, of which it has some.
pub(super) fn value_score(slot: &Slot, coverage: f32, with: usize, sign: u16) -> f32 {
    let share = slot.share(with);
    if share < MIN_VALUES { 0.0 } else { coverage * share + slot.has(sign) }
}

/// How much a slot looks like the one of the dates of posts. A forum links the date of a post to the post, or
/// prints it in the head of the post beside earlier dates: when the author joined. `latest` is the latest date
/// of heads. All weights are chosen by hand.
pub(super) fn date_of_post_score(slot: &Slot, coverage: f32, latest: Option<&str>) -> f32 {
    let share = slot.share(slot.dates);
    if share < MIN_VALUES {
        return 0.0;
    }
    let is_latest = f32::from(u8::from(latest == Some(slot.latest.as_str())));
    let in_head = if slot.is_before() { 1.0 } else { 0.5 };
    (coverage * share * (1.0 + is_latest) + 0.5 * slot.has(sign::DATE)) * in_head
        + 4.0 * slot.share(slot.linked)
}

/// How much a slot looks like the one of the numbers of records or posts, and not of replies, minutes or bytes:
/// the numbers are introduced as such, or no label says what they count, and they are places in a series, or
/// differ and are long or have several parts.
pub(super) fn number_score(slot: &Slot, coverage: f32) -> f32 {
    let distinct = slot.share(slot.texts.len());
    let is_introduced = slot.share(slot.labeled) >= MIN_VALUES && distinct >= MIN_DISTINCT_INTRODUCED;
    let counts = slot.share(slot.beside_labels) >= MIN_VALUES;
    let is_name = slot.share(slot.names) >= MIN_VALUES && slot.is_of_one_length();
    let tells_apart = distinct >= MIN_DISTINCT_NUMBERS && (slot.is_series() || is_name);
    if slot.numbers >= MIN_NUMBERED && (is_introduced || (!counts && tells_apart)) {
        value_score(slot, coverage, slot.numbers, 0)
    } else {
        0.0
    }
}

/// How much a slot looks like the one of the prices. A title may have an amount in it, such as `Voucher for £20`.
pub(super) fn price_score(slot: &Slot, coverage: f32) -> f32 {
    let struck = slot.has(sign::STRUCK) + slot.has(sign::REGULAR);
    let share = slot.share(slot.prices);
    if slot.prices == 0 { 0.0 } else { coverage * share + slot.has(sign::PRICE) - struck.min(1.0) }
}

/// How much a slot looks like the one of the titles. All weights are chosen by hand.
pub(super) fn title_score(slot: &Slot, coverage: f32) -> f32 {
    if slot.is_value() || slot.share(slot.texts.len()) < MIN_DISTINCT {
        return 0.0;
    }
    let is_long = f32::from(u8::from(slot.mean_chars() > MAX_TITLE_CHARS));
    let is_short = f32::from(u8::from(slot.mean_chars() < MIN_TITLE_CHARS));
    coverage * slot.share(slot.texts.len())
        + 0.4 * coverage * slot.share(slot.linked)
        + 0.5 * slot.has(sign::HEADING)
        + 0.4 * slot.has(sign::TITLE)
        - 0.6 * slot.has(sign::AUTHOR)
        - 0.3 * slot.has(sign::BODY)
        - 0.6 * slot.share(slot.mostly_numbers)
        - 0.5 * (is_long + is_short)
}

/// Whether names of authors differ in one of the slots. Then a text that is the same in all items is no name, but a label such as
/// `View profile`.
pub(super) fn has_different_authors(slots: &[Slot]) -> bool {
    slots.iter().any(|slot| slot.share(slot.authors) >= MIN_VALUES && !slot.is_value() && !slot.is_same())
}

/// How much a slot looks like the one of the authors' names. `are_different` is what [`has_different_authors`] says. All weights
/// are chosen by hand.
pub(super) fn author_score(slot: &Slot, coverage: f32, min_coverage: f32, are_different: bool) -> f32 {
    if are_different && slot.is_same() {
        return 0.0;
    }
    if coverage < min_coverage || slot.share(slot.authors) < MIN_VALUES || slot.is_value() {
        return 0.0;
    }
    coverage
        + 0.5 * slot.share(slot.linked)
        + 0.2 * slot.has(sign::TITLE)
        + 0.3 * slot.share(slot.texts.len())
}
