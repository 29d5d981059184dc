//! The texts of captions, for the images that they belong to.

use super::{ByteBudget, Image};
use crate::selection::{Hiding, Selection};
use crate::source::Span;

/// The text of a caption.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) text: String,
    /// How the page hides the first part of it that readers do not see.
    pub(super) hidden: Option<Hiding>,
}

/// The captions of the kept images of a page.
#[derive(Debug, Default)]
pub(super) struct Captions {
    /// The elements that are captions, in the order of the source, each with its text.
    captions: Vec<(Span, Text)>,
    /// The index of the open caption.
    open: Option<usize>,
    /// For each listed image, its caption.
    pub(super) images: Vec<Option<Span>>,
}

impl Captions {
    /// Finds the captions of the kept media.
    pub(super) fn of(selection: &Selection) -> Captions {
        let kept = selection.media.iter().filter(|media| media.kept);
        let mut captions: Vec<Span> = kept.filter_map(|media| media.caption).collect();
        captions.sort_unstable();
        captions.dedup();
        let captions = captions.into_iter().map(|caption| (caption, Text::default())).collect();
        Captions { captions, ..Captions::default() }
    }

    fn find(&self, span: Span) -> Option<usize> {
        self.captions.binary_search_by_key(&span, |(caption, _)| *caption).ok()
    }

    pub(super) fn enter(&mut self, element: Span) {
        if self.open.is_none() && !self.captions.is_empty() {
            self.open = self.find(element);
        }
    }

    pub(super) fn leave(&mut self, element: Span) {
        self.open = self.open.filter(|open| self.captions[*open].0 != element);
    }

    /// The open caption, to whose text more is added.
    pub(super) fn open(&mut self) -> Option<&mut Text> {
        self.open.map(|open| &mut self.captions[open].1)
    }

    /// Gives each image the text of its caption.
    pub(super) fn give_to(&self, images: &mut [Image], budget: &mut ByteBudget) {
        for (image, caption) in images.iter_mut().zip(&self.images) {
            let Some(found) = caption.and_then(|caption| self.find(caption)) else { continue };
            let Text { text, hidden } = &self.captions[found].1;
            let text = text.trim();
            if !text.is_empty() && budget.take(text.len()) {
                image.caption = Some(text.to_owned());
                image.hidden = image.hidden.or(*hidden);
            }
        }
    }
}
