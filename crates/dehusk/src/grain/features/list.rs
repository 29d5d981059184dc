//! The list of features. It is the only place that defines, for each feature, its name, its meaning, its group in explanations
//! and its value if its subject is missing. Offsets, groups and the fingerprint of a model are derived from it.
//!
//! The features are in the order of the model's columns. A section holds single features or a family: the same features of
//! several members, such as the four containers around a block. To add a feature, add a line here, set it in the module of its
//! section, and train again (`train/README.md`). The documentation of [`super`] says which module sets which features. Lengths
//! are masses ([`crate::grain::outline`]).

use super::columns::{self, Group, Section, features, section};

/// The value of a distance from a block, in blocks, if that block does not exist.
const NO_BLOCK: f32 = -1000.0;
/// The value of a distance to a heading, in blocks, if there is no heading.
const FAR: f32 = 1000.0;
/// The value of a distance to a block with sentences, in mass, if there is no such block.
const FAR_MASS: f32 = 100_000.0;

features! {
    {
        Length: Text, "Mass of the block.";
        LinkShare: Links, "Share of its mass inside links.";
        PlainLength: Text, "Mass outside links.";
        Links: Links, "Number of links that begin in it.";
        Runs: Text, "Number of stretches of text in it.";
        Tags: Text, "Number of start and end tags after the previous text and inside it.";
        TextPerTag: Text, "Mass per tag: the tag ratio of CETR for a block.";
        Breaks: Text, "Number of line breaks before it and inside it.";
        Images: Text, "Number of images and videos before it and inside it.";
        Commas: Text, "Number of commas and semicolons of any script.";
        Sentences: Text, "Number of ends of sentences.";
        EndsWith: Text, "Class of its last character.";
        UpperShare: Text, "Share of its letters that are capital letters.";
        LetterShare: Text, "Letters per unit of mass.";
        Separators: Text, "Number of characters that separate menu items.";
        Years: Text, "Count of numbers from 1900 to 2099.";
        InTitle: Title, "Share of its terms that are in the page title.";
        OfTitle: Title, "Share of the terms of the page title that are in it.";
        Duplicates: Alike, "Number of blocks of the page with the same letters and digits.";
        Hidden: Hidden, "1 if it is hidden by `hidden`, `aria-hidden` or `display: none`.";
        Undisplayed: Hidden, "1 if it is hidden by `display: none`.";
        Tag: Element, "Tag of its container: see `tag_number`.";
        ParentTag: Element, "Tag of the parent of its container.";
        GrandparentTag: Element, "Tag of the grandparent of its container.";
    }
    (
        /// Levels up to the nearest container of a kind.
        Within {
            ("", "Nav"): Element, 1 of "`Nav`";
            ("", "Header"): Element, 1 of "`Header`";
            ("", "Footer"): Element, 1 of "`Footer`";
            ("", "Aside"): Element, 1 of "`Aside`";
            ("", "Main"): Element, 1 of "`Main`";
            ("", "Article"): Element, 1 of "`Article`";
            ("", "Section"): Element, 1 of "`Section`";
            ("", "Form"): Element, 1 of "`Form`";
            ("", "Table"): Element, 1 of "`Table`";
            ("", "List"): Element, 1 of "`List`";
            ("", "Item"): Element, 1 of "`Item`";
            ("", "Figure"): Element, 1 of "`Figure`";
            ("", "Quote"): Element, 1 of "`Quote`";
            ("", "Pre"): Element, 1 of "`Pre`";
            ("", "Definitions"): Element, 1 of "`Definitions`";
            ("", "Heading"): Element, 1 of "`Heading`";
        } {
            In, "Levels up from the block to the nearest container of the kind {}, by element or role; 0 for none.";
        }
    )
    {
        Siblings: Alike, "Number of containers directly inside the parent of its container.";
        Number: Alike, "Position of its container among the containers directly inside its parent.";
        WordsOwn: Names, "Sum of the learned weights of the words in the class and id of its container.";
        WordsNear: Names, "Sum of the learned weights of the words of its container, its parent and its grandparent.";
        WordsPath: Names, "Sum of the learned weights of the words of all containers around it.";
        WordsLeast: Names, "Sum of the learned weights of the container around it with the lowest sum.";
        WordsMost: Names, "Sum of the learned weights of the container around it with the highest sum.";
    }
    (
        /// The blocks whose containers have the same structure as the container of the block.
        Path {
            ("Path", ""): Alike, 6 of "its tag path";
            ("Styled", ""): Alike, 6 of "its tag path with classes";
        } {
            Repeats, "Number of blocks with {}.";
            Mean, "Mean mass of the blocks with {}.";
            LinkShare, "Share of links in the blocks with {}.";
            Sentences, "Share of the mass in sentences in the blocks with {}.";
            Share, "Share of the page's mass in the blocks with {}.";
            Spread, "Number of blocks from the first to the last block with {}, as a share of the blocks of the page.";
        }
    )
    (
        /// Containers with the same tags and classes as a container around the block, such as cards, comments and posts.
        Groups {
            ("Group1", ""): Alike, 3 of "the first container around it with further blocks";
            ("Group2", ""): Alike, 3 of "the second container around it with further blocks";
        } {
            Repeats, "Number of containers classed like {}.";
            Mean, "Mean mass of the containers classed like {}.";
            Share, "Share of the page's mass in the containers classed like {}.";
        }
    )
    (
        /// A container around the block. Each contains more blocks than the previous one.
        Up {
            ("Up1", ""): Surroundings, 12 of "the smallest container around the block with more blocks than it";
            ("Up2", ""): Surroundings, 12 of "the next larger container with more blocks";
            ("Up3", ""): Surroundings, 7 of "the second larger one";
            ("Up4", ""): Surroundings, 7 of "the third larger one";
        } {
            Length, "Mass of {}.";
            LinkShare, "Share of links in {}.";
            Blocks, "Number of blocks in {}.";
            Share, "Share of the page's mass in {}.";
            Sentences, "Share of sentences in the mass of {}.";
            Largest, "Mass of the largest block in {}.";
            Anchors, "Anchor ratio of {}: three parts links by mass, one part links per block (`thai`).";
            Paragraphs, "Share of paragraphs in the mass of {}.";
            Headings, "Share of headings among the blocks of {}.";
            Place, "Position of the block in {}, 0 to 1.";
            Tag, "Tag of {}.";
            Density, "Mass per block in {}.";
        }
    )
    (
        /// A container that the content is probably near.
        Near {
            ("Main", ""): Center, 13 of "the deepest container with most of the page's sentences";
            ("Best", ""): Center, 13 of "the container that readability's rule scores highest";
            ("Title", ""): Title, 13 of "the container of the block that repeats the title, or of the first `h1`";
        } {
            Below, "Levels from {} up to the deepest container that holds the block too.";
            Above, "Levels from the block up to the deepest container that also holds {}.";
            Place, "Position of the block between the first and the last block of {}: below 0 before it, above 1 after it.";
            Share, "Share of the page's mass in {}.";
            LinkShare, "Share of links in {}.";
            Branch, "Mass of the branch: the block's container directly inside {}, or directly inside the deepest container of both.";
            BranchLinkShare, "Share of links in the branch of {}.";
            BranchBlocks, "Number of blocks in the branch of {}.";
            BranchSentences, "Share of sentences in the mass of the branch of {}.";
            BranchShare, "Mass of the branch per mass of {}.";
            BranchPlace, "Number of blocks from the largest block of {} to the branch; negative if the branch comes first.";
            BranchHeadings, "Share of headings among the blocks of the branch of {}.";
            BranchTag, "Tag of the branch of {}.";
        }
    )
    (
        /// The blocks up to a certain distance before and after the block.
        Window {
            ("", "1"): Neighbors, 5 of "the blocks up to 1 away";
            ("", "2"): Neighbors, 5 of "the blocks up to 2 away";
            ("", "20"): Neighbors, 5 of "the blocks up to 20 away";
        } {
            Mass, "Mean mass of {}.";
            Sentences, "Mean mass in sentences of {}.";
            Plain, "Mean mass outside links of {}.";
            LinkShare, "Share of links in {}.";
            Headings, "Share of headings among {}.";
        }
    )
    (
        /// The previous block.
        Before {
            ("", "Before1"): Neighbors, 3 of "the previous block";
        } {
            Length, "Mass of {}.", missing -1.0;
            LinkShare, "Share of links in {}.", missing -1.0;
            Tag, "Tag of {}.", missing -1.0;
        }
    )
    {
        SharedBefore: Neighbors, "Depth of the deepest container that holds both the block and the previous block.";
    }
    (
        /// The next block.
        After {
            ("", "After1"): Neighbors, 3 of "the next block";
        } {
            Length, "Mass of {}.", missing -1.0;
            LinkShare, "Share of links in {}.", missing -1.0;
            Tag, "Tag of {}.", missing -1.0;
        }
    )
    {
        RiseAfter: Neighbors, "Levels from the block up to the deepest container that also holds the next block.";
        SharedAfter: Neighbors, "Depth of the deepest container that holds both the block and the next block.";
        Dana1: Neighbors, "Mass minus ten per tag, averaged over the blocks up to 1 away: content and code of DANA.";
        Ratio3: Neighbors, "Mass per tag, averaged twice over the blocks up to 3 away.";
        RatioOfPeak: Neighbors, "`Ratio3` as a share of its maximum on the page.";
        FromStart: Place, "Number of blocks before the block.";
        FromEnd: Place, "Number of blocks after the block.";
        MassFromStart: Place, "Mass of the page before the block.";
        FromFirstH1: Title, "Blocks since the first `h1`; -1000 without one.", missing NO_BLOCK;
        SinceHeading: Title, "Blocks since the last heading; 1000 for none.", missing FAR;
        HeadingLevel: Title, "Level of the last heading; 0 for none.";
        ToHeading: Title, "Blocks to the next heading; 1000 for none.", missing FAR;
        FromTitle: Title, "Blocks since the block that repeats the page title; -1000 for none.", missing NO_BLOCK;
        SinceSentence: Neighbors, "Mass since the last block with sentences; 100000 for none.", missing FAR_MASS;
        ToSentence: Neighbors, "Mass to the next block with sentences; 100000 for none.", missing FAR_MASS;
        PageBlocks: Page, "Number of blocks of the page.";
        PageMass: Page, "Mass of the page.";
        PageLinkShare: Page, "Share of links of the page.";
        PageParagraphs: Page, "Share of the page's mass in paragraphs.";
        PageSentences: Page, "Share of the page's mass in sentences.";
        PageItems: Page, "Share of the page's mass in list items.";
        PageLargest: Page, "Mass of the largest block of the page.";
        PageEnds: Page, "Number of ends of sentences on the page.";
        PageLong: Page, "Number of long blocks of the page with few links.";
        PageArticles: Page, "Number of `article` containers of the page.";
        PageForms: Page, "Number of forms of the page.";
        PageLists: Page, "Number of lists of the page.";
        PageHeadings: Page, "Number of headings of the page.";
        PageH1s: Page, "Number of `h1` elements of the page.";
        PageDivs: Page, "Number of containers of the page.";
        PageHidden: Page, "Share of the page's mass that is hidden.";
        PageInMain: Page, "Share of the page's mass in `main`.";
        PageInArticle: Page, "Share of the page's mass in `article`.";
        PageCurrencies: Page, "Number of blocks of the page with a currency.";
        PageYears: Page, "Number of blocks of the page with a year.";
        PageImages: Page, "Number of images of the page.";
        PageGroupShare: Page, "Share of the page's sentences in the group of three or more similar containers with most of them.";
        PageGroupRepeats: Page, "Number of containers in the group of `PageGroupShare`; 0 if there is none.";
        PageDoctype: Page, "0 without a document type, 1 for one with a public identifier, 2 for that of HTML5.";
        PageBytes: Page, "Length of the decoded source in bytes.";
        PageText: Page, "Mass per byte of the source.";
        PageScripts: Page, "Number of scripts.";
        PageData: Page, "Number of scripts that contain data.";
        PageStylesheets: Page, "Number of stylesheets.";
        PageMetas: Page, "Number of `meta` elements.";
        PageViewport: Page, "1 if the page declares a viewport.";
        PageCards: Page, "Number of `meta` elements of `og:` and `twitter:`.";
        PageModern: Page, "Number of elements that HTML5 introduced.";
        PagePresentational: Page, "Number of presentational elements.";
        PageFrames: Page, "Number of `iframe` elements.";
        PageDrawings: Page, "Number of `svg` elements.";
        PageButtons: Page, "Number of buttons.";
        PageTimes: Page, "Number of `time` elements.";
        PageAnchors: Page, "Number of links.";
        PageElements: Page, "Elements per block.";
        PageBoxes: Page, "Share of the page's elements that lay out text.";
        PageLargestShare: Page, "Share of the page's mass in the largest block.";
        PageMedian: Page, "Median mass of blocks.";
        PageUpper: Page, "90th percentile of the masses of blocks.";
        PageSpread: Page, "Effective number of blocks: 1 divided by the sum of the squared shares of the blocks.";
        PageShort: Page, "Share of blocks with fewer than fifteen letters.";
        TermsSum: Terms, "Sum of the learned weights of its terms; 0 for longer blocks.";
        TermsMean: Terms, "Mean of the learned weights of its terms; 0 for longer blocks.";
        TermsHeading: Terms, "`TermsMean` of the last heading.";
        TermsBefore: Terms, "`TermsMean` of the previous block.";
        TermsAfter: Terms, "`TermsMean` of the next block.";
    }
    (
        /// Labels that begin the containers around the block.
        FirstTerms {
            ("", "1"): Terms, 1 of "the smallest container that holds more than this block";
            ("", "2"): Terms, 1 of "the next larger container";
            ("", "3"): Terms, 1 of "the one after that";
        } {
            TermsFirst, "Mean weight of the terms of the first block of {}.";
        }
    )
    {
        Answer: Previous, "Probability that it is content, according to the previous forest.";
        AnswerBefore1: Previous, "Probability of the previous block; -1 if there is none.", missing -1.0;
        AnswerAfter1: Previous, "Probability of the next block; -1 if there is none.", missing -1.0;
        AnswerBefore2: Previous, "Probability of the second block before; -1 if there is none.", missing -1.0;
        AnswerAfter2: Previous, "Probability of the second block after; -1 if there is none.", missing -1.0;
    }
    (
        /// Probabilities, from the previous forest, of the blocks up to a certain distance before and after the block.
        PreviousMean {
            ("", "1"): Previous, 1 of "the blocks up to 1 away";
            ("", "3"): Previous, 1 of "the blocks up to 3 away";
            ("", "8"): Previous, 1 of "the blocks up to 8 away";
            ("", "25"): Previous, 1 of "the blocks up to 25 away";
        } {
            AnswerMean, "Mean of the previous answers by mass over {}.";
        }
    )
    (
        /// Probabilities, from the previous forest, in the containers around the block.
        PreviousUp {
            ("Up1", ""): Previous, 2 of "the smallest container around the block with more blocks than it";
            ("Up2", ""): Previous, 2 of "the next larger container with more blocks";
            ("Up3", ""): Previous, 2 of "the second larger one";
            ("Up4", ""): Previous, 2 of "the third larger one";
        } {
            Answer, "Mean of the previous answers by mass in {}.";
            AnswerShare, "Share of the expected content that is in {}.";
        }
    )
    {
        PageAnswer: Previous, "Content that the previous forest expects, in mass.";
        PageAnswerMean: Page, "The expected content as a share of the mass of the page.";
        PageSure: Page, "Share of the page's mass in blocks with a probability above .5.";
        PageSureMean: Page, "Mean probability of the blocks with a probability above .5.";
        PageAnswerMost: Page, "Probability of the most probable block of the page.";
        AnswerRank: Previous, "Share of the page's mass in blocks that are at least as probable.";
        AnswerRankShare: Previous, "Share of the expected content in blocks that are at least as probable.";
        AnswerF1: Previous, "Expected F1 if all blocks that are at least as probable are kept.";
        PageF1: Page, "Maximum of `AnswerF1` on the page.";
        AnswerF1OfBest: Previous, "`AnswerF1` as a share of `PageF1`.";
    }
    (
        /// A container that holds much of the content that the previous forest expects.
        PreviousNear {
            ("Half", ""): Previous, 8 of "the deepest container with half of the expected content";
            ("Most", ""): Previous, 8 of "the deepest container with four fifths of the expected content";
        } {
            Below, "Levels from {} up to the deepest container that holds the block too.";
            Above, "Levels from the block up to the deepest container that also holds {}.";
            Mean, "Mean probability by mass in {}.";
            Share, "Share of the page's mass in {}.";
            BranchMean, "Mean probability in the branch of {} (see `MainBranch`).";
            BranchShare, "Share of the expected content in the branch of {}.";
            BranchMass, "Mass of the branch per mass of {}.";
            Place, "Position of the block in {}: below 0 before it, above 1 after it.";
        }
    )
    (
        /// Probabilities, from the previous forest, of blocks with the same structure.
        PreviousAlike {
            ("Styled", ""): Previous, 2 of "containers with its tags and classes";
            ("Path", ""): Previous, 2 of "containers with its tags";
            ("Group1", ""): Previous, 2 of "containers classed like the first container around it with further blocks";
            ("Group2", ""): Previous, 2 of "containers classed like the second container around it with further blocks";
        } {
            Answer, "Mean of the previous answers by mass over the blocks in {}.";
            AnswerShare, "Share of the expected content that is in {}.";
        }
    )
}

/// A feature, as used by training and explanations.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FeatureInfo {
    /// The name that identifies the feature in a model.
    pub name: String,
    /// What the feature measures.
    pub meaning: String,
    /// The value of the feature if its subject, such as the next block, is missing.
    pub missing: f32,
    pub(crate) group: Group,
}

/// Every feature, in the order of the model's columns.
///
/// ```
/// let names: Vec<String> = dehusk::grain::features().into_iter().map(|feature| feature.name).collect();
/// assert_eq!((names.len(), names[0].as_str()), (dehusk::grain::COUNT, "Length"));
/// ```
#[must_use]
pub fn features() -> Vec<FeatureInfo> {
    let of_section = |section: &'static Section| {
        let columns = (0..section.members.len())
            .flat_map(move |at| section.fields[..section.fields_of(at)].iter().map(move |field| (at, field)));
        columns.map(move |(at, field)| {
            let member = &section.members[at];
            let (before, after) = member.around;
            FeatureInfo {
                name: [before, field.name, after].concat(),
                meaning: field.meaning.replace("{}", member.what),
                missing: field.missing,
                group: field.group.or(member.group).unwrap_or(Group::Page),
            }
        })
    };
    SECTIONS.iter().flat_map(of_section).collect()
}

/// A column of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature(u16);

impl Feature {
    /// The index of the column.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The value in this column if the subject of the feature, such as the next block, is missing.
    #[must_use]
    #[inline]
    pub(crate) const fn missing(self) -> f32 {
        MISSING[self.index()]
    }
}

/// The number of features.
pub const COUNT: usize = columns::count(SECTIONS);
/// For each feature, its value if its subject, such as the next block, is missing.
const MISSING: [f32; COUNT] = columns::missing_values(SECTIONS);
/// The index of the first feature that depends on the answers of the previous forest. All later features depend on them too.
pub const ANSWERS: usize = Feature::Answer.index();
/// A fingerprint of the list of features. A model can only be used with the list that it was trained on.
pub(crate) const FINGERPRINT: u64 = columns::fingerprint(SECTIONS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_numbered_in_the_order_of_the_list() {
        let names: Vec<String> = features().into_iter().map(|feature| feature.name).collect();
        assert_eq!(names.len(), COUNT);
        for (feature, name) in [
            (Feature::Length, "Length"),
            (Within::In.of(15), "InHeading"),
            (Path::Spread.of(1), "StyledSpread"),
            (Up::Density.of(1), "Up2Density"),
            (Up::Anchors.of(3), "Up4Anchors"),
            (Near::Below.of(2), "TitleBelow"),
            (Window::Headings.of(2), "Headings20"),
            (Before::Tag.of(0), "TagBefore1"),
            (FirstTerms::TermsFirst.of(2), "TermsFirst3"),
            (PreviousMean::AnswerMean.of(3), "AnswerMean25"),
            (PreviousAlike::AnswerShare.of(3), "Group2AnswerShare"),
        ] {
            assert_eq!(names[feature.index()], name);
        }
        assert_eq!((Feature::FromTitle.missing(), Before::Tag.of(0).missing()), (NO_BLOCK, -1.0));
    }

    #[test]
    fn names_are_different_and_meanings_complete() {
        let features = features();
        let names: std::collections::HashSet<&str> = features.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names.len(), COUNT);
        assert!(features.iter().all(|it| it.meaning.ends_with('.') && !it.meaning.contains("{}")));
    }
}
