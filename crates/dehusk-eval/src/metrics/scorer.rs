//! Computes all measures of one text at once, so that they share folding, numbering and counting.

use super::snippets::Snippets;
use super::units::{CharNumbers, PieceNumbers};
use super::{Lcs, Prf, Scores, ThaiLengths, bag};
use crate::corpus::CorpusPage;
use crate::text;

/// Maximum number of characters, words or terms of a text that are compared, for gold and extracted texts
/// alike. The rest of a longer text is ignored and [`Scores::cut`] is set. Chosen by hand: no gold text of
/// the open corpora is longer, and comparing two texts of this length takes half a second.
pub const MAX_UNITS: usize = 200_000;

/// A gold text, prepared for comparisons.
#[derive(Clone, Debug)]
pub struct Gold {
    chars: (CharNumbers, Vec<u32>),
    words: (PieceNumbers, Vec<u32>),
    terms: (PieceNumbers, Vec<u32>),
    must: Snippets,
    must_not: Snippets,
    cut: bool,
}

impl Gold {
    /// Prepares the gold text and the snippets of a page.
    #[must_use]
    pub fn new(text: &str, page: &CorpusPage) -> Gold {
        let folded = text::folded(text);
        let lowercase = folded.to_lowercase();
        let mut chars = CharNumbers::number(text::characters(&folded));
        let mut words = PieceNumbers::number(text::words(&folded));
        let mut terms = PieceNumbers::number(text::terms(&lowercase));
        let cut = [&mut chars.1, &mut words.1, &mut terms.1].map(truncate).contains(&true);
        let [must, must_not] = [&page.must, &page.must_not].map(|snippets| Snippets::new(snippets));
        Gold { chars, words, terms, must, must_not, cut }
    }
}

/// Drops the units beyond [`MAX_UNITS`]. Returns whether any unit was dropped.
fn truncate(units: &mut Vec<u32>) -> bool {
    let is_too_long = units.len() > MAX_UNITS;
    units.truncate(MAX_UNITS);
    is_too_long
}

/// Scores one text after the other; each thread has its own. Buffers are reused, but scores do not depend on
/// earlier texts.
///
/// ```
/// use dehusk_eval::{CorpusPage, metrics::{Gold, Scorer}};
/// let gold = Gold::new("b c x d", &CorpusPage::default());
/// let scores = Scorer::default().score(&gold, "a b c d");
/// assert_eq!((scores.word.f1, scores.bag.f1), (0.75, 0.75));
/// ```
#[derive(Debug, Default)]
pub struct Scorer {
    lcs: Lcs,
    units: Vec<u32>,
    counts: Vec<u32>,
}

impl Scorer {
    /// Returns all scores that depend only on the text. The scores of title, author and date are `None`.
    pub fn score(&mut self, gold: &Gold, text: &str) -> Scores {
        let folded = text::folded(text);
        let lowercase = folded.to_lowercase();
        let mut scores = Scores {
            must: gold.must.found(&folded),
            must_not: gold.must_not.absent(&folded),
            ..Scores::default()
        };
        let (numbers, units) = &gold.chars;
        numbers.look_up(text::characters(&folded), &mut self.units);
        let cut_chars = truncate(&mut self.units);
        scores.thai = self.lengths(units, numbers.alphabet());
        scores.char = scores.thai.prf();
        let (numbers, units) = &gold.words;
        numbers.look_up(text::words(&folded), &mut self.units);
        let cut_words = truncate(&mut self.units);
        scores.word = self.lengths(units, numbers.alphabet()).prf();
        let (numbers, units) = &gold.terms;
        numbers.look_up(text::terms(&lowercase), &mut self.units);
        let cut_terms = truncate(&mut self.units);
        scores.rouge_l = self.lengths(units, numbers.alphabet()).prf();
        let common = bag::common(units, &self.units, numbers.alphabet(), &mut self.counts);
        scores.bag = Prf::from_counts(common, self.units.len(), units.len());
        Scores { cut: gold.cut || cut_chars || cut_words || cut_terms, ..scores }
    }

    /// The length of the text in `self.units`, the length of the gold text, and the number of gold units that
    /// the text lacks.
    fn lengths(&mut self, gold: &[u32], alphabet: u32) -> ThaiLengths {
        let common = self.lcs.length(gold, &self.units, alphabet);
        ThaiLengths { extracted: self.units.len(), expected: gold.len(), missing: gold.len() - common }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(gold: &str, text: &str) -> Scores {
        Scorer::default().score(&Gold::new(gold, &CorpusPage::default()), text)
    }

    #[test]
    fn the_examples_of_the_specification() {
        for (text, gold, r, p, f1) in [
            ("HUMAN", "CHIMPANZEE", 0.4, 0.8, 0.5333),
            ("abc", "abc", 1.0, 1.0, 1.0),
            ("", "abc", 0.0, 0.0, 0.0),
            ("abc", "", 0.0, 0.0, 0.0),
            ("", "", 1.0, 1.0, 1.0),
            ("abc", "xyz", 0.0, 0.0, 0.0),
        ] {
            let prf = scores(gold, text).char;
            assert!((prf.recall - r).abs() + (prf.precision - p).abs() < 1e-9, "{text} {gold}");
            assert!((prf.f1 - f1).abs() < 5e-5, "{text} {gold}");
        }
    }

    #[test]
    fn words_keep_case_and_punctuation_terms_do_not() {
        let scores = scores("The mill, reopened.", "the mill reopened");
        assert_eq!((scores.word.f1, scores.rouge_l.f1, scores.bag.f1), (0.0, 1.0, 1.0));
        assert!(scores.char.f1 < 1.0);
    }

    #[test]
    fn order_matters_for_all_measures_but_the_bag() {
        let scores = scores("one two three", "three two one");
        assert_eq!(scores.bag.f1, 1.0);
        assert!(scores.word.f1 < 0.5 && scores.rouge_l.f1 < 0.5);
    }

    #[test]
    fn thai_without_spaces_is_compared_by_character() {
        let scores = scores("ภาษาไทย", "ภาษา");
        assert_eq!((scores.word.precision, scores.word.recall), (1.0, 4.0 / 7.0));
        assert_eq!((scores.bag.precision, scores.bag.recall), (1.0, 4.0 / 7.0));
    }

    #[test]
    fn units_beyond_the_maximum_are_ignored_and_reported() {
        let long = "word ".repeat(MAX_UNITS / 4 + 10);
        let result = scores(&long, &long);
        assert!(result.cut && result.char.f1 == 1.0 && result.thai.expected == MAX_UNITS);
        assert!(!scores("word", "word").cut);
    }
}
