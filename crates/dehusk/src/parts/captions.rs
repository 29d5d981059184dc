//! The texts of captions, for the images that they belong to.

use super::{ByteBudget, Image};
use crate::selection::Selection;
use crate::source::Span;

/// The captions of the kept images of a page.
#[derive(Debug, Default)]
pub(super) struct Captions {
    /// The elements that are captions, in the order of the source, each with its text.
    captions: Vec<(Span, String)>,
    /// The index of the open caption.
    open: Option<usize>,
    /// For each listed image, its caption.
    pub(super) images: Vec<Option<Span>>,
}

impl Captions {
    /// Finds the captions of the kept media.
    pub(super) fn of(selection: &Selection) -> Captions {
        let kept = selection.media.iter().filter(|media| media.kept);
        let mut captions: Vec<(Span, String)> =
            kept.filter_map(|media| media.caption).map(|caption| (caption, String::new())).collect();
        captions.sort_unstable();
        captions.dedup();
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

    /// The text of the open caption, to which more is added.
    pub(super) fn open(&mut self) -> Option<&mut String> {
        self.open.map(|open| &mut self.captions[open].1)
    }

    /// Gives each image the text of its caption.
    pub(super) fn give_to(&self, images: &mut [Image], budget: &mut ByteBudget) {
        for (image, caption) in images.iter_mut().zip(&self.images) {
            let text =
                caption.and_then(|caption| self.find(caption)).map(|found| self.captions[found].1.trim());
            if let Some(text) = text.filter(|text| !text.is_empty())
                && budget.take(text.len())
            {
                image.caption = Some(text.to_owned());
            }
        }
    }
}
