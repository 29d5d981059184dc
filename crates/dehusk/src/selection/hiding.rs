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
    /// Returns how a text is hidden: that of the first hidden text that overlaps a span and has this outcome.
    pub(crate) fn hiding_of(&self, span: Span, kept: bool) -> Option<Hiding> {
        let first = self.hidden.partition_point(|hidden| hidden.span.end() <= span.start());
        let overlapping = self.hidden[first..].iter().take_while(|hidden| hidden.span.start() < span.end());
        overlapping.filter(|hidden| hidden.kept == kept).map(|hidden| hidden.how).next()
    }
}
