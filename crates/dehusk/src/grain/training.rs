//! For those who train models and experiment: a page as the model sees it. Nothing else uses it.

use super::decide::Seen;
use super::features::{self, list::COUNT};
use super::focus::Focus;
use super::forests::{self, Model};
use super::outline::{Outline, WordTable};
use super::page_kind::Layout;
use super::verdicts;
use crate::budget::{Deadline, TimedOut};
use crate::facts::{Found, PageFacts};
use crate::page::Page;
use crate::selection::Selection;
use crate::source::Span;

/// How many numbers [`Blocks::structure`] gives.
pub const STRUCTURE: usize = 4;

/// The blocks of a page and the containers they stand in.
#[derive(Debug)]
pub struct Blocks {
    outline: Outline,
}

impl Blocks {
    /// The blocks of a page. Linear in the page.
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

    /// Their features under a model's word weights, block after block, [`COUNT`] values each; those from
    /// [`ANSWERS`](super::ANSWERS) on, which need the answers of a forest, are 0.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn rows(&self, table: WordTable<'_>, deadline: &mut Deadline) -> Result<Vec<f32>, TimedOut> {
        let rows = features::rows(&self.outline, table, deadline)?;
        debug_assert_eq!(rows.len(), self.len() * COUNT);
        Ok(rows)
    }

    /// Their features as a forest of a model sees them, counted from 0: those from [`ANSWERS`](super::ANSWERS) on tell what the
    /// previous forest made of the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn rows_for(
        &self,
        forest: usize,
        model: &Model<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<f32>, TimedOut> {
        forests::rows_for(&self.outline, forest, model, deadline)
    }

    /// The probability of each that it is main content.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn probabilities(&self, model: &Model<'_>, deadline: &mut Deadline) -> Result<Vec<f32>, TimedOut> {
        forests::probabilities(&self.outline, model, deadline)
    }

    /// The stretches of text that they are made of, in document order, each with its block's number.
    #[must_use]
    pub fn runs(&self) -> &[(Span, u32)] {
        &self.outline.runs
    }

    /// The mass of a block, its container, the container around that, and the container's depth.
    #[must_use]
    pub fn structure(&self, block: usize) -> [i32; STRUCTURE] {
        let piece = &self.outline.pieces[block];
        let container = self.outline.container_of(piece);
        let numbers = [piece.shape.mass, piece.container, container.parent, u32::from(container.depth)];
        numbers.map(|number| number as i32)
    }

    /// Of each container: the container around it, hashes of the paths of tags and of tags with classes that lead to it, and the
    /// hashes of its words.
    pub fn containers(&self) -> impl Iterator<Item = (u32, [u32; 2], &[u32])> + '_ {
        let Outline { containers, words, .. } = &self.outline;
        containers.iter().map(|container| {
            let paths = [container.path, container.styled_path].map(|path| (path >> 32) as u32);
            (container.parent, paths, &words[container.words.0 as usize..container.words.1 as usize])
        })
    }

    /// The terms of a block, as hashes, if it is a label.
    #[must_use]
    pub fn terms(&self, block: usize) -> &[u32] {
        let (start, end) = self.outline.pieces[block].terms;
        &self.outline.terms[start as usize..end as usize]
    }

    /// The features of the whole page, and of what is kept of it before its kind is known, with their names.
    #[must_use]
    pub fn whole_page(
        &self,
        page: &Page<'_>,
        probabilities: &[f32],
        focus: Focus,
    ) -> Vec<(&'static str, f32)> {
        self.seen(probabilities, focus).page_values(page)
    }

    /// The selection, given the probability of each block and how the page lays its content out.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn selection(
        &self,
        page: &Page<'_>,
        probabilities: &[f32],
        (focus, layout): (Focus, Layout),
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        let (seen, found) = (self.seen(probabilities, focus), Found::default());
        let facts = PageFacts::new(page, &found);
        let choices = seen.without_comments(seen.choose(layout), layout, facts, deadline)?;
        Ok(verdicts::selection(&self.outline, &choices, probabilities))
    }

    fn seen<'s>(&'s self, probabilities: &'s [f32], focus: Focus) -> Seen<'s> {
        Seen { outline: &self.outline, probabilities, focus }
    }
}
