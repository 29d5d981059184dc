//! Selection: the decision of a method about a page.
//!
//! Every method returns one: which spans of the source are main content and which are not, each with a score and a reason. It
//! contains no text; [`crate::render`] makes text from it.

mod cut;
mod hiding;
mod kept;
mod media;
mod signal;

pub(crate) use cut::visible_texts;
pub use hiding::{HiddenSpan, Hiding};
pub(crate) use kept::Kept;
pub use media::{Media, MediaKind};
pub(crate) use signal::Finding;
pub use signal::{Signal, Value};

use crate::assessment::Assessment;
use crate::page::Run;
use crate::source::Span;

/// The reason why a span of the source was kept or removed, or why nothing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The method keeps the whole page.
    WholePage,
    /// Text in the region around the densest position.
    InRegion,
    /// Text outside the region around the densest position: the gap between the text and the region is too wide.
    BeyondGap,
    /// A paragraph of the region that contains the largest paragraph.
    ParagraphTaken,
    /// BTE: inside the span with the most words and the fewest tags.
    MostWordsFewestTags,
    /// BTE: outside the span with the most words and the fewest tags.
    OutsideFragment,
    /// Document slope curves: tags are rare around the text.
    LowSlope,
    /// Document slope curves: tags are frequent around the text, or rare only over a short span.
    HighSlope,
    /// Content code blurring: mostly content around these words.
    MuchContentAround,
    /// Content code blurring: too much code around these words.
    MuchCodeAround,
    /// Too large a share of the text is in links.
    ManyLinks,
    /// The share of the text in links is small enough.
    FewLinks,
    /// Crunch: no filter removes the text.
    Unfiltered,
    /// Crunch: a link. grain: a removed block with nearly all of its text in links.
    Link,
    /// Crunch: text in a table cell with too many links in proportion to its words.
    LinkCell,
    /// Crunch: a link to, or a resource from, an advertising host.
    AdvertHost,
    /// Inside a form.
    Form,
    /// An element without text for readers, such as a button. Crunch and boilerpipe leave out all; of what other methods keep, those
    /// within a text are removed.
    Control,
    /// Crunch: a table in which the other filters left too little.
    EmptyTable,
    /// Feature extraction: text dominates this block.
    TextDominates,
    /// Feature extraction: text does not dominate this block, or another block has more text.
    TextDoesNotDominate,
    /// Tag ratios: a line with a high ratio of text to tags.
    HighTagRatio,
    /// Tag ratios: a line with a low ratio of text to tags.
    LowTagRatio,
    /// grain: probably content, with text in sentences.
    LikelyProse,
    /// grain: a heading that is probably content.
    LikelyHeading,
    /// grain: probably content.
    LikelyContent,
    /// grain: a heading, kept because a kept block follows right after it.
    HeadsContent,
    /// grain: kept because it is between kept blocks of a manual, or in a list, a table or a quotation of which most is kept, or because
    /// it is between title and text and the page declares it as its description.
    AmidContent,
    /// grain: a heading, removed because nothing of its section is kept.
    HeadsNothing,
    /// A line number or a button beside code.
    BesideCode,
    /// grain: removed because the same text is kept elsewhere on the page.
    Repeats,
    /// grain: removed because it is in another story than the page's own, such as the next article of endless scrolling.
    OtherStory,
    /// grain: removed because it is in a dialog, such as a guide that opens over the page.
    Dialog,
    /// grain: removed because it is a label of an advert, or a message of the server, such as a warning of PHP.
    Label,
    /// grain: code (`pre`) that is content itself or is between kept blocks.
    Code,
    /// grain: probably not content.
    UnlikelyContent,
    /// grain: probably not content, and in navigation, a header, a footer, an aside or a dialog.
    BesideContent,
    /// Text density: inside the densest subtree of a sufficiently dense element.
    DensestSubtree,
    /// Text density: outside the densest subtrees of all sufficiently dense elements.
    OutsideDensestSubtree,
    /// Shallow text features: enough words in the block or in a neighboring block.
    EnoughWords,
    /// Shallow text features: too few words in the block and in its neighboring blocks.
    FewWords,
    /// Thai: a block with several texts and few links, which may be the subject of the page.
    SubjectText,
    /// Thai: the text begins like a footer.
    FooterWord,
    /// Thai: too few characters.
    TooShort,
    /// Hidden from readers, for example by `style="display: none"`.
    Hidden,
    /// Thai: inside an element whose content is not text of the page, such as a script or an object.
    Embedded,
    /// The same text appears on several pages of the site.
    RepeatedOnSite,
    /// Kept although several pages of the site may have the same text: without the texts that these pages share, the method keeps
    /// nothing.
    NoiseIgnored,
    /// Kept because a selector of the caller selects it and the method keeps nothing in any of the selected elements.
    Selected,
    /// Not selected by any selector of the caller.
    NotSelected,
    /// None of the caller's selectors matches an element of the page.
    NothingSelected,
    /// Excluded by a selector of the caller.
    Excluded,
    /// The title of the page, included or removed as the caller asked.
    Title,
    /// An image kept because it is between the title and the text, or because the page declares it as its main
    /// image.
    LeadImage,
    /// An image or another medium kept because it is among kept texts.
    InContent,
    /// An icon, an avatar, a tracking pixel or another image that is no content by its size or its name.
    Decoration,
    /// An image with removed text, such as the picture of another article.
    Teaser,
    /// A data table, removed because the caller does not want data tables.
    Table,
    /// Part of a reader's comment. It is removed because the caller does not want comments, or by grain because the comments are
    /// not the subject of the page.
    Comments,
    /// Kept: a JSON-LD script with the text of an article that the page itself does not show.
    JsonLd,
    /// Not kept because the method has no verdict on it.
    Unjudged,
    /// In explanations: the method has no verdict on the block because none of its columns is above the axis.
    BelowAxis,
    /// No column of the density plot rises above the axis: there is more code than content everywhere.
    NoColumnAboveAxis,
    /// The filters removed all text.
    AllFiltered,
    /// No part of the page has enough text in proportion to its markup.
    NoDenseRegion,
    /// The input is empty.
    EmptyInput,
    /// The page is not in one of the wanted languages (`Options::with_languages`).
    OtherLanguage,
    /// The kept spans contain no visible text.
    NoVisibleText,
    /// grain: too little of the page is likely to be content.
    NothingLikely,
    /// grain: the page only says that it does not exist, that access is denied or that the server failed.
    ErrorPage,
    /// grain: the page only asks whether the reader is a person.
    BotWall,
    /// grain: the page only says that it needs JavaScript, or has a script and no text.
    NeedsScript,
    /// grain: the page only offers a domain for sale, or greets from a server without a site.
    ParkedDomain,
    /// grain: the page is only a form for signing in.
    LoginWall,
    /// grain: the page only asks to accept cookies.
    CookieWall,
}

impl Reason {
    /// Returns the name that records use for the reason, such as `likely_prose`.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one line for each reason")]
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
            Reason::HeadsNothing => "heads_nothing",
            Reason::BesideCode => "beside_code",
            Reason::Repeats => "repeats",
            Reason::OtherStory => "other_story",
            Reason::Dialog => "dialog",
            Reason::Label => "label",
            Reason::Code => "code",
            Reason::UnlikelyContent => "unlikely_content",
            Reason::BesideContent => "beside_content",
            Reason::NothingLikely => "nothing_likely",
            Reason::ErrorPage => "error_page",
            Reason::BotWall => "bot_wall",
            Reason::NeedsScript => "needs_javascript",
            Reason::ParkedDomain => "parked_domain",
            Reason::LoginWall => "login_wall",
            Reason::CookieWall => "cookie_wall",
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
            Reason::NoiseIgnored => "noise_ignored",
            Reason::Selected => "selected",
            Reason::NotSelected => "not_selected",
            Reason::NothingSelected => "nothing_selected",
            Reason::Excluded => "excluded",
            Reason::Title => "title",
            Reason::Table => "table",
            Reason::Comments => "comments",
            Reason::LeadImage => "lead_image",
            Reason::InContent => "in_content",
            Reason::Decoration => "decoration",
            Reason::Teaser => "teaser",
            Reason::JsonLd => "json_ld",
            Reason::Unjudged => "unjudged",
            Reason::BelowAxis => "below_axis",
            Reason::AllFiltered => "all_filtered",
            Reason::NoDenseRegion => "no_dense_region",
            Reason::NoColumnAboveAxis => "no_column_above_axis",
            Reason::EmptyInput => "empty_input",
            Reason::OtherLanguage => "other_language",
            Reason::NoVisibleText => "no_visible_text",
        }
    }
}

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
    /// that were removed because they are hidden. Empty if hidden text was not looked for.
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
