//! How well a text agrees with the gold text of its page: one file per measure, with its definition.

mod prf;

pub use prf::Prf;

/// Everything measured on one text against one gold text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Longest common subsequence of words.
    pub word: Prf,
    /// Longest common subsequence of characters, white space left out.
    pub char: Prf,
    /// Common words, in whatever order.
    pub bag: Prf,
    /// Longest common subsequence of lower-cased words of letters and digits.
    pub rouge_l: Prf,
    /// The lengths of the Thai measures.
    pub thai: ThaiLengths,
    /// Share of the snippets that belong to the main content that were found; `None` if the page has none.
    pub must: Option<f64>,
    /// Share of the snippets that do not belong to it that are absent; `None` if the page has none.
    pub must_not: Option<f64>,
    /// Whether the title is exact; `None` unless page and answer have one.
    pub title: Option<bool>,
    /// Whether the author is exact; `None` unless page and answer have one.
    pub author: Option<bool>,
    /// Whether the date is exact; `None` unless page and answer have one.
    pub date: Option<bool>,
    /// A text was longer than the cap and only its beginning was compared.
    pub cut: bool,
}

/// Lengths in characters without white space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThaiLengths {
    /// LEC: length of the extracted content.
    pub extracted: u64,
    /// LEP: length of the expected content.
    pub expected: u64,
    /// LM: length of the expected content that is missing.
    pub missing: u64,
}

/// The measures that have precision, recall and F1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// [`Scores::word`].
    Word,
    /// [`Scores::char`].
    Char,
    /// [`Scores::bag`].
    Bag,
    /// [`Scores::rouge_l`].
    RougeL,
}

impl Measure {
    /// All of them, in the order of reports.
    pub const ALL: [Measure; 4] = [Measure::Word, Measure::Char, Measure::Bag, Measure::RougeL];

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Word => "word",
            Measure::Char => "char",
            Measure::Bag => "bag",
            Measure::RougeL => "rouge_l",
        }
    }
}

impl Scores {
    /// Precision, recall and F1 by one measure.
    #[must_use]
    pub fn get(&self, measure: Measure) -> Prf {
        match measure {
            Measure::Word => self.word,
            Measure::Char => self.char,
            Measure::Bag => self.bag,
            Measure::RougeL => self.rouge_l,
        }
    }
}
