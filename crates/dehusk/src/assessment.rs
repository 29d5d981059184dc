//! The assessment of a page as a whole: what kind of page it is, and how good its extraction probably is.
//!
//! Methods that can tell put an [`Assessment`] into their selection. How `grain` computes it is in [`crate::grain`].

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PageType {
    /// One text: news, a post, an essay, an entry of an encyclopedia.
    Article,
    /// Teasers that link to other pages: a section of a magazine, a category.
    Collection,
    /// Manuals and references.
    Documentation,
    /// A discussion.
    Forum,
    /// Entries of one kind: search results, jobs, events, prices.
    Listing,
    /// A single item for sale.
    Product,
    /// A company presents itself or what it offers.
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

    /// The probability of this kind, given those of all kinds in the order of [`PageType::ALL`].
    pub(crate) fn probability_in(self, page_types: &[f32; PageType::ALL.len()]) -> f32 {
        let pairs = PageType::ALL.into_iter().zip(page_types);
        pairs.filter(|(other, _)| *other == self).map(|(_, probability)| probability).sum()
    }

    /// The kind as a word for records.
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

/// The quality of an extraction as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grade {
    /// An F1 of at least [`Grade::GOOD`] is expected.
    Good,
    /// An F1 of at least [`Grade::FAIR`] is expected, but less than [`Grade::GOOD`].
    Fair,
    /// A lower F1 than [`Grade::FAIR`] is expected: check the text against the page before you rely on it.
    Poor,
    /// There is no text.
    Empty,
}

impl Grade {
    /// Minimum score of [`Grade::Good`]. Of such pages left out of training, nineteen of twenty have an F1 above .8
    /// (`docs/src/notebook/page-models.md`).
    pub const GOOD: f32 = 0.85;
    /// Minimum score of [`Grade::Fair`]. Below it, most of what is kept or most of what is missing is wrong.
    pub const FAIR: f32 = 0.6;

    /// The grade as a word for records.
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
    /// The expected F1 of the text, compared with what a person would choose, in words regardless of their order; 0 to 1.
    /// If the text is empty, this is instead the probability that the page has no main content.
    pub score: f32,
    /// The score as a grade.
    pub verdict: Grade,
}

/// Minimum probability of [`PageType::Forum`] for a page to be handled as a discussion. With a lower one, blogs with long threads of
/// comments are often mistaken for forums: blogs left out of training gain .002 to .006 F1 over a minimum of .5, and forums lose nothing
/// (docs/src/notebook/grain-cut.md).
pub(crate) const SURELY_DISCUSSION: f32 = 0.7;

/// What a method says about a page as a whole.
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

    /// Whether the page is surely a discussion: what its readers write is then its content.
    pub(crate) fn is_discussion(&self) -> bool {
        self.probability(PageType::Forum) > SURELY_DISCUSSION
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
