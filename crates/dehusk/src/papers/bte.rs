//! BTE, body text extraction: keeps the one contiguous part of the page with many words and few tags.
//!
//! Finn, Kushmerick, Smyth: "Fact or fiction: content classification for digital libraries", DELOS 2001.
//! Maximizing the number of words inside plus the number of tags outside is a maximum subarray problem, so
//! one pass finds the part. The published programs compare all pairs of positions.

use super::tokens::{self, Token};
use crate::budget::{Deadline, TimedOut};
use crate::method::Method;
use crate::page::Page;
use crate::selection::{Reason, Selection};
use crate::site_noise::NoiseStep;
use std::ops::Range;

/// The method; it has no parameters.
///
/// ```
/// use dehusk::{Extractor, Options, methods::Bte};
/// let page = "<ul><li>Home<li>News</ul><p>The mill reopens on Monday, after <b>ten</b> years of repair.</p><ul><li>Imprint</ul>";
/// let extraction = Extractor::new(Options::new().with(Bte)).extract(page.as_bytes(), None);
/// assert_eq!(extraction.text(), "The mill reopens on Monday, after ten years of repair.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Bte;

/// Step 2: returns the range of tokens with the largest sum, where a word counts +1 and a tag −1. In a tie,
/// returns the range that ends first; if several end there, the shortest. `None` if no sum is above 0.
fn densest_range(tokens: &[Token]) -> Option<Range<usize>> {
    let (mut best, mut best_sum) = (None, 0);
    let (mut start, mut sum) = (0, 0i64);
    for (index, token) in tokens.iter().enumerate() {
        if sum <= 0 {
            (start, sum) = (index, 0);
        }
        sum += if token.is_tag() { -1 } else { 1 };
        if sum > best_sum {
            (best, best_sum) = (Some(start..index + 1), sum);
        }
    }
    best
}

impl Method for Bte {
    fn name(&self) -> &'static str {
        "bte"
    }

    fn summary(&self) -> &'static str {
        "Keeps the one contiguous part of the page with the most words inside and the most tags outside."
    }

    fn paper(&self) -> &'static str {
        "Finn, Kushmerick, Smyth, DELOS 2001"
    }

    fn noise_step(&self) -> NoiseStep {
        NoiseStep::Before
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let tokens = tokens::tokens(page, |_| true, deadline)?;
        let Some(range) = densest_range(&tokens) else {
            return Ok(Selection::nothing(Reason::NoDenseRegion));
        };
        Ok(tokens::selection(&tokens, &[range], (Reason::MostWordsFewestTags, Reason::OutsideFragment)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use proptest::prelude::*;

    /// The published algorithm: compares all pairs of positions.
    fn quadratic(tokens: &[Token]) -> Option<Range<usize>> {
        let value = |token: &Token| if token.is_tag() { -1 } else { 1i64 };
        let mut best = (0, None);
        for end in 1..=tokens.len() {
            for start in (0..end).rev() {
                let sum = tokens[start..end].iter().map(value).sum();
                if sum > best.0 {
                    best = (sum, Some(start..end));
                }
            }
        }
        best.1
    }

    proptest! {
        #[test]
        fn the_scan_equals_the_quadratic_search(page in "(a |b|<p>|<b>|</b>|\n){0,30}") {
            let parsed = Page::parse(Source::from_text(&page));
            let tokens = tokens::tokens(&parsed, |_| true, &mut Deadline::after(None)).unwrap();
            prop_assert_eq!(densest_range(&tokens), quadratic(&tokens), "{}", page);
        }
    }
}
