//! The assessment of a page as a whole: what kind of page it is, and how good its extraction probably is.
//!
//! Methods that can assess a page add an [`Assessment`] to their selection. [`crate::grain`] describes how the method `grain`
//! makes its assessment.

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PageType {
    /// A single text: a news article, a blog post, an essay, an encyclopedia entry.
    Article,
    /// A page of teasers that link to other pages, such as a section of a magazine or a category.
    Collection,
    /// A page of a manual or a reference.
    Documentation,
    /// A discussion.
    Forum,
    /// A list of similar entries: search results, jobs, events, prices.
    Listing,
    /// A single product for sale.
    Product,
    /// A presentation of a company or of its services.
    Service,
}

impl PageType {
    /// All kinds, in the order of [`Assessment::page_types`].
    pub const ALL: [PageType; 7] = [
        PageType::Article,
        PageType::Collection,
        PageType::Documentation,
        PageType::Forum,
        PageType::Listing,
        PageType::Product,
        PageType::Service,
    ];

    /// Returns the probability of this kind. `page_types` has the probabilities in the order of [`PageType::ALL`].
    pub(crate) fn probability_in(self, page_types: &[f32; PageType::ALL.len()]) -> f32 {
        let pairs = PageType::ALL.into_iter().zip(page_types);
        pairs.filter(|(other, _)| *other == self).map(|(_, probability)| probability).sum()
    }

    /// The name of the kind in records, such as `article`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            PageType::Article => "article",
            PageType::Collection => "collection",
            PageType::Documentation => "documentation",
            PageType::Forum => "forum",
            PageType::Listing => "listing",
            PageType::Product => "product",
            PageType::Service => "service",
        }
    }
}

/// The quality of an extraction as one of four grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grade {
    /// The expected F1 is at least [`Grade::GOOD`].
    Good,
    /// The expected F1 is at least [`Grade::FAIR`] but less than [`Grade::GOOD`].
    Fair,
    /// The expected F1 is less than [`Grade::FAIR`]. Check the page before you rely on the text.
    Poor,
    /// There is no text.
    Empty,
}

impl Grade {
    /// Minimum score of [`Grade::Good`]. When the pages of wcxb-dev are held out of training, 95 % of those with this grade have
    /// an F1 of .8 or more (docs/src/notebook/page-models.md).
    pub const GOOD: f32 = 0.85;
    /// Minimum score of [`Grade::Fair`]. When the pages of wcxb-dev are held out of training, 33 % of those with a lower score
    /// have an F1 below .5, and 23 % have an F1 of .8 or more (docs/src/notebook/page-models.md).
    pub const FAIR: f32 = 0.6;

    /// The name of the grade in records, such as `good`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Grade::Good => "good",
            Grade::Fair => "fair",
            Grade::Poor => "poor",
            Grade::Empty => "empty",
        }
    }

    pub(crate) fn of(score: f32, is_empty: bool) -> Grade {
        match score {
            _ if is_empty => Grade::Empty,
            score if score >= Grade::GOOD => Grade::Good,
            score if score >= Grade::FAIR => Grade::Fair,
            _ => Grade::Poor,
        }
    }
}

/// How good an extraction probably is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Quality {
    /// The expected F1 of the text, from 0 to 1, compared with the text that a person would choose. F1 compares the words of the
    /// two texts and ignores their order. If the text is empty, the score is instead the probability that the page has no main
    /// content.
    pub score: f32,
    /// The score as a grade.
    pub verdict: Grade,
}

/// A page is treated as a discussion if its probability of being a [`PageType::Forum`] is above this threshold. With a lower
/// threshold, blogs with long comment threads are often mistaken for forums: compared with a threshold of .5, held-out blogs gain
/// .002 to .006 F1, and forums lose nothing (docs/src/notebook/grain-cut.md).
pub(crate) const SURELY_DISCUSSION: f32 = 0.7;
/// A page may be treated as a discussion from this probability of being a [`PageType::Forum`] on, if the text that it keeps says the
/// same ([`crate::comments`]). From here on, no other kind is more probable.
const LIKELY_DISCUSSION: f32 = 0.5;
/// Signed items of a page are posts if its probability of being a [`PageType::Forum`] is above this threshold. Chosen by hand.
const MAYBE_DISCUSSION: f32 = 0.25;

/// How sure a model is that a page is a discussion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Discussion {
    Unlikely,
    /// No other kind is more probable.
    Likely,
    /// The main content of the page includes the readers' comments.
    Sure,
}

/// A method's assessment of a page as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Assessment {
    /// The probability of each kind, in the order of [`PageType::ALL`]; their sum is 1.
    pub page_types: [f32; 7],
    /// The expected F1 of the selection, 0 to 1.
    pub expected_f1: f32,
}

impl Assessment {
    /// The probability of a kind, 0 to 1.
    #[must_use]
    pub fn probability(&self, page_type: PageType) -> f32 {
        page_type.probability_in(&self.page_types)
    }

    /// How sure it is that the page is a discussion.
    pub(crate) fn discussion(&self) -> Discussion {
        match self.probability(PageType::Forum) {
            forum if forum > SURELY_DISCUSSION => Discussion::Sure,
            forum if forum >= LIKELY_DISCUSSION => Discussion::Likely,
            _ => Discussion::Unlikely,
        }
    }

    /// Whether the page may be a discussion: whether items with authors or dates may be its posts.
    pub(crate) fn may_be_discussion(&self) -> bool {
        self.probability(PageType::Forum) > MAYBE_DISCUSSION
    }

    /// The most probable kind.
    #[must_use]
    pub fn page_type(&self) -> PageType {
        let first = (PageType::Article, f32::NEG_INFINITY);
        let pairs = PageType::ALL.into_iter().zip(self.page_types);
        pairs.fold(first, |best, next| if next.1 > best.1 { next } else { best }).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_probable_kind_is_the_kind() {
        let page_types = [0.1, 0.0, 0.0, 0.6, 0.1, 0.1, 0.1];
        let assessment = Assessment { page_types, expected_f1: 0.5 };
        assert_eq!(assessment.page_type(), PageType::Forum);
        assert_eq!(assessment.probability(PageType::Listing), 0.1);
    }

    #[test]
    fn grades_go_by_score_and_an_empty_text_has_its_own() {
        let grades = [1.0, 0.85, 0.849, 0.6, 0.0].map(|score| Grade::of(score, false).as_str());
        assert_eq!(grades, ["good", "good", "fair", "fair", "poor"]);
        assert_eq!(Grade::of(0.9, true), Grade::Empty);
    }
}
