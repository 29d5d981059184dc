//! Measures how rare words are, by the number of reference documents in which each word occurs. The reference
//! is a set of documents from the user, or the built-in table of a language.

use crate::counter::Counter;
use crate::error::Error;
use crate::folding::Folding;
use std::collections::HashMap;

/// Tables made by `tools/document_frequencies.sh`. The header of each file names its source.
const TABLES: [(&str, &str); 5] = [
    ("el", include_str!("../data/df/el.txt")),
    ("en", include_str!("../data/df/en.txt")),
    ("pl", include_str!("../data/df/pl.txt")),
    ("ru", include_str!("../data/df/ru.txt")),
    ("zh", include_str!("../data/df/zh.txt")),
];

/// Document frequencies of words.
///
/// ```
/// use dehusk_words::{Counter, Reference, Settings};
///
/// let mut others = Counter::new(Settings { sentences: 0, ..Settings::default() });
/// others.add("rain and wind", Some("en"));
/// others.add("wind", Some("en"));
/// let reference = Reference::of(&others);
/// assert_eq!((reference.documents(), reference.frequency("Wind")), (2, 2));
/// assert!(reference.idf(["rain"]) > reference.idf(["wind"]));
///
/// let error = Reference::built_in("th").unwrap_err().to_string();
/// assert!(error.starts_with("there is no built-in table of document frequencies for the language \"th\""));
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    documents: u32,
    frequencies: HashMap<Box<str>, u32>,
    folding: Folding,
    origin: String,
}

impl Reference {
    /// Builds a reference from the documents of a counter. It has all of their words, but no phrases.
    #[must_use]
    pub fn of(counter: &Counter) -> Reference {
        let merged = counter.merged();
        let mut counts = vec![(0_u32, u32::MAX); counter.keys.len()];
        let ends =
            counter.documents.iter().skip(1).map(|document| document.start).chain([counter.tokens.len()]);
        for (number, (document, end)) in counter.documents.iter().zip(ends).enumerate() {
            for token in &counter.tokens[document.start..end] {
                let (count, last) = &mut counts[merged[token.surface as usize] as usize];
                *count += u32::from(*last != number as u32);
                *last = number as u32;
            }
        }
        let keys = counter.keys.iter().cloned().zip(counts.into_iter().map(|(count, _)| count));
        Reference {
            documents: counter.documents.len() as u32,
            frequencies: keys.filter(|&(_, count)| count > 0).collect(),
            folding: counter.settings.folding,
            origin: format!("{} reference documents", counter.documents.len()),
        }
    }

    /// The built-in table of a language, given as a tag such as `en-GB`.
    ///
    /// # Errors
    ///
    /// [`Error::NoTable`] for a language without a table; no other table is used instead.
    pub fn built_in(language: &str) -> Result<Reference, Error> {
        let language = dehusk_language::of_tag(language);
        let table = TABLES.iter().find(|(of, _)| *of == language);
        table.map(|(_, table)| Reference::read(table)).ok_or_else(|| Error::NoTable {
            language,
            languages: Reference::languages().collect::<Vec<_>>().join(", "),
        })
    }

    /// The languages with a built-in table.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|&(language, _)| language)
    }

    /// Parses a table. Each line has a document frequency, a tab, and the words with that frequency,
    /// separated by spaces. Lines that begin with `#` are comments; `# documents: N` gives the number of
    /// documents and `# origin: …` their source.
    fn read(table: &str) -> Reference {
        let comment =
            |name: &str| table.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        let lines =
            table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
        let words = lines.flat_map(|(count, words)| {
            let count = count.parse().unwrap_or(0);
            words.split(' ').map(move |word| (word.into(), count))
        });
        Reference {
            frequencies: words.collect(),
            documents: comment("# documents:").parse().unwrap_or(0),
            folding: Folding::default(),
            origin: comment("# origin:").to_owned(),
        }
    }

    /// The number of documents.
    #[must_use]
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// A description of the documents that the reference was made from.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The number of documents in which a word occurs; 0 for a word that a built-in table does not have.
    #[must_use]
    pub fn frequency(&self, word: &str) -> u32 {
        self.frequencies.get(&*self.folding.key(word)).copied().unwrap_or(0)
    }

    /// The words and their document frequencies, most frequent first, ties in code point order.
    #[must_use]
    pub fn frequencies(&self) -> Vec<(&str, u32)> {
        let mut all: Vec<(&str, u32)> =
            self.frequencies.iter().map(|(word, &count)| (&**word, count)).collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        all
    }

    /// Returns the inverse document frequency of a term: ln((1+N)/(1+df)) + 1. N is the number of documents,
    /// and df is the number of those that have the term. This is the smooth form of scikit-learn's
    /// `TfidfTransformer`. For a phrase, df is the document frequency of its rarest word. The phrase cannot
    /// be in more documents than that.
    pub fn idf<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> f64 {
        let frequency = words.into_iter().map(|word| self.frequency(word)).min().unwrap_or(0);
        (f64::from(1 + self.documents) / f64::from(1 + frequency)).ln() + 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Segmenter;

    #[test]
    fn tables_are_complete_and_up_to_date() {
        for (language, table) in TABLES {
            let reference = Reference::built_in(language).unwrap();
            assert!(reference.documents >= 50 && reference.frequencies.len() > 1_000, "{language}");
            assert!(reference.frequencies.values().all(|count| (3..=reference.documents).contains(count)));
            assert!(reference.frequencies.len() <= 10_000 && !reference.origin().is_empty());
            let folded = |word: &str| *Folding::default().key(word) == *word;
            assert!(reference.frequencies.keys().all(|word| folded(word)), "{language}");
            let made_by =
                format!("# words: by {}, folded by {}\n", Segmenter::default().name(), Folding::default());
            assert!(
                table.contains(&made_by),
                "the table of {language} is outdated; run tools/document_frequencies.sh CORPORA"
            );
        }
        assert!(Reference::built_in("en-GB").unwrap().frequency("The") > 2_000);
    }

    #[test]
    fn idf_follows_the_formula() {
        let reference = Reference::read("# documents: 9\n# origin: x\n4\train\n1\tsnow hail\n");
        assert_eq!(reference.idf(["rain"]), (10.0_f64 / 5.0).ln() + 1.0);
        assert_eq!(reference.idf(["rain", "snow"]), (10.0_f64 / 2.0).ln() + 1.0);
        assert_eq!(reference.idf(["frogs"]), 10.0_f64.ln() + 1.0);
    }
}
