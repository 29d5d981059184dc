//! AdDANAg: DANAg for pages with many links. Long link addresses would otherwise outweigh the text around them.
//!
//! Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: "The Impact of Source Code Normalization on Main
//! Content Extraction", KDIR 2012, §3.1. Before counting, the start tag of each link is replaced by a tag
//! that is about as long as the link's text. The other steps are the same as in DANAg.

use super::danag::{self, Danag};
use super::segments::{self, Segment};
use super::tokens::counted_marks;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{Decode, Tag, TokenKind};
use crate::method::{Density, Method, ParamSpec, Slot, params};
use crate::page::{Mark, Page};
use crate::selection::Selection;
use crate::site_noise::NoiseStep;
use crate::source::Span;

/// Default of `anchor_overhead`: the number of characters that are subtracted from the length of a link's
/// text. The paper calls it "the length of `<a>`".
pub const ANCHOR_OVERHEAD: u32 = 5;
/// The number of characters in a link's start tag outside its attributes: the length of `<a >`.
const AROUND_ATTRIBUTES: u32 = 4;

/// The method and its parameters.
///
/// ```
/// let page = "<p>Facts from <a href='/a/very/long/address/of/a/page'>documents of any kind</a> are found here.</p>";
/// let options = dehusk::Options::new().with_method("addanag").unwrap();
/// let extraction = dehusk::Extractor::new(options).extract(page.as_bytes(), None);
/// assert_eq!(extraction.text(), "Facts from documents of any kind are found here.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Addanag {
    /// The parameters of DANAg.
    pub danag: Danag,
    /// `anchor_overhead`: characters that are subtracted from the length of a link's text.
    pub anchor_overhead: u32,
    /// `lt_counts_ws`: whether whitespace counts in the length of a link's text.
    pub lt_counts_ws: bool,
    /// `never_lengthen`: whether to keep a tag unchanged if its replacement would be longer.
    pub never_lengthen: bool,
}

impl Addanag {
    /// The paper's `anchor_overhead`, and the defaults of DANAg.
    pub const DEFAULT: Addanag = Addanag {
        danag: Danag::DEFAULT,
        anchor_overhead: ANCHOR_OVERHEAD,
        lt_counts_ws: false,
        never_lengthen: false,
    };

    /// Returns the segments with their numbers of content and code characters. Runs steps 1 to 3 of DANAg,
    /// with step 1a of AdDANAg after step 1.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn segments(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Vec<Segment>, TimedOut> {
        let links = self.placeholders(page);
        let code = |index: usize, mark: &Mark| self.replacement(page, &links, index, mark);
        segments::segments(page, self.danag.cut, Some(&code), deadline)
    }

    /// Step 1a: returns the start tags of links that are replaced, each with the number of placeholder
    /// characters in its replacement.
    ///
    /// ```
    /// use dehusk::{methods::Addanag, page::Page, source::Source};
    /// let page = Page::parse(Source::from_text("<a href=x>1234567</a>"));
    /// let tags: Vec<_> = Addanag::DEFAULT.replaced_tags(&page);
    /// assert_eq!((tags[0].0.range(), tags[0].1), (0..10, 2));
    /// ```
    #[must_use]
    pub fn replaced_tags(&self, page: &Page<'_>) -> Vec<(Span, u32)> {
        let links = self.placeholders(page);
        let tag = |(index, _): &(usize, u32)| {
            let mark = &page.marks()[*index];
            Some((mark.span, self.replacement(page, &links, *index, mark)?))
        };
        links.iter().filter_map(tag).collect()
    }

    /// Returns, for each start tag of a link, the index of its mark and the number of placeholder characters
    /// in its replacement.
    fn placeholders(&self, page: &Page<'_>) -> Vec<(usize, u32)> {
        let source = page.source().text();
        let mut found: Vec<(usize, u32)> = Vec::new();
        let mut open = false;
        for (index, mark) in counted_marks(page) {
            if let (TokenKind::Text(kind), true) = (mark.kind, open) {
                if let Some((_, length)) = found.last_mut() {
                    *length += self.text_length(&Decode::text(&source[mark.span.range()], kind));
                }
            } else if mark.tag == Tag::A && matches!(mark.kind, TokenKind::StartTag | TokenKind::EndTag) {
                open = mark.kind == TokenKind::StartTag && mark.has_attributes;
                if open {
                    found.push((index, 0));
                }
            }
        }
        for (_, length) in &mut found {
            *length = length.saturating_sub(self.anchor_overhead);
        }
        found
    }

    fn text_length(&self, text: &str) -> u32 {
        text.chars().filter(|c| self.lt_counts_ws || !c.is_whitespace()).count() as u32
    }

    /// The number of placeholder characters in the replacement of a tag; `None` if the tag is not replaced.
    fn replacement(&self, page: &Page<'_>, links: &[(usize, u32)], index: usize, mark: &Mark) -> Option<u32> {
        let at = links.binary_search_by_key(&index, |(index, _)| *index).ok()?;
        let placeholders = links[at].1;
        let longer = || {
            let tag = page.source().slice(mark.span).chars().count() as u32;
            placeholders > tag.saturating_sub(AROUND_ATTRIBUTES)
        };
        (!(self.never_lengthen && longer())).then_some(placeholders)
    }
}

impl Default for Addanag {
    fn default() -> Addanag {
        Addanag::DEFAULT
    }
}

impl Method for Addanag {
    fn name(&self) -> &'static str {
        "addanag"
    }

    fn summary(&self) -> &'static str {
        "DANAg, but the start tag of a link counts only as much code as the link has text."
    }

    fn paper(&self) -> &'static str {
        "Mohammadzadeh et al., KDIR 2012"
    }

    fn params(&self) -> &'static [ParamSpec] {
        const OWN: [ParamSpec; 3] = [
            ParamSpec {
                name: "anchor_overhead",
                default: "5",
                values: "an integer >= 0",
                doc: "characters subtracted from the length of a link's text",
            },
            ParamSpec {
                name: "lt_counts_ws",
                default: "false",
                values: "true or false",
                doc: "whether whitespace counts in the length of a link's text",
            },
            ParamSpec {
                name: "never_lengthen",
                default: "false",
                values: "true or false",
                doc: "whether to keep a link's tag unchanged if its replacement would be longer",
            },
        ];
        const ALL: [ParamSpec; 11] = {
            let mut all = [OWN[0]; 11];
            let mut index = 0;
            while index < 11 {
                all[index] = if index < 8 { danag::PARAMS[index] } else { OWN[index - 8] };
                index += 1;
            }
            all
        };
        &ALL
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "anchor_overhead" => Slot::Count(&mut self.anchor_overhead, params::ANY),
            "lt_counts_ws" => Slot::Flag(&mut self.lt_counts_ws),
            "never_lengthen" => Slot::Flag(&mut self.never_lengthen),
            _ => return self.danag.field(name),
        })
    }

    fn noise_step(&self) -> NoiseStep {
        NoiseStep::Before
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let segments = self.segments(page, deadline)?;
        self.danag.select_from(page, &segments, deadline)
    }

    fn density(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Option<Density>, TimedOut> {
        Ok(Some(self.danag.density_of(self.name(), &self.segments(page, deadline)?)))
    }
}
