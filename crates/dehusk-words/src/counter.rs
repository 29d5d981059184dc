//! Turns documents into tokens: which words a text has, which of them count, and where they are. `terms`
//! weights them once all documents are added.

use crate::address::addresses;
use crate::clean::clean;
use crate::cue::{Cue, cue};
use crate::folding::Folding;
use crate::segment::{Segmenter, is_thai};
use crate::sentence::sentences;
use crate::stop_words::{StopSet, StopWords};
use crate::unicode::{ZWNJ, is_letter};
use dehusk_language::{detect, of_tag};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Maximum characters of a word. Anything longer is data and would not fit into a picture; long German
/// compounds have 40 to 80 characters. Chosen by hand.
const MAX_WORD_CHARACTERS: usize = 100;
/// Default of [`Settings::min_length`], in characters (§6.10 of the specification).
const DEFAULT_MIN_LENGTH: usize = 2;
/// Default of [`Settings::sentences`]. Chosen by hand.
const DEFAULT_SENTENCES: usize = 20;

/// How words are found, folded and chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Finds the words.
    pub segmenter: Segmenter,
    /// Which spellings count as the same word.
    pub folding: Folding,
    /// Which words are not counted.
    pub stop_words: StopWords,
    /// Minimum characters of a counted word, after folding. Default 2.
    pub min_length: usize,
    /// Whether words without a letter are counted. Default false.
    pub numbers: bool,
    /// Maximum words of a phrase. Repeated runs of words up to this length are counted as one term; see
    /// [`crate::Counter::terms`]. With a value below 2, such as the default 1, only words are counted.
    pub phrases: usize,
    /// Maximum sentences stored for each term: the first ones in which the term occurs. Default 20. With 0,
    /// no text is stored.
    pub sentences: usize,
}

impl Settings {
    /// The maximum of [`Settings::phrases`] that users may ask for. Longer phrases hardly ever occur twice. Chosen by hand.
    pub const MAX_PHRASES: u32 = 10;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            segmenter: Segmenter::default(),
            folding: Folding::default(),
            stop_words: StopWords::default(),
            min_length: DEFAULT_MIN_LENGTH,
            numbers: false,
            phrases: 1,
            sentences: DEFAULT_SENTENCES,
        }
    }
}

/// How many words of all documents were counted or dropped, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Documents added.
    pub documents: usize,
    /// Words found, without addresses and overlong words.
    pub words: usize,
    /// Words counted. The others are stop words, short words or numbers.
    pub counted: usize,
    /// Stop words.
    pub stopped: usize,
    /// Words below the minimum length.
    pub short: usize,
    /// Words without a letter, unless numbers are counted.
    pub numbers: usize,
    /// Words of more than 100 characters, which are treated as data.
    pub overlong: usize,
    /// Addresses: URLs, names that begin with `www.`, e-mail addresses.
    pub addresses: usize,
    /// Distinct terms among the counted words, not counting phrases.
    pub different: usize,
}

/// What separates a word from the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// The beginning of a sentence, punctuation, or text that is not a word.
    Break,
    Nothing,
    Space,
    Hyphen,
}

impl Gap {
    fn of(between: &str) -> Gap {
        match between.trim_matches(ZWNJ) {
            "" | "\u{200B}" => Gap::Nothing,
            " " => Gap::Space,
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
    /// Whether the token is a stop word, a number or a short word. Such a token is not counted, and no phrase
    /// begins or ends with it.
    pub(crate) weak: bool,
    /// What stands before it and says that it begins a name.
    pub(crate) cue: Cue,
}

/// A distinct spelling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub(crate) term: u32,
    /// The index of its key in the search for stop words. That key is always made by the default folding.
    stop_key: u32,
    class: Class,
    /// The result of its last stop word lookup: the number of the language, and whether it is a stop word.
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
/// It needs 8 bytes of memory for each word, each distinct spelling once, and the text itself if sentences
/// are stored.
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

    /// Adds a document: its text, and its language as a tag such as `th` or `en-GB`. Without a tag, the
    /// language is [detected](crate::detect) from the text.
    pub fn add(&mut self, text: &str, language: Option<&str>) {
        let language = language.map_or_else(|| detect(text).to_owned(), of_tag);
        let stops = self.stops_of(&language);
        let text = self.settings.folding.in_language(text, &language);
        self.documents.push(Document { start: self.tokens.len(), language });
        self.totals.documents += 1;
        for line in text.lines() {
            self.add_line(&clean(line), &stops);
        }
    }

    /// The language with the most words; `None` without documents.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        let ends = self.documents.iter().skip(1).map(|document| document.start).chain([self.tokens.len()]);
        let mut words: IndexMap<&str, usize> = IndexMap::new();
        for (document, end) in self.documents.iter().zip(ends) {
            *words.entry(&document.language).or_default() += end - document.start;
        }
        let max = words.values().copied().max()?;
        words.into_iter().find(|&(_, count)| count == max).map(|(language, _)| language)
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

    /// The words of a line that are neither in an address nor overlong. Adds addresses and overlong words to
    /// the totals.
    fn words(&mut self, line: &str) -> Vec<Range<usize>> {
        let addresses = addresses(line);
        self.totals.addresses += addresses.len();
        let mut words = self.settings.segmenter.words(line);
        words.retain(|word| {
            let next = addresses.partition_point(|address| address.end <= word.start);
            let in_address = addresses.get(next).is_some_and(|address| address.start < word.end);
            let overlong = !in_address
                && word.len() > MAX_WORD_CHARACTERS
                && line[word.clone()].chars().count() > MAX_WORD_CHARACTERS;
            self.totals.overlong += usize::from(overlong);
            !in_address && !overlong
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
                Some(previous) => Gap::of(&line[words[previous].end..words[index].start]),
                None => Gap::Break,
            };
            let weak = self.tally(surface, stopped);
            let cue = cue_before(line, words, index, gap);
            self.tokens.push(Token { surface, gap, weak, cue });
        }
    }

    fn stop_key(&self, surface: u32) -> &str {
        &self.keys[self.surfaces[surface as usize].stop_key as usize]
    }

    /// The index of a spelling, which is added and folded when first seen.
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

    /// Adds a word to the totals. Returns whether it is weak.
    fn tally(&mut self, surface: u32, stopped: bool) -> bool {
        let totals = &mut self.totals;
        totals.words += 1;
        let total = match self.surfaces[surface as usize].class {
            _ if stopped => &mut totals.stopped,
            Class::Short => &mut totals.short,
            Class::Number if !self.settings.numbers => &mut totals.numbers,
            _ => {
                totals.counted += 1;
                return false;
            }
        };
        *total += 1;
        true
    }
}

/// What stands before a word of a line. Only Thai words have a cue.
fn cue_before(line: &str, words: &[Range<usize>], index: usize, gap: Gap) -> Cue {
    let start = words[index].start;
    if !line[start..].starts_with(is_thai) {
        return Cue::Nothing;
    }
    let adjacent = index.checked_sub(1).filter(|_| gap == Gap::Nothing);
    cue(&line[..start], adjacent.map(|previous| &line[words[previous].clone()]))
}
