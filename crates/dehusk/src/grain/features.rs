//! The features of a block: one ordered list, which the model's header names.
//!
//! Lengths are masses ([`super::text`]); containers are those of [`super::outline`].

macro_rules! features {
    ($(#[doc = $doc:literal] $name:ident,)*) => {
        /// A feature, in the order of the model's columns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature { $(#[doc = $doc] $name,)* }

        /// Every feature with its name and what it measures.
        pub const FEATURES: &[(&str, &str)] = &[$((stringify!($name), $doc.trim_ascii())),*];
    };
}

features! {
    /// Mass of the block.
    Length,
    /// Share of its mass inside links.
    LinkShare,
    /// Mass outside links.
    PlainLength,
    /// Links that begin in it.
    Links,
    /// Stretches of text it is made of.
    Runs,
    /// Start and end tags since the text before it, and inside.
    Tags,
    /// Mass per tag: the tag ratio of CETR for a block.
    TextPerTag,
    /// Line breaks before and inside.
    Breaks,
    /// Images and videos before and inside.
    Images,
    /// Commas and semicolons of any script.
    Commas,
    /// Ends of sentences.
    Sentences,
    /// Class of its last character.
    EndsWith,
    /// Capital letters per letter.
    UpperShare,
    /// Letters per unit of mass.
    LetterShare,
    /// Characters that stand between menu items.
    Separators,
    /// Numbers from 1900 to 2099.
    Years,
    /// Share of its terms that the page title has too.
    InTitle,
    /// Share of the terms of the page title that it has.
    OfTitle,
    /// Number of blocks of the page with the same letters and digits.
    Duplicates,
    /// 1 if `hidden`, `aria-hidden` or `display: none` hides it.
    Hidden,
    /// 1 if `display: none` hides it.
    Undisplayed,
    /// Its container: see `tag_number`.
    Tag,
    /// The container around that.
    ParentTag,
    /// The container around that.
    GrandparentTag,
    /// Levels up to the nearest container of the kind `Nav`, by element or role; 0 for none.
    InNav,
    /// Levels up to the nearest container of the kind `Header`, by element or role; 0 for none.
    InHeader,
    /// Levels up to the nearest container of the kind `Footer`, by element or role; 0 for none.
    InFooter,
    /// Levels up to the nearest container of the kind `Aside`, by element or role; 0 for none.
    InAside,
    /// Levels up to the nearest container of the kind `Main`, by element or role; 0 for none.
    InMain,
    /// Levels up to the nearest container of the kind `Article`, by element or role; 0 for none.
    InArticle,
    /// Levels up to the nearest container of the kind `Section`, by element or role; 0 for none.
    InSection,
    /// Levels up to the nearest container of the kind `Form`, by element or role; 0 for none.
    InForm,
    /// Levels up to the nearest container of the kind `Table`, by element or role; 0 for none.
    InTable,
    /// Levels up to the nearest container of the kind `List`, by element or role; 0 for none.
    InList,
    /// Levels up to the nearest container of the kind `Item`, by element or role; 0 for none.
    InItem,
    /// Levels up to the nearest container of the kind `Figure`, by element or role; 0 for none.
    InFigure,
    /// Levels up to the nearest container of the kind `Quote`, by element or role; 0 for none.
    InQuote,
    /// Levels up to the nearest container of the kind `Pre`, by element or role; 0 for none.
    InPre,
    /// Levels up to the nearest container of the kind `Definitions`, by element or role; 0 for none.
    InDefinitions,
    /// Levels up to the nearest container of the kind `Heading`, by element or role; 0 for none.
    InHeading,
    /// Containers beside its own.
    Siblings,
    /// Its container's number among them.
    Number,
    /// Sum of the learned weights of the words in the class and id of its container.
    WordsOwn,
    /// Sum of the learned weights of those of its container and the two around that.
    WordsNear,
    /// Sum of the learned weights of those of all containers around it.
    WordsPath,
    /// Sum of the learned weights of the container around it with the lowest sum.
    WordsLeast,
    /// Sum of the learned weights of the container around it with the highest sum.
    WordsMost,
    /// Number of blocks with its tag path.
    PathRepeats,
    /// Mean mass of the blocks with its tag path.
    PathMean,
    /// Share of links in the blocks with its tag path.
    PathLinkShare,
    /// Share of the mass in sentences in the blocks with its tag path.
    PathSentences,
    /// Their share of the page's mass.
    PathShare,
    /// Blocks from the first to the last of them, as a share of the page's.
    PathSpread,
    /// Number of blocks with its tag path with classes.
    StyledRepeats,
    /// Mean mass of the blocks with its tag path with classes.
    StyledMean,
    /// Share of links in the blocks with its tag path with classes.
    StyledLinkShare,
    /// Share of the mass in sentences in the blocks with its tag path with classes.
    StyledSentences,
    /// Their share of the page's mass.
    StyledShare,
    /// Blocks from the first to the last of them, as a share of the page's.
    StyledSpread,
    /// Number of containers that are classed like its first ancestor with further blocks: cards, comments, posts.
    Group1Repeats,
    /// Their mean mass.
    Group1Mean,
    /// Their share of the page's mass.
    Group1Share,
    /// Number of containers that are classed like its second ancestor with further blocks: cards, comments, posts.
    Group2Repeats,
    /// Their mean mass.
    Group2Mean,
    /// Their share of the page's mass.
    Group2Share,
    /// Mass of the smallest of the containers that hold more blocks than the one before.
    Up1Length,
    /// Share of links in it.
    Up1LinkShare,
    /// Its blocks.
    Up1Blocks,
    /// Its share of the page's mass.
    Up1Share,
    /// Share of its mass in sentences.
    Up1Sentences,
    /// Mass of its largest block.
    Up1Largest,
    /// Its anchor ratio: three parts links by mass, one part links per block (`thai`).
    Up1Anchors,
    /// Share of its mass in paragraphs.
    Up1Paragraphs,
    /// Share of its blocks that are headings.
    Up1Headings,
    /// Where the block stands in it, 0 to 1.
    Up1Place,
    /// Its tag.
    Up1Tag,
    /// Mass per block.
    Up1Density,
    /// Mass of the second of the containers that hold more blocks than the one before.
    Up2Length,
    /// Share of links in it.
    Up2LinkShare,
    /// Its blocks.
    Up2Blocks,
    /// Its share of the page's mass.
    Up2Share,
    /// Share of its mass in sentences.
    Up2Sentences,
    /// Mass of its largest block.
    Up2Largest,
    /// Its anchor ratio: three parts links by mass, one part links per block (`thai`).
    Up2Anchors,
    /// Share of its mass in paragraphs.
    Up2Paragraphs,
    /// Share of its blocks that are headings.
    Up2Headings,
    /// Where the block stands in it, 0 to 1.
    Up2Place,
    /// Its tag.
    Up2Tag,
    /// Mass per block.
    Up2Density,
    /// Mass of the third of the containers that hold more blocks than the one before.
    Up3Length,
    /// Share of links in it.
    Up3LinkShare,
    /// Its blocks.
    Up3Blocks,
    /// Its share of the page's mass.
    Up3Share,
    /// Share of its mass in sentences.
    Up3Sentences,
    /// Mass of its largest block.
    Up3Largest,
    /// Its anchor ratio: three parts links by mass, one part links per block (`thai`).
    Up3Anchors,
    /// Mass of the fourth of the containers that hold more blocks than the one before.
    Up4Length,
    /// Share of links in it.
    Up4LinkShare,
    /// Its blocks.
    Up4Blocks,
    /// Its share of the page's mass.
    Up4Share,
    /// Share of its mass in sentences.
    Up4Sentences,
    /// Mass of its largest block.
    Up4Largest,
    /// Its anchor ratio: three parts links by mass, one part links per block (`thai`).
    Up4Anchors,
    /// Levels from the deepest container with most of the page's sentences up to the deepest container that holds the block too.
    MainBelow,
    /// Levels from the block up to that container.
    MainAbove,
    /// Where the block stands from the first to the last block of the deepest container with most of the page's sentences: below 0 before, above 1 after.
    MainPlace,
    /// Share of the page's mass in the deepest container with most of the page's sentences.
    MainShare,
    /// Share of links in it.
    MainLinkShare,
    /// Mass of the branch: the container right inside the deepest container with most of the page's sentences, or right inside the deepest container of it and the block, in which the block stands.
    MainBranch,
    /// Share of links in the branch.
    MainBranchLinkShare,
    /// Blocks of the branch.
    MainBranchBlocks,
    /// Share of the branch's mass in sentences.
    MainBranchSentences,
    /// Mass of the branch per mass of the deepest container with most of the page's sentences.
    MainBranchShare,
    /// Blocks from the largest block of the deepest container with most of the page's sentences to the branch.
    MainBranchPlace,
    /// Share of the branch's blocks that are headings.
    MainBranchHeadings,
    /// Its tag.
    MainBranchTag,
    /// Levels from the container that readability's rule scores highest up to the deepest container that holds the block too.
    BestBelow,
    /// Levels from the block up to that container.
    BestAbove,
    /// Where the block stands from the first to the last block of the container that readability's rule scores highest: below 0 before, above 1 after.
    BestPlace,
    /// Share of the page's mass in the container that readability's rule scores highest.
    BestShare,
    /// Share of links in it.
    BestLinkShare,
    /// Mass of the branch: the container right inside the container that readability's rule scores highest, or right inside the deepest container of it and the block, in which the block stands.
    BestBranch,
    /// Share of links in the branch.
    BestBranchLinkShare,
    /// Blocks of the branch.
    BestBranchBlocks,
    /// Share of the branch's mass in sentences.
    BestBranchSentences,
    /// Mass of the branch per mass of the container that readability's rule scores highest.
    BestBranchShare,
    /// Blocks from the largest block of the container that readability's rule scores highest to the branch.
    BestBranchPlace,
    /// Share of the branch's blocks that are headings.
    BestBranchHeadings,
    /// Its tag.
    BestBranchTag,
    /// Levels from the container of the block that repeats the title, or of the first `h1` up to the deepest container that holds the block too.
    TitleBelow,
    /// Levels from the block up to that container.
    TitleAbove,
    /// Where the block stands from the first to the last block of the container of the block that repeats the title, or of the first `h1`: below 0 before, above 1 after.
    TitlePlace,
    /// Share of the page's mass in the container of the block that repeats the title, or of the first `h1`.
    TitleShare,
    /// Share of links in it.
    TitleLinkShare,
    /// Mass of the branch: the container right inside the container of the block that repeats the title, or of the first `h1`, or right inside the deepest container of it and the block, in which the block stands.
    TitleBranch,
    /// Share of links in the branch.
    TitleBranchLinkShare,
    /// Blocks of the branch.
    TitleBranchBlocks,
    /// Share of the branch's mass in sentences.
    TitleBranchSentences,
    /// Mass of the branch per mass of the container of the block that repeats the title, or of the first `h1`.
    TitleBranchShare,
    /// Blocks from the largest block of the container of the block that repeats the title, or of the first `h1` to the branch.
    TitleBranchPlace,
    /// Share of the branch's blocks that are headings.
    TitleBranchHeadings,
    /// Its tag.
    TitleBranchTag,
    /// Mean mass of the blocks up to 1 away.
    Mass1,
    /// Mean mass in sentences of the blocks up to 1 away.
    Sentences1,
    /// Mean mass outside links of the blocks up to 1 away.
    Plain1,
    /// Share of links in the blocks up to 1 away.
    LinkShare1,
    /// Share of headings among the blocks up to 1 away.
    Headings1,
    /// Mean mass of the blocks up to 2 away.
    Mass2,
    /// Mean mass in sentences of the blocks up to 2 away.
    Sentences2,
    /// Mean mass outside links of the blocks up to 2 away.
    Plain2,
    /// Share of links in the blocks up to 2 away.
    LinkShare2,
    /// Share of headings among the blocks up to 2 away.
    Headings2,
    /// Mean mass of the blocks up to 20 away.
    Mass20,
    /// Mean mass in sentences of the blocks up to 20 away.
    Sentences20,
    /// Mean mass outside links of the blocks up to 20 away.
    Plain20,
    /// Share of links in the blocks up to 20 away.
    LinkShare20,
    /// Share of headings among the blocks up to 20 away.
    Headings20,
    /// Length of the block 1 before; -1 for none.
    LengthBefore1,
    /// Share of links of the block 1 before; -1 for none.
    LinkShareBefore1,
    /// Tag of the block 1 before; -1 for none.
    TagBefore1,
    /// Depth of that container.
    SharedBefore,
    /// Length of the block 1 after; -1 for none.
    LengthAfter1,
    /// Share of links of the block 1 after; -1 for none.
    LinkShareAfter1,
    /// Tag of the block 1 after; -1 for none.
    TagAfter1,
    /// Levels from the block up to the deepest container that holds the block after too.
    RiseAfter,
    /// Depth of that container.
    SharedAfter,
    /// Mass less ten per tag, mean of the blocks up to 1 away: content and code of DANA.
    Dana1,
    /// The same, up to 3 away.
    Ratio3,
    /// Mass per tag blurred as in `Ratio3`, as a share of the page's largest.
    RatioOfPeak,
    /// Blocks before it.
    FromStart,
    /// Blocks after it.
    FromEnd,
    /// Mass before it.
    MassFromStart,
    /// Blocks since the first `h1`; -1000 without one.
    FromFirstH1,
    /// Blocks since the last heading; 1000 for none.
    SinceHeading,
    /// Level of that heading; 0 for none.
    HeadingLevel,
    /// Blocks to the next heading; 1000 for none.
    ToHeading,
    /// Blocks since the block that repeats the page title; -1000 for none.
    FromTitle,
    /// Mass since the last block with sentences; 100000 for none.
    SinceSentence,
    /// Mass to the next block with sentences; 100000 for none.
    ToSentence,
    /// Blocks of the page.
    PageBlocks,
    /// Mass of the page.
    PageMass,
    /// Share of links of the page.
    PageLinkShare,
    /// Share of mass in paragraphs of the page.
    PageParagraphs,
    /// Share of mass in sentences of the page.
    PageSentences,
    /// Share of mass in list items of the page.
    PageItems,
    /// Mass of the largest block of the page.
    PageLargest,
    /// Ends of sentences of the page.
    PageEnds,
    /// Long blocks with few links of the page.
    PageLong,
    /// `article` containers of the page.
    PageArticles,
    /// Forms of the page.
    PageForms,
    /// Lists of the page.
    PageLists,
    /// Headings of the page.
    PageHeadings,
    /// `h1` blocks of the page.
    PageH1s,
    /// Containers of the page.
    PageDivs,
    /// Share of mass that is hidden of the page.
    PageHidden,
    /// Share of mass in `main` of the page.
    PageInMain,
    /// Share of mass in `article` of the page.
    PageInArticle,
    /// Blocks with a currency of the page.
    PageCurrencies,
    /// Blocks with a year of the page.
    PageYears,
    /// Images of the page.
    PageImages,
    /// Share of the page's sentences in the alike containers, three or more, that have most of it: threads, lists of posts.
    PageGroupShare,
    /// How many those are; 0 if there are none.
    PageGroupRepeats,
    /// 0 without a document type, 1 for one with a public identifier, 2 for that of HTML5.
    PageDoctype,
    /// Bytes of the decoded source.
    PageBytes,
    /// Mass per byte of the source.
    PageText,
    /// Scripts.
    PageScripts,
    /// Scripts that are data.
    PageData,
    /// Stylesheets.
    PageStylesheets,
    /// `meta` elements.
    PageMetas,
    /// 1 if it names a viewport.
    PageViewport,
    /// `meta` of `og:` and `twitter:`.
    PageCards,
    /// Elements that came with HTML5.
    PageModern,
    /// Elements that say how text looks.
    PagePresentational,
    /// `iframe`s.
    PageFrames,
    /// `svg`s.
    PageDrawings,
    /// Buttons.
    PageButtons,
    /// `time` elements.
    PageTimes,
    /// Links.
    PageAnchors,
    /// Elements per block.
    PageElements,
    /// Share of its elements that lay out text.
    PageBoxes,
    /// Share of the largest block.
    PageLargestShare,
    /// Median mass of blocks.
    PageMedian,
    /// Mass of the block that a tenth of the blocks are longer than.
    PageUpper,
    /// Blocks that its text would be if all were alike: one per sum of squared shares.
    PageSpread,
    /// Share of blocks with fewer than fifteen letters.
    PageShort,
    /// Sum of the learned weights of its terms; 0 for longer blocks.
    TermsSum,
    /// Mean of the same.
    TermsMean,
    /// That of the last heading.
    TermsHeading,
    /// That of the block before.
    TermsBefore,
    /// That of the block after.
    TermsAfter,
    /// That of the first block of the smallest container that holds more than this block.
    TermsFirst1,
    /// That of the first block of the next larger container.
    TermsFirst2,
    /// That of the first block of the one after that.
    TermsFirst3,
    /// What the forest before says: the probability that it is content.
    Answer,
    /// That of the block before; -1 for none.
    AnswerBefore1,
    /// That of the block after; -1 for none.
    AnswerAfter1,
    /// That of the second block before; -1 for none.
    AnswerBefore2,
    /// That of the second block after; -1 for none.
    AnswerAfter2,
    /// Its mean by mass over the blocks up to 1 away.
    AnswerMean1,
    /// Its mean by mass over the blocks up to 3 away.
    AnswerMean3,
    /// Its mean by mass over the blocks up to 8 away.
    AnswerMean8,
    /// Its mean by mass over the blocks up to 25 away.
    AnswerMean25,
    /// Its mean by mass in the smallest of the containers that hold more blocks than the one before.
    Up1Answer,
    /// Share of the expected content that stands there.
    Up1AnswerShare,
    /// Its mean by mass in the second of the containers that hold more blocks than the one before.
    Up2Answer,
    /// Share of the expected content that stands there.
    Up2AnswerShare,
    /// Its mean by mass in the third of the containers that hold more blocks than the one before.
    Up3Answer,
    /// Share of the expected content that stands there.
    Up3AnswerShare,
    /// Its mean by mass in the fourth of the containers that hold more blocks than the one before.
    Up4Answer,
    /// Share of the expected content that stands there.
    Up4AnswerShare,
    /// Content that the forest before expects, in mass.
    PageAnswer,
    /// The same as a share of the page.
    PageAnswerMean,
    /// Share of the page in blocks more probable than not.
    PageSure,
    /// Mean probability of these.
    PageSureMean,
    /// That of the page's most probable block.
    PageAnswerMost,
    /// Share of the page in blocks at least as probable.
    AnswerRank,
    /// Share of the expected content in those.
    AnswerRankShare,
    /// F1 that is expected if those are kept.
    AnswerF1,
    /// The largest F1 that can be expected.
    PageF1,
    /// The former as a share of the latter.
    AnswerF1OfBest,
    /// Levels from the deepest container with half of the expected content up to the deepest container that holds the block too.
    HalfBelow,
    /// Levels from the block up to that container.
    HalfAbove,
    /// Mean probability by mass in the deepest container with half of the expected content.
    HalfMean,
    /// Its share of the page.
    HalfShare,
    /// Mean probability in the branch: see `MainBranch`.
    HalfBranchMean,
    /// Share of the expected content in the branch.
    HalfBranchShare,
    /// Mass of the branch per mass of the deepest container with half of the expected content.
    HalfBranchMass,
    /// Where the block stands in the deepest container with half of the expected content: below 0 before, above 1 after.
    HalfPlace,
    /// Levels from the deepest container with four fifths of the expected content up to the deepest container that holds the block too.
    MostBelow,
    /// Levels from the block up to that container.
    MostAbove,
    /// Mean probability by mass in the deepest container with four fifths of the expected content.
    MostMean,
    /// Its share of the page.
    MostShare,
    /// Mean probability in the branch: see `MainBranch`.
    MostBranchMean,
    /// Share of the expected content in the branch.
    MostBranchShare,
    /// Mass of the branch per mass of the deepest container with four fifths of the expected content.
    MostBranchMass,
    /// Where the block stands in the deepest container with four fifths of the expected content: below 0 before, above 1 after.
    MostPlace,
    /// Mean probability by mass of blocks in containers with its tags and classes.
    StyledAnswer,
    /// Share of the expected content in these.
    StyledAnswerShare,
    /// Mean probability by mass of blocks in containers with its tags.
    PathAnswer,
    /// Share of the expected content in these.
    PathAnswerShare,
    /// Mean probability by mass of the blocks whose smallest container with more blocks is classed like its own.
    Group1Answer,
    /// Share of the expected content in these.
    Group1AnswerShare,
    /// The same for the second of these containers.
    Group2Answer,
    /// Share of the expected content in these.
    Group2AnswerShare,
}

/// How many there are.
pub const COUNT: usize = FEATURES.len();
/// From this one on they tell what a forest answered.
pub const ANSWERS: usize = Feature::Answer as usize;
