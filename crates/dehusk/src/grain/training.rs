//! A page as the model sees it, for training and experiments only. Nothing in the program uses it.

use super::decide::Seen;
use super::features::{self, list::COUNT};
use super::focus::Focus;
use super::forests::{self, Model};
use super::outline::{Outline, WordTable};
use super::page_kind::Layout;
use super::verdicts;
use crate::assessment::Discussion;
use crate::budget::{Deadline, TimedOut};
use crate::facts::{Found, PageFacts};
use crate::page::Page;
use crate::selection::Selection;
use crate::source::Span;

/// The number of values that [`Blocks::structure`] returns.
pub const STRUCTURE: usize = 4;

/// The blocks of a page and the containers that they are in.
#[derive(Debug)]
pub struct Blocks {
    outline: Outline,
}

impl Blocks {
    /// Returns the blocks of a page, in time linear in the page.
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

    /// The number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.outline.pieces.len()
    }

    /// Whether the page has no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outline.pieces.is_empty()
    }

    /// The features of all blocks, [`COUNT`] values for each, computed with the word weights of a model. The features from
    /// [`ANSWERS`](super::ANSWERS) on need the answers of a forest and are 0.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn rows(&self, table: WordTable<'_>, deadline: &mut Deadline) -> Result<Vec<f32>, TimedOut> {
        let rows = features::rows(&self.outline, table, deadline)?;
        debug_assert_eq!(rows.len(), self.len() * COUNT);
        Ok(rows)
    }

    /// The features of all blocks as a forest of a model sees them; the first forest is number 0. The features from
    /// [`ANSWERS`](super::ANSWERS) on hold the answers of the previous forest.
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

    /// For each block, the probability that it is main content.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn probabilities(&self, model: &Model<'_>, deadline: &mut Deadline) -> Result<Vec<f32>, TimedOut> {
        forests::probabilities(&self.outline, model, deadline)
    }

    /// The spans of the runs of all blocks, in document order, each with the number of its block.
    #[must_use]
    pub fn runs(&self) -> &[(Span, u32)] {
        &self.outline.runs
    }

    /// The structure of a block: its mass, the number of its container, the number of its container's parent, and the depth of
    /// its container.
    #[must_use]
    pub fn structure(&self, block: usize) -> [i32; STRUCTURE] {
        let piece = &self.outline.pieces[block];
        let container = self.outline.container_of(piece);
        let numbers = [piece.shape.mass, piece.container, container.parent, u32::from(container.depth)];
        numbers.map(|number| number as i32)
    }

    /// For each container: the number of its parent, a hash of the tags on the path to it, a hash of these tags with their
    /// classes, and the hashes of the words in its classes and ids.
    pub fn containers(&self) -> impl Iterator<Item = (u32, [u32; 2], &[u32])> + '_ {
        let Outline { containers, words, paths, styled_paths, .. } = &self.outline;
        containers.iter().map(|container| {
            let hashes =
                [paths[container.path_group as usize], styled_paths[container.styled_group as usize]];
            let paths = hashes.map(|path| (path >> 32) as u32);
            (container.parent, paths, &words[container.words.0 as usize..container.words.1 as usize])
        })
    }

    /// The hashes of the terms of a block that is a label; empty for other blocks.
    #[must_use]
    pub fn terms(&self, block: usize) -> &[u32] {
        let (start, end) = self.outline.pieces[block].terms;
        &self.outline.terms[start as usize..end as usize]
    }

    /// The features of the whole page and of the blocks that would be kept if the page had one text, with their names. These
    /// features are the input of the whole-page models.
    #[must_use]
    pub fn whole_page(
        &self,
        page: &Page<'_>,
        probabilities: &[f32],
        focus: Focus,
    ) -> Vec<(&'static str, f32)> {
        self.seen(probabilities, focus).page_values(page)
    }

    /// The selection that follows from the probability of each block and the layout of the page.
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
        let is_discussion = layout == Layout::Discussion;
        let discussion = if is_discussion { Discussion::Sure } else { Discussion::Unlikely };
        let choices = seen.choose_on(facts, (layout, discussion), deadline)?;
        Ok(verdicts::selection(&self.outline, &choices, probabilities))
    }

    fn seen<'s>(&'s self, probabilities: &'s [f32], focus: Focus) -> Seen<'s> {
        Seen { outline: &self.outline, probabilities, focus }
    }
}
