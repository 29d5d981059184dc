//! The words of a query, and how often a text has them. Words are found as in tag clouds, so that scripts
//! without spaces work too.

use std::collections::HashMap;

use dehusk_words::{Counter, Folding, Segmenter, Settings, Weighting, is_unspaced};

use super::bm25::Counts;

/// Maximum number of words of a query that are searched for. Chosen by hand; questions have about ten.
const MAX_TERMS: usize = 32;
/// Minimum letters of a word that loses its final `s`. Chosen by hand: `gas` and `bus` are no plurals.
const MIN_PLURAL: usize = 4;

/// The words that a query asks for.
#[derive(Debug)]
pub(super) struct Query {
    terms: Vec<Term>,
    segmenter: Segmenter,
    folding: Folding,
    /// The term of each spelling seen so far, if it is one.
    known: HashMap<String, Option<usize>>,
}

#[derive(Debug)]
struct Term {
    key: String,
    /// Whether it is written without spaces. The borders of such words are guesses, so it is also looked for
    /// inside words.
    is_unspaced: bool,
}

impl Query {
    /// Returns the words of a query without stop words of this language; all its words if there are only stop
    /// words.
    pub(super) fn new(query: &str, language: &str) -> Query {
        let folding = Folding::default();
        let segmenter = Segmenter::default();
        let settings = Settings { min_length: 1, numbers: true, sentences: 0, ..Settings::default() };
        let mut counter = Counter::new(settings);
        counter.add(query, Some(language));
        let content = counter.terms(Weighting::Frequency, None).terms.into_iter().map(|term| stem(term.key));
        let mut keys: Vec<String> = content.collect();
        if keys.is_empty() {
            let words =
                query.lines().flat_map(|line| segmenter.words(line).into_iter().map(|word| &line[word]));
            keys = words.map(|word| stem(folding.key(word))).collect();
        }
        keys.sort_unstable();
        keys.dedup();
        keys.truncate(MAX_TERMS);
        let term = |key: String| Term { is_unspaced: key.chars().any(is_unspaced), key };
        Query { terms: keys.into_iter().map(term).collect(), segmenter, folding, known: HashMap::new() }
    }

    /// Whether the query has no words.
    pub(super) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Counts the words of the query in a text. Takes time linear in the text.
    pub(super) fn count(&mut self, text: &str) -> Counts {
        let mut counts = Counts { words: 0, occurrences: vec![0; self.terms.len()] };
        for line in text.lines() {
            for word in self.segmenter.words(line) {
                counts.words += 1;
                if let Some(term) = self.term_of(&line[word]) {
                    counts.occurrences[term] += 1;
                }
            }
        }
        self.add_unspaced(text, &mut counts);
        counts
    }

    fn term_of(&mut self, word: &str) -> Option<usize> {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let key = stem(self.folding.key(word));
        let term = self.terms.iter().position(|term| term.key == key);
        self.known.insert(word.to_owned(), term);
        term
    }

    /// Counts words of scripts without spaces wherever they are written.
    fn add_unspaced(&self, text: &str, counts: &mut Counts) {
        if !self.terms.iter().any(|term| term.is_unspaced) || !text.chars().any(is_unspaced) {
            return;
        }
        let folded = self.folding.key(text);
        for (term, count) in self.terms.iter().zip(&mut counts.occurrences) {
            if term.is_unspaced {
                *count = (*count).max(u32::try_from(folded.matches(&*term.key).count()).unwrap_or(u32::MAX));
            }
        }
    }

    /// Returns where the first word of the query is in a text, in bytes.
    pub(super) fn first_in(&mut self, text: &str) -> Option<usize> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            for word in self.segmenter.words(line) {
                if self.term_of(&line[word.clone()]).is_some() {
                    return Some(start + word.start);
                }
            }
            start += line.len();
        }
        None
    }
}

/// A key without the ending of an English plural, as in tag clouds: a final `s` that does not follow another.
fn stem(mut key: String) -> String {
    let is_plural = key.len() >= MIN_PLURAL
        && key.ends_with('s')
        && !key.ends_with("ss")
        && key.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_plural {
        key.pop();
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occurrences(query: &str, language: &str, text: &str) -> (usize, Vec<u32>) {
        let counts = Query::new(query, language).count(text);
        (counts.words, counts.occurrences)
    }

    #[test]
    fn words_are_found_in_every_script() {
        for (query, language, text, words, found) in [
            ("opening hours", "en", "Opening hour: hours of opening.", 5, vec![2, 2]),
            ("the mill", "en", "The MILLS of the town", 5, vec![1]),
            ("the", "en", "The mill", 2, vec![1]),
            ("ราคา", "th", "ราคาน้ำมันวันนี้", 3, vec![1]),
            ("开放时间", "zh", "博物馆的开放时间是九点", 6, vec![1, 1]),
            ("ساعت", "fa", "ساعت كار موزه", 3, vec![1]),
            ("2026", "en", "In 2026 it reopens", 4, vec![1]),
        ] {
            let (all, of_terms) = occurrences(query, language, text);
            assert_eq!(of_terms, found, "{query:?} in {text:?}");
            assert!(all.abs_diff(words) <= 2, "{all} words in {text:?}");
        }
    }

    #[test]
    fn signs_are_no_words() {
        assert!(Query::new("?! …", "en").is_empty());
    }

    #[test]
    fn the_first_word_is_found() {
        assert_eq!(Query::new("river", "en").first_in("The mill\nby the river"), Some(16));
        assert_eq!(Query::new("sea", "en").first_in("The mill"), None);
    }
}
