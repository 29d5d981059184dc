//! Joins the parts of names that the segmenter does not know, in scripts without spaces: neighbors that occur
//! together far more often than apart. It looks only at the words of the counted texts. Phrases of words that
//! are common by themselves are left to `phrases`.

use crate::counter::{Gap, Token};
use crate::phrases::Found;
use std::collections::HashMap;

/// Minimum occurrences of a joined word. Two may be chance. Chosen by hand.
const MIN_OCCURRENCES: u32 = 3;
/// Maximum parts of a joined word. A longer run is a repeated line, such as a headline. Chosen by hand.
const MAX_PARTS: usize = 4;
/// Two neighbors belong together if they are neighbors in at least three of four occurrences of the rarer
/// one, and in at least one of four occurrences of the other. Chosen by hand.
const MIN_QUARTERS_OF_RARER: u32 = 3;
const MIN_QUARTERS_OF_OTHER: u32 = 1;
/// Thai words before names, which stay words of their own.
const TITLES: [&str; 20] = [
    "นาย",
    "นาง",
    "นางสาว",
    "คุณ",
    "ดร",
    "พรรค",
    "จังหวัด",
    "อำเภอ",
    "ตำบล",
    "บริษัท",
    "โรงเรียน",
    "โรงพยาบาล",
    "มหาวิทยาลัย",
    "วัด",
    "ถนน",
    "แม่น้ำ",
    "เมือง",
    "ประเทศ",
    "กรม",
    "กระทรวง",
];

/// Whether a spelling may be a part of a joined word: it is in a script whose spaces separate phrases, and it
/// is not a word that stands before names.
pub(crate) fn may_be_part(text: &str) -> bool {
    text.chars().all(crate::unicode::is_phrase_spaced) && !TITLES.contains(&text)
}

/// Returns the joined words in text order, without overlaps. `may_join` says of each token whether it may be
/// a part. Time is linear in the number of tokens.
pub(crate) fn find(tokens: &[Token], terms: &[u32], may_join: impl Fn(&Token) -> bool) -> Vec<Found> {
    let mut words: HashMap<u32, u32> = HashMap::new();
    let mut pairs: HashMap<(u32, u32), u32> = HashMap::new();
    let is_pair = |at: usize| {
        let (first, second) = (&tokens[at - 1], &tokens[at]);
        second.gap == Gap::Nothing && !first.weak && !second.weak && may_join(first) && may_join(second)
    };
    let mut adjacent = vec![false; tokens.len()];
    for at in 0..tokens.len() {
        *words.entry(terms[at]).or_default() += 1;
        adjacent[at] = at > 0 && is_pair(at);
        if adjacent[at] {
            *pairs.entry((terms[at - 1], terms[at])).or_default() += 1;
        }
    }
    let is_bound = |at: usize| {
        let (first, second) = (words[&terms[at - 1]], words[&terms[at]]);
        let both = pairs[&(terms[at - 1], terms[at])];
        both >= MIN_OCCURRENCES
            && 4 * u64::from(both) >= u64::from(MIN_QUARTERS_OF_RARER) * u64::from(first.min(second))
            && 4 * u64::from(both) >= u64::from(MIN_QUARTERS_OF_OTHER) * u64::from(first.max(second))
    };
    let bound: Vec<bool> = (0..tokens.len()).map(|at| adjacent[at] && is_bound(at)).collect();
    frequent(&runs(&bound), terms)
}

/// The start and number of tokens of each maximal run of bound tokens that is not too long.
fn runs(bound: &[bool]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = 0;
    for end in 1..=bound.len() {
        if end == bound.len() || !bound[end] {
            if (2..=MAX_PARTS).contains(&(end - start)) {
                runs.push((start, end - start));
            }
            start = end;
        }
    }
    runs
}

/// The runs that occur often enough, with a number for each run of the same terms.
fn frequent(runs: &[(usize, usize)], terms: &[u32]) -> Vec<Found> {
    let mut known: HashMap<&[u32], (u32, u32)> = HashMap::new();
    for &(start, length) in runs {
        let number = known.len() as u32;
        known.entry(&terms[start..start + length]).or_insert((number, 0)).1 += 1;
    }
    let found = runs.iter().filter_map(|&(start, length)| {
        let &(number, count) = known.get(&terms[start..start + length])?;
        (count >= MIN_OCCURRENCES).then_some(Found { start, phrase: (length, number) })
    });
    found.collect()
}
