//! The blocks of the Thai method with their XPaths and counts, for explanations: the table behind its verdicts.
//!
//! [`Judges`] only records what [`super::thai`] decides. A run without an explanation does not use it.

use crate::method::counts::{AnchorCounts, BlockCounts};
use crate::page::Element;
use crate::source::Span;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of steps of an XPath, so that the paths of a page with deep nesting stay short. Chosen by hand.
const MAX_STEPS: usize = 40;
/// Maximum number of characters of an element's name in an XPath. Chosen by hand.
const MAX_NAME_CHARS: usize = 40;

/// The blocks that judge the texts of a page.
#[derive(Default)]
pub(super) struct Judges<'p> {
    blocks: Vec<Arc<AnchorCounts>>,
    /// For each text, in the order of the walk, the index of its block.
    block_of: Vec<Option<u32>>,
    /// The step of each open element.
    steps: Vec<String>,
    /// For each open element, how many children of each name it has had so far.
    children: Vec<HashMap<Cow<'p, str>, u32>>,
}

impl<'p> Judges<'p> {
    /// Enters an element, also one that the method drops: it counts for the positions of its siblings.
    pub(super) fn enter(&mut self, element: &Element<'p>) {
        let name = element.name();
        let shown: String = name.chars().take(MAX_NAME_CHARS).collect();
        let step = match self.children.last_mut() {
            None => format!("/html/{shown}"),
            Some(children) => {
                let position = children.entry(name).or_insert(0);
                *position += 1;
                format!("/{shown}[{position}]")
            }
        };
        self.steps.push(step);
        self.children.push(HashMap::new());
    }

    pub(super) fn leave(&mut self) {
        self.steps.pop();
        self.children.pop();
    }

    /// Adds the open element as a block. Returns its index.
    pub(super) fn add(&mut self, counts: AnchorCounts) -> u32 {
        self.blocks.push(Arc::new(AnchorCounts { xpath: self.xpath(), ..counts }));
        self.blocks.len() as u32 - 1
    }

    fn xpath(&self) -> String {
        let skipped = self.steps.len().saturating_sub(MAX_STEPS);
        let beginning = if skipped > 0 { "…" } else { "" };
        beginning.to_owned() + &self.steps[skipped..].concat()
    }

    /// Sets the block that judges a text.
    pub(super) fn judge(&mut self, text: usize, block: u32) {
        if self.block_of.len() <= text {
            self.block_of.resize(text + 1, None);
        }
        self.block_of[text] = Some(block);
    }

    /// The counts of the block that judges each text, for the spans of all texts in the order of the walk. Texts
    /// that no block judged are left out. The result is in source order.
    pub(super) fn counts(&self, spans: impl Iterator<Item = Span>) -> Vec<(Span, BlockCounts)> {
        let block = |index: u32| BlockCounts::Anchors(Arc::clone(&self.blocks[index as usize]));
        let judged = spans.zip(&self.block_of).filter_map(|(span, index)| Some((span, block((*index)?))));
        let mut counts: Vec<(Span, BlockCounts)> = judged.collect();
        counts.sort_by_key(|(span, _)| *span);
        counts
    }
}
