//! Segments Thai into the most likely words. Of all ways to divide a run into listed words and unknown
//! stretches, the cheapest is chosen. The rarer a word, the higher its cost, which is measured in bits. List
//! and frequencies are PyThaiNLP's (CC0 1.0).
//!
//! ICU takes the longest word at each offset. It breaks up `การเตรียม` (preparation), because it never
//! backtracks, and it lacks many compounds. PyThaiNLP's `newmm` takes the fewest words, which leaves ties
//! that neither length nor order decides: `บอกว่า` (to say that) is `บอก|ว่า`, not `บอ|กว่า`. The search here
//! is dynamic programming: each position of the run is visited once, so time is linear in its length.

use std::ops::Range;
use std::sync::LazyLock;

/// The words in code point order, loaded when first needed.
static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_bytes!(concat!(env!("OUT_DIR"), "/thai_words.bin"))));
/// Marks the byte after each word, which has the frequency in the lower bits; see `build.rs`.
const END: u8 = 0x80;
/// The cost of a word with count 0: frequencies are from a text of 2^25 words (Thai National Corpus). Each
/// bit of the count reduces the cost by one.
const WORD_COST: u32 = 25;
/// The cost of a stretch outside of words. Together with [`SYLLABLE_COST`] it is more expensive than a
/// frequent word. Chosen by hand.
const UNKNOWN_COST: u32 = 20;
/// The cost of each syllable of a stretch outside of words, so that a row of rare listed words is cheaper than
/// one unknown stretch. Chosen by hand.
const SYLLABLE_COST: u32 = 7;
/// PAIYANNOI, which abbreviates, and MAIYAMOK, which repeats. Each is a word of its own unless the list has a
/// word that ends with it.
const SIGNS: [u8; 2] = [0x2F, 0x46];
/// The cost of PAIYANNOI or MAIYAMOK: that of a frequent word. Chosen by hand.
const SIGN_COST: u32 = 8;
/// Bytes of a Thai letter in UTF-8.
pub(super) const LETTER_BYTES: usize = 3;
/// The number of codes of Thai letters. A code is the offset from U+0E00.
const CODES: usize = 0x80;

/// Whether the character is a letter, vowel sign or tone mark of Thai.
pub(super) fn is_thai(c: char) -> bool {
    matches!(c, '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{E4E}')
}

/// The sorted words as codes, so that words with a common prefix are adjacent.
struct Words {
    codes: &'static [u8],
    /// The offset of each word in `codes`, and the end of the last word.
    starts: Vec<u32>,
    /// For each pair of letters, the index of the first word that begins with it or with a later pair.
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

    /// The cost of the word.
    fn cost(&self, index: usize) -> u32 {
        WORD_COST - u32::from(self.codes[self.starts[index + 1] as usize - 1] & !END)
    }

    fn pair(&self, index: usize) -> usize {
        self.word(index).get(..2).map_or(0, |pair| pair_of(pair[0], pair[1]))
    }

    /// Calls `found` with the length and cost of every listed word that the text begins with.
    fn prefixes(&self, text: &[u8], mut found: impl FnMut(usize, u32)) {
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
            range = self.narrow(range, length, next);
            length += 1;
        }
    }

    /// Narrows a range of words to those whose next letter is `next`. All words in the range share their
    /// first `length` letters and are longer than that.
    fn narrow(&self, range: Range<usize>, length: usize, next: u8) -> Range<usize> {
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

/// The cheapest path to a position with a given kind of last step.
#[derive(Clone, Copy)]
struct Path {
    cost: u32,
    /// Where the last step began.
    from: u32,
    /// The kind of the step before the last one.
    previous: Kind,
}

/// The kind of a step: a word, or a syllable outside of words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Unknown,
}

const UNREACHED: Path = Path { cost: u32::MAX, from: 0, previous: Kind::Word };

/// The cheapest paths to a position, one for each kind of last step.
#[derive(Clone, Copy)]
struct Position([Path; 2]);

impl Position {
    const UNREACHED: Position = Position([UNREACHED; 2]);
    const START: Position = Position([Path { cost: 0, ..UNREACHED }, UNREACHED]);

    fn path(&self, kind: Kind) -> Path {
        self.0[kind as usize]
    }

    /// The kind of the cheaper path.
    fn best(&self) -> Kind {
        if self.0[0].cost < self.0[1].cost { Kind::Word } else { Kind::Unknown }
    }

    /// Keeps the path unless the known path of its kind is cheaper. Of two equally cheap paths the later one
    /// is kept, whose last word is shorter.
    fn offer(&mut self, kind: Kind, path: Path) {
        let known = &mut self.0[kind as usize];
        if path.cost <= known.cost {
            *known = path;
        }
    }
}

/// Returns the lengths, in letters, of the words of a run of Thai letters. Adjacent unknown syllables are one
/// word.
pub(super) fn word_lengths(run: &str) -> Vec<usize> {
    let letters: Vec<u8> = run.chars().map(code).collect();
    let borders: Vec<bool> = (0..=letters.len()).map(|at| may_cut(&letters, at)).collect();
    let mut positions = vec![Position::UNREACHED; letters.len() + 1];
    positions[0] = Position::START;
    for at in (0..letters.len()).filter(|&at| borders[at]) {
        let position = positions[at];
        let (previous, from) = (position.best(), at as u32);
        let cheapest = position.path(previous).cost;
        let mut word = |length: usize, cost: u32| {
            if borders[at + length] {
                positions[at + length].offer(Kind::Word, Path { cost: cheapest + cost, from, previous });
            }
        };
        WORDS.prefixes(&letters[at..], &mut word);
        if SIGNS.contains(&letters[at]) {
            word(1, SIGN_COST);
        }
        let syllable = (at + 1..letters.len()).find(|&to| borders[to]).unwrap_or(letters.len());
        for (previous, cost) in [(Kind::Word, UNKNOWN_COST), (Kind::Unknown, 0)] {
            let cost = position.path(previous).cost.saturating_add(cost + SYLLABLE_COST);
            positions[syllable].offer(Kind::Unknown, Path { cost, from, previous });
        }
    }
    step_lengths(&positions)
}

/// Whether a syllable may begin at an index: not with a following vowel, a mark or a silenced letter, and not
/// after a leading vowel.
fn may_cut(letters: &[u8], at: usize) -> bool {
    let is = |at: usize, codes: &[u8]| letters.get(at).is_some_and(|code| codes.contains(code));
    /// Following vowels and marks.
    const FOLLOWING: [u8; 20] = [
        0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x45, 0x47, 0x48, 0x49, 0x4A, 0x4B,
        0x4C, 0x4D, 0x4E,
    ];
    /// Leading vowels.
    const LEADING: [u8; 5] = [0x40, 0x41, 0x42, 0x43, 0x44];
    /// THANTHAKHAT, which silences the letter before it.
    const SILENCER: u8 = 0x4C;
    at == 0 || at == letters.len() || !is(at, &FOLLOWING) && !is(at - 1, &LEADING) && !is(at + 1, &[SILENCER])
}

/// The lengths of the steps of the cheapest path to the end. Adjacent steps outside of words are joined.
fn step_lengths(positions: &[Position]) -> Vec<usize> {
    let mut lengths: Vec<usize> = Vec::new();
    let mut at = positions.len() - 1;
    let mut kind = positions[at].best();
    let mut next = Kind::Word;
    while at > 0 {
        let path = positions[at].path(kind);
        let length = at - path.from as usize;
        match lengths.last_mut() {
            Some(last) if kind == Kind::Unknown && next == Kind::Unknown => *last += length,
            _ => lengths.push(length),
        }
        at = path.from as usize;
        (next, kind) = (kind, path.previous);
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
        word_lengths(run).into_iter().map(|length| letters.by_ref().take(length).collect()).collect()
    }

    #[test]
    fn the_most_likely_words_are_taken() {
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
            "มหาวิทยาลัย|นวมินทราธิ|ราช",
            "หลักสูตร|ฯ|ใหม่",
            "นายกฯ|เดินทาง",
            "เด็ก|ๆ|เล่น",
            "ผ่า|ยัด|เสา|ปูน",
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
        fn prefixes_are_those_of_a_search_of_every_word(
            picks in prop::collection::vec((0..WORDS.starts.len() - 1, 1_usize..12), 1..4),
        ) {
            let text: Vec<u8> =
                picks.iter().flat_map(|&(pick, take)| WORDS.word(pick).iter().take(take).copied()).collect();
            let mut found = Vec::new();
            WORDS.prefixes(&text, |length, _| found.push(length));
            let words = (0..WORDS.starts.len() - 1).map(|index| WORDS.word(index));
            let naive: Vec<usize> = words.filter(|word| text.starts_with(word)).map(<[u8]>::len).collect();
            prop_assert_eq!(found, naive);
        }

        #[test]
        fn the_words_add_up_to_the_run(run in "[ก-ฮะ-ฺเ-๎]{0,40}") {
            prop_assert_eq!(texts(&run).concat(), run);
        }
    }
}
