//! Selection: the decision of a method about a page.
//!
//! Every method returns one: which spans of the source are main content and which are not, each with a score and a reason. It
//! contains no text; [`crate::render`] makes text from it.

mod cut;
mod hiding;
mod kept;
mod media;
mod reason;
mod signal;

pub(crate) use cut::visible_texts;
pub use hiding::{HiddenSpan, Hiding};
pub(crate) use hiding::{hiding_in, merged};
pub(crate) use kept::Kept;
pub use media::{Media, MediaKind};
pub use reason::Reason;
pub(crate) use signal::Finding;
pub use signal::{Signal, Value};

use crate::assessment::Assessment;
use crate::page::Run;
use crate::source::Span;

/// The decision of a method about one span of the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The span.
    pub span: Span,
    /// Whether it is main content.
    pub kept: bool,
    /// How much the span looks like main content, from 0 to 1. Each method defines what its score measures.
    pub score: f32,
    /// Why it was kept or removed.
    pub reason: Reason,
}

/// The characters that a raw emission prints: the set S₁ of R2L.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CharSet {
    /// Every character outside ASCII (the paper's byte rule).
    NonAscii,
    /// The blocks of right-to-left scripts (DerivedBidiClass): those from Hebrew to Arabic Extended-A, which include Syriac, Thaana and
    /// N'Ko, their presentation forms, and blocks of the supplementary planes.
    RightToLeft,
}

impl CharSet {
    /// Whether a character is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, c: char) -> bool {
        match self {
            CharSet::NonAscii => !c.is_ascii(),
            CharSet::RightToLeft => matches!(c as u32,
                0x590..=0x8FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFC | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF),
        }
    }
}

/// How the kept spans are printed as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Emission {
    /// As a parser prints the text of elements: whitespace is collapsed, and each block boundary is one line break.
    Parser,
    /// As `Parser`, but for people to read: lines and indentation of `pre` are kept, a space is inserted between adjacent inline
    /// elements that do not form one word (`<i>Mill</i><b>Bakery</b>`), and permalink symbols (`¶`) are left out.
    Formatted,
    /// As `Parser`, and with the text of `noscript`, as in a browser without scripts.
    Unscripted,
    /// Only the characters of a set, line by line, without parsing markup (R2L).
    Raw {
        /// The characters that are printed.
        set: CharSet,
        /// Whether a line also ends before each tag.
        split: bool,
        /// Whether character references are decoded first.
        decode_refs: bool,
    },
}

impl Emission {
    /// Whether the text is what a parser prints with scripting enabled, that is, without `noscript`.
    #[must_use]
    pub fn is_parsed(self) -> bool {
        matches!(self, Emission::Parser | Emission::Formatted)
    }

    /// Whether the text is the characters of the source, without a parser.
    #[must_use]
    pub fn is_raw(self) -> bool {
        matches!(self, Emission::Raw { .. })
    }

    /// Whether the text of a run can be printed: a browser shows it, or shows it without scripts and that is what is printed.
    pub(crate) fn shows(self, run: &Run) -> bool {
        run.is_visible() || (self == Emission::Unscripted && run.is_unscripted())
    }
}

/// The decision of a method: verdicts in the order of the source, without overlaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The verdicts, in the order of the source.
    pub verdicts: Vec<Verdict>,
    /// How the kept spans are printed.
    pub emission: Emission,
    /// The reason why nothing is kept. `None` if anything is kept.
    pub nothing: Option<Reason>,
    /// The assessment of the page as a whole, if the method makes one.
    pub assessment: Option<Assessment>,
    /// The texts that the page hides and the method kept, in the order of the source: those that are still kept, and those
    /// that were removed because they are hidden. If media are asked for, also those of their captions and formulas. Empty if hidden
    /// text was not looked for.
    pub hidden: Vec<HiddenSpan>,
    /// The verdicts on images and other media with an address, in the order of the source. Empty if nobody
    /// asked for them: plain text has none.
    pub media: Vec<Media>,
}

impl Selection {
    /// Returns a selection with [`Emission::Parser`].
    #[must_use]
    pub fn new(verdicts: Vec<Verdict>) -> Selection {
        Selection {
            verdicts,
            emission: Emission::Parser,
            nothing: None,
            assessment: None,
            hidden: Vec::new(),
            media: Vec::new(),
        }
    }

    /// Returns a selection that keeps nothing, with the reason.
    #[must_use]
    pub fn nothing(reason: Reason) -> Selection {
        Selection { nothing: Some(reason), ..Selection::new(Vec::new()) }
    }

    /// Whether the text comes from data in the page, such as JSON-LD, because the page does not show it.
    #[must_use]
    pub fn is_from_data(&self) -> bool {
        self.verdicts.iter().any(|verdict| verdict.reason == Reason::JsonLd)
    }

    /// Returns what a reader of the text should know although there is a text: [`Reason::JsonLd`] or [`Reason::NoiseIgnored`].
    pub(crate) fn note(&self) -> Option<Reason> {
        let reasons = self.verdicts.iter().filter(|verdict| verdict.kept).map(|verdict| verdict.reason);
        reasons.into_iter().find(|reason| matches!(reason, Reason::JsonLd | Reason::NoiseIgnored))
    }

    /// Returns the spans that are main content.
    pub fn kept(&self) -> impl Iterator<Item = Span> + '_ {
        self.verdicts.iter().filter(|verdict| verdict.kept).map(|verdict| verdict.span)
    }
}
