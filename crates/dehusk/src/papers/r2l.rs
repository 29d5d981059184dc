//! R2L: extracts the main content of right-to-left pages by counting characters in lines, without a parser.
//!
//! Mohammadzadeh, Schweiggert, Nakhaeizadeh: "Using UTF-8 to Extract Main Content of Right to Left Language
//! Web Pages", ICSOFT 2011. Markup is ASCII and the language is not. For each line, the number of letters
//! minus the number of ASCII characters, smoothed over the neighboring lines, is a column of a plot. The main
//! content is the region around the longest column. The output is raw: it has only the language's characters,
//! without ASCII, and character references are not decoded. DANA does not have this limitation.

use super::line_counts::{self, CountedLines, LineRules, SeedRule};
use super::region::{self, GapRule, SplitRule};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{Decode, TextKind};
use crate::method::params::Choice;
use crate::method::{Density, LineMethod, Method, ParamSpec, Slot, params};
use crate::page::Page;
use crate::selection::{CharSet, Emission, Reason, Selection, Verdict};
use crate::source::{Line, Source, Span};

/// Default of `P`: the maximum gap that is bridged, in lines (paper, §4.1).
pub const GAP: u32 = 8;
/// Default of `split_ratio`: a file with more tags per line is split at its tags, like a file of one line.
/// Chosen by hand; the paper gives no number (ambiguity A4).
pub const TAGS_PER_LINE: f64 = 10.0;

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let options = Options::new().with_method("r2l").unwrap().with_param("P", "1").unwrap();
/// let page = "<ul>\n<li><a href='/'>خانه</a>\n</ul>\n<hr>\n<p>سلام دنیا این خبر اصلی است</p>\n";
/// assert_eq!(Extractor::new(options).extract(page.as_bytes(), None).text(), "سلام دنیا این خبر اصلی است");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct R2l {
    /// `P`: the maximum gap that is bridged, in lines without letters.
    pub gap: u32,
    /// `s1`: the characters that count as letters of the language (A1).
    pub set: CharSet,
    /// `split`: whether the source is split at its tags (A4).
    pub split: SplitRule,
    /// `split_ratio`: tags per line above which `SplitRule::Auto` splits the source.
    pub split_ratio: f64,
    /// `gap_rule`: how a gap is compared with `P` (A11).
    pub gap_rule: GapRule,
    /// `decode_refs`: whether to decode character references before counting (A15).
    pub decode_refs: bool,
    /// `seed`: where in the source the longest column is looked for.
    pub seed: SeedRule,
}

impl R2l {
    /// The paper's values.
    pub const DEFAULT: R2l = R2l {
        gap: GAP,
        set: CharSet::NonAscii,
        split: SplitRule::Auto,
        split_ratio: TAGS_PER_LINE,
        gap_rule: GapRule::AtMost,
        decode_refs: false,
        seed: SeedRule::Source,
    };

    /// Step 3: the number of letters (S₁) and of ASCII characters (S₂) in each line.
    #[must_use]
    pub fn counts(&self, text: &str, lines: &[Line]) -> Vec<(u32, u32)> {
        self.with_rules(|rules| rules.counts_of(text, lines))
    }

    /// Calls a function with the rules for cutting and counting lines.
    fn with_rules<T>(&self, work: impl FnOnce(LineRules<'_>) -> T) -> T {
        let recount = |line: &str| self.recount(line);
        // The counts in `Line` are those of characters outside ASCII; otherwise lines are counted again.
        let is_counted = self.set == CharSet::NonAscii && !self.decode_refs;
        work(LineRules {
            split: self.split,
            split_ratio: self.split_ratio,
            seed: self.seed,
            recount: if is_counted { None } else { Some(&recount) },
        })
    }

    fn recount(&self, line: &str) -> (u32, u32) {
        let decoded;
        let line = if self.decode_refs {
            decoded = Decode::text(line, TextKind::Data);
            &*decoded
        } else {
            line
        };
        let letters = line.chars().filter(|c| self.set.contains(*c)).count() as u32;
        (letters, line.chars().filter(char::is_ascii).count() as u32)
    }
}

impl Default for R2l {
    fn default() -> R2l {
        R2l::DEFAULT
    }
}

impl Choice for CharSet {
    fn words(&self) -> &'static [&'static str] {
        &["non_ascii", "r2l_blocks"]
    }

    fn word(&self) -> &'static str {
        match self {
            CharSet::NonAscii => "non_ascii",
            CharSet::RightToLeft => "r2l_blocks",
        }
    }

    fn choose(&mut self, word: &str) -> bool {
        *self = match word {
            "non_ascii" => CharSet::NonAscii,
            "r2l_blocks" => CharSet::RightToLeft,
            _ => return false,
        };
        true
    }
}

/// Steps 4 to 10: selects the region around the seed, or nothing if there is no seed. DANA uses it too.
pub(super) fn region(lines: &CountedLines, gap: u32, rule: GapRule) -> Selection {
    match lines.seed {
        None => Selection::nothing(Reason::NoColumnAboveAxis),
        Some(seed) => {
            let has_letters = |line| lines.counts(line).0 > 0;
            let (first, last) = region::grow(lines.lines.len(), has_letters, seed, gap, rule);
            region_selection(lines, first, last)
        }
    }
}

/// Makes a selection that keeps the region from line `first` to line `last` and removes the other lines with letters.
fn region_selection(lines: &CountedLines, first: usize, last: usize) -> Selection {
    let mut verdicts = Vec::new();
    let outside_above = letter_lines(lines, 0, first);
    let outside_below = letter_lines(lines, last + 1, lines.lines.len());
    let inside = letter_lines(lines, first, last + 1);
    for (found, kept) in [(outside_above, false), (inside, true), (outside_below, false)] {
        if let Some(verdict) = found {
            let reason = if kept { Reason::InRegion } else { Reason::BeyondGap };
            verdicts.push(Verdict { kept, reason, ..verdict });
        }
    }
    Selection::new(verdicts)
}

/// Returns a verdict on the lines in `from..to`, without the lines before the first and after the last line that
/// has letters; `None` if no line has letters. The score is the share of letters. The caller sets `kept` and
/// `reason`.
fn letter_lines(lines: &CountedLines, from: usize, to: usize) -> Option<Verdict> {
    let has_letters = |i: &usize| lines.counts(*i).0 > 0;
    let first = (from..to).find(has_letters)?;
    let last = (from..to).rev().find(has_letters)?;
    let sum =
        |part: fn((u32, u32)) -> u32| (first..=last).map(|i| f64::from(part(lines.counts(i)))).sum::<f64>();
    let (letters, ascii) = (sum(|c| c.0), sum(|c| c.1));
    let span = Span::new(lines.lines[first].span.start(), lines.lines[last].span.end());
    Some(Verdict {
        span,
        kept: false,
        score: (letters / (letters + ascii)) as f32,
        reason: Reason::BeyondGap,
    })
}

impl Method for R2l {
    fn name(&self) -> &'static str {
        "r2l"
    }

    fn summary(&self) -> &'static str {
        "Counts non-ASCII and ASCII characters in each line; prints only the former. For right-to-left pages."
    }

    fn paper(&self) -> &'static str {
        "Mohammadzadeh et al., ICSOFT 2011"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &[
            ParamSpec {
                name: "P",
                default: "8",
                values: "an integer >= 0",
                doc: "maximum gap that is bridged, in lines without letters; the paper tunes it per site, 1 to 20",
            },
            ParamSpec {
                name: "s1",
                default: "non_ascii",
                values: "non_ascii or r2l_blocks",
                doc: "which characters are letters: all non-ASCII ones, or the blocks of right-to-left scripts",
            },
            region::SPLIT,
            region::SPLIT_RATIO,
            region::GAP_RULE,
            ParamSpec {
                name: "decode_refs",
                default: "false",
                values: "true or false",
                doc: "whether to decode character references such as &#1576; before counting",
            },
            line_counts::SEED,
        ]
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "P" => Slot::Count(&mut self.gap, params::ANY),
            "s1" => Slot::Word(&mut self.set),
            "split" => Slot::Word(&mut self.split),
            "split_ratio" => Slot::Number(&mut self.split_ratio, params::POSITIVE),
            "gap_rule" => Slot::Word(&mut self.gap_rule),
            "decode_refs" => Slot::Flag(&mut self.decode_refs),
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
        let lines = self.with_rules(|rules| rules.count(page.source().text()));
        deadline.check()?;
        Ok(Some(line_counts::line_density(self.name(), &lines)))
    }
}

impl LineMethod for R2l {
    fn select_lines(&self, source: &Source<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let lines = self.with_rules(|rules| rules.count(source.text()));
        deadline.check()?;
        let emission =
            Emission::Raw { set: self.set, split: lines.lines.is_split(), decode_refs: self.decode_refs };
        Ok(Selection { emission, ..region(&lines, self.gap, self.gap_rule) })
    }
}
