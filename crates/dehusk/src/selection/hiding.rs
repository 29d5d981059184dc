//! How a page hides a text, and the hidden texts of a selection. How they are found is in `crate::visibility`.

use super::Selection;
use crate::source::Span;

/// How a page hides a text from its readers. If there are several ways, that of the innermost element counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Hiding {
    /// `display: none`.
    DisplayNone,
    /// The attribute `hidden`.
    HiddenAttribute,
    /// `hidden=until-found`: shown when a search of the browser finds it.
    UntilFound,
    /// In a `details` that is not open.
    ClosedDetails,
    /// A `dialog` that is not open, or an element with `popover`.
    ClosedDialog,
    /// `visibility: hidden` or `collapse`.
    VisibilityHidden,
    /// `content-visibility: hidden`.
    ContentVisibility,
    /// `opacity: 0`, or nearly.
    Opacity,
    /// `font-size: 0`, or up to a pixel.
    FontSize,
    /// Moved far out of the window: by `left`, `top`, `right`, `text-indent` or `transform`.
    OffScreen,
    /// Clipped to nothing: by `clip`, `clip-path` or `transform: scale(0)`.
    Clipped,
    /// In a box without width or height that cuts its text off.
    NoSize,
    /// In the color of its background, or in a transparent color.
    SameColor,
    /// `aria-hidden=true`: seen on the screen, but hidden from screen readers.
    AriaHidden,
    /// `inert`: seen on the screen, but hidden from screen readers and searches.
    Inert,
}

impl Hiding {
    /// Returns the word that records use, such as `display_none`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Hiding::DisplayNone => "display_none",
            Hiding::HiddenAttribute => "hidden_attribute",
            Hiding::UntilFound => "until_found",
            Hiding::ClosedDetails => "closed_details",
            Hiding::ClosedDialog => "closed_dialog",
            Hiding::VisibilityHidden => "visibility_hidden",
            Hiding::ContentVisibility => "content_visibility",
            Hiding::Opacity => "opacity",
            Hiding::FontSize => "font_size",
            Hiding::OffScreen => "off_screen",
            Hiding::Clipped => "clipped",
            Hiding::NoSize => "no_size",
            Hiding::SameColor => "same_color",
            Hiding::AriaHidden => "aria_hidden",
            Hiding::Inert => "inert",
        }
    }
}

/// A text that the page hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HiddenSpan {
    /// The text in the source, from its first to its last byte.
    pub span: Span,
    /// How it is hidden.
    pub how: Hiding,
    /// Whether it is kept anyway.
    pub kept: bool,
}

impl HiddenSpan {
    pub(crate) fn new(span: Span, how: Hiding, kept: bool) -> HiddenSpan {
        HiddenSpan { span, how, kept }
    }
}

impl Selection {
    /// Adds hidden texts that are not among the known ones, in the order of the source.
    pub(crate) fn add_hidden(&mut self, found: Vec<HiddenSpan>) {
        if !found.is_empty() {
            self.hidden = merged(std::mem::take(&mut self.hidden), found);
        }
    }

    /// Whether a text was left out because it is hidden.
    pub(crate) fn hides(&self, span: Span) -> bool {
        !self.hidden.is_empty() && self.hiding_of(span, false).is_some()
    }

    /// Returns how a text is hidden: that of the first hidden text that overlaps a span and has this outcome.
    pub(crate) fn hiding_of(&self, span: Span, kept: bool) -> Option<Hiding> {
        hiding_in(&self.hidden, span, kept)
    }
}

/// Returns how the first of these texts that overlaps a span and has this outcome is hidden.
pub(crate) fn hiding_in(hidden: &[HiddenSpan], span: Span, kept: bool) -> Option<Hiding> {
    let first = hidden.partition_point(|hidden| hidden.span.end() <= span.start());
    let overlapping = hidden[first..].iter().take_while(|hidden| hidden.span.start() < span.end());
    overlapping.filter(|hidden| hidden.kept == kept).map(|hidden| hidden.how).next()
}

/// Puts texts between others; both are in the order of the source. A known one that goes on beyond a new one is split.
pub(crate) fn merged(known: Vec<HiddenSpan>, found: Vec<HiddenSpan>) -> Vec<HiddenSpan> {
    let mut all = Vec::with_capacity(known.len() + found.len());
    let mut found = found.into_iter().peekable();
    for HiddenSpan { mut span, how, kept } in known {
        while let Some(new) = found.next_if(|new| new.span.start() < span.end()) {
            if span.start() < new.span.start() {
                all.push(HiddenSpan::new(Span::new(span.start(), new.span.start()), how, kept));
            }
            all.push(new);
            span = Span::new(span.start().max(new.span.end()).min(span.end()), span.end());
        }
        if !span.is_empty() {
            all.push(HiddenSpan::new(span, how, kept));
        }
    }
    all.extend(found);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_within_a_known_one_splits_it() {
        let text = |start, end, kept| HiddenSpan::new(Span::new(start, end), Hiding::Opacity, kept);
        let known = vec![text(10, 20, true), text(30, 40, true)];
        let found = vec![text(2, 4, false), text(12, 14, false), text(14, 20, false), text(50, 52, false)];
        let all = [
            text(2, 4, false),
            text(10, 12, true),
            text(12, 14, false),
            text(14, 20, false),
            text(30, 40, true),
            text(50, 52, false),
        ];
        assert_eq!(merged(known.clone(), found), all);
        assert_eq!(merged(known.clone(), Vec::new()), known);
        assert_eq!(hiding_in(&all, Span::new(11, 13), false), Some(Hiding::Opacity));
        assert_eq!(hiding_in(&all, Span::new(30, 40), false), None);
    }
}
