//! DSC, document slope curves: like BTE, but keeps every long part of the page with few tags, not only one.
//!
//! Pinto, Branstein, Coleman et al.: "QuASM: a system for question answering using semi-structured data",
//! JCDL 2002. The curve plots the number of tags so far against the number of tokens so far. Main content is
//! where its slope stays low for a long time. The papers give no numbers; the defaults marked "public
//! reimplementation" are from another program's source (§8.3 of the specification).

use super::tokens::{self, Token};
use crate::budget::{Deadline, TimedOut};
use crate::markup::BLOCK;
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::Page;
use crate::selection::{Reason, Selection};
use std::ops::Range;

/// Default of `w`: tokens in a window. Chosen by hand: the largest window of the public reimplementation.
pub const WINDOW: u32 = 50;
/// Default of `ratio`: a window is low if its slope is at most this share of the page's average slope (public reimplementation).
pub const LOW_RATIO: f64 = 0.5;
/// Default of `run`: the number of consecutive windows that open or close a section (public reimplementation).
pub const RUN: u32 = 3;
/// With `w=auto`, the minimum and the maximum number of tokens in a window (public reimplementation).
const AUTO_WINDOWS: (f64, f64) = (8.0, 50.0);
/// With `w=auto`, the page lengths in tokens at which windows have their minimum and maximum size; windows
/// grow linearly in between (public reimplementation).
const AUTO_LENGTHS: (f64, f64) = (200.0, 5000.0);

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = format!("{}<p>{}</p>", "<li><a href=x>Home</a></li>".repeat(40), "some words of the story ".repeat(40));
/// let text = Extractor::new(Options::new().with_method("dsc").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert!(text.len() > 500 && !text.contains("Home"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Dsc {
    /// `w`: tokens in a window; `None`: computed from the length of the page.
    pub window: Option<u32>,
    /// `ratio`: the maximum slope of a low window, as a share of the average slope.
    pub ratio: f64,
    /// `run`: the number of consecutive windows that open or close a section.
    pub run: u32,
    /// `ignore_inline`: whether to count only tags of block-level elements.
    pub ignore_inline: bool,
}

impl Dsc {
    /// The documented interpretation of the paper.
    pub const DEFAULT: Dsc = Dsc { window: Some(WINDOW), ratio: LOW_RATIO, run: RUN, ignore_inline: false };

    /// The number of tokens in a window for a page with this number of tokens.
    fn window_for(&self, tokens: usize) -> usize {
        let by_length = || {
            let share = (tokens as f64 - AUTO_LENGTHS.0) / (AUTO_LENGTHS.1 - AUTO_LENGTHS.0);
            let (min, max) = AUTO_WINDOWS;
            (min + (max - min) * share.clamp(0.0, 1.0)).round() as usize
        };
        self.window.map_or_else(by_length, |window| window as usize)
    }

    /// Steps 1 to 5: the sections, as ranges of tokens.
    fn sections(&self, tokens: &[Token]) -> Vec<Range<usize>> {
        let size = self.window_for(tokens.len());
        let windows = windows(tokens.len(), size);
        let tags = tags_before(tokens);
        let average = f64::from(tags[tokens.len()]) / tokens.len() as f64;
        let is_low = |window: &Range<usize>| {
            let slope = f64::from(tags[window.end] - tags[window.start]) / window.len() as f64;
            slope <= self.ratio * average
        };
        let low: Vec<bool> = windows.iter().map(is_low).collect();
        let runs = low_runs(&low, (self.run as usize).min(low.len()));
        merged(runs.into_iter().map(|run| windows[run.start].start..windows[run.end - 1].end))
    }
}

impl Default for Dsc {
    fn default() -> Dsc {
        Dsc::DEFAULT
    }
}

/// Step 2: windows that overlap by half. The last one ends with the last token.
fn windows(tokens: usize, size: usize) -> Vec<Range<usize>> {
    let step = (size / 2).max(1);
    let last = tokens.saturating_sub(size).div_ceil(step);
    (0..=last).map(|index| index * step..(index * step + size).min(tokens)).collect()
}

/// The number of tags before each token, followed by the total number of tags.
fn tags_before(tokens: &[Token]) -> Vec<u32> {
    let mut count = 0;
    let mut counts = Vec::with_capacity(tokens.len() + 1);
    counts.push(0);
    counts.extend(tokens.iter().map(|token| {
        count += u32::from(token.is_tag());
        count
    }));
    counts
}

/// Step 4: the sections, as ranges of windows. A section begins at the first of `run` consecutive low windows
/// and ends after the last low window before `run` consecutive high windows.
fn low_runs(low: &[bool], run: usize) -> Vec<Range<usize>> {
    let mut sections: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(start) = (at..low.len()).find(|index| low[*index]) {
        let end = (start..low.len()).find(|index| !low[*index]).unwrap_or(low.len());
        let open = sections.last_mut().filter(|section| start - section.end < run && section.end == at);
        match open {
            Some(section) => section.end = end,
            None if end - start >= run => sections.push(start..end),
            None => {}
        }
        at = end;
    }
    sections
}

/// Step 5: merges overlapping sections.
fn merged(sections: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::new();
    for section in sections {
        match merged.last_mut() {
            Some(last) if section.start <= last.end => last.end = section.end,
            _ => merged.push(section),
        }
    }
    merged
}

impl Method for Dsc {
    fn name(&self) -> &'static str {
        "dsc"
    }

    fn summary(&self) -> &'static str {
        "Keeps every longer part of the page in which tags are rare: where their cumulative count rises slowly."
    }

    fn paper(&self) -> &'static str {
        "Pinto et al., JCDL 2002"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &[
            ParamSpec {
                name: "w",
                default: "50",
                values: "an integer >= 1, or auto",
                doc: "words and tags in a window; auto: 8 to 50, depending on the length of the page",
            },
            ParamSpec {
                name: "ratio",
                default: "0.5",
                values: "a number > 0",
                doc: "a window is low if its share of tags is at most this multiple of the page's share",
            },
            ParamSpec {
                name: "run",
                default: "3",
                values: "an integer >= 1",
                doc: "number of consecutive low windows that begin a kept part, and of high windows that end it",
            },
            ParamSpec {
                name: "ignore_inline",
                default: "false",
                values: "true or false",
                doc: "whether to count only tags of block-level elements",
            },
        ]
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "w" => Slot::CountOr(&mut self.window, 1..=u32::MAX, "auto"),
            "ratio" => Slot::Number(&mut self.ratio, params::POSITIVE),
            "run" => Slot::Count(&mut self.run, 1..=u32::MAX),
            "ignore_inline" => Slot::Flag(&mut self.ignore_inline),
            _ => return None,
        })
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let tokens = tokens::tokens(page, |mark| !self.ignore_inline || mark.tag.is(BLOCK), deadline)?;
        let sections = if tokens.is_empty() { Vec::new() } else { self.sections(&tokens) };
        if sections.is_empty() {
            return Ok(Selection::nothing(Reason::NoDenseRegion));
        }
        Ok(tokens::selection(&tokens, &sections, (Reason::LowSlope, Reason::HighSlope)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Step 4 as specified, window by window.
    fn literal(low: &[bool], run: usize) -> Vec<Range<usize>> {
        let (mut sections, mut at) = (Vec::new(), 0);
        while at + run <= low.len() {
            if !low[at..at + run].iter().all(|low| *low) {
                at += 1;
                continue;
            }
            let mut last = at + run - 1;
            for (index, low) in low.iter().enumerate().skip(last + 1) {
                if *low {
                    last = index;
                } else if index - last >= run {
                    break;
                }
            }
            sections.push(at..last + 1);
            at = last + 1;
        }
        sections
    }

    proptest! {
        #[test]
        fn sections_equal_the_literal_steps(low in prop::collection::vec(any::<bool>(), 1..60), run in 1usize..6) {
            let run = run.min(low.len());
            prop_assert_eq!(low_runs(&low, run), literal(&low, run));
        }
    }

    #[test]
    fn windows_overlap_by_half_and_end_with_the_tokens() {
        assert_eq!(windows(84, 10).len(), 16);
        assert_eq!(windows(84, 10).last(), Some(&(75..84)));
        assert_eq!(windows(5, 10).first(), Some(&(0..5)));
        assert_eq!(windows(3, 1), [0..1, 1..2, 2..3]);
    }

    #[test]
    fn automatic_windows_grow_with_the_page() {
        let auto = Dsc { window: None, ..Dsc::DEFAULT };
        assert_eq!([10, 200, 2600, 5000, 90_000].map(|tokens| auto.window_for(tokens)), [8, 8, 29, 50, 50]);
    }
}
