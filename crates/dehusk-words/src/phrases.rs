//! Phrases: runs of words that occur more than once. It says where they stand, and counts nothing else.

use crate::count::{Gap, Token};
use std::collections::HashMap;

/// A run of words is a phrase if it occurs so often.
const REPEATED: u32 = 2;
/// And a phrase inside of another at most so many times as often as that: `Bee Gees` stays one term where two of five
/// are `Bee Gees songs`.
const SHARE: u32 = 2;
/// No repeated run of words begins here.
const NONE: u32 = u32::MAX;

/// A phrase: its length in words, and its number among those of this length.
pub(crate) type Phrase = (usize, u32);

/// Where a phrase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The token it begins with.
    pub(crate) start: usize,
    pub(crate) phrase: Phrase,
}

/// The phrases of 2 to `longest` words, in order, none over another. From left to right the longest run is taken
/// that occurs at least twice, and half as often as each phrase inside it, has no gap but a blank or a hyphen, and no
/// weak word at either end. A run that was taken only once, since others lay over it, gives its words back.
pub(crate) fn find(tokens: &[Token], terms: &[u32], longest: usize) -> Vec<Found> {
    let levels = levels(tokens, terms, longest);
    let mut counts: HashMap<Phrase, u32> = HashMap::new();
    for found in tiled(tokens, &levels, |_| true) {
        *counts.entry(found.phrase).or_default() += 1;
    }
    let mut found =
        tiled(tokens, &levels, |phrase| counts.get(&phrase).is_some_and(|&count| count >= REPEATED));
    let mut again: HashMap<Phrase, u32> = HashMap::new();
    for found in &found {
        *again.entry(found.phrase).or_default() += 1;
    }
    found.retain(|found| again[&found.phrase] >= REPEATED);
    found
}

/// A repeated run of words of one length.
#[derive(Clone, Copy)]
struct Run {
    /// Its number among those of its length.
    number: u32,
    /// How often the most frequent phrase occurs that is it or is inside it.
    most: u32,
    /// Whether it may be a phrase.
    phrase: bool,
}

impl Run {
    const NONE: Run = Run { number: NONE, most: 0, phrase: false };
}

/// For each length from 2 the repeated run that begins at each token. A run is repeated only if both runs without one
/// of its ends are, so runs are told apart by pairs of numbers of the length below.
fn levels(tokens: &[Token], terms: &[u32], longest: usize) -> Vec<Vec<Run>> {
    let word = |&number: &u32| Run { number, ..Run::NONE };
    let terms: Vec<Run> = terms.iter().map(word).collect();
    let mut levels: Vec<Vec<Run>> = Vec::new();
    for words in 2..=longest {
        let below = levels.last().unwrap_or(&terms);
        let joined = |at: usize| match words {
            2 => tokens[at + 1].gap != Gap::Break,
            _ => below[at].number != NONE && below[at + 1].number != NONE,
        };
        let strong = |at: usize| !tokens[at].weak && !tokens[at + words - 1].weak;
        let level = level(below, joined, strong);
        if level.iter().all(|run| run.number == NONE) {
            break;
        }
        levels.push(level);
    }
    levels
}

fn level(below: &[Run], joined: impl Fn(usize) -> bool, strong: impl Fn(usize) -> bool) -> Vec<Run> {
    let mut runs: HashMap<(u32, u32), (u32, u32)> = HashMap::new();
    let mut level = vec![Run::NONE; below.len()];
    let pairs = || {
        let places = (0..below.len().saturating_sub(1)).filter(|&at| joined(at));
        places.map(|at| (at, (below[at].number, below[at + 1].number)))
    };
    for (_, pair) in pairs() {
        let number = runs.len() as u32;
        runs.entry(pair).or_insert((number, 0)).1 += 1;
    }
    for (at, pair) in pairs() {
        if let Some(&(number, count)) = runs.get(&pair)
            && count >= REPEATED
        {
            let inside = below[at].most.max(below[at + 1].most);
            let phrase = strong(at) && count.saturating_mul(SHARE) >= inside;
            let most = if phrase { inside.max(count) } else { inside };
            level[at] = Run { number, most, phrase };
        }
    }
    level
}

fn tiled(tokens: &[Token], levels: &[Vec<Run>], allowed: impl Fn(Phrase) -> bool) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let runs = (0..levels.len()).rev().map(|level| (level + 2, levels[level][at]));
        let longest = runs
            .filter(|(_, run)| run.phrase)
            .map(|(words, run)| (words, run.number))
            .find(|&phrase| allowed(phrase));
        at += match longest {
            Some(phrase) => {
                found.push(Found { start: at, phrase });
                phrase.0
            }
            None => 1,
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Phrases of a text of small words; a capital letter begins a sentence, `.` is a weak word.
    fn phrases(text: &str, longest: usize) -> Vec<(usize, usize)> {
        let words: Vec<char> = text.chars().collect();
        let token = |c: &char| Token {
            surface: 0,
            gap: if c.is_uppercase() { Gap::Break } else { Gap::Blank },
            weak: *c == '.',
        };
        let tokens: Vec<Token> = words.iter().map(token).collect();
        let terms: Vec<u32> = words.iter().map(|c| c.to_ascii_lowercase() as u32).collect();
        find(&tokens, &terms, longest).into_iter().map(|found| (found.start, found.phrase.0)).collect()
    }

    #[test]
    fn repeated_runs_are_found() {
        assert_eq!(phrases("AbxAby", 2), [(0, 2), (3, 2)]);
        assert_eq!(phrases("AbcxAbcy", 3), [(0, 3), (4, 3)]);
        assert_eq!(phrases("AbxAy", 2), []);
        assert_eq!(phrases("ABAB", 2), [], "not across sentences");
        assert_eq!(phrases("A.A.", 2), [], "no weak word at an end");
        assert_eq!(phrases("A.bA.b", 3), [(0, 3), (3, 3)]);
        assert_eq!(phrases("Aaa", 2), [], "only one of two that lie over each other can be taken");
        assert_eq!(phrases("AbcxAbcyBcz", 3), [(0, 3), (4, 3)], "the third `bc` stands alone");
        assert_eq!(
            phrases("AbcAbcAbxAbyAbz", 3),
            [(0, 2), (3, 2), (6, 2), (9, 2), (12, 2)],
            "`abc` is less than half of `ab`"
        );
        assert_eq!(phrases("A.cA.cX.cY.cZ.c", 3), [(0, 3), (3, 3)], "`.c` is no phrase");
    }
}
