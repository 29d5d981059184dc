//! CCB, ACCB and TCCB, content code blurring: words with much content and little code around them.
//!
//! Gottron: "Content code blurring: a new approach to content extraction", TIR at DEXA 2008. A page is a vector of content
//! and code, blurred by a Gaussian; a word whose blurred entries are high on average is kept. CCB reads characters,
//! ACCB characters without the tags of links, TCCB words and tags. The ranges are those of the names in the R2L authors'
//! tables (ACCB-40, TCCB-18, TCCB-25); threshold and deviation are a reading (§8.4 of the specification).

use super::gaussian_blur::{Blurred, Kernel, MOST_ROUNDS, Ones};
use super::tokens::{body_marks, character_count, words};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag, TokenKind};
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::{Mark, Page};
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;

/// `r` of CCB and ACCB, in characters.
pub const CHARACTER_RANGE: u32 = 40;
/// `r` of TCCB, in words and tags; the other value of the tables is 18.
pub const TOKEN_RANGE: u32 = 25;
/// `t`: a word is kept from this mean on (public port).
pub const THRESHOLD: f64 = 0.75;
/// `deviations`: standard deviations within the range, so that the kernel has faded out at its ends.
pub const DEVIATIONS: f64 = 3.0;
/// A wider kernel than any page needs; a blur of several rounds costs its width for each entry.
const WIDEST: u32 = 1000;

/// What an entry of the vector is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A character of a text or a tag.
    Character,
    /// A word or a tag.
    Token,
}

/// Content code blurring in one of its three forms, with its parameters.
///
/// ```
/// use dehusk::{Extractor, Options, methods::Ccb};
/// let page = "<ul><li><a href=/>Home</a></ul><p>The old mill reopens on Monday after ten years of slow repair work.</p>";
/// let options = Options::new().with(Ccb { range: 6, ..Ccb::TCCB });
/// let text = Extractor::new(options).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "old mill reopens on Monday after ten years of slow repair work.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ccb {
    /// What is counted.
    pub entry: Entry,
    /// Whether the tags of links are counted.
    pub links: bool,
    /// `r`: entries on each side that a value depends on.
    pub range: u32,
    /// `t`: the least mean of a word that is kept.
    pub threshold: f64,
    /// `deviations`: standard deviations of the kernel within the range.
    pub deviations: f64,
    /// `iters`: rounds of blurring; `None`: until the values are stable.
    pub rounds: Option<u32>,
}

impl Ccb {
    /// Content code blurring on characters.
    pub const CCB: Ccb = Ccb {
        entry: Entry::Character,
        links: true,
        range: CHARACTER_RANGE,
        threshold: THRESHOLD,
        deviations: DEVIATIONS,
        rounds: Some(1),
    };
    /// Adapted content code blurring: the tags of links do not count.
    pub const ACCB: Ccb = Ccb { links: false, ..Ccb::CCB };
    /// Token based content code blurring.
    pub const TCCB: Ccb = Ccb { entry: Entry::Token, range: TOKEN_RANGE, ..Ccb::CCB };

    /// Step 1: the marks that have entries.
    fn marks<'p>(&self, page: &'p Page<'_>) -> impl Iterator<Item = &'p Mark> + use<'p> {
        let links = self.links;
        body_marks(page)
            .filter(move |mark| links || mark.tag != Tag::A || matches!(mark.kind, TokenKind::Text(_)))
    }

    /// Step 1: the content code vector.
    fn vector(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Ones, TimedOut> {
        let mut vector = Ones::default();
        for mark in self.marks(page) {
            deadline.tick()?;
            let text = page.source().slice(mark.span);
            let is_text = matches!(mark.kind, TokenKind::Text(_));
            let entries = match self.entry {
                Entry::Character => character_count(text),
                Entry::Token if is_text => text.split_whitespace().count(),
                Entry::Token => 1,
            };
            vector.push(entries, is_text);
        }
        Ok(vector)
    }

    /// Step 3: each word with its mean.
    fn judge(
        &self,
        page: &Page<'_>,
        mut blurred: Blurred<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<Verdict>, TimedOut> {
        let mut verdicts = Stretches::default();
        let mut at = 0;
        for mark in self.marks(page) {
            deadline.tick()?;
            let text = page.source().slice(mark.span);
            let TokenKind::Text(_) = mark.kind else {
                at += if self.entry == Entry::Token { 1 } else { character_count(text) };
                verdicts.tag(mark);
                continue;
            };
            let mut read = 0;
            for (word, span) in words(text, mark.span.start()) {
                let start = span.start() - mark.span.start();
                let length = if self.entry == Entry::Token { 1 } else { character_count(word) };
                if self.entry == Entry::Character {
                    at += character_count(&text[read..start]);
                    read = start + word.len();
                }
                let mean = blurred.sum(at..at + length) / length as f64;
                at += length;
                verdicts.word(span, mean >= self.threshold, mean);
            }
            if self.entry == Entry::Character {
                at += character_count(&text[read..]);
            }
        }
        Ok(verdicts.finish())
    }
}

/// Words as they come, joined to stretches of one verdict within one line.
#[derive(Default)]
struct Stretches {
    done: Vec<Verdict>,
    open: Option<(Span, bool)>,
    means: f64,
    words: u32,
}

impl Stretches {
    fn tag(&mut self, mark: &Mark) {
        if mark.tag.is(BLOCK) {
            self.close();
        }
    }

    fn word(&mut self, span: Span, kept: bool, mean: f64) {
        match &mut self.open {
            Some((open, same)) if *same == kept => *open = Span::new(open.start(), span.end()),
            _ => {
                self.close();
                self.open = Some((span, kept));
            }
        }
        self.means += mean;
        self.words += 1;
    }

    fn close(&mut self) {
        if let Some((span, kept)) = self.open.take() {
            let score = (self.means / f64::from(self.words)) as f32;
            let reason = if kept { Reason::MuchContentAround } else { Reason::MuchCodeAround };
            self.done.push(Verdict { span, kept, score: score.clamp(0.0, 1.0), reason });
        }
        (self.means, self.words) = (0.0, 0);
    }

    fn finish(mut self) -> Vec<Verdict> {
        self.close();
        self.done
    }
}

const fn params_of(range: &'static str) -> [ParamSpec; 4] {
    [
        ParamSpec {
            name: "r",
            default: range,
            values: "an integer from 1 to 1000",
            doc: "characters (TCCB: words and tags) on each side that count",
        },
        ParamSpec {
            name: "t",
            default: "0.75",
            values: "a number from 0 to 1",
            doc: "a word is kept if the blurred share of content around it is at least this",
        },
        ParamSpec {
            name: "deviations",
            default: "3",
            values: "a number > 0",
            doc: "standard deviations of the blur within r",
        },
        ParamSpec {
            name: "iters",
            default: "1",
            values: "an integer from 1 to 50, or stable",
            doc: "rounds of blurring; stable: until no value changes by 0.01",
        },
    ]
}

impl Method for Ccb {
    fn name(&self) -> &'static str {
        match (self.entry, self.links) {
            (Entry::Token, _) => "tccb",
            (Entry::Character, true) => "ccb",
            (Entry::Character, false) => "accb",
        }
    }

    fn summary(&self) -> &'static str {
        match (self.entry, self.links) {
            (Entry::Token, _) => "Words with many words and few tags around them, by a blur.",
            (Entry::Character, true) => {
                "Words with much content and little code around them, by a blur of characters."
            }
            (Entry::Character, false) => "CCB with the tags of links left out.",
        }
    }

    fn paper(&self) -> &'static str {
        "Gottron, TIR at DEXA 2008"
    }

    fn params(&self) -> &'static [ParamSpec] {
        const CHARACTERS: [ParamSpec; 4] = params_of("40");
        const TOKENS: [ParamSpec; 4] = params_of("25");
        if self.entry == Entry::Token { &TOKENS } else { &CHARACTERS }
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "r" => Slot::Count(&mut self.range, 1..=WIDEST),
            "t" => Slot::Number(&mut self.threshold, params::SHARE),
            "deviations" => Slot::Number(&mut self.deviations, params::POSITIVE),
            "iters" => Slot::CountOr(&mut self.rounds, 1..=MOST_ROUNDS, "stable"),
            _ => return None,
        })
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let vector = self.vector(page, deadline)?;
        let range = self.range.clamp(1, WIDEST);
        let kernel = Kernel::new(range as usize, f64::from(range) / self.deviations);
        let blurred = Blurred::new(&vector, &kernel, self.rounds, deadline)?;
        let verdicts = self.judge(page, blurred, deadline)?;
        let nothing = verdicts.iter().all(|verdict| !verdict.kept).then_some(Reason::NoDenseRegion);
        Ok(Selection { nothing, ..Selection::new(verdicts) })
    }
}
