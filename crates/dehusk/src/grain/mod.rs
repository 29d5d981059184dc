//! `grain`: the learned method. One walk makes an outline of blocks and containers, rows give each block its features, a
//! model of boosted trees gives each a probability, decoding chooses what is kept.
//!
//! The method that the program offers is [`crate::methods::Grain`]; here are its parts, for those who train models.

mod choice;
mod decode;
mod features;
mod forest;
mod fragment;
mod habit;
mod mend;
mod method;
mod model;
mod named;
mod outline;
mod readers;
mod repeats;
mod rows;
mod signals;
mod text;
mod title;
mod verdicts;
mod vintage;
mod whole_page;
mod words;

pub use features::{ANSWERS, COUNT, FEATURES, Feature};
pub use habit::Habit;
pub use method::{Focus, Grain};
pub use model::{FORESTS, Model, fingerprint};
use signals::signals;
pub use whole_page::fingerprint as whole_page_fingerprint;
pub use words::WordTable;

use crate::budget::{Deadline, TimedOut};
use crate::facts::{Found, PageFacts};
use crate::page::Page;
use crate::selection::Selection;
use crate::source::Span;
use choice::Choice;
use forest::Forest;
use outline::Outline;
use whole_page::Decided;

/// How many numbers [`Blocks::structure`] gives.
pub const STRUCTURE: usize = 4;

/// A page as the model sees it: its blocks and the containers they stand in.
#[derive(Debug)]
pub struct Blocks {
    outline: Outline,
}

impl Blocks {
    /// The blocks of a parsed page. Linear in the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    ///
    /// ```
    /// use dehusk::{budget::Deadline, page::Page, source::Source, grain};
    /// let page = Page::parse(Source::from_text("<h1>Mill</h1><p>It reopens on <b>Monday</b>.</p>"));
    /// let never = &mut Deadline::after(None);
    /// let blocks = grain::Blocks::of(&page, never).unwrap();
    /// assert_eq!(blocks.len(), 2);
    /// assert_eq!(blocks.rows(grain::WordTable::NONE, never).unwrap().len(), 2 * grain::COUNT);
    /// ```
    pub fn of(page: &Page<'_>, deadline: &mut Deadline) -> Result<Blocks, TimedOut> {
        Ok(Blocks { outline: Outline::of(page, deadline)? })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.outline.pieces.len()
    }

    /// Whether the page has no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outline.pieces.is_empty()
    }

    /// Their features under a model's words, block after block, [`COUNT`] values each; those from [`ANSWERS`] on, which need
    /// the answers of trees, are 0.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn rows(&self, table: WordTable<'_>, deadline: &mut Deadline) -> Result<Vec<f32>, TimedOut> {
        rows::of(&self.outline, table, deadline)
    }

    /// Their features under a model as a forest of it sees them, counted from 0: those from [`ANSWERS`] on tell what the forest before made of
    /// the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn rows_for(
        &self,
        forest: usize,
        model: &Model<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<f32>, TimedOut> {
        let mut rows = self.rows(model.words(), deadline)?;
        for before in 0..forest {
            let answers = model.probabilities(before, &rows);
            deadline.check()?;
            rows::complete(&self.outline, &answers, &mut rows, deadline)?;
        }
        Ok(rows)
    }

    /// The probability of each that it is main content.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn probabilities(&self, model: &Model<'_>, deadline: &mut Deadline) -> Result<Vec<f32>, TimedOut> {
        const LAST: usize = FORESTS - 1;
        Ok(model.probabilities(LAST, &self.rows_for(LAST, model, deadline)?))
    }

    /// The stretches of text that they are made of, in document order, each with its block's number.
    #[must_use]
    pub fn runs(&self) -> &[(Span, u32)] {
        &self.outline.runs
    }

    /// For training and experiments: the mass of a block, its container, the container around that, the block's depth.
    #[must_use]
    pub fn structure(&self, block: usize) -> [i32; STRUCTURE] {
        let piece = &self.outline.pieces[block];
        let container = self.outline.container_of(piece);
        let numbers = [piece.shape.mass, piece.container, container.parent, u32::from(container.depth)];
        numbers.map(|number| number as i32)
    }

    /// For training: each container's words as hashes, the container around it, and hashes of the paths of tags and of tags
    /// with classes that lead to it.
    pub fn containers(&self) -> impl Iterator<Item = (u32, [u32; 2], &[u32])> + '_ {
        let Outline { containers, words, .. } = &self.outline;
        containers.iter().map(|container| {
            let paths = [container.path, container.styled_path].map(|path| (path >> 32) as u32);
            (container.parent, paths, &words[container.words.0 as usize..container.words.1 as usize])
        })
    }

    /// The answer of `grain`: the selection and what is said about the page. A piece of text without a page around it is kept as it is,
    /// and nothing is said about it, for the models know pages only.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub(crate) fn answer(
        &self,
        facts: PageFacts<'_>,
        probabilities: &[f32],
        focus: Focus,
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        let page = facts.page();
        let first = self.choices(probabilities, (focus, Habit::OneText));
        let assess = |forest: Forest<'_>| {
            let values = self.values(page, probabilities, &first);
            forest.assess(&values.iter().map(|(_, value)| *value).collect::<Vec<_>>())
        };
        let assessment = Forest::built_in().filter(|_| !self.is_empty()).map(assess);
        let habit = assessment.as_ref().map_or(Habit::OneText, |known| Habit::of(&known.page_types));
        let choices = match habit {
            Habit::OneText | Habit::Discussion => first,
            Habit::ManyTexts | Habit::Manual => self.choices(probabilities, (focus, habit)),
        };
        let selection = self.finish(facts, (probabilities, choices), (focus, habit), deadline)?;
        if selection.nothing.is_some() && fragment::is_fragment(&self.outline, page) {
            return Ok(verdicts::selection(&self.outline, &vec![Choice::Kept; self.len()], probabilities));
        }
        Ok(Selection { assessment, ..selection })
    }

    /// For training: the features of the whole page, and of what is kept of it before its kind is known, with their names.
    #[must_use]
    pub fn whole_page(
        &self,
        page: &Page<'_>,
        probabilities: &[f32],
        focus: Focus,
    ) -> Vec<(&'static str, f32)> {
        self.values(page, probabilities, &self.choices(probabilities, (focus, Habit::OneText)))
    }

    fn values(&self, page: &Page<'_>, probabilities: &[f32], choices: &[Choice]) -> Vec<(&'static str, f32)> {
        let kept: Vec<bool> = choices.iter().map(|choice| choice.is_kept()).collect();
        whole_page::values(page, &Decided { outline: &self.outline, probabilities, kept: &kept })
    }

    /// For training: the terms of a block, as hashes, if it is a label.
    #[must_use]
    pub fn terms(&self, block: usize) -> &[u32] {
        let (start, end) = self.outline.pieces[block].terms;
        &self.outline.terms[start as usize..end as usize]
    }

    /// The selection of those that are kept, given the probability of each.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn selection(
        &self,
        page: &Page<'_>,
        probabilities: &[f32],
        wish: (Focus, Habit),
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        let found = Found::default();
        let facts = PageFacts::new(page, &found);
        self.finish(facts, (probabilities, self.choices(probabilities, wish)), wish, deadline)
    }

    /// The selection by what becomes of each, less readers' comments where they are not what the page is about.
    fn finish(
        &self,
        facts: PageFacts<'_>,
        (probabilities, mut choices): (&[f32], Vec<Choice>),
        (focus, habit): (Focus, Habit),
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        if habit != Habit::Discussion && focus != Focus::Recall {
            readers::leave_out(facts, &self.outline, &mut choices, deadline)?;
        }
        Ok(verdicts::selection(&self.outline, &choices, probabilities))
    }

    /// What becomes of each block.
    fn choices(&self, probabilities: &[f32], (focus, habit): (Focus, Habit)) -> Vec<Choice> {
        let masses: Vec<f32> = self.outline.pieces.iter().map(|piece| piece.shape.mass as f32).collect();
        let kept = decode::keep(probabilities, &masses, (focus, habit));
        let mut choices: Vec<Choice> = kept.into_iter().map(Choice::of).collect();
        mend::mend(&self.outline, probabilities, &mut choices);
        match habit {
            Habit::OneText | Habit::ManyTexts | Habit::Discussion => {
                repeats::leave_out(&self.outline, &mut choices)
            }
            Habit::Manual => mend::fill(&self.outline, probabilities, &mut choices),
        }
        choices
    }
}
