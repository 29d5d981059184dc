//! Turns tokens, which `counter` makes, into weighted terms.

use crate::compounds;
use crate::counter::{Counter, Gap, Totals};
use crate::folding::singular;
use crate::phrases::{self, Found, Phrase};
use crate::reference::Reference;
use indexmap::IndexMap;

/// How terms are weighted.
#[derive(Clone, Copy, Debug)]
pub enum Weighting<'r> {
    /// The number of occurrences.
    Frequency,
    /// The number of occurrences times the inverse document frequency in a reference: see [`Reference::idf`].
    TfIdf(&'r Reference),
}

impl Weighting<'_> {
    /// The names of the weightings, as used on the command line.
    pub const NAMES: [&'static str; 2] = ["frequency", "tfidf"];

    /// The name of the weighting, as in [`Weighting::NAMES`].
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Weighting::Frequency => Weighting::NAMES[0],
            Weighting::TfIdf(_) => Weighting::NAMES[1],
        }
    }
}

/// A word or phrase with its weight, counts and sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its most frequent spelling; of equally frequent spellings, the first.
    pub text: String,
    /// The folded form that its spellings share; for comparison, not for display.
    pub key: String,
    /// The number of its occurrences, without those inside phrases that are terms too.
    pub count: u32,
    /// The number of documents it occurs in.
    pub documents: u32,
    /// Its weight; the count if weighted by frequency.
    pub weight: f64,
    /// The position of its first occurrence: the index of the word, counted over all documents.
    pub first: usize,
    /// The first sentences it occurs in, as indices into [`Terms::sentences`].
    pub sentences: Vec<u32>,
}

/// A sentence in which terms occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The index of its document, in the order in which documents were added.
    pub document: u32,
    /// Its text, normalized: composed, with whitespace collapsed, without invisible characters.
    pub text: String,
}

/// A language of the documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageUse {
    /// A code of two or three letters; `und` if it was neither given nor detected.
    pub language: String,
    /// The number of documents in this language.
    pub documents: u32,
    /// Whether built-in stop words were applied to these documents.
    pub stop_words: bool,
}

/// Terms by weight, heaviest first. Of terms with equal weight, the one that occurs first comes first.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The terms.
    pub terms: Vec<Term>,
    /// The sentences that the terms refer to, in document order.
    pub sentences: Vec<Sentence>,
    /// The languages of the documents, in order of first occurrence.
    pub languages: Vec<LanguageUse>,
    /// The segmenter with its versions; see [`crate::Segmenter::name`].
    pub segmenter: String,
    /// How many words were counted or dropped, and why.
    pub totals: Totals,
}

/// Where and how often a term occurs.
#[derive(Clone, Debug)]
struct Tally {
    count: u32,
    documents: u32,
    last_document: u32,
    first: usize,
    /// For a phrase: the occurrences of its most frequent spelling, and the index of its first token.
    spelling: (u32, usize),
    sentences: Vec<u32>,
}

impl Tally {
    const EMPTY: Tally = Tally {
        count: 0,
        documents: 0,
        last_document: u32::MAX,
        first: 0,
        spelling: (0, 0),
        sentences: Vec::new(),
    };

    fn add(&mut self, at: usize, document: u32, sentence: Option<u32>, max_sentences: usize) {
        if self.count == 0 {
            self.first = at;
        }
        self.count += 1;
        if self.last_document != document {
            self.last_document = document;
            self.documents += 1;
        }
        if let Some(sentence) = sentence
            && self.sentences.len() < max_sentences
            && self.sentences.last() != Some(&sentence)
        {
            self.sentences.push(sentence);
        }
    }
}

/// Everything that occurs: words by the index of their key, phrases, and the counts of spellings.
struct Occurrences {
    words: Vec<Tally>,
    phrases: IndexMap<Phrase, Tally>,
    surfaces: Vec<u32>,
}

/// A term that may be part of the result.
struct Candidate<'t> {
    weight: f64,
    tally: &'t Tally,
    /// The number of words: 1 for a single word, more for a phrase.
    words: usize,
}

impl Counter {
    /// Returns the terms of all documents: all of them, or only the `limit` heaviest.
    ///
    /// In scripts without spaces, parts of a name that occur together at least three times, and rarely apart,
    /// are one term. With [phrases](crate::Settings::phrases) of up to n words, runs of 2 to n words within a sentence can
    /// be terms. From left to right, the longest run is taken that satisfies these conditions: it occurs at
    /// least twice and at least half as often as each phrase inside it; there is at most a space or a hyphen
    /// between its words; and neither its first nor its last word is a stop word, a number or a short word.
    /// The words of a phrase are not counted again as single words. A phrase is shown as it is most often
    /// written in the text, which in Thai or Chinese is without spaces.
    #[must_use]
    pub fn terms(&self, weighting: Weighting<'_>, limit: Option<usize>) -> Terms {
        let merged = self.merged();
        let occurrences = self.occurrences(&merged);
        let shown = self.shown(&merged, &occurrences.surfaces);
        let distinct = self.distinct(&merged);
        let words = occurrences.words.iter().filter(|tally| tally.count > 0).map(|tally| (tally, 1));
        let phrases = occurrences.phrases.iter().map(|(phrase, tally)| (tally, phrase.0));
        let spelling = |at: usize| self.spelling(shown[merged[self.tokens[at].surface as usize] as usize]);
        let mut candidates: Vec<Candidate<'_>> = Vec::new();
        for (tally, words) in words.chain(phrases) {
            let factor = match weighting {
                Weighting::Frequency => 1.0,
                Weighting::TfIdf(reference) => {
                    reference.idf((tally.first..tally.first + words).map(spelling))
                }
            };
            candidates.push(Candidate { weight: f64::from(tally.count) * factor, tally, words });
        }
        candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.tally.first.cmp(&b.tally.first)));
        candidates.truncate(limit.unwrap_or(usize::MAX));
        let terms = candidates.iter().map(|candidate| self.term(candidate, &merged, &shown)).collect();
        self.with_sentences(terms, distinct)
    }

    fn distinct(&self, merged: &[u32]) -> usize {
        let mut seen = vec![false; self.keys.len()];
        for token in self.tokens.iter().filter(|token| !token.weak) {
            seen[merged[token.surface as usize] as usize] = true;
        }
        seen.into_iter().filter(|&seen| seen).count()
    }

    /// Returns the index of the term of each spelling. Plurals are merged with their singulars if
    /// [`Folding::plural`](crate::Folding::plural) is set.
    pub(crate) fn merged(&self) -> Vec<u32> {
        let mut of_key: Vec<u32> = (0..self.keys.len() as u32).collect();
        if self.settings.folding.plural {
            for (plural, key) in self.keys.iter().enumerate() {
                if let Some(index) = singular(key).and_then(|key| self.keys.get_index_of(key)) {
                    of_key[plural] = index as u32;
                }
            }
        }
        self.surfaces.values().map(|surface| of_key[surface.term as usize]).collect()
    }

    /// The phrases, if they are wanted. Otherwise the joined parts of names.
    fn found(&self, terms: &[u32]) -> Vec<Found> {
        if self.settings.phrases >= 2 {
            return phrases::find(&self.tokens, terms, self.settings.phrases);
        }
        let may_join: Vec<bool> = self.surfaces.keys().map(|text| compounds::may_be_part(text)).collect();
        if !may_join.contains(&true) {
            return Vec::new();
        }
        compounds::find(&self.tokens, terms, |token| may_join[token.surface as usize])
    }

    fn occurrences(&self, merged: &[u32]) -> Occurrences {
        let terms: Vec<u32> = self.tokens.iter().map(|token| merged[token.surface as usize]).collect();
        let mut found = self.found(&terms).into_iter().peekable();
        let mut all = Occurrences {
            words: vec![Tally::EMPTY; self.keys.len()],
            phrases: IndexMap::new(),
            surfaces: vec![0; self.surfaces.len()],
        };
        let mut spellings: IndexMap<(Phrase, Vec<u32>), (u32, usize)> = IndexMap::new();
        let (mut at, mut document, mut sentence) = (0, 0, 0);
        while at < self.tokens.len() {
            document += count_up_to(&self.documents[document..], at, |document| document.start);
            sentence += count_up_to(&self.sentences[sentence..], at, |sentence| sentence.start);
            let phrase = found.next_if(|found| found.start == at).map(|found| found.phrase);
            let tally = match phrase {
                Some(phrase) => {
                    let spelling = self.tokens[at..at + phrase.0].iter().map(|token| token.surface).collect();
                    spellings.entry((phrase, spelling)).or_insert((0, at)).0 += 1;
                    Some(all.phrases.entry(phrase).or_insert(Tally::EMPTY))
                }
                None if self.tokens[at].weak => None,
                None => {
                    all.surfaces[self.tokens[at].surface as usize] += 1;
                    Some(&mut all.words[terms[at] as usize])
                }
            };
            if let Some(tally) = tally {
                let index = (!self.sentences.is_empty()).then_some(sentence as u32);
                tally.add(at, document as u32, index, self.settings.sentences);
            }
            at += phrase.map_or(1, |(words, _)| words);
        }
        for ((phrase, _), spelling) in spellings {
            let best = &mut all.phrases.entry(phrase).or_insert(Tally::EMPTY).spelling;
            if spelling.0 > best.0 {
                *best = spelling;
            }
        }
        all
    }

    /// The most frequent spelling of each term.
    fn shown(&self, merged: &[u32], counts: &[u32]) -> Vec<u32> {
        let mut shown: Vec<Option<u32>> = vec![None; self.keys.len()];
        for (surface, &term) in merged.iter().enumerate() {
            let best = &mut shown[term as usize];
            if best.is_none_or(|best| counts[surface] > counts[best as usize]) {
                *best = Some(surface as u32);
            }
        }
        shown.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn spelling(&self, surface: u32) -> &str {
        self.surfaces.get_index(surface as usize).map_or("", |(text, _)| text)
    }

    fn term(&self, candidate: &Candidate<'_>, merged: &[u32], shown: &[u32]) -> Term {
        let &Candidate { weight, tally, words } = candidate;
        let tokens = &self.tokens[tally.first..tally.first + words];
        let term = |surface: u32| merged[surface as usize] as usize;
        let text = match tokens {
            [word] => self.spelling(shown[term(word.surface)]).to_owned(),
            _ => self.joined(tally.spelling.1, words, |surface| self.spelling(surface)),
        };
        let key = self.joined(tally.first, words, |surface| &self.keys[term(surface)]);
        let Tally { count, documents, first, ref sentences, .. } = *tally;
        Term { text, key, count, documents, weight, first, sentences: sentences.clone() }
    }

    fn joined<'t>(&'t self, first: usize, words: usize, text: impl Fn(u32) -> &'t str) -> String {
        let mut joined = String::new();
        for (index, token) in self.tokens[first..first + words].iter().enumerate() {
            joined.push_str(match token.gap {
                Gap::Space if index > 0 => " ",
                Gap::Hyphen if index > 0 => "-",
                _ => "",
            });
            joined.push_str(text(token.surface));
        }
        joined
    }

    /// Assembles the result, with the sentences that its terms refer to.
    fn with_sentences(&self, mut terms: Vec<Term>, distinct: usize) -> Terms {
        let mut used: Vec<u32> = terms.iter().flat_map(|term| &term.sentences).copied().collect();
        used.sort_unstable();
        used.dedup();
        for sentence in terms.iter_mut().flat_map(|term| &mut term.sentences) {
            *sentence = used.partition_point(|&index| index < *sentence) as u32;
        }
        let sentences = used.into_iter().map(|index| {
            let stretch = &self.sentences[index as usize];
            let document = self.documents.partition_point(|document| document.start <= stretch.start) - 1;
            Sentence { document: document as u32, text: stretch.text.to_string() }
        });
        Terms {
            sentences: sentences.collect(),
            terms,
            languages: self.languages(),
            segmenter: self.settings.segmenter.name(),
            totals: Totals { different: distinct, ..self.totals },
        }
    }

    fn languages(&self) -> Vec<LanguageUse> {
        let mut documents: IndexMap<&str, u32> = IndexMap::new();
        for document in &self.documents {
            *documents.entry(&document.language).or_default() += 1;
        }
        let of = |(language, documents): (&str, u32)| LanguageUse {
            language: language.to_owned(),
            documents,
            stop_words: self.settings.stop_words.applies(language),
        };
        documents.into_iter().map(of).collect()
    }
}

/// The number of stretches after the first that begin at or before a token.
fn count_up_to<T>(stretches: &[T], at: usize, start: impl Fn(&T) -> usize) -> usize {
    stretches.iter().skip(1).take_while(|stretch| start(stretch) <= at).count()
}
