//! DANA: R2L followed by a parser, so that Latin letters, digits and punctuation in the main content are kept.
//!
//! Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: "A Fast and Accurate Approach for Main Content
//! Extraction based on Character Encoding", TIR at DEXA 2011. Phases one and two are the same as in R2L. Phase
//! three prints all text of the selected lines, as an HTML parser finds it. Like R2L, it only
//! works for languages whose script is not ASCII.

use super::line_counts::{self, CountedLines, LineRules, SeedRule};
use super::r2l;
use super::region::{self, GapRule, SplitRule};
use crate::budget::{Deadline, TimedOut};
use crate::method::params::choice;
use crate::method::{Density, LineMethod, Method, ParamSpec, Slot, params};
use crate::page::Page;
use crate::selection::Selection;
use crate::source::Source;

/// Default of `P`, in lines (authors' slides: "initialized with 20").
pub const GAP: u32 = 20;

choice! {
    /// The unit of the counts (ambiguity B2).
    Count {
        /// Characters.
        Chars "chars",
        /// Bytes of UTF-8, the literal wording of the slides.
        Bytes "bytes",
    }
}

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<title>خبر</title>\n<p>کارشناسان می‌گویند BBC گزارش داد که باران ادامه دارد.</p>\n";
/// let text = Extractor::new(Options::new().with_method("dana").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "کارشناسان می‌گویند BBC گزارش داد که باران ادامه دارد.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Dana {
    /// `P`: the maximum gap that is bridged, in lines without letters.
    pub gap: u32,
    /// `split`: whether the source is split at its tags.
    pub split: SplitRule,
    /// `split_ratio`: tags per line above which `SplitRule::Auto` splits the source.
    pub split_ratio: f64,
    /// `gap_rule`: how a gap is compared with `P`.
    pub gap_rule: GapRule,
    /// `count`: whether to count characters or bytes.
    pub count: Count,
    /// `seed`: where in the source the longest column is looked for.
    pub seed: SeedRule,
}

impl Dana {
    /// The values in the authors' slides.
    pub const DEFAULT: Dana = Dana {
        gap: GAP,
        split: SplitRule::Auto,
        split_ratio: r2l::TAGS_PER_LINE,
        gap_rule: GapRule::AtMost,
        count: Count::Chars,
        seed: SeedRule::Source,
    };

    fn lines(&self, source: &Source<'_>) -> CountedLines {
        let bytes = |line: &str| {
            let ascii = line.bytes().filter(u8::is_ascii).count();
            ((line.len() - ascii) as u32, ascii as u32)
        };
        let rules = LineRules {
            split: self.split,
            split_ratio: self.split_ratio,
            seed: self.seed,
            recount: match self.count {
                Count::Chars => None,
                Count::Bytes => Some(&bytes),
            },
        };
        rules.count(source.text())
    }
}

impl Default for Dana {
    fn default() -> Dana {
        Dana::DEFAULT
    }
}

impl Method for Dana {
    fn name(&self) -> &'static str {
        "dana"
    }

    fn summary(&self) -> &'static str {
        "Like r2l, but prints all text of the region, also Latin words. For non-ASCII scripts only."
    }

    fn paper(&self) -> &'static str {
        "Mohammadzadeh et al., TIR at DEXA 2011"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &[
            ParamSpec {
                name: "P",
                default: "20",
                values: "an integer >= 0",
                doc: "maximum gap that is bridged, in lines without letters",
            },
            region::SPLIT,
            region::SPLIT_RATIO,
            region::GAP_RULE,
            ParamSpec {
                name: "count",
                default: "chars",
                values: "chars or bytes",
                doc: "count characters, or bytes of UTF-8 (the literal wording of the authors' slides)",
            },
            line_counts::SEED,
        ]
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "P" => Slot::Count(&mut self.gap, params::ANY),
            "split" => Slot::Word(&mut self.split),
            "split_ratio" => Slot::Number(&mut self.split_ratio, params::POSITIVE),
            "gap_rule" => Slot::Word(&mut self.gap_rule),
            "count" => Slot::Word(&mut self.count),
            "seed" => Slot::Word(&mut self.seed),
            _ => return None,
        })
    }

    fn line_method(&self) -> Option<&dyn LineMethod> {
        Some(self)
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        self.select_lines(page.source(), deadline)
    }

    fn density(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Option<Density>, TimedOut> {
        let lines = self.lines(page.source());
        deadline.check()?;
        Ok(Some(line_counts::line_density(self.name(), &lines)))
    }
}

impl LineMethod for Dana {
    fn select_lines(&self, source: &Source<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let lines = self.lines(source);
        deadline.check()?;
        Ok(r2l::region(&lines, self.gap, self.gap_rule))
    }
}
