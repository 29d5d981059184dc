//! Regions: the stretches that the R2L paper labels A, B and C in its figure 2 (second step of its section 4.1).
//!
//! The paper outlines the regions by eye. Here B is what the method found, the rest is divided where the method
//! would see a gap, and a part is A or C by its share of content.

use dehusk::methods::density::Bar;

/// Two stretches of content with at most this many lines without content between them are one region: the
/// default of the method's own `P`.
const MAX_GAP: usize = dehusk::methods::r2l::GAP as usize;
/// A region with a smaller share of content than this has "low or near zero density" above the axis. Chosen by
/// hand.
const MIN_CONTENT_SHARE: f64 = 0.1;

/// What a region is, by the letters of the R2L paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// Mostly code, with hardly any content: scripts and styles.
    A,
    /// The main content.
    B,
    /// Content and code alike: menus, panels, other news.
    C,
}

impl Label {
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Label::A => "A",
            Label::B => "B",
            Label::C => "C",
        }
    }
}

/// A labeled stretch of bars, from the first to the last.
pub(crate) type Region = (Label, usize, usize);

/// Returns the regions, in order and without overlaps. `kept` are the stretches of bars that the method kept.
/// Bars at the ends of a page that have neither content nor code belong to no region.
pub(crate) fn regions(bars: &[Bar], kept: &[(usize, usize)]) -> Vec<Region> {
    let (Some(first), Some(last)) = (kept.first(), kept.last()) else {
        return around(bars, 0, bars.len());
    };
    let mut regions = around(bars, 0, first.0);
    regions.push((Label::B, first.0, last.1));
    regions.extend(around(bars, last.1 + 1, bars.len()));
    regions
}

/// The regions of the bars in `from..to`, in which the method keeps nothing.
fn around(bars: &[Bar], from: usize, to: usize) -> Vec<Region> {
    let mut found: Vec<Region> = Vec::new();
    let mut at = from;
    for (first, last) in content_stretches(bars, from, to) {
        push(&mut found, bars, (Label::A, at, first));
        let label = if content_share(&bars[first..=last]) < MIN_CONTENT_SHARE { Label::A } else { Label::C };
        push(&mut found, bars, (label, first, last + 1));
        at = last + 1;
    }
    push(&mut found, bars, (Label::A, at, to));
    found
}

/// Adds the region of the bars from the first to before the last of a triple. Extends the previous region if it
/// has the same label; leaves out bars without any characters.
fn push(found: &mut Vec<Region>, bars: &[Bar], (label, from, to): Region) {
    let is_filled = |bar: &Bar| bar.content + bar.code > 0;
    let Some(first) = bars[from..to].iter().position(is_filled) else { return };
    let last = from + bars[from..to].iter().rposition(is_filled).unwrap_or(first);
    match found.last_mut() {
        Some(previous) if previous.0 == label => previous.2 = last,
        _ => found.push((label, from + first, last)),
    }
}

/// The stretches of bars in `from..to` with content, joined across gaps of at most [`MAX_GAP`] bars.
fn content_stretches(bars: &[Bar], from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for index in (from..to).filter(|index| bars[*index].content > 0) {
        match found.last_mut() {
            Some(last) if index - last.1 <= MAX_GAP + 1 => last.1 = index,
            _ => found.push((index, index)),
        }
    }
    found
}

fn content_share(bars: &[Bar]) -> f64 {
    let sum = |part: fn(&Bar) -> u32| bars.iter().map(|bar| f64::from(part(bar))).sum::<f64>();
    sum(|bar| bar.content) / sum(|bar| bar.content + bar.code).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::source::Span;
    use proptest::prelude::*;

    fn bars(counts: &[(u32, u32)]) -> Vec<Bar> {
        counts
            .iter()
            .map(|(content, code)| Bar { content: *content, code: *code, span: Span::new(0, 0) })
            .collect()
    }

    #[test]
    fn a_page_with_script_menu_story_and_footer() {
        let counts =
            [&[(0, 90); 12][..], &[(9, 30), (8, 31), (9, 25)], &[(0, 2)], &[(90, 7); 3], &[(1, 80); 4]];
        let bars = bars(&counts.concat());
        assert_eq!(
            regions(&bars, &[(16, 18)]),
            [
                (Label::A, 0, 11),
                (Label::C, 12, 14),
                (Label::A, 15, 15),
                (Label::B, 16, 18),
                (Label::A, 19, 22)
            ]
        );
        assert_eq!(regions(&bars[..15], &[]), [(Label::A, 0, 11), (Label::C, 12, 14)]);
        assert!(regions(&[], &[]).is_empty());
    }

    #[test]
    fn gaps_as_wide_as_the_method_bridges_do_not_divide_a_menu() {
        let menu = |gap: usize| [vec![(9, 9)], vec![(0, 3); gap], vec![(9, 9)]].concat();
        assert_eq!(regions(&bars(&menu(MAX_GAP)), &[]), [(Label::C, 0, MAX_GAP + 1)]);
        assert_eq!(regions(&bars(&menu(MAX_GAP + 1)), &[]).len(), 3);
    }

    proptest! {
        #[test]
        fn regions_are_in_order_and_cover_all_characters(
            counts in prop::collection::vec((0..20u32, 0..60u32), 1..80),
            ends in (0..80usize, 0..80usize),
        ) {
            let bars = bars(&counts);
            let first = ends.0 % bars.len();
            let last = first + ends.1 % (bars.len() - first);
            let found = regions(&bars, &[(first, last)]);
            prop_assert!(found.iter().all(|region| region.1 <= region.2));
            prop_assert!(found.windows(2).all(|pair| pair[0].2 < pair[1].1 && pair[0].0 != pair[1].0));
            prop_assert_eq!(found.iter().filter(|region| region.0 == Label::B).count(), 1);
            for (index, bar) in bars.iter().enumerate() {
                let is_inside = found.iter().any(|region| (region.1..=region.2).contains(&index));
                prop_assert!(is_inside || bar.content + bar.code == 0);
            }
        }
    }
}
