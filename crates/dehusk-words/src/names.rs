//! Finds names in Thai texts that the segmenter tore, because no list has all names: words rarer than usual
//! that stand where a name stands (after a title or a generic noun, as a first name and a surname between
//! spaces), or that recur only together. Once found, a name is one word wherever the texts have it.
//! `compounds` joins what recurs in other scripts, and more often.

use crate::counter::{Gap, Token};
use crate::cue::{Cue, is_generic, is_title};
use crate::phrases::Found;
use crate::segment::{is_thai, thai_cost};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Words beside names that are no part of one.
static NOT_IN_NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let list = include_str!("../data/th_not_in_names.txt");
    list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect()
});
/// Function words that may begin or end a name: "small", "new", "there is" and the like.
const FUNCTION_WORDS_IN_NAMES: [&str; 14] =
    ["คง", "จง", "น้อย", "ใหม่", "ใต้", "นา", "ดี", "มี", "มา", "เขา", "เกิด", "หนู", "ลง", "นัก"];
/// Nouns that begin the names of places and belong to them: mountain, marsh, stream, mound, cliff, hill.
const PLACE_BEGINNINGS: [&str; 6] = ["ภู", "หนอง", "ห้วย", "โคก", "ผา", "มอ"];
/// The names of Latin letters, of which abbreviations consist.
const LATIN_LETTERS: [&str; 25] = [
    "เอ",
    "บี",
    "ซี",
    "ดี",
    "อี",
    "เอฟ",
    "จี",
    "เอช",
    "ไอ",
    "เจ",
    "เค",
    "แอล",
    "เอ็ม",
    "เอ็น",
    "โอ",
    "พี",
    "คิว",
    "อาร์",
    "เอส",
    "ที",
    "ยู",
    "วี",
    "เอ็กซ์",
    "วาย",
    "แซด",
];

// The following numbers were chosen by hand on `tests/names/tuning.txt`. Costs are in bits, as in
// `segment/thai.rs`: a word of the list costs 6 to 25, a function word 6 to 9.

/// Maximum parts of a name.
const MAX_PARTS: usize = 6;
/// Maximum letters of a name.
const MAX_LETTERS: usize = 20;
/// Maximum parts and letters of a first name without a title.
const MAX_FIRST_PARTS: usize = 4;
const MAX_FIRST_LETTERS: usize = 14;
/// The cost of each letter of a word that is not listed.
const UNLISTED_COST: i32 = 7;
/// The cost that a part must exceed on average: after a title, after a generic noun, after a vague one, as a
/// first name without a title.
const PERSON_COST: i32 = 9;
const PLACE_COST: i32 = 9;
const VAGUE_COST: i32 = 12;
const FIRST_NAME_COST: i32 = 10;
/// What the sum of the costs above that average must exceed, for all but first names without a title.
const MIN_GAIN: i32 = 1;
/// The same for a place that only its beginning marks.
const MIN_BEGINNING_GAIN: i32 = 3;
/// What a space after the name adds to the sum: after a first name or a surname, after a place.
const PERSON_END_GAIN: i32 = 5;
const PLACE_END_GAIN: i32 = 4;
/// What a word that is rarely part of a name takes from the sum of a surname.
const NOT_IN_NAMES_LOSS: i32 = 8;
/// A first part with more letters is a name by itself, unless the whole run up to a space is one.
const MAX_OPEN_LETTERS: usize = 4;
/// Minimum occurrences of parts that are found only together, their minimum cost, and their maximum number.
const MIN_TOGETHER: u32 = 2;
const MIN_TOGETHER_COST: i32 = 12;
/// Maximum ratio of the occurrences of a part to those of the two parts together.
const MAX_APART_RATIO: u32 = 2;
/// Two short words whose costs sum up to this are parts of a name wherever they stand, if neither costs less
/// than the second number. The third is the maximum number of letters.
const MIN_SHARDS_COST: i32 = 32;
const MIN_SHARD_COST: i32 = 10;
const MAX_SHARD_LETTERS: usize = 4;
/// Maximum parts of a name that recurs or consists of short words.
const MAX_UNCUED_PARTS: usize = 4;

/// What is known of a spelling.
struct Part<'a> {
    text: &'a str,
    cost: i32,
    letters: usize,
    is_thai: bool,
    /// Whether it is no part of a name: a title or a generic noun.
    blocks: bool,
    is_rarely_in_names: bool,
    /// Whether it may begin or end a name although it is a function word.
    may_border: bool,
}

impl<'a> Part<'a> {
    fn new(text: &'a str) -> Part<'a> {
        let is_thai = text.chars().all(is_thai);
        let letters = if is_thai { text.chars().count() } else { 0 };
        let unlisted = || UNLISTED_COST.saturating_mul(i32::try_from(letters).unwrap_or(i32::MAX));
        Part {
            text,
            cost: thai_cost(text).map_or_else(unlisted, |cost| cost as i32),
            letters,
            is_thai,
            blocks: is_title(text) || is_generic(text),
            is_rarely_in_names: NOT_IN_NAMES.contains(text),
            may_border: FUNCTION_WORDS_IN_NAMES.contains(&text),
        }
    }
}

/// Returns the names that the segmenter tore, in text order, without overlaps. `spellings` are those that the
/// tokens refer to. Time is linear in the number of tokens.
pub(crate) fn find<'a>(tokens: &'a [Token], spellings: impl Iterator<Item = &'a str>) -> Vec<Found> {
    let parts: Vec<Part<'_>> = spellings.map(Part::new).collect();
    if parts.iter().all(|part| !part.is_thai) {
        return Vec::new();
    }
    let text = Text { tokens, parts };
    text.occurrences(&text.names())
}

/// The tokens of all texts, and what is known of their spellings.
struct Text<'a> {
    tokens: &'a [Token],
    parts: Vec<Part<'a>>,
}

impl Text<'_> {
    fn part(&self, at: usize) -> &Part<'_> {
        &self.parts[self.tokens[at].surface as usize]
    }

    /// Whether a token exists, is Thai, and follows the previous one without a gap.
    fn continues(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.gap == Gap::Nothing) && self.part(at).is_thai
    }

    /// Whether there is a gap or the end before a token.
    fn is_gap(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| token.gap != Gap::Nothing)
    }

    /// Whether a token is no part of a name: a title, a generic noun, or a function word, unless such a word
    /// may begin a name or ends one.
    fn blocks(&self, at: usize, may_begin: bool) -> bool {
        let part = self.part(at);
        let is_function_word = self.tokens[at].weak && part.letters > 1;
        let may_border = part.may_border && (may_begin || self.is_gap(at + 1));
        !part.is_thai || part.blocks || is_function_word && !may_border
    }

    fn join(&self, start: usize, count: usize) -> String {
        (start..start + count).map(|at| self.part(at).text).collect()
    }

    /// All names of several parts.
    fn names(&self) -> HashSet<String> {
        let mut names = Names { text: self, found: HashSet::new() };
        for start in 0..self.tokens.len() {
            let count = self.after_cue(start);
            if let Some(count) = count {
                names.add(start, count);
            }
            if self.tokens[start].cue == Cue::Person
                && let Some(first) = count
                && let Some(count) = self.surname(start + first)
            {
                names.add(start + first, count);
            }
            if let Some(count) = self.surname(start)
                && let Some(first) = self.first_name(start)
            {
                names.add(start - first, first);
                names.add(start, count);
            }
        }
        self.found_together(&mut names);
        self.runs(&mut names, |at| self.are_shards(at));
        names.found
    }

    /// The number of parts of a name that begins at a token, by what is before the token or by the token.
    fn after_cue(&self, start: usize) -> Option<usize> {
        match self.tokens[start].cue {
            Cue::Person => self.open_name(start, PERSON_COST, MIN_GAIN, PERSON_END_GAIN),
            Cue::Place => self.open_name(start, PLACE_COST, MIN_GAIN, PLACE_END_GAIN),
            Cue::Vague => self.open_name(start, VAGUE_COST, MIN_GAIN, PLACE_END_GAIN),
            Cue::Nothing if PLACE_BEGINNINGS.contains(&self.part(start).text) => {
                self.open_name(start, PLACE_COST, MIN_BEGINNING_GAIN, PLACE_END_GAIN)
            }
            Cue::Nothing => self.latin_letters(start),
        }
    }

    /// The number of parts of the name that begins at a token: those for which the sum of the costs above the
    /// average is largest.
    fn open_name(&self, start: usize, average: i32, min_gain: i32, end_gain: i32) -> Option<usize> {
        let may_begin = self.tokens[start].cue != Cue::Vague;
        let is_long = self.part(start).letters > MAX_OPEN_LETTERS;
        let (mut gain, mut letters, mut best) = (0, 0, (min_gain, None));
        for at in start..start + MAX_PARTS {
            let count = at - start + 1;
            let is_next = at == start || self.continues(at);
            if !is_next || self.blocks(at, may_begin && count == 1) || self.part(at).is_rarely_in_names {
                break;
            }
            gain += self.part(at).cost - average;
            letters += self.part(at).letters;
            let ends = self.is_gap(at + 1);
            let sum = gain + if ends { end_gain } else { 0 };
            if letters <= MAX_LETTERS && (ends || count == 1 || !is_long) && sum > best.0 {
                best = (sum, Some(count));
            }
        }
        best.1
    }

    /// The number of parts of a surname that begins at a token: all up to the next gap, after a space.
    fn surname(&self, start: usize) -> Option<usize> {
        if self.tokens.get(start).is_none_or(|token| token.gap != Gap::Space) {
            return None;
        }
        let (mut gain, mut letters) = (PERSON_END_GAIN, 0);
        for at in start..start + MAX_PARTS {
            let part = self.part(at);
            if self.blocks(at, at == start) {
                return None;
            }
            gain += part.cost - PERSON_COST - if part.is_rarely_in_names { NOT_IN_NAMES_LOSS } else { 0 };
            letters += part.letters;
            if self.is_gap(at + 1) {
                return (gain > MIN_GAIN && letters <= MAX_LETTERS).then_some(at - start + 1);
            }
        }
        None
    }

    /// The number of parts of a first name without a title that ends before a token: those after the last
    /// word that is in no name.
    fn first_name(&self, end: usize) -> Option<usize> {
        let (mut gain, mut letters, mut count) = (0, 0, 0);
        for at in (0..end).rev() {
            let is_previous = count == 0 || self.continues(at + 1);
            if !is_previous || self.blocks(at, false) || self.part(at).is_rarely_in_names {
                break;
            }
            gain += self.part(at).cost - FIRST_NAME_COST;
            letters += self.part(at).letters;
            count += 1;
            if count > MAX_FIRST_PARTS || letters > MAX_FIRST_LETTERS {
                return None;
            }
        }
        let has_cue = count > 0 && self.tokens[end - count].cue != Cue::Nothing;
        (gain > 0 && !has_cue).then_some(count)
    }

    /// The number of names of Latin letters from a token, if there are several.
    fn latin_letters(&self, start: usize) -> Option<usize> {
        let is_letter =
            |&at: &usize| (at == start || self.continues(at)) && LATIN_LETTERS.contains(&self.part(at).text);
        let count = (start..start + MAX_PARTS).take_while(is_letter).count();
        (count > 1).then_some(count)
    }

    /// Adds the runs of rare words that are found at least twice and rarely apart.
    fn found_together(&self, names: &mut Names<'_>) {
        let mut words = vec![0; self.parts.len()];
        let mut pairs: HashMap<(u32, u32), u32> = HashMap::new();
        let pair = |at: usize| (self.tokens[at - 1].surface, self.tokens[at].surface);
        let may_join = |at: usize| self.may_be_uncued(at) && self.part(at).cost >= MIN_TOGETHER_COST;
        for at in 0..self.tokens.len() {
            words[self.tokens[at].surface as usize] += 1;
            if self.continues(at) && may_join(at) && at > 0 && may_join(at - 1) {
                *pairs.entry(pair(at)).or_default() += 1;
            }
        }
        self.runs(names, |at| {
            let both = pairs.get(&pair(at)).copied().unwrap_or_default();
            let (first, second): (u32, u32) = (words[pair(at).0 as usize], words[pair(at).1 as usize]);
            both >= MIN_TOGETHER
                && both == first.min(second)
                && first.max(second) <= both.saturating_mul(MAX_APART_RATIO)
        });
    }

    /// Whether a token may be a part of a name although no cue is before it.
    fn may_be_uncued(&self, at: usize) -> bool {
        !self.blocks(at, false) && !self.part(at).is_rarely_in_names
    }

    /// Whether a token and the one before are rare short words, of which two rarely meet outside of names.
    fn are_shards(&self, at: usize) -> bool {
        let is_shard = |at: usize| {
            let part = self.part(at);
            self.may_be_uncued(at)
                && !self.tokens[at].weak
                && part.letters <= MAX_SHARD_LETTERS
                && part.cost >= MIN_SHARD_COST
        };
        is_shard(at - 1) && is_shard(at) && self.part(at - 1).cost + self.part(at).cost >= MIN_SHARDS_COST
    }

    /// Adds the maximal runs of tokens of which each is bound to the one before, unless they are too long.
    fn runs(&self, names: &mut Names<'_>, is_bound: impl Fn(usize) -> bool) {
        let mut start = 0;
        for end in 1..=self.tokens.len() {
            if end < self.tokens.len() && self.continues(end) && is_bound(end) {
                continue;
            }
            if end - start <= MAX_UNCUED_PARTS {
                names.add(start, end - start);
            }
            start = end;
        }
    }

    /// Where the names are, the longest first.
    fn occurrences(&self, names: &HashSet<String>) -> Vec<Found> {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let Some((count, name)) = self.longest(at, names) else {
                at += 1;
                continue;
            };
            let next = numbers.len() as u32;
            let number = *numbers.entry(name).or_insert(next);
            found.push(Found { start: at, phrase: (count, number) });
            at += count;
        }
        found
    }

    /// The longest name of several parts that begins at a token, and the number of its parts.
    fn longest(&self, start: usize, names: &HashSet<String>) -> Option<(usize, String)> {
        if !self.part(start).is_thai || !self.continues(start + 1) {
            return None;
        }
        let mut text = self.part(start).text.to_owned();
        let mut longest = None;
        for at in (start + 1..start + MAX_PARTS).take_while(|&at| self.continues(at)) {
            text.push_str(self.part(at).text);
            if names.contains(&text) {
                longest = Some((at - start + 1, text.clone()));
            }
        }
        longest
    }
}

/// The names found so far.
struct Names<'a> {
    text: &'a Text<'a>,
    found: HashSet<String>,
}

impl Names<'_> {
    fn add(&mut self, start: usize, count: usize) {
        if count > 1 {
            self.found.insert(self.text.join(start, count));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Counter, Settings, Weighting};
    use proptest::prelude::*;

    /// The terms of a text that contain a string.
    fn terms_with(text: &str, string: &str) -> Vec<String> {
        let mut counter = Counter::new(Settings::default());
        counter.add(text, Some("th"));
        let terms = counter.terms(Weighting::Frequency, None).terms;
        terms.into_iter().map(|term| term.text).filter(|text| text.contains(string)).collect()
    }

    #[test]
    fn names_are_found_by_what_stands_before_them() {
        for (text, name) in [
            ("นายธรรมนัสกล่าวว่า", "ธรรมนัส"),
            ("นายเอกพล พรหมเผ่า เดินทาง", "พรหมเผ่า"),
            ("พล.ต.ท.นพศิลป์ พูลสวัสดิ์ เข้าร่วม", "นพศิลป์"),
            ("ที่อำเภอหนองปรือมีฝน", "หนองปรือ"),
            ("น้ำท่วม อ.บ่อพลอย แล้ว", "บ่อพลอย"),
            ("ไปภูแลนคาและกลับ", "ภูแลนคา"),
            ("ดูเอสซีจีแข่ง", "เอสซีจี"),
            ("พบศักดิ์ชัย บำรุงพงศ์ ที่บ้าน", "ศักดิ์ชัย"),
            ("ธนากรมาแล้ว\nเพราะธนากรอยู่", "ธนากร"),
        ] {
            assert_eq!(terms_with(text, name), [name], "{text}");
        }
    }

    #[test]
    fn other_words_stay_apart() {
        for (text, part) in [
            ("ทุกคนในบ้านมีแมว", "แมว"),
            ("นายซื้อเก้าอี้แล้ว", "เก้าอี้"),
            ("นายธรรมนัสเดินทางไป", "เดินทาง"),
            ("วัดอยู่ริมคลองใหญ่", "ริม"),
            ("ใครเคยไป บ้านเก่า", "เก่า"),
        ] {
            assert_eq!(terms_with(text, part), [part], "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_counted(
            text in "(นาย|พล[.]อ[.]|จังหวัด|วัด|ภู|เอส|ซี|ธรรม|นัส|พรหม|กล่าว|ว่า|น้อย|[ก-ฮ]|[าโิ่]| |\n|a|5){0,40}",
        ) {
            let mut counter = Counter::new(Settings::default());
            counter.add(&text, Some("th"));
            for term in counter.terms(Weighting::Frequency, None).terms {
                prop_assert!(text.contains(&term.text), "{}", term.text);
                prop_assert!(term.count > 0);
            }
        }
    }
}
