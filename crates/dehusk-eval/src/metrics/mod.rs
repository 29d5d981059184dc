//! How well a text agrees with the gold text of its page: one file per measure, with its definition.
//!
//! | measure | units | agreement |
//! |---|---|---|
//! | `word` | words as they stand, with case and punctuation ([`crate::text::words`]) | longest common subsequence |
//! | `char` | characters without white space | longest common subsequence |
//! | `bag` | terms: lower case, letters and digits ([`crate::text::terms`]) | common ones, in any order |
//! | `rouge_l` | terms | longest common subsequence |
//!
//! `word` and `char` are the papers' measure (Gottron's and R2L's unit). `rouge_l` differs from `word` in that
//! neither case nor punctuation counts; it is ROUGE-L on the whole text, with F1 for its F.

mod bag;
mod fields;
mod lcs;
mod prf;
mod scorer;
mod snippets;
mod thai;
mod units;

pub use lcs::Lcs;
pub use prf::Prf;
pub use scorer::{Gold, MAX_UNITS, Scorer};
pub use thai::ThaiLengths;

use crate::answers::Answer;
use crate::corpus::CorpusPage;

/// Everything measured on one text against one gold text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Longest common subsequence of words.
    pub word: Prf,
    /// Longest common subsequence of characters, white space left out.
    pub char: Prf,
    /// Common terms, in whatever order.
    pub bag: Prf,
    /// Longest common subsequence of terms.
    pub rouge_l: Prf,
    /// The lengths of the Thai measures.
    pub thai: ThaiLengths,
    /// Share of the snippets that belong to the main content that were found; `None` if the page has none.
    pub must: Option<f64>,
    /// Share of the snippets that do not belong to it that are absent; `None` if the page has none.
    pub must_not: Option<f64>,
    /// Whether the title is exact; `None` unless the page has one and the entrant gives any.
    pub title: Option<bool>,
    /// Whether the author is exact; `None` unless the page has one and the entrant gives any.
    pub author: Option<bool>,
    /// Whether the date is exact; `None` unless the page has one and the entrant gives any.
    pub date: Option<bool>,
    /// A text was longer than [`MAX_UNITS`] and only its beginning was compared.
    pub cut: bool,
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
    /// The same with those of title, author and date.
    #[must_use]
    pub fn with_fields(self, page: &CorpusPage, answer: &Answer) -> Scores {
        Scores {
            title: fields::same_text(page.title.as_deref(), answer.title.as_deref()),
            author: fields::same_authors(page.author.as_deref(), answer.author.as_deref()),
            date: fields::same_day(page.date.as_deref(), answer.date.as_deref()),
            ..self
        }
    }

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
