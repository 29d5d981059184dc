//! Layout: how content is laid out on a page. It follows from the kind of the page, which the models predict. The stages after
//! "page kind" depend on it.

use crate::assessment::{PageType, SURELY_DISCUSSION};

/// How content is laid out on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One text or one product. Blocks that are clearly less probable than its main part do not belong to it.
    OneText,
    /// Many separate texts, as in collections, listings and pages about services. The breadth of the cut is doubled.
    ManyTexts,
    /// A discussion: the posts of readers are the content.
    Discussion,
    /// A manual. Blocks between its texts belong to it. Its repeats are intended, such as the same text in a tab for each
    /// operating system.
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

/// A page has many texts if the probabilities of collection, listing and service add up to more than this. On sites left out of
/// training, collections gain .02 F1, listings .01 and services .005. A threshold of .5 gains as much on them, but loses .004 on
/// news corpora (docs/src/notebook/grain-cut.md).
const SURELY_MANY: f32 = 0.8;
/// A page is a manual if its probability of documentation is above this. Thresholds from .35 to .5 do equally well on manuals
/// left out of training. The value is below .45, the probability of the Rust book as a single page
/// (docs/src/notebook/grain-cut.md).
const PROBABLY_MANUAL: f32 = 0.4;
/// The factor of [`Layout::breadth`] for many texts. It is the best factor for collections, listings and services. Larger factors
/// do equally well only on listings (docs/src/notebook/grain-cut.md).
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
