//! The region of DANAg and AdDANAg without parameters: the interval of a page that is most likely its main
//! content (`region=interval`).
//!
//! Neither paper has this rule. It replaces the seed and the gap of steps 5 and 6, for which no single value of
//! `P` suits all pages. Why it has this form, what else was tried and how well it does is in
//! docs/src/notebook/paper-methods.md, "DANAg and AdDANAg without parameters". Which text of the interval is
//! kept is up to the method.

use super::segments::Segment;
use crate::budget::{Deadline, TimedOut};

/// Default of `against`: how much a character of links or weighed code counts against a region; a character of
/// other text counts 1 for it. With one half, a stretch adds to the gain if more than a third of it is text. A
/// stretch raises the F1 of a region if its precision is above half of that F1, so a third is the threshold of
/// a region with an F1 of two thirds.
pub(super) const AGAINST: f64 = 0.5;

/// If the score is more than this number of times higher when links count as text, links are what the page is
/// about, as on an index. Chosen by hand among 2, 2.5, 3 and 4: lower values find more lists, higher ones more
/// short texts among links. Few pages have such a ratio, so the mean F1 of the open corpora hardly depends on it.
const MIN_LIST_RATIO: f64 = 2.5;

/// The number of rates that [`search`] tries. Chosen by hand.
const RATES: u32 = 32;

/// What a segment adds to a region.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    /// Text, minus `against` times links and code.
    gain: f64,
    /// Text, links and code.
    size: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    first: usize,
    last: usize,
    score: f64,
}

/// Returns the first and the last segment of the interval for which gain / √size is largest: text counts for a
/// region, links and code count `against` it. `None` if no segment has a gain.
///
/// With the gain as an estimate of how much main content a region holds, gain / size estimates the precision of
/// the region, and gain / (gain of all main content) its recall. So the best region has the largest geometric
/// mean of both.
///
/// Code is weighed so that the page has as much code as text. Otherwise pages with more markup would get
/// shorter regions. But a character of code never counts more than a character of text. Links count as links in
/// segments that have more links than other text, as menus have. Links in running text are text, and so are all
/// links of a page whose best region is much better with them, as on an index.
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
/// let (first, last) = interval::best(&segments, 0.5, deadline).unwrap().unwrap();
/// let text = &page.source().text()[segments[first].text.0 as usize..segments[last].text.1 as usize];
/// assert!(text.contains("the story") && !text.contains("menu"));
/// ```
pub fn best(
    segments: &[Segment],
    against: f64,
    deadline: &mut Deadline,
) -> Result<Option<(usize, usize)>, TimedOut> {
    let text = search(&shares(segments, against, links_of), deadline)?;
    let list = search(&shares(segments, against, |_| 0), deadline)?;
    let score = |found: Option<Found>| found.map_or(0.0, |found| found.score);
    let is_list = score(list) > MIN_LIST_RATIO * score(text);
    Ok(if is_list { list } else { text }.map(|found| (found.first, found.last)))
}

/// Returns the number of characters that count as links: all that are linked, if they are most of the segment.
fn links_of(segment: &Segment) -> u32 {
    if segment.linked > segment.content / 2 { segment.linked } else { 0 }
}

fn shares(segments: &[Segment], against: f64, links: fn(&Segment) -> u32) -> Vec<Share> {
    let total = |count: fn(&Segment) -> u32| segments.iter().map(|it| f64::from(count(it))).sum::<f64>();
    let code_weight = (total(|it| it.content) / total(|it| it.code).max(1.0)).min(1.0);
    let share = |segment: &Segment| {
        let (content, links) = (f64::from(segment.content), f64::from(links(segment)));
        let code = code_weight * f64::from(segment.code);
        Share { gain: content - links - against * (links + code), size: content + code }
    };
    segments.iter().map(share).collect()
}

/// The interval with nearly the largest score.
///
/// The interval with the largest score also has the largest gain - rate · size for the rate gain / (2 size),
/// where this line is a tangent of the curve gain / √size. No gain is above the size, so the rate is at most
/// one half.
fn search(shares: &[Share], deadline: &mut Deadline) -> Result<Option<Found>, TimedOut> {
    let mut best: Option<Found> = None;
    for step in 0..RATES {
        deadline.check()?;
        let rate = f64::from(step) / f64::from(2 * RATES);
        let values = shares.iter().map(|share| share.gain - rate * share.size);
        let Some((first, last)) = largest_sum(values) else { break };
        let score = score(&shares[first..=last]);
        if best.is_none_or(|best| score > best.score) {
            best = Some(Found { first, last, score });
        }
    }
    Ok(best)
}

fn score(shares: &[Share]) -> f64 {
    let gain: f64 = shares.iter().map(|share| share.gain).sum();
    let size: f64 = shares.iter().map(|share| share.size).sum();
    gain / size.sqrt()
}

/// The first and the last index of the interval with the largest sum, the first one in a tie; `None` if no sum
/// is above 0.
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
        best(segments, AGAINST, &mut Deadline::after(None)).unwrap()
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
    fn links_count_in_running_text_and_on_an_index() {
        let (menu, text) = (segment(60, 60, 5), segment(60, 25, 5));
        assert_eq!(found(&[menu, text, text, menu]), Some((1, 2)));
        assert_eq!(found(&[[menu; 40].as_slice(), &[text, text]].concat()), Some((0, 41)));
        assert_eq!((found(&[menu]), found(&[segment(0, 0, 9)]), found(&[])), (Some((0, 0)), None, None));
    }

    proptest! {
        #[test]
        fn the_interval_is_nearly_the_best_of_all(
            counts in prop::collection::vec((0u32..66, 0u32..66), 0..40)
        ) {
            let segments: Vec<Segment> =
                counts.iter().map(|(content, linked)| segment(*content, *linked, 65 - content)).collect();
            let shares = shares(&segments, AGAINST, links_of);
            let all = (0..shares.len()).flat_map(|first| (first..shares.len()).map(move |last| (first, last)));
            let most = all.map(|(first, last)| score(&shares[first..=last])).fold(0.0, f64::max);
            let ours = search(&shares, &mut Deadline::after(None)).unwrap().map_or(0.0, |found| found.score);
            prop_assert!(ours <= most && ours >= 0.98 * most, "{ours} {most}");
        }
    }
}
