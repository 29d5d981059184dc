//! Thai by the likeliest words: of all ways to cut a run into listed words and unknown stretches, that which costs
//! least. A word costs what it is rare, in binary digits. List and frequencies are PyThaiNLP's, given away by their
//! makers (CC0 1.0).
//!
//! ICU's own way is the longest word at each place; it cuts `การเตรียม`, preparation, into pieces, since it never
//! looks back, and lacks many compounds. The fewest words, which PyThaiNLP's `newmm` takes, leave ties that neither
//! length nor order decides: `บอกว่า`, to say that, is `บอก|ว่า` and not `บอ|กว่า`. The search is a dynamic programme:
//! each place of the run is looked at once, so that no run takes more time than another of its length.

use std::ops::Range;
use std::sync::LazyLock;

/// The words, in the order of their characters; read when the first Thai text comes.
static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_bytes!(concat!(env!("OUT_DIR"), "/thai_words.bin"))));
/// Stands behind each word, with its frequency in the lower bits; see `build.rs`.
const END: u8 = 0x80;
/// What a word costs that was not met: the frequencies are of a text of 2^25 words. Another costs one less for each
/// binary digit of its count.
const WORD_COST: u32 = 25;
/// What a stretch outside of words costs, and what each of its syllables: dearer than a frequent word, cheaper
/// than a heap of rare short ones, so that a name that no list has stays whole.
const UNKNOWN_COST: u32 = 20;
const SYLLABLE_COST: u32 = 6;
/// PAIYANNOI, which shortens, and MAIYAMOK, which repeats, cost as much as a frequent word; they are one if the list
/// has no word that ends with them.
const SIGNS: [u8; 2] = [0x2F, 0x46];
const SIGN_COST: u32 = 8;
/// Bytes of a Thai letter.
pub(super) const LETTER: usize = 3;
/// A Thai letter as a number of seven bits: what it is above U+0E00.
const CODES: usize = 0x80;

/// Whether the character is a letter, vowel sign or tone mark of Thai.
pub(super) fn is_thai(c: char) -> bool {
    matches!(c, '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{E4E}')
}

/// The words as codes, so that words with a common beginning are neighbours.
struct Words {
    codes: &'static [u8],
    starts: Vec<u32>,
    /// The first word of each pair of letters.
    pairs: Vec<u32>,
}

impl Words {
    fn read(codes: &'static [u8]) -> Words {
        let ends = codes.iter().enumerate().filter(|&(_, &code)| code & END != 0);
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect();
        let mut words = Words { codes, starts, pairs: Vec::new() };
        let mut next = 0;
        for pair in 0..=CODES * CODES {
            while next + 1 < words.starts.len() && words.pair(next) < pair {
                next += 1;
            }
            words.pairs.push(next as u32);
        }
        words
    }

    fn word(&self, index: usize) -> &[u8] {
        &self.codes[self.starts[index] as usize..self.starts[index + 1] as usize - 1]
    }

    /// What the word costs.
    fn cost(&self, index: usize) -> u32 {
        WORD_COST - u32::from(self.codes[self.starts[index + 1] as usize - 1] & !END)
    }

    fn pair(&self, index: usize) -> usize {
        self.word(index).get(..2).map_or(0, |pair| pair_of(pair[0], pair[1]))
    }

    /// Hands on all words that the text begins with: their lengths and what they cost.
    fn beginnings(&self, text: &[u8], mut found: impl FnMut(usize, u32)) {
        let &[first, second, ref rest @ ..] = text else { return };
        let pair = pair_of(first, second);
        let mut range = self.pairs[pair] as usize..self.pairs[pair + 1] as usize;
        let mut length = 2;
        let mut rest = rest.iter();
        while !range.is_empty() {
            if self.word(range.start).len() == length {
                found(length, self.cost(range.start));
                range.start += 1;
            }
            let Some(&next) = rest.next() else { return };
            range = self.narrowed(range, length, next);
            length += 1;
        }
    }

    /// Of words with a common beginning of `length` letters, and more behind it, those that go on with `next`.
    fn narrowed(&self, range: Range<usize>, length: usize, next: u8) -> Range<usize> {
        let border = |below: &dyn Fn(u8) -> bool| {
            let (mut low, mut high) = (range.start, range.end);
            while low < high {
                let middle = low.midpoint(high);
                if below(self.codes[self.starts[middle] as usize + length]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        border(&|code| code < next)..border(&|code| code <= next)
    }
}

fn code(c: char) -> u8 {
    (c as u32).wrapping_sub(0xE00) as u8 & 0x7F
}

fn pair_of(first: u8, second: u8) -> usize {
    usize::from(first) * CODES + usize::from(second)
}

/// The best way to a place whose last step is of one kind: what it costs, and where that step began and which kind
/// was before it.
#[derive(Clone, Copy)]
struct Way {
    cost: u32,
    from: u32,
    before: Kind,
}

/// What a step is: a word, or a syllable that none covers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Unknown,
}

const NO_WAY: Way = Way { cost: u32::MAX, from: 0, before: Kind::Word };

/// The best ways to a place, one of each kind.
#[derive(Clone, Copy)]
struct Place([Way; 2]);

impl Place {
    const UNREACHED: Place = Place([NO_WAY; 2]);
    const START: Place = Place([Way { cost: 0, ..NO_WAY }, NO_WAY]);

    fn way(&self, kind: Kind) -> Way {
        self.0[kind as usize]
    }

    /// The kind of the cheaper way.
    fn best(&self) -> Kind {
        if self.0[0].cost < self.0[1].cost { Kind::Word } else { Kind::Unknown }
    }

    /// Takes the way if none of its kind is cheaper; of equals the later, whose last word is shorter.
    fn offer(&mut self, kind: Kind, way: Way) {
        let old = &mut self.0[kind as usize];
        if way.cost <= old.cost {
            *old = way;
        }
    }
}

/// The lengths in letters of the words of a run of Thai letters; what no word covers is taken together.
pub(super) fn cut(run: &str) -> Vec<usize> {
    let letters: Vec<u8> = run.chars().map(code).collect();
    let borders: Vec<bool> = (0..=letters.len()).map(|at| may_cut(&letters, at)).collect();
    let mut places = vec![Place::UNREACHED; letters.len() + 1];
    places[0] = Place::START;
    for at in (0..letters.len()).filter(|&at| borders[at]) {
        let place = places[at];
        let (before, from) = (place.best(), at as u32);
        let cheapest = place.way(before).cost;
        let mut word = |length: usize, cost: u32| {
            if borders[at + length] {
                places[at + length].offer(Kind::Word, Way { cost: cheapest + cost, from, before });
            }
        };
        WORDS.beginnings(&letters[at..], &mut word);
        if SIGNS.contains(&letters[at]) {
            word(1, SIGN_COST);
        }
        let syllable = (at + 1..letters.len()).find(|&to| borders[to]).unwrap_or(letters.len());
        for (before, cost) in [(Kind::Word, UNKNOWN_COST), (Kind::Unknown, 0)] {
            let cost = place.way(before).cost.saturating_add(cost + SYLLABLE_COST);
            places[syllable].offer(Kind::Unknown, Way { cost, from, before });
        }
    }
    lengths(&places)
}

/// Whether a syllable may begin at a place: not with a vowel that follows, a mark or a silent letter, and not
/// behind a vowel that leads.
fn may_cut(letters: &[u8], at: usize) -> bool {
    let is = |at: usize, codes: &[u8]| letters.get(at).is_some_and(|code| codes.contains(code));
    const FOLLOWS: [u8; 20] = [
        0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x45, 0x47, 0x48, 0x49, 0x4A, 0x4B,
        0x4C, 0x4D, 0x4E,
    ];
    const LEADS: [u8; 5] = [0x40, 0x41, 0x42, 0x43, 0x44];
    const SILENT: u8 = 0x4C;
    at == 0 || at == letters.len() || !is(at, &FOLLOWS) && !is(at - 1, &LEADS) && !is(at + 1, &[SILENT])
}

/// The best way to the end, as the lengths of its steps; steps outside of words are joined.
fn lengths(places: &[Place]) -> Vec<usize> {
    let mut lengths: Vec<usize> = Vec::new();
    let mut at = places.len() - 1;
    let mut kind = places[at].best();
    let mut behind = Kind::Word;
    while at > 0 {
        let way = places[at].way(kind);
        let length = at - way.from as usize;
        match lengths.last_mut() {
            Some(last) if kind == Kind::Unknown && behind == Kind::Unknown => *last += length,
            _ => lengths.push(length),
        }
        at = way.from as usize;
        (behind, kind) = (kind, way.before);
    }
    lengths.reverse();
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(run: &str) -> Vec<String> {
        let mut letters = run.chars();
        cut(run).into_iter().map(|length| letters.by_ref().take(length).collect()).collect()
    }

    #[test]
    fn the_likeliest_words_are_taken() {
        for cut in [
            "ฝนตก|ใน|กรุงเทพ",
            "การ|เตรียม",
            "การ|ติดตาม",
            "มี|นโยบาย",
            "ได้|ผลผลิต",
            "ขับ|รถยนต์",
            "โรงพยาบาล",
            "ฆฆฆฆ|โรงพยาบาล",
            "บอก|ว่า",
            "กล่าว|อีก|ว่า",
            "ถูก|ว่า",
            "จาก|ว่า",
            "มาก|ว่า",
            "พอ|ลอง",
            "ค่า|น้ำตาล",
            "ระดับ|น้ำตาล",
            "มหาวิทยาลัย|นวมินทราธิราช",
            "หลักสูตร|ฯ|ใหม่",
            "นายกฯ|เดินทาง",
            "เด็ก|ๆ|เล่น",
        ] {
            assert_eq!(texts(&cut.replace('|', "")).join("|"), cut);
        }
    }

    #[test]
    fn the_list_is_sorted() {
        assert!(WORDS.starts.len() > 50_000);
        let words = || (0..WORDS.starts.len() - 1).map(|index| WORDS.word(index));
        let letters = |word: &str| word.chars().map(code).collect::<Vec<_>>();
        let list = include_str!("../../data/thai_words.txt");
        let lines = list.lines().filter_map(|line| line.split_once('\t'));
        assert!(lines.clone().map(|(word, _)| letters(word)).eq(words().map(<[u8]>::to_vec)));
        let costs = lines.map(|(_, digits)| WORD_COST - digits.parse::<u32>().unwrap());
        assert!(costs.eq((0..WORDS.starts.len() - 1).map(|index| WORDS.cost(index))));
        assert!(words().is_sorted() && words().all(|word| word.len() >= 2));
    }

    proptest! {
        #[test]
        fn finds_the_beginnings_that_a_look_at_every_word_finds(
            picks in prop::collection::vec((0..WORDS.starts.len() - 1, 1_usize..12), 1..4),
        ) {
            let text: Vec<u8> =
                picks.iter().flat_map(|&(pick, take)| WORDS.word(pick).iter().take(take).copied()).collect();
            let mut found = Vec::new();
            WORDS.beginnings(&text, |length, _| found.push(length));
            let words = (0..WORDS.starts.len() - 1).map(|index| WORDS.word(index));
            let naive: Vec<usize> = words.filter(|word| text.starts_with(word)).map(<[u8]>::len).collect();
            prop_assert_eq!(found, naive);
        }

        #[test]
        fn the_pieces_are_the_run(run in "[ก-ฮะ-ฺเ-๎]{0,40}") {
            prop_assert_eq!(texts(&run).concat(), run);
        }
    }
}
