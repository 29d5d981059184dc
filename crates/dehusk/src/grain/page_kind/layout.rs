//! Layout: how content is laid out on a page. Later stages depend on it. It follows from the kind of the page, which the models predict.

use crate::assessment::{PageType, SURELY_DISCUSSION};

/// How content is laid out on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One text or one product: blocks clearly less probable than its main part do not belong to it.
    OneText,
    /// Content in many places: collections, listings, services. They are cut at twice the breadth.
    ManyTexts,
    /// A discussion: what readers write is the content.
    Discussion,
    /// A manual: blocks between its texts belong to it, and repeats are intended, such as a tab for each operating system.
    Manual,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 4] = [Layout::OneText, Layout::ManyTexts, Layout::Discussion, Layout::Manual];

    /// The layout of a page, from the probabilities of its kinds in the order of [`PageType::ALL`].
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

    /// The factor by which the breadth of the cut is multiplied.
    pub(in crate::grain) fn breadth(self) -> f64 {
        match self {
            Layout::OneText | Layout::Discussion | Layout::Manual => 1.0,
            Layout::ManyTexts => BREADTH_OF_MANY,
        }
    }
}

/// A page has many texts if the probabilities of collection, listing and service add up to more than this. On sites left out of training,
/// collections gain .02 F1, listings .01, services .005. With .5 they gain as much, but news corpora lose .004
/// (docs/src/notebook/grain-cut.md).
const SURELY_MANY: f32 = 0.8;
/// A page is a manual if its probability of documentation is above this. Thresholds from .35 to .5 do as well on manuals left out of
/// training; books on one page have .45 (docs/src/notebook/grain-cut.md).
const PROBABLY_MANUAL: f32 = 0.4;
/// The factor of [`Layout::breadth`] for many texts: the best for collections, listings and services. Larger ones do as well on listings
/// only (docs/src/notebook/grain-cut.md).
const BREADTH_OF_MANY: f64 = 2.0;

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
