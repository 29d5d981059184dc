//! The region of DANAg and AdDANAg without parameters: the interval of a page that is most likely its main
//! content (`region=interval`).
//!
//! Neither paper has this rule. It replaces the seed and the gap of steps 5 and 6, for which no single value of
//! `P` suits all pages. Why it has this form, what else was tried and how well it does is in
//! docs/src/notebook/paper-methods.md, "DANAg and AdDANAg without parameters". Which text of the interval is
//! kept is up to the method.

use super::segments::Segment;
use crate::budget::{Deadline, TimedOut};

/// How much a character of a link or of weighed code counts against a region; a character of other text counts 1
/// for it. With one half, a stretch adds to the gain if more than a third of it is text outside links. A stretch
/// raises the F1 of a region if its precision is above half of that F1, so a third is the threshold of a region
/// with an F1 of two thirds.
const AGAINST: f64 = 0.5;

/// The number of steps in which [`best`] searches for the rate at which precision is exchanged for recall. With
/// 64 steps instead of 32, the mean F1 of the open corpora changes by less than .0005.
const STEPS: u32 = 32;

/// What a segment adds to a region.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    /// Text outside links, minus [`AGAINST`] times links and code.
    gain: f64,
    /// Text, links and code.
    size: f64,
}

/// Returns the first and the last segment of the interval for which gain / √size is largest: text outside links
/// counts for a region, links and code count half against it. `None` if no segment has more of the former.
///
/// With the gain as an estimate of how much main content a region holds, gain / size estimates the precision of
/// the region, and gain / (gain of all main content) its recall. So the best region has the largest geometric mean
/// of both.
///
/// Code is weighed so that the page has as much code as text. Otherwise pages with more markup would get shorter
/// regions. But a character of code never counts more than a character of text.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
///
/// ```
/// use dehusk::methods::{Danag, interval};
/// use dehusk::{budget::Deadline, page::Page, source::Source};
/// let menu = "<ul><li><a href=/somewhere>Some menu</a><li><a href=/elsewhere>Another menu</a></ul>".repeat(3);
/// let story = "<p>Some words of the story of this page.<hr class='a line between two parts'>".repeat(9);
/// let page = format!("{menu}{story}{menu}");
/// let page = Page::parse(Source::from_text(&page));
/// let deadline = &mut Deadline::after(None);
/// let segments = Danag::DEFAULT.segments(&page, deadline).unwrap();
/// let (first, last) = interval::best(&segments, deadline).unwrap().unwrap();
/// let text = &page.source().text()[segments[first].text.0 as usize..segments[last].text.1 as usize];
/// assert!(text.contains("the story") && !text.contains("menu"));
/// ```
pub fn best(segments: &[Segment], deadline: &mut Deadline) -> Result<Option<(usize, usize)>, TimedOut> {
    let shares = shares(segments);
    let mut best = None;
    let mut best_score = 0.0;
    // The interval with the largest score also has the largest gain - rate * size, for the rate gain / (2 size): there,
    // the line gain - rate * size is a tangent of the curve gain / √size. The rate is at most one half.
    for step in 0..STEPS {
        deadline.check()?;
        let rate = f64::from(step) / f64::from(2 * STEPS);
        let Some(found) = largest_sum(shares.iter().map(|share| share.gain - rate * share.size)) else {
            break;
        };
        let score = score(&shares[found.0..=found.1]);
        if score > best_score {
            (best, best_score) = (Some(found), score);
        }
    }
    Ok(best)
}

fn score(shares: &[Share]) -> f64 {
    let gain: f64 = shares.iter().map(|share| share.gain).sum();
    let size: f64 = shares.iter().map(|share| share.size).sum();
    gain / size.sqrt()
}

fn shares(segments: &[Segment]) -> Vec<Share> {
    let total = |count: fn(&Segment) -> u32| segments.iter().map(|it| f64::from(count(it))).sum::<f64>();
    let code_weight = (total(|it| it.content) / total(|it| it.code).max(1.0)).min(1.0);
    let share = |segment: &Segment| {
        let code = code_weight * f64::from(segment.code);
        let (content, linked) = (f64::from(segment.content), f64::from(segment.linked));
        Share { gain: content - linked - AGAINST * (linked + code), size: content + code }
    };
    segments.iter().map(share).collect()
}

/// The first and the last index of the interval with the largest sum, the first one in a tie; `None` if no sum is
/// above 0.
fn largest_sum(values: impl Iterator<Item = f64>) -> Option<(usize, usize)> {
    let (mut best, mut largest) = (None, 0.0);
    let (mut start, mut sum) = (0, 0.0);
    for (index, value) in values.enumerate() {
        if sum <= 0.0 {
            (start, sum) = (index, 0.0);
        }
        sum += value;
        if sum > largest {
            (best, largest) = (Some((start, index)), sum);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn segment(content: u32, linked: u32, code: u32) -> Segment {
        Segment { content, linked: linked.min(content), code, text: (0, 1) }
    }

    fn found(segments: &[Segment]) -> Option<(usize, usize)> {
        best(segments, &mut Deadline::after(None)).unwrap()
    }

    #[test]
    fn a_gap_is_in_the_region_if_enough_text_is_behind_it() {
        let page = |gap: usize, behind: usize| {
            let text = |segments: usize| vec![segment(60, 0, 5); segments];
            let code = |segments: usize| vec![segment(0, 0, 65); segments];
            found(&[code(20), text(20), code(gap), text(behind), code(20)].concat())
        };
        assert_eq!(page(5, 20), Some((20, 64)));
        assert_eq!(page(5, 1), Some((20, 39)));
        assert_eq!(page(60, 20), Some((20, 39)), "the first of two equal ones");
    }

    #[test]
    fn links_are_not_main_content() {
        let page = [segment(60, 60, 5), segment(60, 0, 5), segment(60, 0, 5), segment(60, 55, 5)];
        assert_eq!(found(&page), Some((1, 2)));
        assert_eq!((found(&page[..1]), found(&[segment(0, 0, 9)]), found(&[])), (None, None, None));
    }

    proptest! {
        /// The search in steps finds an interval nearly as good as the best of all.
        #[test]
        fn the_interval_is_nearly_the_best_of_all(
            counts in prop::collection::vec((0u32..66, 0u32..66), 0..40)
        ) {
            let segments: Vec<Segment> =
                counts.iter().map(|(content, linked)| segment(*content, *linked, 65 - content)).collect();
            let shares = shares(&segments);
            let all = (0..shares.len()).flat_map(|first| (first..shares.len()).map(move |last| (first, last)));
            let most = all.map(|(first, last)| score(&shares[first..=last])).fold(0.0, f64::max);
            let ours = found(&segments).map_or(0.0, |(first, last)| score(&shares[first..=last]));
            prop_assert!(ours <= most && ours >= 0.98 * most, "{ours} {most}");
        }
    }
}
