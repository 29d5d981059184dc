//! Layout: how pages of a kind lay their content out, as far as the decision depends on it. The kinds themselves come from the models.

use crate::assessment::PageType;

/// How a page lays its content out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One text, one discussion, one product: what is less probable than its main part is beside it.
    OneText,
    /// What the page is about stands in many places: collections, listings, services. They are cut at twice the breadth.
    ManyTexts,
    /// What its readers write is what the page is about.
    Discussion,
    /// A manual: what stands amid its text belongs to it, and what stands twice does so on purpose, as in a tab for each system.
    Manual,
}

impl Layout {
    /// All of them.
    pub const ALL: [Layout; 4] = [Layout::OneText, Layout::ManyTexts, Layout::Discussion, Layout::Manual];

    /// That of a page, from the probabilities of its kinds in the order of [`PageType::ALL`].
    ///
    /// ```
    /// use dehusk::grain::Layout;
    /// assert_eq!(Layout::of(&[0.1, 0.1, 0.6, 0.0, 0.1, 0.0, 0.1]), Layout::Manual);
    /// ```
    #[must_use]
    pub fn of(page_types: &[f32; PageType::ALL.len()]) -> Layout {
        let probability = |kind: PageType| kind.probability_in(page_types);
        let many = [PageType::Collection, PageType::Listing, PageType::Service];
        if many.into_iter().map(probability).sum::<f32>() > SURELY_MANY {
            Layout::ManyTexts
        } else if probability(PageType::Documentation) > PROBABLY_MANUAL {
            Layout::Manual
        } else if probability(PageType::Forum) > SURELY_DISCUSSION {
            Layout::Discussion
        } else {
            Layout::OneText
        }
    }

    /// What the weight of the expected content is multiplied by.
    pub(in crate::grain) fn broader(self) -> f64 {
        match self {
            Layout::OneText | Layout::Discussion | Layout::Manual => 1.0,
            Layout::ManyTexts => BROADER,
        }
    }
}

/// With more probability that it is a collection, a listing or a service, a page is one of many texts: collections of sites left out gain
/// .02 F1, listings .01, services .005. With .5 they gain as much, but corpora of news left out lose .004 (`train/REPORT.md`).
const SURELY_MANY: f32 = 0.8;
/// Anything from .35 to .5 does as well on manuals left out; books on one page have .45 (`train/REPORT.md`).
const PROBABLY_MANUAL: f32 = 0.4;
/// Blogs with long threads of comments are often said to be forums with less: those left out of training gain .002 to .006 F1 against .5, and
/// forums lose nothing (`train/REPORT.md`).
const SURELY_DISCUSSION: f32 = 0.7;
const BROADER: f64 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_decide_in_their_order() {
        assert_eq!(Layout::of(&[0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]), Layout::OneText);
        assert_eq!(Layout::of(&[0.05, 0.9, 0.0, 0.05, 0.0, 0.0, 0.0]), Layout::ManyTexts);
        assert_eq!(Layout::of(&[0.0, 0.3, 0.1, 0.0, 0.3, 0.0, 0.3]), Layout::ManyTexts);
        assert_eq!(Layout::of(&[0.4, 0.0, 0.6, 0.0, 0.0, 0.0, 0.0]), Layout::Manual);
        assert_eq!(Layout::of(&[0.7, 0.0, 0.3, 0.0, 0.0, 0.0, 0.0]), Layout::OneText);
        assert_eq!(Layout::of(&[0.2, 0.0, 0.0, 0.8, 0.0, 0.0, 0.0]), Layout::Discussion);
    }
}
