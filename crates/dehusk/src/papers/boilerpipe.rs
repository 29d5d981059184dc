//! boilerpipe: classifies text blocks by the number of words and links in the block and its two neighbors.
//!
//! Kohlschütter, Fankhauser, Nejdl: "Boilerplate detection using shallow text features", WSDM 2010, after the
//! authors' public source (§9.2 of the specification). Implements the library's two classifiers, not the
//! block fusion of its extractors. A modern baseline that the R2L papers do not compare with.

use super::run_verdicts::RunVerdicts;
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::method::params::choice;
use crate::method::{Method, ParamSpec, Slot};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{Reason, Selection};

/// A block whose share of words in links is above this is never content (authors' source).
const MAX_LINK_DENSITY: f64 = 0.333_333;
/// The previous block counts as text if its share of words in links is at most this (authors' source).
const MAX_PREVIOUS_LINK_DENSITY: f64 = 0.555_556;
/// Characters in a full line. Text density is the number of words per line (authors' source).
const LINE_LENGTH: usize = 80;
// The thresholds of the authors' two decision trees (`NumWordsRulesClassifier`, `DensityRulesClassifier`).
// Exceeding a threshold counts in favor of content. The constants whose names end in `AFTER_LINKS` are used if
// the link density of the previous block is above MAX_PREVIOUS_LINK_DENSITY.

/// Threshold: words in the block.
const WORDS: u32 = 16;
/// Threshold: words in the next block.
const WORDS_NEXT: u32 = 15;
/// Threshold: words in the previous block.
const WORDS_PREVIOUS: u32 = 4;
/// Threshold: words in the block, if the previous block is mostly links.
const WORDS_AFTER_LINKS: u32 = 40;
/// Threshold: words in the next block, if the previous block is mostly links.
const WORDS_NEXT_AFTER_LINKS: u32 = 17;
/// Threshold: words per line of the block.
const DENSITY: f64 = 9.0;
/// Threshold: words per line of the next block.
const DENSITY_NEXT: f64 = 10.0;
/// Threshold: words per line of the previous block.
const DENSITY_PREVIOUS: f64 = 4.0;
/// Threshold: words per line of the next block, if the previous block is mostly links.
const DENSITY_NEXT_AFTER_LINKS: f64 = 11.0;

choice! {
    /// The decision tree that classifies blocks.
    Rule {
        /// The decision tree over numbers of words and link densities.
        NumWords "numwords",
        /// The decision tree over text densities and link densities.
        Density "density",
    }
}

/// The method and its parameter.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<ul><li><a href=/>Home</a></ul><p>The mill reopens on Monday.</p><p>It was under repair for years.</p>";
/// let text = Extractor::new(Options::new().with_method("boilerpipe").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "It was under repair for years.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Boilerpipe {
    /// `rule`: the decision tree.
    pub rule: Rule,
}

impl Boilerpipe {
    /// Uses the decision tree over numbers of words.
    pub const DEFAULT: Boilerpipe = Boilerpipe { rule: Rule::NumWords };

    /// Whether a block is content, and why.
    fn judge(&self, previous: &Block, this: &Block, next: &Block) -> (bool, Reason) {
        if this.link_density() > MAX_LINK_DENSITY {
            return (false, Reason::ManyLinks);
        }
        let after_text = previous.link_density() <= MAX_PREVIOUS_LINK_DENSITY;
        let enough = match self.rule {
            Rule::NumWords if after_text => {
                this.words > WORDS || next.words > WORDS_NEXT || previous.words > WORDS_PREVIOUS
            }
            Rule::NumWords => this.words > WORDS_AFTER_LINKS || next.words > WORDS_NEXT_AFTER_LINKS,
            Rule::Density if !after_text => next.density() > DENSITY_NEXT_AFTER_LINKS,
            Rule::Density if this.density() <= DENSITY => {
                next.density() > DENSITY_NEXT || previous.density() > DENSITY_PREVIOUS
            }
            Rule::Density => next.density() != 0.0,
        };
        (enough, if enough { Reason::EnoughWords } else { Reason::FewWords })
    }
}

impl Default for Boilerpipe {
    fn default() -> Boilerpipe {
        Boilerpipe::DEFAULT
    }
}

/// The counts of a text block. Only words with a letter or digit are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Block {
    words: u32,
    link_words: u32,
    full_lines: u32,
    /// The number of words in the last line.
    line_words: u32,
    /// The number of characters in the last line.
    line_length: usize,
}

impl Block {
    fn add(&mut self, word: &str, in_link: bool) {
        if !word.chars().any(char::is_alphanumeric) {
            return;
        }
        let length = word.chars().count();
        let space = usize::from(self.words > 0);
        self.words += 1;
        self.link_words += u32::from(in_link);
        self.line_words += 1;
        self.line_length += space + length;
        if self.line_length > LINE_LENGTH {
            (self.full_lines, self.line_words, self.line_length) = (self.full_lines + 1, 1, length);
        }
    }

    fn link_density(&self) -> f64 {
        f64::from(self.link_words) / f64::from(self.words.max(1))
    }

    /// Text density: words per full line. For a block without a full line, the number of its words.
    fn density(&self) -> f64 {
        match self.full_lines {
            0 => f64::from(self.words),
            lines => f64::from(self.words - self.line_words) / f64::from(lines),
        }
    }
}

/// The blocks of a page and the runs in them.
struct Blocks {
    blocks: Vec<Block>,
    open: Block,
    /// The number of open `a` elements.
    anchors: u32,
    /// The number of open elements whose text is ignored.
    ignored: u32,
    runs: RunVerdicts,
    /// The index of the block of each run; `None` if the run is ignored.
    block_of: Vec<Option<u32>>,
}

impl Blocks {
    fn of(page: &Page<'_>, body: Element<'_>, deadline: &mut Deadline) -> Result<Blocks, TimedOut> {
        let runs = RunVerdicts::new(Reason::EnoughWords);
        let (blocks, block_of) = (Vec::new(), Vec::new());
        let mut found = Blocks { blocks, open: Block::default(), anchors: 0, ignored: 0, runs, block_of };
        for event in body.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) => found.enter(element.tag()),
                Event::Text(run) if run.is_visible() => found.text(page, &run),
                Event::Leave(element) => found.leave(element.tag()),
                Event::Text(_) => {}
            }
        }
        found.end();
        Ok(found)
    }

    fn enter(&mut self, tag: Tag) {
        self.ignored += u32::from(is_ignored(tag));
        self.anchors += u32::from(tag == Tag::A);
        if !is_inline(tag) {
            self.end();
        }
    }

    fn leave(&mut self, tag: Tag) {
        self.ignored -= u32::from(is_ignored(tag));
        self.anchors -= u32::from(tag == Tag::A);
        if !is_inline(tag) {
            self.end();
        }
    }

    fn text(&mut self, page: &Page<'_>, run: &Run) {
        let block = (self.ignored == 0).then_some(self.blocks.len() as u32);
        if block.is_some() {
            for word in page.text_of(run).split_whitespace() {
                self.open.add(word, self.anchors > 0);
            }
        }
        self.runs.push(run);
        self.block_of.resize(self.runs.len(), block);
    }

    /// Ends the open block, at a tag that is not inline. A block without words is stored if it has runs, so
    /// that the indices in `block_of` are right. It does not count as a neighbor.
    fn end(&mut self) {
        if self.block_of.last().is_some_and(|block| *block == Some(self.blocks.len() as u32)) {
            self.blocks.push(std::mem::take(&mut self.open));
        }
    }
}

/// Whether blocks continue across the tags of an element (authors' source).
fn is_inline(tag: Tag) -> bool {
    use Tag::{A, Abbr, Acronym, B, Code, Em, Font, I, Span, Strike, Strong, Sub, Sup, Tt, U, Var};
    matches!(
        tag,
        A | Abbr | Acronym | B | Code | Em | Font | I | Span | Strike | Strong | Sub | Sup | Tt | U | Var
    )
}

/// Whether the text inside an element is ignored (authors' source).
fn is_ignored(tag: Tag) -> bool {
    use Tag::{Applet, Embed, Link, Noscript, Object, Option, Script, Style};
    matches!(tag, Style | Script | Option | Object | Embed | Applet | Link | Noscript)
}

impl Method for Boilerpipe {
    fn name(&self) -> &'static str {
        "boilerpipe"
    }

    fn summary(&self) -> &'static str {
        "Classifies text blocks by the number of words and links in each block and its neighbors."
    }

    fn paper(&self) -> &'static str {
        "Kohlschütter, Fankhauser, Nejdl, WSDM 2010"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &[ParamSpec {
            name: "rule",
            default: "numwords",
            values: "numwords or density",
            doc: "classify by number of words, or by text density (words per line)",
        }]
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        (name == "rule").then_some(Slot::Word(&mut self.rule))
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let Some(body) = page.body() else { return Ok(Selection::nothing(Reason::NoVisibleText)) };
        let mut found = Blocks::of(page, body, deadline)?;
        let verdicts = self.verdicts(&found.blocks);
        let Blocks { runs, block_of, .. } = &mut found;
        runs.judge_all(|run| match block_of[run] {
            Some(block) => verdicts[block as usize],
            None => (false, 0.0, Reason::Control),
        });
        Ok(found.runs.selection(Reason::FewWords))
    }
}

impl Boilerpipe {
    /// Returns, for each block, whether it is kept, its score and the reason. The score is the share of words
    /// outside links.
    fn verdicts(&self, blocks: &[Block]) -> Vec<(bool, f32, Reason)> {
        let mut verdicts = vec![(false, 0.0, Reason::FewWords); blocks.len()];
        let non_empty: Vec<usize> = (0..blocks.len()).filter(|index| blocks[*index].words > 0).collect();
        let at = |position: Option<usize>| {
            position
                .and_then(|position| non_empty.get(position))
                .map_or(Block::default(), |index| blocks[*index])
        };
        for (position, index) in non_empty.iter().enumerate() {
            let this = &blocks[*index];
            let (kept, reason) = self.judge(&at(position.checked_sub(1)), this, &at(Some(position + 1)));
            verdicts[*index] = (kept, 1.0 - this.link_density() as f32, reason);
        }
        verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn table(page: &str) -> Vec<(u32, u32, f64, bool)> {
        let page = Page::parse(Source::from_text(page));
        let found = Blocks::of(&page, page.body().unwrap(), &mut Deadline::after(None)).unwrap();
        let verdicts = Boilerpipe::DEFAULT.verdicts(&found.blocks);
        let row = |(block, verdict): (&Block, &(bool, f32, Reason))| {
            (block.words, block.link_words, block.density(), verdict.0)
        };
        found.blocks.iter().zip(&verdicts).filter(|(block, _)| block.words > 0).map(row).collect()
    }

    /// Examples BP-1 and BP-2 of the specification.
    #[test]
    fn the_worked_examples() {
        let c = table(include_str!("../../tests/cases/page-c/page.html"));
        assert_eq!(c[..3], [(1, 1, 1.0, false); 3]);
        assert_eq!(c[3..6], [(3, 0, 3.0, true), (20, 0, 15.0, true), (21, 2, 16.0, true)]);
        assert_eq!(c[6..], [(8, 0, 8.0, true), (4, 2, 4.0, false)]);
        let c2 = table(include_str!("../../tests/cases/page-c2/page.html"));
        assert_eq!(c2, [(2, 2, 2.0, false), (15, 2, 15.0, false), (6, 0, 6.0, true)]);
    }
}
