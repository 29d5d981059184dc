//! CCB, ACCB and TCCB, content code blurring: keeps words that have much content and little code around them.
//!
//! Gottron: "Content code blurring: a new approach to content extraction", TIR at DEXA 2008. A page is a
//! vector in which content is 1 and code is 0, blurred by a Gaussian. A word is kept if the mean of its
//! blurred entries is high. The entries are characters (CCB), characters without the tags of links (ACCB), or
//! words and tags (TCCB). The default ranges come from the names of methods in the R2L authors' tables (ACCB-40,
//! TCCB-18, TCCB-25); threshold and deviation are interpretations (§8.4 of the specification).

use super::gaussian_blur::{Blurred, Kernel, MAX_ROUNDS, Ones};
use super::tokens::{body_marks, character_count, words};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag, TokenKind};
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::{Mark, Page};
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;

/// Default of `r` for CCB and ACCB, in characters (R2L authors' tables: ACCB-40).
pub const CHARACTER_RANGE: u32 = 40;
/// Default of `r` for TCCB, in words and tags (R2L authors' tables: TCCB-25; they also have TCCB-18).
pub const TOKEN_RANGE: u32 = 25;
/// Default of `t`: a word is kept if the mean of its entries is at least this (from a public reimplementation; not in the paper).
pub const THRESHOLD: f64 = 0.75;
/// Default of `deviations`: the number of standard deviations from the center of the kernel to its ends. Chosen
/// by hand so that the kernel is close to 0 at its ends.
pub const DEVIATIONS: f64 = 3.0;
/// The maximum of `r`. It bounds the cost of a repeated blur, which is proportional to `r` for each entry.
/// Chosen by hand; no page needs a wider range.
const MAX_RANGE: u32 = 1000;

/// The unit of the page that one entry of the vector represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A character of a text or of a tag.
    Character,
    /// A word or a tag.
    Token,
}

/// One of the three forms of content code blurring, with its parameters.
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
    /// Whether an entry is a character or a token.
    pub entry: Entry,
    /// Whether the tags of links are entries of the vector.
    pub links: bool,
    /// `r`: the number of entries on each side that a blurred value depends on.
    pub range: u32,
    /// `t`: a word is kept if the mean of its blurred entries is at least this.
    pub threshold: f64,
    /// `deviations`: the range, in standard deviations of the kernel.
    pub deviations: f64,
    /// `iters`: the number of rounds of blurring. `None` means until the values are stable.
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
    /// Adapted content code blurring, without the tags of links.
    pub const ACCB: Ccb = Ccb { links: false, ..Ccb::CCB };
    /// Token-based content code blurring.
    pub const TCCB: Ccb = Ccb { entry: Entry::Token, range: TOKEN_RANGE, ..Ccb::CCB };

    /// Step 1: the texts and tags that are entries of the vector.
    fn marks<'p>(&self, page: &'p Page<'_>) -> impl Iterator<Item = &'p Mark> + use<'p> {
        let links = self.links;
        body_marks(page)
            .filter(move |mark| links || mark.tag != Tag::A || matches!(mark.kind, TokenKind::Text(_)))
    }

    /// Step 1: builds the content code vector, which is 1 for content and 0 for code.
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

    /// Step 3: the verdicts on the words.
    fn judge(
        &self,
        page: &Page<'_>,
        mut blurred: Blurred<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<Verdict>, TimedOut> {
        let mut verdicts = SpanBuilder::default();
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

/// Merges the verdicts on adjacent words into spans. Spans do not cross the tags of block-level elements.
#[derive(Default)]
struct SpanBuilder {
    done: Vec<Verdict>,
    open: Option<(Span, bool)>,
    /// The sum of the means of the words in the open span.
    sum_of_means: f64,
    /// The number of words in the open span.
    words: u32,
}

impl SpanBuilder {
    fn tag(&mut self, mark: &Mark) {
        if mark.tag.is(BLOCK) {
            self.close();
        }
    }

    fn word(&mut self, span: Span, kept: bool, mean: f64) {
        match &mut self.open {
            Some((open, open_kept)) if *open_kept == kept => *open = Span::new(open.start(), span.end()),
            _ => {
                self.close();
                self.open = Some((span, kept));
            }
        }
        self.sum_of_means += mean;
        self.words += 1;
    }

    fn close(&mut self) {
        if let Some((span, kept)) = self.open.take() {
            let score = (self.sum_of_means / f64::from(self.words)) as f32;
            let reason = if kept { Reason::MuchContentAround } else { Reason::MuchCodeAround };
            self.done.push(Verdict { span, kept, score: score.clamp(0.0, 1.0), reason });
        }
        (self.sum_of_means, self.words) = (0.0, 0);
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
            doc: "how many characters (TCCB: words and tags) on each side count",
        },
        ParamSpec {
            name: "t",
            default: "0.75",
            values: "a number from 0 to 1",
            doc: "minimum share of content around a word that is kept, after blurring",
        },
        ParamSpec {
            name: "deviations",
            default: "3",
            values: "a number > 0",
            doc: "how many standard deviations of the Gaussian the range r has",
        },
        ParamSpec {
            name: "iters",
            default: "1",
            values: "an integer from 1 to 50, or stable",
            doc: "rounds of blurring; stable: until no value changes by 0.01 or more",
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
            (Entry::Token, _) => {
                "Keeps words with many words and few tags around them, by a Gaussian blur of tokens."
            }
            (Entry::Character, true) => {
                "Keeps words with much text and little code around them, by a Gaussian blur of characters."
            }
            (Entry::Character, false) => "CCB, but the tags of links are left out.",
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
            "r" => Slot::Count(&mut self.range, 1..=MAX_RANGE),
            "t" => Slot::Number(&mut self.threshold, params::SHARE),
            "deviations" => Slot::Number(&mut self.deviations, params::POSITIVE),
            "iters" => Slot::CountOr(&mut self.rounds, 1..=MAX_ROUNDS, "stable"),
            _ => return None,
        })
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let vector = self.vector(page, deadline)?;
        let range = self.range.clamp(1, MAX_RANGE);
        let kernel = Kernel::new(range as usize, f64::from(range) / self.deviations);
        let blurred = Blurred::new(&vector, &kernel, self.rounds, deadline)?;
        let verdicts = self.judge(page, blurred, deadline)?;
        let nothing = verdicts.iter().all(|verdict| !verdict.kept).then_some(Reason::NoDenseRegion);
        Ok(Selection { nothing, ..Selection::new(verdicts) })
    }
}
