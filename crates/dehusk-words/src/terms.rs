//! From tokens to weighted terms. How words are found is `count`'s business, how terms are drawn that of others.

use crate::count::{Counter, Gap, Totals};
use crate::fold::singular;
use crate::phrases::{self, Phrase};
use crate::reference::Reference;
use indexmap::IndexMap;

/// What makes a term heavy.
#[derive(Clone, Copy, Debug)]
pub enum Weighting<'r> {
    /// How often it occurs.
    Frequency,
    /// How often it occurs times how rare it is in a reference: see [`Reference::idf`].
    TfIdf(&'r Reference),
}

impl Weighting<'_> {
    /// The words for the command line.
    pub const NAMES: [&'static str; 2] = ["frequency", "tfidf"];

    /// Its word.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Weighting::Frequency => Weighting::NAMES[0],
            Weighting::TfIdf(_) => Weighting::NAMES[1],
        }
    }
}

/// A word or phrase with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// As it is shown: the most frequent spelling, of equals the first.
    pub text: String,
    /// What its spellings have in common; for comparing, not for showing.
    pub key: String,
    /// How often it occurs outside of phrases that are terms too.
    pub count: u32,
    /// In how many documents.
    pub documents: u32,
    /// Its weight; by frequency this is the count.
    pub weight: f64,
    /// Where it occurs first, as a number of a word among all documents: a smaller one is earlier.
    pub first: usize,
    /// The first sentences it occurs in, as indices of [`Terms::sentences`].
    pub sentences: Vec<u32>,
}

/// A sentence in which terms occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The document, in the order they were added, from 0.
    pub document: u32,
    /// Its text, cleaned: composed, white space folded, without characters that are not seen.
    pub text: String,
}

/// A language of the documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageUse {
    /// Two or three letters, `und` if it was not given and not found.
    pub language: String,
    /// How many documents.
    pub documents: u32,
    /// Whether its built-in stop words were left out.
    pub stop_words: bool,
}

/// Terms by weight, heaviest first, of equals the one that occurs first.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The terms.
    pub terms: Vec<Term>,
    /// The sentences that terms refer to, in the order of the documents.
    pub sentences: Vec<Sentence>,
    /// The languages, in the order they came.
    pub languages: Vec<LanguageUse>,
    /// What found the words, with versions; see [`crate::Segmenter::name`].
    pub segmenter: String,
    /// What became of all words.
    pub totals: Totals,
}

/// Where and how often a term occurs.
#[derive(Clone, Debug)]
struct Tally {
    count: u32,
    documents: u32,
    last_document: u32,
    first: usize,
    /// Of a phrase: how often its most frequent spelling occurs, and where first.
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

    fn add(&mut self, at: usize, document: u32, sentence: Option<u32>, most: usize) {
        if self.count == 0 {
            self.first = at;
        }
        self.count += 1;
        if self.last_document != document {
            self.last_document = document;
            self.documents += 1;
        }
        if let Some(sentence) = sentence
            && self.sentences.len() < most
            && self.sentences.last() != Some(&sentence)
        {
            self.sentences.push(sentence);
        }
    }
}

/// All that occurs: words by the number of their key, phrases by theirs, and spellings.
struct Occurrences {
    words: Vec<Tally>,
    phrases: IndexMap<Phrase, Tally>,
    surfaces: Vec<u32>,
}

/// A term that may be kept: its weight and what it is.
struct Candidate<'t> {
    weight: f64,
    tally: &'t Tally,
    /// The length in words of a phrase; 1 for a word.
    words: usize,
}

impl Counter {
    /// The terms of all documents, all or the `limit` heaviest.
    ///
    /// With [phrases](crate::Settings::phrases) of up to n words: within a sentence, from left to right, the
    /// longest run of 2 to n words is one term if the run occurs at least twice and at least half as often as each
    /// phrase inside it, only blanks, hyphens or nothing
    /// stand between its words, and neither its first nor its last word is a stop word, a number or a short word.
    /// Its words are not counted once more at that place. A phrase is shown in its most frequent spelling, as it stands
    /// in the text; in Thai or Chinese that is without blanks.
    #[must_use]
    pub fn terms(&self, weighting: Weighting<'_>, limit: Option<usize>) -> Terms {
        let merged = self.merged();
        let occurrences = self.occurrences(&merged);
        let shown = self.shown(&merged, &occurrences.surfaces);
        let different = self.different(&merged);
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
        self.with_sentences(terms, different)
    }

    fn different(&self, merged: &[u32]) -> usize {
        let mut seen = vec![false; self.keys.len()];
        for token in self.tokens.iter().filter(|token| !token.weak) {
            seen[merged[token.surface as usize] as usize] = true;
        }
        seen.into_iter().filter(|&seen| seen).count()
    }

    /// For each spelling the number of its term, plurals taken together with their singulars if that is wanted.
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

    fn occurrences(&self, merged: &[u32]) -> Occurrences {
        let terms: Vec<u32> = self.tokens.iter().map(|token| merged[token.surface as usize]).collect();
        let mut found = phrases::find(&self.tokens, &terms, self.settings.phrases).into_iter().peekable();
        let mut all = Occurrences {
            words: vec![Tally::EMPTY; self.keys.len()],
            phrases: IndexMap::new(),
            surfaces: vec![0; self.surfaces.len()],
        };
        let mut spellings: IndexMap<(Phrase, Vec<u32>), (u32, usize)> = IndexMap::new();
        let (mut at, mut document, mut sentence) = (0, 0, 0);
        while at < self.tokens.len() {
            document += upto(&self.documents[document..], at, |document| document.start);
            sentence += upto(&self.sentences[sentence..], at, |sentence| sentence.start);
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

    /// For each term its most frequent spelling.
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
                Gap::Blank if index > 0 => " ",
                Gap::Hyphen if index > 0 => "-",
                _ => "",
            });
            joined.push_str(text(token.surface));
        }
        joined
    }

    /// The result, with the sentences that its terms refer to.
    fn with_sentences(&self, mut terms: Vec<Term>, different: usize) -> Terms {
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
            totals: Totals { different, ..self.totals },
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

/// How many further stretches begin at or before a token.
fn upto<T>(stretches: &[T], at: usize, start: impl Fn(&T) -> usize) -> usize {
    stretches.iter().skip(1).take_while(|stretch| start(stretch) <= at).count()
}
