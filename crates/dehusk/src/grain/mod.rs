//! `grain`: the learned method. One walk makes an outline of blocks and containers, rows give each block its features, a
//! model of boosted trees gives each a probability, decoding chooses what is kept.
//!
//! The method that the program offers is [`crate::methods::Grain`]; here are its parts, for those who train models.

mod decode;
mod features;
mod model;
mod outline;
mod rows;
mod text;

pub use features::{COUNT, FEATURES, Feature};
pub use model::{Model, fingerprint};

use crate::budget::{Deadline, TimedOut};
use crate::page::Page;
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::Span;
use outline::Outline;

/// How many numbers [`Blocks::structure`] gives.
pub const STRUCTURE: usize = 4;

/// A page as the model sees it: its blocks with their features.
#[derive(Debug)]
pub struct Blocks {
    outline: Outline,
    rows: Vec<f32>,
}

impl Blocks {
    /// The blocks of a parsed page. Linear in the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    ///
    /// ```
    /// use dehusk::{Page, Source, budget::Deadline, grain};
    /// let page = Page::parse(Source::from_text("<h1>Mill</h1><p>It reopens on <b>Monday</b>.</p>"));
    /// let blocks = grain::Blocks::of(&page, &mut Deadline::after(None)).unwrap();
    /// assert_eq!((blocks.len(), blocks.rows().len()), (2, 2 * grain::COUNT));
    /// ```
    pub fn of(page: &Page<'_>, deadline: &mut Deadline) -> Result<Blocks, TimedOut> {
        let outline = Outline::of(page, deadline)?;
        let rows = rows::rows(&outline, deadline)?;
        Ok(Blocks { outline, rows })
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

    /// Their features, block after block, [`COUNT`] values each.
    #[must_use]
    pub fn rows(&self) -> &[f32] {
        &self.rows
    }

    /// The stretches of text that they are made of, in document order, each with its block's number.
    #[must_use]
    pub fn runs(&self) -> &[(Span, u32)] {
        &self.outline.runs
    }

    /// For experiments with decoding: the mass of a block, its container, the container around that, the block's depth.
    #[must_use]
    pub fn structure(&self, block: usize) -> [i32; STRUCTURE] {
        let piece = &self.outline.pieces[block];
        let container = &self.outline.containers[piece.container as usize];
        let numbers = [piece.shape.mass, piece.container, container.parent, u32::from(container.depth)];
        numbers.map(|number| number as i32)
    }

    /// What the page shows of a selection of its blocks.
    #[must_use]
    pub fn selection(&self, probabilities: &[f32]) -> Selection {
        let masses: Vec<f32> = self.outline.pieces.iter().map(|piece| piece.shape.mass as f32).collect();
        let kept = decode::keep(probabilities, &masses);
        let mut runs = self.outline.runs.clone();
        // Foster parenting: the text of a table may stand before it in the tree, inside it in the source.
        runs.sort_unstable_by_key(|(span, _)| *span);
        let mut verdicts: Vec<Verdict> = Vec::with_capacity(self.len());
        let mut block = None;
        for (span, piece) in runs {
            match verdicts.last_mut() {
                Some(last) if block == Some(piece) => last.span = Span::new(last.span.start(), span.end()),
                _ => {
                    let (kept, score) = (kept[piece as usize], probabilities[piece as usize]);
                    verdicts.push(Verdict { span, kept, score, reason: Reason::WholePage });
                }
            }
            block = Some(piece);
        }
        if verdicts.is_empty() {
            return Selection::nothing(Reason::NoVisibleText);
        }
        let emission = if self.outline.unscripted { Emission::Unscripted } else { Emission::Parser };
        Selection { verdicts, emission, nothing: None }
    }
}
