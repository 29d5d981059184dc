//! Density, also called LICEA: keeps the longest text string of a page and the long strings near it.
//!
//! Moreno, Deschacht, Moens: "Language independent content extraction from web pages", DIR 2009. The R2L
//! paper calls it "LICEA", the DANA and AdDANAg papers call it "Density". This module has nothing to do with
//! density plots; their data is in [`crate::method::density`].

use super::run_verdicts::RunVerdicts;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag};
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{Reason, Selection};
use crate::site_noise::NoiseStep;
use std::ops::RangeInclusive;

/// Default of `c1`: a string can be in the region if it is longer than this share of the longest string (paper, §4).
const LENGTH_RATIO: f64 = 0.333;
/// Default of `c2`: strings that are this many positions apart are not joined (paper, §4).
const DISTANCE: u32 = 4;

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<p>Menu</p><p>The old mill reopens on Monday.</p><p>Short.</p><p>It was under repair for years.</p><p>c</p>";
/// let text = Extractor::new(Options::new().with_method("density").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "The old mill reopens on Monday.\nShort.\nIt was under repair for years.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DensityMethod {
    /// `c1`: the minimum length of a string in the region, as a share of the longest string.
    pub length_ratio: f64,
    /// `c2`: the minimum distance at which strings are not joined.
    pub distance: u32,
}

impl DensityMethod {
    /// The paper's values.
    pub const DEFAULT: DensityMethod = DensityMethod { length_ratio: LENGTH_RATIO, distance: DISTANCE };

    /// Steps 2 to 4: returns the region around the longest string. The region grows from string to string. On
    /// each side, the nearest string that is long enough is always the next to join, so one pass in each
    /// direction suffices.
    fn region(&self, lengths: &[u32]) -> Option<RangeInclusive<usize>> {
        let longest = lengths.iter().copied().max().filter(|longest| *longest > 0)?;
        let seed = lengths.iter().position(|length| *length == longest)?;
        let cutoff = f64::from(longest) * self.length_ratio;
        let reached = |strings: &mut dyn Iterator<Item = usize>| {
            let mut last = seed;
            for index in strings {
                if index.abs_diff(last) >= self.distance as usize {
                    break;
                }
                if f64::from(lengths[index]) > cutoff {
                    last = index;
                }
            }
            last
        };
        Some(reached(&mut (0..seed).rev())..=reached(&mut (seed + 1..lengths.len())))
    }
}

impl Default for DensityMethod {
    fn default() -> DensityMethod {
        DensityMethod::DEFAULT
    }
}

/// Step 1: the text strings of the body.
struct Strings {
    /// The number of characters of each string, with each sequence of whitespace counted once.
    lengths: Vec<u32>,
    runs: RunVerdicts,
    /// The index of the string of each run.
    string_of: Vec<u32>,
    /// Whether whitespace follows the last counted character of the open string.
    pending_space: bool,
}

impl Strings {
    fn of(page: &Page<'_>, body: Element<'_>, deadline: &mut Deadline) -> Result<Strings, TimedOut> {
        let (lengths, runs) = (vec![0], RunVerdicts::new(Reason::InRegion));
        let mut strings = Strings { lengths, runs, string_of: Vec::new(), pending_space: false };
        for event in body.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) if is_structural(&element) => {
                    strings.lengths.push(0);
                    strings.pending_space = false;
                }
                Event::Text(run) if run.is_visible() => strings.add(page, &run),
                _ => {}
            }
        }
        Ok(strings)
    }

    fn add(&mut self, page: &Page<'_>, run: &Run) {
        self.runs.push(run);
        let string = self.lengths.len() - 1;
        self.string_of.resize(self.runs.len(), string as u32);
        if run.is_blank() {
            self.pending_space = true;
            return;
        }
        let length = &mut self.lengths[string];
        for c in page.text_of(run).chars() {
            if c.is_whitespace() {
                self.pending_space = true;
            } else {
                *length += 1 + u32::from(self.pending_space && *length > 0);
                self.pending_space = false;
            }
        }
    }
}

/// Whether an element starts a new string: visible block-level elements except `html` and `body`.
fn is_structural(element: &Element<'_>) -> bool {
    element.tag().is(BLOCK) && !matches!(element.tag(), Tag::Html | Tag::Body) && !element.is_invisible()
}

impl Method for DensityMethod {
    fn name(&self) -> &'static str {
        "density"
    }

    fn summary(&self) -> &'static str {
        "Keeps the longest text string of the page and the long ones near it; also called LICEA."
    }

    fn paper(&self) -> &'static str {
        "Moreno, Deschacht, Moens, DIR 2009"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &[
            ParamSpec {
                name: "c1",
                default: "0.333",
                values: "a number from 0 to 1",
                doc: "a string of the region is longer than this share of the longest string",
            },
            ParamSpec {
                name: "c2",
                default: "4",
                values: "an integer >= 1",
                doc: "strings this many positions apart, or more, are not joined",
            },
        ]
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "c1" => Slot::Number(&mut self.length_ratio, params::SHARE),
            "c2" => Slot::Count(&mut self.distance, 1..=u32::MAX),
            _ => return None,
        })
    }

    fn noise_step(&self) -> NoiseStep {
        NoiseStep::Before
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let nothing = Selection::nothing(Reason::NoDenseRegion);
        let Some(body) = page.body() else { return Ok(nothing) };
        let Strings { lengths, mut runs, string_of, .. } = Strings::of(page, body, deadline)?;
        let Some(region) = self.region(&lengths) else { return Ok(nothing) };
        let longest = lengths.iter().copied().max().unwrap_or(1) as f32;
        runs.judge_all(|index| {
            let string = string_of[index] as usize;
            let kept = region.contains(&string);
            (kept, lengths[string] as f32 / longest, if kept { Reason::InRegion } else { Reason::BeyondGap })
        });
        Ok(runs.selection(Reason::NoDenseRegion))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Step 3 as specified: repeats until nothing changes.
    fn literal(lengths: &[u32], method: &DensityMethod) -> Option<RangeInclusive<usize>> {
        let longest = lengths.iter().copied().max().filter(|longest| *longest > 0)?;
        let mut region = vec![lengths.iter().position(|length| *length == longest)?];
        loop {
            let joins = |index: &usize| {
                !region.contains(index)
                    && f64::from(lengths[*index]) > f64::from(longest) * method.length_ratio
                    && region.iter().any(|other| other.abs_diff(*index) < method.distance as usize)
            };
            let Some(next) = (0..lengths.len()).find(joins) else { break };
            region.push(next);
        }
        Some(*region.iter().min()?..=*region.iter().max()?)
    }

    proptest! {
        #[test]
        fn one_pass_equals_the_literal_steps(
            lengths in prop::collection::vec(0u32..10, 1..40),
            length_ratio in 0.1..0.9,
            distance in 1u32..6,
        ) {
            let method = DensityMethod { length_ratio, distance };
            prop_assert_eq!(method.region(&lengths), literal(&lengths, &method));
        }
    }

    /// Example LICEA-2 of the specification.
    #[test]
    fn the_worked_example() {
        let lengths = [3, 40, 5, 5, 5, 60, 2, 2, 41, 0, 0, 25, 0, 0, 0, 30];
        assert_eq!(DensityMethod::DEFAULT.region(&lengths), Some(5..=11));
    }
}
