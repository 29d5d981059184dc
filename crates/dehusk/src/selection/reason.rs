//! The reasons for what a method does with a span of the source, and their names in records.

/// Declares the reasons, each with its name in records.
macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// The reason why a span of the source was kept or removed, or why nothing was found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason { $($(#[$doc])* $variant,)* }

        impl Reason {
            /// Returns the name that records use for the reason, such as `likely_prose`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Reason::$variant => $name,)* }
            }
        }
    };
}

reasons! {
    /// The method keeps the whole page.
    WholePage "whole_page",
    /// Text in the region around the densest position.
    InRegion "in_region",
    /// Text outside the region around the densest position: the gap between the text and the region is too wide.
    BeyondGap "beyond_gap",
    /// A paragraph of the region that contains the largest paragraph.
    ParagraphTaken "paragraph_taken",
    /// BTE: inside the span with the most words and the fewest tags.
    MostWordsFewestTags "most_words_fewest_tags",
    /// BTE: outside the span with the most words and the fewest tags.
    OutsideFragment "outside_fragment",
    /// Document slope curves: tags are rare around the text.
    LowSlope "low_slope",
    /// Document slope curves: tags are frequent around the text, or rare only over a short span.
    HighSlope "high_slope",
    /// Content code blurring: mostly content around these words.
    MuchContentAround "much_content_around",
    /// Content code blurring: too much code around these words.
    MuchCodeAround "much_code_around",
    /// Too large a share of the text is in links.
    ManyLinks "many_links",
    /// The share of the text in links is small enough.
    FewLinks "few_links",
    /// Crunch: no filter removes the text.
    Unfiltered "unfiltered",
    /// Crunch: a link. grain: a removed block with nearly all of its text in links.
    Link "link",
    /// Crunch: text in a table cell with too many links in proportion to its words.
    LinkCell "link_cell",
    /// Crunch: a link to, or a resource from, an advertising host.
    AdvertHost "advert_host",
    /// Inside a form.
    Form "form",
    /// An element without text for readers, such as a button. Crunch and boilerpipe leave out all; of what other methods keep,
    /// those within a text are removed.
    Control "control",
    /// Crunch: a table in which the other filters left too little.
    EmptyTable "empty_table",
    /// Feature extraction: text dominates this block.
    TextDominates "text_dominates",
    /// Feature extraction: text does not dominate this block, or another block has more text.
    TextDoesNotDominate "text_does_not_dominate",
    /// Tag ratios: a line with a high ratio of text to tags.
    HighTagRatio "high_tag_ratio",
    /// Tag ratios: a line with a low ratio of text to tags.
    LowTagRatio "low_tag_ratio",
    /// grain: probably content, with text in sentences.
    LikelyProse "likely_prose",
    /// grain: a heading that is probably content.
    LikelyHeading "likely_heading",
    /// grain: probably content.
    LikelyContent "likely_content",
    /// grain: a heading, kept because a kept block follows right after it.
    HeadsContent "heads_content",
    /// grain: kept because it is between kept blocks of a manual, or in a list, a table or a quotation that is mostly kept, or
    /// because it is between title and text and the page declares it as its description.
    AmidContent "amid_content",
    /// grain: a heading, removed because nothing of its section is kept.
    HeadsNothing "heads_nothing",
    /// A line number or a button beside code.
    BesideCode "beside_code",
    /// grain: removed because the same text is kept elsewhere on the page.
    Repeats "repeats",
    /// grain: removed because it is in another story than the page's own, such as the next article of endless scrolling.
    OtherStory "other_story",
    /// grain: removed because it is in a dialog, such as a guide that opens over the page.
    Dialog "dialog",
    /// grain: removed because it is a label of an advert, or a message of the server, such as a warning of PHP.
    Label "label",
    /// grain: code (`pre`) that is content itself or is between kept blocks.
    Code "code",
    /// grain: probably not content.
    UnlikelyContent "unlikely_content",
    /// grain: probably not content, and in navigation, a header, a footer, an aside or a dialog.
    BesideContent "beside_content",
    /// Text density: inside the densest subtree of a sufficiently dense element.
    DensestSubtree "densest_subtree",
    /// Text density: outside the densest subtrees of all sufficiently dense elements.
    OutsideDensestSubtree "outside_densest_subtree",
    /// Shallow text features: enough words in the block or in a neighboring block.
    EnoughWords "enough_words",
    /// Shallow text features: too few words in the block and in its neighboring blocks.
    FewWords "few_words",
    /// Thai: a block with several texts and few links, which may be the subject of the page.
    SubjectText "subject_text",
    /// Thai: the text begins like a footer.
    FooterWord "footer_word",
    /// Thai: too few characters.
    TooShort "too_short",
    /// Hidden from readers, for example by `style="display: none"`.
    Hidden "hidden",
    /// Thai: inside an element whose content is not text of the page, such as a script or an object.
    Embedded "embedded",
    /// The same text appears on several pages of the site.
    RepeatedOnSite "repeated_on_site",
    /// Kept although several pages of the site may have the same text: without the texts that these pages share, the method keeps
    /// nothing.
    NoiseIgnored "noise_ignored",
    /// Kept because a selector of the caller selects it and the method keeps nothing in any of the selected elements.
    Selected "selected",
    /// Not selected by any selector of the caller.
    NotSelected "not_selected",
    /// None of the caller's selectors matches an element of the page.
    NothingSelected "nothing_selected",
    /// Excluded by a selector of the caller.
    Excluded "excluded",
    /// The title of the page, included or removed as the caller asked.
    Title "title",
    /// An image kept because it is between the title and the text, or because the page declares it as its main
    /// image.
    LeadImage "lead_image",
    /// An image or another medium kept because it is among kept texts.
    InContent "in_content",
    /// An icon, an avatar, a tracking pixel or another image that is no content by its size or its name.
    Decoration "decoration",
    /// An image with removed text, such as the picture of another article.
    Teaser "teaser",
    /// A data table, removed because the caller does not want data tables.
    Table "table",
    /// Part of a reader's comment. It is removed because the caller does not want comments, or by grain because the comments are
    /// not the subject of the page.
    Comments "comments",
    /// Kept: a JSON-LD script with the text of an article that the page itself does not show.
    JsonLd "json_ld",
    /// Not kept because the method has no verdict on it.
    Unjudged "unjudged",
    /// In explanations: the method has no verdict on the block because none of its columns is above the axis.
    BelowAxis "below_axis",
    /// No column of the density plot rises above the axis: there is more code than content everywhere.
    NoColumnAboveAxis "no_column_above_axis",
    /// The filters removed all text.
    AllFiltered "all_filtered",
    /// No part of the page has enough text in proportion to its markup.
    NoDenseRegion "no_dense_region",
    /// The input is empty.
    EmptyInput "empty_input",
    /// The page is not in one of the wanted languages (`Options::with_languages`).
    OtherLanguage "other_language",
    /// The kept spans contain no visible text.
    NoVisibleText "no_visible_text",
    /// grain: too little of the page is likely to be content.
    NothingLikely "nothing_likely",
    /// grain: the page only says that it does not exist, that access is denied or that the server failed.
    ErrorPage "error_page",
    /// grain: the page only asks whether the reader is a person.
    BotWall "bot_wall",
    /// grain: the page only says that it needs JavaScript, or has a script and no text.
    NeedsScript "needs_javascript",
    /// grain: the page only offers a domain for sale, or greets from a server without a site.
    ParkedDomain "parked_domain",
    /// grain: the page is only a form for signing in.
    LoginWall "login_wall",
    /// grain: the page only asks to accept cookies.
    CookieWall "cookie_wall",
}
