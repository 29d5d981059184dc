//! Thai by maximal matching: of all ways to cut a run into listed words, that with the fewest words and the fewest
//! syllables that no word covers. The list is PyThaiNLP's, given away by its makers (CC0 1.0).
//!
//! ICU's own way is the longest word at each place; it cuts `การเตรียม`, preparation, into pieces, since it never
//! looks back, and lacks many compounds. The search here is that of PyThaiNLP's `newmm`, done by dynamic
//! programming: each place of the run is looked at once, so that no run takes more time than another of its
//! length.

use std::ops::Range;
use std::sync::LazyLock;

/// The words, in the order of their characters; read when the first Thai text comes.
static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_bytes!(concat!(env!("OUT_DIR"), "/thai_words.bin"))));
/// Stands behind each word; see `build.rs`.
const END: u8 = 0;
/// What a way costs: words count singly, syllables outside of words more, since a wrong word is better than a torn
/// one.
const WORD_COST: u32 = 2;
const UNKNOWN_COST: u32 = 5;
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
        let ends = codes.iter().enumerate().filter(|&(_, &code)| code == END);
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

    fn pair(&self, index: usize) -> usize {
        self.word(index).get(..2).map_or(0, |pair| pair_of(pair[0], pair[1]))
    }

    /// Hands on the lengths of all words that the text begins with.
    fn beginnings(&self, text: &[u8], mut found: impl FnMut(usize)) {
        let &[first, second, ref rest @ ..] = text else { return };
        let pair = pair_of(first, second);
        let mut range = self.pairs[pair] as usize..self.pairs[pair + 1] as usize;
        let mut length = 2;
        let mut rest = rest.iter();
        while !range.is_empty() {
            if self.word(range.start).len() == length {
                found(length);
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

/// The best way to a place: its cost, the squares of its words' lengths, which decide between
/// equals before the longer first word does, and its last step.
#[derive(Clone, Copy)]
struct Way {
    cost: u32,
    squares: u32,
    from: u32,
    unknown: bool,
}

/// The lengths in letters of the words of a run of Thai letters; what no word covers is taken together.
pub(super) fn cut(run: &str) -> Vec<usize> {
    let letters: Vec<u8> = run.chars().map(code).collect();
    let places: Vec<bool> = (0..=letters.len()).map(|at| may_cut(&letters, at)).collect();
    let mut ways: Vec<Option<Way>> = vec![None; letters.len() + 1];
    ways[0] = Some(Way { cost: 0, squares: 0, from: 0, unknown: false });
    for at in 0..letters.len() {
        let Some(way) = ways[at] else { continue };
        let mut offer = |to: usize, cost: u32, squares: u32, unknown: bool| {
            let new = Way { cost: way.cost + cost, squares: way.squares + squares, from: at as u32, unknown };
            let better = |old: Way| (new.cost, old.squares) <= (old.cost, new.squares);
            if ways[to].is_none_or(better) {
                ways[to] = Some(new);
            }
        };
        WORDS.beginnings(&letters[at..], |length| {
            if places[at + length] {
                offer(at + length, WORD_COST, (length * length) as u32, false);
            }
        });
        let syllable = (at + 1..=letters.len()).find(|&to| places[to]).unwrap_or(letters.len());
        offer(syllable, UNKNOWN_COST, 0, true);
    }
    lengths(&ways)
}

/// Whether a syllable may begin at a place: not with a vowel that follows, a mark or a silent letter, and not
/// behind a vowel that leads.
fn may_cut(letters: &[u8], at: usize) -> bool {
    let is = |at: usize, codes: &[u8]| letters.get(at).is_some_and(|code| codes.contains(code));
    const FOLLOWS: [u8; 22] = [
        0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A,
        0x4B, 0x4C, 0x4D, 0x4E, 0x2F,
    ];
    const LEADS: [u8; 5] = [0x40, 0x41, 0x42, 0x43, 0x44];
    const SILENT: u8 = 0x4C;
    at == 0 || at == letters.len() || !is(at, &FOLLOWS) && !is(at - 1, &LEADS) && !is(at + 1, &[SILENT])
}

/// The way to the end, as the lengths of its steps; steps outside of words are joined.
fn lengths(ways: &[Option<Way>]) -> Vec<usize> {
    let mut lengths: Vec<usize> = Vec::new();
    let mut behind_unknown = false;
    let mut at = ways.len() - 1;
    while let Some(way) = ways[at].filter(|_| at > 0) {
        let length = at - way.from as usize;
        match lengths.last_mut() {
            Some(last) if way.unknown && behind_unknown => *last += length,
            _ => lengths.push(length),
        }
        behind_unknown = way.unknown;
        at = way.from as usize;
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
    fn looks_back() {
        for cut in [
            "ฝนตก|ใน|กรุงเทพ",
            "การ|เตรียม",
            "การ|ติดตาม",
            "มี|นโยบาย",
            "ได้|ผลผลิต",
            "ขับ|รถยนต์",
            "โรงพยาบาล",
            "ฆฆฆฆ|โรงพยาบาล",
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
        assert!(
            list.lines().filter(|line| !line.starts_with('#')).map(letters).eq(words().map(<[u8]>::to_vec))
        );
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
            WORDS.beginnings(&text, |length| found.push(length));
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
