//! The captions of kept figures: which elements they are, and the texts of those that only markup has.

use super::Assembler;
use crate::markup::Tag;
use crate::page::{Element, Run};
use crate::render::Markup;
use crate::render::document::Container;
use crate::selection::{Kept, Media, MediaKind, Selection};
use crate::source::Span;

/// Whether markup with these options shows a medium. Films and the like are links.
pub(super) fn is_shown(media: &Media, markup: Markup) -> bool {
    !markup.without_images && (media.kind == MediaKind::Image || !markup.without_links)
}

/// The captions of the kept media of a page, and where the walk is among them.
pub(super) struct Captions {
    /// The elements that are captions, in the order of the source, and whether only markup has their text.
    captions: Vec<(Span, bool)>,
    /// The figures with captions, in the order of the source.
    figures: Vec<Span>,
    /// The number of open captions that only markup has.
    pub(super) depth: usize,
    /// Whether whitespace is before the next text.
    pub(super) has_space: bool,
}

impl Captions {
    /// Lists the captions of the media that the markup shows.
    pub(super) fn of(selection: &Selection, kept: &Kept, markup: Markup) -> Captions {
        let shown = || selection.media.iter().filter(|media| media.kept && is_shown(media, markup));
        let captions = shown().filter_map(|media| media.caption);
        let mut captions: Vec<(Span, bool)> =
            captions.map(|caption| (caption, kept.within(caption).next().is_none())).collect();
        let mut figures: Vec<Span> = shown().filter_map(|media| media.caption.and(media.figure)).collect();
        captions.sort_unstable();
        captions.dedup();
        figures.sort_unstable();
        Captions { captions, figures, depth: 0, has_space: false }
    }

    fn find(&self, span: Span) -> Option<bool> {
        let found = self.captions.binary_search_by_key(&span, |(caption, _)| *caption).ok()?;
        Some(self.captions[found].1)
    }

    /// Whether an element is a caption that only markup has.
    pub(super) fn is_only_in_markup(&self, span: Span) -> bool {
        !self.captions.is_empty() && self.find(span) == Some(true)
    }

    /// The container that an element is, if it is a figure with a caption or its caption.
    pub(super) fn container(&self, element: &Element<'_>, around: Option<Container>) -> Option<Container> {
        match element.tag() {
            Tag::Figure if self.figures.binary_search(&element.span()).is_ok() => Some(Container::Figure),
            Tag::Figcaption if around == Some(Container::Figure) => {
                self.find(element.span()).map(|_| Container::FigureCaption)
            }
            _ => None,
        }
    }
}

impl Assembler<'_, '_, '_> {
    /// Adds a text of a caption that only markup has.
    pub(super) fn put_caption(&mut self, run: &Run) {
        if self.selection.hides(run.span) {
            return;
        }
        let text = self.page.text_of(run);
        let begins_with_space = text.starts_with(char::is_whitespace);
        let has_space = std::mem::replace(&mut self.captions.has_space, text.ends_with(char::is_whitespace));
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.line.is_held {
            self.flush_leaf();
        }
        self.begin_leaf();
        self.leaf.is_only_in_markup = true;
        let link = self.link();
        let (style, code) = (self.state.style, self.state.code);
        if has_space || begins_with_space || self.between.line_breaks > 0 {
            self.leaf.push_space(style, code, link);
        }
        self.leaf.push(&words, style, code, link);
        self.between.line_breaks = 0;
    }
}
