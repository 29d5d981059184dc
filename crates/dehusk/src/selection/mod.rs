//! Selection: what a method says about a page.
//!
//! Every method returns one: which stretches of the source are main content and which are not, each with a score and a
//! reason. It holds no text; [`crate::render`] makes text of it.

mod cut;
mod signal;

#[cfg(feature = "css")]
pub(crate) use cut::visible_texts;
pub use signal::Signal;

use crate::assessment::Assessment;
use crate::source::Span;

/// Why a stretch of the source was kept or removed, or why nothing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The method keeps the whole page.
    WholePage,
    /// In the region around the densest place.
    InRegion,
    /// Text outside the region: the gap to it is too wide.
    BeyondGap,
    /// A paragraph of the region that holds the largest one.
    ParagraphTaken,
    /// BTE: inside the stretch with the most words and the fewest tags.
    MostWordsFewestTags,
    /// BTE: outside that stretch.
    OutsideFragment,
    /// Document slope curves: tags are rare around here.
    LowSlope,
    /// Document slope curves: tags are many, or rare for too short a stretch.
    HighSlope,
    /// Content code blurring: mostly content around these words.
    MuchContentAround,
    /// Content code blurring: too much code around these words.
    MuchCodeAround,
    /// Too much of the text is links.
    ManyLinks,
    /// Little enough of the text is links.
    FewLinks,
    /// Crunch: no filter removes it.
    Unfiltered,
    /// Nothing but a link.
    Link,
    /// Crunch: a table cell with too many links for its words.
    LinkCell,
    /// Crunch: a link or source on a host of adverts.
    AdvertHost,
    /// A form.
    Form,
    /// Crunch: an element that holds no text to read, such as a button.
    Control,
    /// Crunch: a table in which too little is left.
    EmptyTable,
    /// Feature extraction: text dominates this block.
    TextDominates,
    /// Feature extraction: text does not dominate this block, or another block has more of it.
    TextDoesNotDominate,
    /// Tag ratios: a line with much text for its tags.
    HighTagRatio,
    /// Tag ratios: a line with little text for its tags.
    LowTagRatio,
    /// grain: probably content, and it has sentences.
    LikelyProse,
    /// grain: a heading, probably of the content.
    LikelyHeading,
    /// grain: probably content.
    LikelyContent,
    /// grain: a heading right before what is kept.
    HeadsContent,
    /// grain: between kept blocks of a manual.
    AmidContent,
    /// grain: the same text is kept elsewhere on the page.
    Repeats,
    /// Code inside of what is kept.
    Code,
    /// grain: probably no content.
    UnlikelyContent,
    /// grain: no content, and it stands in navigation, a header, a footer, an aside or a dialog.
    BesideContent,
    /// Text density: inside the densest subtree of an element that is dense enough.
    DensestSubtree,
    /// Text density: outside those subtrees.
    OutsideDensestSubtree,
    /// Shallow text features: words enough, here or next to it.
    EnoughWords,
    /// Shallow text features: too few words here and next to it.
    FewWords,
    /// Thai: few anchors in a block with several texts, which may be the page's subject.
    SubjectText,
    /// Thai: the text begins as a footer does.
    FooterWord,
    /// Thai: too few characters.
    TooShort,
    /// Thai: `style="display: none"`.
    Hidden,
    /// Thai: inside an element that holds no text of the page, such as an object.
    Embedded,
    /// The same text stands on several pages of the site.
    RepeatedOnSite,
    /// A selector of the caller asks for it, and the method keeps nothing of what is asked for.
    Selected,
    /// No selector of the caller asks for it.
    NotSelected,
    /// No element of the page matches a selector of the caller.
    NothingSelected,
    /// A selector of the caller takes it out.
    Excluded,
    /// It is the title, and the caller wants it in the text or out of it.
    Title,
    /// It is a table, and the caller wants none.
    Table,
    /// In a comment of a reader, and the caller wants none.
    Comments,
    /// A script of JSON-LD: the article stands in it, and not on the page.
    JsonLd,
    /// The method says nothing of it, and so does not keep it.
    Unjudged,
    /// Nothing rises above the axis: code outweighs content everywhere.
    NoColumnAboveAxis,
    /// Every text was removed by some filter.
    AllFiltered,
    /// No part of the page has enough text for its markup.
    NoDenseRegion,
    /// Nothing was put in.
    EmptyInput,
    /// The selected stretches hold no visible text.
    NoVisibleText,
    /// grain: too little of the page is likely to be content.
    NothingLikely,
}

impl Reason {
    /// The reason as a word for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::WholePage => "whole_page",
            Reason::InRegion => "in_region",
            Reason::BeyondGap => "beyond_gap",
            Reason::ParagraphTaken => "paragraph_taken",
            Reason::MostWordsFewestTags => "most_words_fewest_tags",
            Reason::OutsideFragment => "outside_fragment",
            Reason::LowSlope => "low_slope",
            Reason::HighSlope => "high_slope",
            Reason::MuchContentAround => "much_content_around",
            Reason::MuchCodeAround => "much_code_around",
            Reason::ManyLinks => "many_links",
            Reason::FewLinks => "few_links",
            Reason::Unfiltered => "unfiltered",
            Reason::Link => "link",
            Reason::LinkCell => "link_cell",
            Reason::AdvertHost => "advert_host",
            Reason::Form => "form",
            Reason::Control => "control",
            Reason::EmptyTable => "empty_table",
            Reason::TextDominates => "text_dominates",
            Reason::TextDoesNotDominate => "text_does_not_dominate",
            Reason::HighTagRatio => "high_tag_ratio",
            Reason::LowTagRatio => "low_tag_ratio",
            Reason::LikelyProse => "likely_prose",
            Reason::LikelyHeading => "likely_heading",
            Reason::LikelyContent => "likely_content",
            Reason::HeadsContent => "heads_content",
            Reason::AmidContent => "amid_content",
            Reason::Repeats => "repeats",
            Reason::Code => "code",
            Reason::UnlikelyContent => "unlikely_content",
            Reason::BesideContent => "beside_content",
            Reason::NothingLikely => "nothing_likely",
            Reason::DensestSubtree => "densest_subtree",
            Reason::OutsideDensestSubtree => "outside_densest_subtree",
            Reason::EnoughWords => "enough_words",
            Reason::FewWords => "few_words",
            Reason::SubjectText => "subject_text",
            Reason::FooterWord => "footer_word",
            Reason::TooShort => "too_short",
            Reason::Hidden => "hidden",
            Reason::Embedded => "embedded",
            Reason::RepeatedOnSite => "repeated_on_site",
            Reason::Selected => "selected",
            Reason::NotSelected => "not_selected",
            Reason::NothingSelected => "nothing_selected",
            Reason::Excluded => "excluded",
            Reason::Title => "title",
            Reason::Table => "table",
            Reason::Comments => "comments",
            Reason::JsonLd => "json_ld",
            Reason::Unjudged => "unjudged",
            Reason::AllFiltered => "all_filtered",
            Reason::NoDenseRegion => "no_dense_region",
            Reason::NoColumnAboveAxis => "no_column_above_axis",
            Reason::EmptyInput => "empty_input",
            Reason::NoVisibleText => "no_visible_text",
        }
    }
}

/// What a method says about one stretch of the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The stretch.
    pub span: Span,
    /// Whether it is main content.
    pub kept: bool,
    /// How much it looks like main content, 0 to 1; what it measures is the method's to say.
    pub score: f32,
    /// Why.
    pub reason: Reason,
}

/// Which characters a raw emission takes: the set S₁ of R2L.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CharSet {
    /// Every character outside ASCII (the paper's byte rule).
    NonAscii,
    /// The blocks of right-to-left scripts.
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

/// How the kept stretches become text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Emission {
    /// As a parser prints them (C5).
    Parser,
    /// The same, for people to read: lines and indentation of `pre` are kept, elements that touch are words apart where no word would be
    /// made of both (`<i>Mill</i><b>Bakery</b>`), and the signs of permalinks (`¶`) are left out.
    Formatted,
    /// The same, with the text of `noscript`: what a browser without scripts shows.
    Unscripted,
    /// Character by character, markup unread (R2L): the runs of a set, line by line.
    Raw {
        /// The characters that are printed.
        set: CharSet,
        /// Whether lines end before tags too.
        split: bool,
        /// Whether character references are decoded first.
        decode_refs: bool,
    },
}

impl Emission {
    /// Whether it is what a parser prints of a page shown with scripts.
    #[must_use]
    pub fn is_parsed(self) -> bool {
        matches!(self, Emission::Parser | Emission::Formatted)
    }
}

/// The answer of a method: verdicts in the order of the source, without overlaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// What was decided, in the order of the source.
    pub verdicts: Vec<Verdict>,
    /// How it is printed.
    pub emission: Emission,
    /// Why nothing is kept, if so.
    pub nothing: Option<Reason>,
    /// What the method says about the page as a whole, if it does.
    pub assessment: Option<Assessment>,
}

impl Selection {
    /// A selection of verdicts that are printed as a parser prints them.
    #[must_use]
    pub fn new(verdicts: Vec<Verdict>) -> Selection {
        Selection { verdicts, emission: Emission::Parser, nothing: None, assessment: None }
    }

    /// Nothing, for a reason.
    #[must_use]
    pub fn nothing(reason: Reason) -> Selection {
        Selection { nothing: Some(reason), ..Selection::new(Vec::new()) }
    }

    /// Whether the text is from the page's data, since the page does not show it.
    #[must_use]
    pub fn is_from_data(&self) -> bool {
        self.verdicts.iter().any(|verdict| verdict.reason == Reason::JsonLd)
    }

    /// The stretches that are main content.
    pub fn kept(&self) -> impl Iterator<Item = Span> + '_ {
        self.verdicts.iter().filter(|verdict| verdict.kept).map(|verdict| verdict.span)
    }
}
