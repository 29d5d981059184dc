//! Media: which images, videos, sounds and embedded pages are main content. How this is decided is in
//! `crate::figures`.

use super::{Hiding, Reason, Selection};
use crate::source::Span;

/// What an element without text of its own shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MediaKind {
    /// A picture: `img`, or `amp-img`.
    Image,
    /// A film: `video`.
    Video,
    /// A sound: `audio`.
    Audio,
    /// A part of another site, such as a film or a post: `iframe`, `embed`, `object` and others.
    Embed,
}

impl MediaKind {
    /// Returns the word that records use, such as `image`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            MediaKind::Image => "image",
            MediaKind::Video => "video",
            MediaKind::Audio => "audio",
            MediaKind::Embed => "embed",
        }
    }
}

/// The decision about one image, video, sound or embedded page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Media {
    /// What it shows.
    pub kind: MediaKind,
    /// The element in the source.
    pub span: Span,
    /// Whether it is main content.
    pub kept: bool,
    /// Why it was kept or removed.
    pub reason: Reason,
    /// How the page hides it, if it does and hidden text is looked for.
    pub hidden: Option<Hiding>,
    /// The element with its caption, such as a `figcaption`.
    pub caption: Option<Span>,
    /// The figure around it and its caption.
    pub(crate) figure: Option<Span>,
    /// Its address, decoded but not resolved.
    pub(crate) address: String,
    /// Its title, or its alternative text.
    pub(crate) title: String,
}

impl Media {
    /// Returns the text of a link to it: its title, or else its address without the scheme.
    pub(crate) fn name_for_readers<'m>(&'m self, address: &'m str) -> &'m str {
        if !self.title.is_empty() {
            return &self.title;
        }
        let bare = address.split_once("://").map_or(address, |(_, rest)| rest);
        bare.strip_prefix("www.").unwrap_or(bare)
    }
}

impl Selection {
    /// Returns the kept media at an element of the page, if it is one.
    pub(crate) fn media_at(&self, span: Span) -> Option<&Media> {
        let found = self.media.binary_search_by_key(&span, |media| media.span).ok()?;
        self.media.get(found).filter(|media| media.kept)
    }
}
