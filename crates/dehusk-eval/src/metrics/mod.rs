//! Measures of how well an extracted text agrees with the gold text of its page. Each measure is defined in a
//! file of its own.
//!
//! | measure | units | agreement |
//! |---|---|---|
//! | `word` | words, with case and punctuation ([`crate::text::words`]) | longest common subsequence |
//! | `char` | characters other than whitespace | longest common subsequence |
//! | `bag` | terms: lowercase letters and digits ([`crate::text::terms`]) | multiset intersection, in any order |
//! | `rouge_l` | terms | longest common subsequence |
//!
//! `word` and `char` are the measure of the papers: `word` with the units of Gottron, `char` with the units
//! of R2L. `rouge_l` is ROUGE-L over the whole text, with F1 as its F-measure. Unlike `word`, it ignores case
//! and punctuation.

mod bag;
mod fields;
mod lcs;
mod prf;
mod scorer;
mod snippets;
mod structure;
mod thai;
mod units;

pub use lcs::Lcs;
pub use prf::Prf;
pub use scorer::{Gold, MAX_UNITS, Scorer};
pub use structure::{Construct, ItemCounts, Structure};
pub use thai::ThaiLengths;

use crate::answers::Answer;
use crate::corpus::CorpusPage;

/// All scores of one text against one gold text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Longest common subsequence of words.
    pub word: Prf,
    /// Longest common subsequence of characters, without whitespace.
    pub char: Prf,
    /// Common terms, in any order.
    pub bag: Prf,
    /// Longest common subsequence of terms.
    pub rouge_l: Prf,
    /// The lengths used by the measures of the Thai paper.
    pub thai: ThaiLengths,
    /// Share of the main-content snippets that were found; `None` if the page has none.
    pub must: Option<f64>,
    /// Share of the boilerplate snippets that are absent; `None` if the page has none.
    pub must_not: Option<f64>,
    /// Whether the title equals the correct one; `None` unless the corpus has it and the entrant reports
    /// titles.
    pub title: Option<bool>,
    /// Whether the author equals the correct one; `None` unless the corpus has it and the entrant reports
    /// authors.
    pub author: Option<bool>,
    /// Whether the date equals the correct one; `None` unless the corpus has it and the entrant reports
    /// dates.
    pub date: Option<bool>,
    /// Headings, list items and other structure of the Markdown; `None` unless the corpus has the Markdown of the
    /// page and the entrant writes Markdown.
    pub structure: Option<Structure>,
    /// Whether a text was longer than [`MAX_UNITS`], so only its beginning was compared.
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
    /// All measures, in the order of reports.
    pub const ALL: [Measure; 4] = [Measure::Word, Measure::Char, Measure::Bag, Measure::RougeL];

    /// The name on the command line and in files.
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
    /// Returns these scores with `title`, `author` and `date` filled in.
    #[must_use]
    pub fn with_fields(self, page: &CorpusPage, answer: &Answer) -> Scores {
        Scores {
            title: fields::same_text(page.title.as_deref(), answer.title.as_deref()),
            author: fields::same_authors(page.author.as_deref(), answer.author.as_deref()),
            date: fields::same_day(page.date.as_deref(), answer.date.as_deref()),
            ..self
        }
    }

    /// Returns these scores with the structure of the answer's Markdown, if there is gold Markdown to compare it with.
    #[must_use]
    pub fn with_structure(self, gold: Option<&str>, answer: &Answer) -> Scores {
        let structure = gold.zip(answer.markdown.as_deref());
        Scores { structure: structure.map(|(gold, answer)| Structure::compare(gold, answer)), ..self }
    }

    /// Returns precision, recall and F1 by one measure.
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
