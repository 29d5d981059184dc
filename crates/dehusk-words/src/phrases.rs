//! Finds phrases: runs of words that occur more than once, and where they are.

use crate::counter::{Gap, Token};
use std::collections::HashMap;

/// Minimum occurrences of a phrase.
const MIN_OCCURRENCES: u32 = 2;
/// Maximum ratio of the occurrences of a phrase to those of a longer phrase that contains it. With a higher
/// ratio, the longer phrase is not a term. For example, if only two of five occurrences of `Bee Gees` are in
/// `Bee Gees songs`, the term is `Bee Gees`. Chosen by hand.
const MAX_INNER_RATIO: u32 = 2;
/// The number of a run at a token where no repeated run begins.
const NONE: u32 = u32::MAX;

/// A phrase: its length in words, and its number among the phrases of this length.
pub(crate) type Phrase = (usize, u32);

/// Where a phrase occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The index of its first token.
    pub(crate) start: usize,
    pub(crate) phrase: Phrase,
}

/// Returns the phrases of 2 to `max_words` words in text order, without overlaps.
///
/// From left to right, the longest run is taken that satisfies these conditions: it occurs at least twice and
/// at least half as often as each phrase inside it, it has only spaces or hyphens between its words, and it
/// has no weak word at either end. A run that is taken only once, because others overlap it, is dropped, and
/// its words count as single words.
pub(crate) fn find(tokens: &[Token], terms: &[u32], max_words: usize) -> Vec<Found> {
    let levels = levels(tokens, terms, max_words);
    let mut counts: HashMap<Phrase, u32> = HashMap::new();
    for found in tile(tokens, &levels, |_| true) {
        *counts.entry(found.phrase).or_default() += 1;
    }
    let mut found =
        tile(tokens, &levels, |phrase| counts.get(&phrase).is_some_and(|&count| count >= MIN_OCCURRENCES));
    let mut recounted: HashMap<Phrase, u32> = HashMap::new();
    for found in &found {
        *recounted.entry(found.phrase).or_default() += 1;
    }
    found.retain(|found| recounted[&found.phrase] >= MIN_OCCURRENCES);
    found
}

/// A repeated run of words of one length.
#[derive(Clone, Copy)]
struct Run {
    /// Its number among the runs of its length.
    number: u32,
    /// The occurrences of the most frequent phrase among the run itself and the runs inside it.
    max_count: u32,
    /// Whether it may be a phrase.
    is_phrase: bool,
}

impl Run {
    const NONE: Run = Run { number: NONE, max_count: 0, is_phrase: false };
}

/// For each length from 2, the repeated run that begins at each token. A run can be repeated only if both
/// runs inside it that are one word shorter are repeated, so a run is identified by the pair of their
/// numbers.
fn levels(tokens: &[Token], terms: &[u32], max_words: usize) -> Vec<Vec<Run>> {
    let word = |&number: &u32| Run { number, ..Run::NONE };
    let terms: Vec<Run> = terms.iter().map(word).collect();
    let mut levels: Vec<Vec<Run>> = Vec::new();
    for words in 2..=max_words {
        let below = levels.last().unwrap_or(&terms);
        let is_run = |at: usize| match words {
            2 => tokens[at + 1].gap != Gap::Break,
            _ => below[at].number != NONE && below[at + 1].number != NONE,
        };
        let has_strong_ends = |at: usize| !tokens[at].weak && !tokens[at + words - 1].weak;
        let level = level(below, is_run, has_strong_ends);
        if level.iter().all(|run| run.number == NONE) {
            break;
        }
        levels.push(level);
    }
    levels
}

/// The repeated runs of one length, found from the runs that are one word shorter.
fn level(below: &[Run], is_run: impl Fn(usize) -> bool, has_strong_ends: impl Fn(usize) -> bool) -> Vec<Run> {
    let mut runs: HashMap<(u32, u32), (u32, u32)> = HashMap::new();
    let mut level = vec![Run::NONE; below.len()];
    let pairs = || {
        let starts = (0..below.len().saturating_sub(1)).filter(|&at| is_run(at));
        starts.map(|at| (at, (below[at].number, below[at + 1].number)))
    };
    for (_, pair) in pairs() {
        let number = runs.len() as u32;
        runs.entry(pair).or_insert((number, 0)).1 += 1;
    }
    for (at, pair) in pairs() {
        if let Some(&(number, count)) = runs.get(&pair)
            && count >= MIN_OCCURRENCES
        {
            let inner = below[at].max_count.max(below[at + 1].max_count);
            let is_phrase = has_strong_ends(at) && count.saturating_mul(MAX_INNER_RATIO) >= inner;
            let max_count = if is_phrase { inner.max(count) } else { inner };
            level[at] = Run { number, max_count, is_phrase };
        }
    }
    level
}

/// Covers the tokens from left to right with the longest allowed phrases.
fn tile(tokens: &[Token], levels: &[Vec<Run>], allowed: impl Fn(Phrase) -> bool) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let runs = (0..levels.len()).rev().map(|level| (level + 2, levels[level][at]));
        let longest = runs
            .filter(|(_, run)| run.is_phrase)
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

    /// The phrases of a text in which each character is a word; a capital letter begins a sentence, `.` is a
    /// weak word.
    fn phrases(text: &str, longest: usize) -> Vec<(usize, usize)> {
        let words: Vec<char> = text.chars().collect();
        let token = |c: &char| Token {
            surface: 0,
            gap: if c.is_uppercase() { Gap::Break } else { Gap::Space },
            weak: *c == '.',
            cue: crate::cue::Cue::Nothing,
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
        assert_eq!(phrases("Aaa", 2), [], "only one of two overlapping runs can be taken");
        assert_eq!(phrases("AbcxAbcyBcz", 3), [(0, 3), (4, 3)], "the third `bc` is not repeated");
        assert_eq!(
            phrases("AbcAbcAbxAbyAbz", 3),
            [(0, 2), (3, 2), (6, 2), (9, 2), (12, 2)],
            "`abc` is less than half of `ab`"
        );
        assert_eq!(phrases("A.cA.cX.cY.cZ.c", 3), [(0, 3), (3, 3)], "`.c` is not a phrase");
    }
}
