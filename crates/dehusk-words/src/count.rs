//! Documents become tokens: which words a text has, which of them count, and where they stand. Nothing is weighed
//! here; `terms` does that when all documents are in.

use crate::address::addresses;
use crate::clean::clean;
use crate::fold::Folding;
use crate::language::{detect, of_tag};
use crate::letters::{ZWNJ, is_letter};
use crate::segment::Segmenter;
use crate::sentence::sentences;
use crate::stop::{StopSet, StopWords};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A word of more characters is no word but data, and would not fit into a picture; long compounds of German have
/// 40 to 80.
const LONGEST_WORD: usize = 100;
/// Words of one character are left out, as §6.10 of the specification has it.
const MIN_LENGTH: usize = 2;
/// Sentences remembered for a term.
const SENTENCES: usize = 20;

/// How words are found, folded and chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Finds the words.
    pub segmenter: Segmenter,
    /// Which spellings are one word.
    pub folding: Folding,
    /// Which words are not counted.
    pub stop_words: StopWords,
    /// Words with fewer characters, as folded, are not counted. Default 2.
    pub min_length: usize,
    /// Whether words without a letter are counted. Default no.
    pub numbers: bool,
    /// Runs of up to so many words are counted as one term where they occur at least twice; see
    /// [`crate::Counter::terms`]. Below 2, the default, only words are counted.
    pub phrases: usize,
    /// The first so many sentences of each term are remembered. Default 20. With 0 no text is kept.
    pub sentences: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            segmenter: Segmenter::default(),
            folding: Folding::default(),
            stop_words: StopWords::default(),
            min_length: MIN_LENGTH,
            numbers: false,
            phrases: 1,
            sentences: SENTENCES,
        }
    }
}

/// Words of all documents: what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Documents added.
    pub documents: usize,
    /// Words found, addresses and overlong words left out.
    pub words: usize,
    /// Words counted; the rest is stopped, short or numbers.
    pub counted: usize,
    /// Stop words.
    pub stopped: usize,
    /// Words below the minimum length.
    pub short: usize,
    /// Words without a letter.
    pub numbers: usize,
    /// Words of more than 100 characters: data, not words.
    pub overlong: usize,
    /// Addresses: URLs, names that begin with `www.`, e-mail addresses.
    pub addresses: usize,
    /// Different terms among the words counted, phrases left out.
    pub different: usize,
}

/// What stands between a word and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// The beginning of a sentence, punctuation, or what is not counted as a word.
    Break,
    Nothing,
    Blank,
    Hyphen,
}

impl Gap {
    fn of(between: &str) -> Gap {
        match between.trim_matches(ZWNJ) {
            "" | "\u{200B}" => Gap::Nothing,
            " " => Gap::Blank,
            "-" | "\u{2010}" | "\u{2011}" => Gap::Hyphen,
            _ => Gap::Break,
        }
    }
}

/// One word of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) surface: u32,
    pub(crate) gap: Gap,
    /// Not counted, and not at the end of a phrase: a stop word, a number or a short word.
    pub(crate) weak: bool,
}

/// A spelling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub(crate) term: u32,
    /// The key by which it is looked up in the stop words, which are folded by the default.
    stop_key: u32,
    class: Class,
    /// The language it was last looked up for in the stop words, and whether it was there.
    stop: (u32, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Word,
    Short,
    Number,
}

#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) start: usize,
    pub(crate) language: String,
}

#[derive(Debug)]
pub(crate) struct Stretch {
    pub(crate) start: usize,
    pub(crate) text: Box<str>,
}

/// Counts the words of documents, which are added one by one.
///
/// Memory: 8 bytes for each word, each different spelling once, and the text itself where sentences are kept.
///
/// ```
/// use dehusk_words::{Counter, Settings, Weighting};
///
/// let mut counter = Counter::new(Settings::default());
/// counter.add("รถไฟไปเชียงใหม่\nเชียงใหม่มีรถไฟแล้ว", Some("th"));
/// let terms = counter.terms(Weighting::Frequency, Some(2));
/// let texts: Vec<&str> = terms.terms.iter().map(|term| term.text.as_str()).collect();
/// assert_eq!(texts, ["รถไฟ", "เชียงใหม่"]);
/// assert_eq!(terms.terms[0].count, 2);
/// ```
#[derive(Debug)]
pub struct Counter {
    pub(crate) settings: Settings,
    pub(crate) surfaces: IndexMap<Box<str>, Surface>,
    pub(crate) keys: IndexSet<Box<str>>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) documents: Vec<Document>,
    pub(crate) sentences: Vec<Stretch>,
    pub(crate) totals: Totals,
    stops: HashMap<String, (u32, Arc<StopSet>)>,
}

impl Counter {
    /// A counter without documents.
    #[must_use]
    pub fn new(settings: Settings) -> Counter {
        Counter {
            settings,
            surfaces: IndexMap::new(),
            keys: IndexSet::new(),
            tokens: Vec::new(),
            documents: Vec::new(),
            sentences: Vec::new(),
            totals: Totals::default(),
            stops: HashMap::new(),
        }
    }

    /// Adds a document: its text, line by line, and its language as a tag such as `th` or `en-GB`. Without a tag
    /// the language is [found](crate::detect) from the text.
    pub fn add(&mut self, text: &str, language: Option<&str>) {
        let language = language.map_or_else(|| detect(text).to_owned(), of_tag);
        let stops = self.stops_of(&language);
        self.documents.push(Document { start: self.tokens.len(), language });
        self.totals.documents += 1;
        for line in text.lines() {
            self.add_line(&clean(line), &stops);
        }
    }

    /// The language of most words, if there is one.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        let ends = self.documents.iter().skip(1).map(|document| document.start).chain([self.tokens.len()]);
        let mut words: IndexMap<&str, usize> = IndexMap::new();
        for (document, end) in self.documents.iter().zip(ends) {
            *words.entry(&document.language).or_default() += end - document.start;
        }
        let most = words.values().copied().max()?;
        words.into_iter().find(|&(_, count)| count == most).map(|(language, _)| language)
    }

    fn stops_of(&mut self, language: &str) -> (u32, Arc<StopSet>) {
        if let Some(stops) = self.stops.get(language) {
            return stops.clone();
        }
        let Settings { stop_words, segmenter, .. } = &self.settings;
        let stops = (self.stops.len() as u32, Arc::new(stop_words.set(language, segmenter)));
        self.stops.insert(language.to_owned(), stops.clone());
        stops
    }

    fn add_line(&mut self, line: &str, stops: &(u32, Arc<StopSet>)) {
        let words = self.words(line);
        let mut rest = &words[..];
        for sentence in sentences(line, &words) {
            let (inside, behind) = rest.split_at(rest.partition_point(|word| word.start < sentence.end));
            rest = behind;
            if inside.is_empty() {
                continue;
            }
            if self.settings.sentences > 0 {
                let text = line[sentence].trim().into();
                self.sentences.push(Stretch { start: self.tokens.len(), text });
            }
            self.add_words(line, inside, stops);
        }
    }

    /// The words of a line that are neither in an address nor overlong; those are counted.
    fn words(&mut self, line: &str) -> Vec<Range<usize>> {
        let addresses = addresses(line);
        self.totals.addresses += addresses.len();
        let mut words = self.settings.segmenter.words(line);
        words.retain(|word| {
            let next = addresses.partition_point(|address| address.end <= word.start);
            let addressed = addresses.get(next).is_some_and(|address| address.start < word.end);
            let overlong =
                !addressed && word.len() > LONGEST_WORD && line[word.clone()].chars().count() > LONGEST_WORD;
            self.totals.overlong += usize::from(overlong);
            !addressed && !overlong
        });
        words
    }

    fn add_words(&mut self, line: &str, words: &[Range<usize>], stops: &(u32, Arc<StopSet>)) {
        let surfaces: Vec<u32> = words.iter().map(|word| self.surface(&line[word.clone()])).collect();
        let mut stopped_until = 0;
        for (index, &surface) in surfaces.iter().enumerate() {
            let next = |ahead: usize| surfaces.get(index + 1 + ahead).map(|&surface| self.stop_key(surface));
            if let Some(length) = stops.1.sequence(self.stop_key(surface), next) {
                stopped_until = stopped_until.max(index + length);
            }
            let stopped = index < stopped_until || self.is_stopped(surface, stops);
            let gap = match index.checked_sub(1) {
                Some(before) => Gap::of(&line[words[before].end..words[index].start]),
                None => Gap::Break,
            };
            let weak = self.tally(surface, stopped);
            self.tokens.push(Token { surface, gap, weak });
        }
    }

    fn stop_key(&self, surface: u32) -> &str {
        &self.keys[self.surfaces[surface as usize].stop_key as usize]
    }

    /// The number of a spelling; it is folded the first time it is seen.
    fn surface(&mut self, text: &str) -> u32 {
        if let Some(index) = self.surfaces.get_index_of(text) {
            return index as u32;
        }
        let folding = self.settings.folding;
        let key = folding.key(text);
        let length = key.chars().count();
        let term = self.keys.insert_full(key.into()).0 as u32;
        let stop_key = if folding.has_default_keys() {
            term
        } else {
            self.keys.insert_full(Folding::default().key(text).into()).0 as u32
        };
        let class = match text {
            _ if !text.chars().any(is_letter) => Class::Number,
            _ if length < self.settings.min_length => Class::Short,
            _ => Class::Word,
        };
        let surface = Surface { term, stop_key, class, stop: (u32::MAX, false) };
        self.surfaces.insert_full(text.into(), surface).0 as u32
    }

    fn is_stopped(&mut self, surface: u32, stops: &(u32, Arc<StopSet>)) -> bool {
        let known = self.surfaces[surface as usize].stop;
        if known.0 == stops.0 {
            return known.1;
        }
        let stopped = stops.1.has(self.stop_key(surface));
        self.surfaces[surface as usize].stop = (stops.0, stopped);
        stopped
    }

    /// Adds a word to the totals; whether it is weak.
    fn tally(&mut self, surface: u32, stopped: bool) -> bool {
        let totals = &mut self.totals;
        totals.words += 1;
        let place = match self.surfaces[surface as usize].class {
            _ if stopped => &mut totals.stopped,
            Class::Short => &mut totals.short,
            Class::Number if !self.settings.numbers => &mut totals.numbers,
            _ => {
                totals.counted += 1;
                return false;
            }
        };
        *place += 1;
        true
    }
}
