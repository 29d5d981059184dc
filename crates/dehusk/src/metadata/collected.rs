//! What the walk over a page found, and which of the headings is that of the page.

use std::borrow::Cow;

use super::Origin;
use super::candidates::{Candidates, Kind};
use super::home::Home;
use super::title::Printed;
use crate::source::Span;
use crate::text_key::text_key;

/// Minimum length, in bytes, of the [`text_key`] of a heading that is searched for in the titles. Chosen by hand.
const MIN_KEY_BYTES: usize = 6;

/// Everything that the walk found.
#[derive(Debug, Default)]
pub(super) struct Collected<'p> {
    pub(super) candidates: Candidates,
    /// The texts of JSON-LD scripts.
    pub(super) scripts: Vec<Cow<'p, str>>,
    /// The address of `<base>`.
    pub(super) base: Option<String>,
    /// The `h1`s, in the order of the page.
    pub(super) headings: Vec<Heading>,
    /// The headings of the next two levels.
    pub(super) subheadings: Vec<Heading>,
    /// Names of the site, as links to its home page have them.
    pub(super) home: Vec<Home>,
    /// The parts of titles that are blocks of their own.
    pub(super) printed: Printed,
    /// The footers of the page, in its order. An unlabelled date there is not that of the page.
    pub(super) footers: Vec<Span>,
    /// The items of lists of other pages, in the order of the page.
    pub(super) listed: Vec<Span>,
    /// Whether dates near the heading are in these items, and none near it is elsewhere.
    pub(super) is_index: bool,
    /// Number of bytes of visible text before the last `h1` that the walk has reached.
    pub(super) last_heading: Option<usize>,
}

/// A heading that may be that of the page.
#[derive(Debug)]
pub(super) struct Heading {
    /// Its offset in the source.
    pub(super) start: usize,
    /// Number of bytes of visible text before it.
    pub(super) before: usize,
    pub(super) text: String,
    /// Whether an element of block level follows text in it, such as a date below a title.
    pub(super) has_blocks: bool,
    /// Whether a sentence comes before it, since the `h1` before.
    pub(super) after_sentence: bool,
    /// Whether it has a link to another page in it, as the name of the site often does.
    pub(super) has_link: bool,
    /// What readers see of it, if only screen readers read the rest, such as the name of the site after it.
    pub(super) seen: Option<String>,
}

impl Collected<'_> {
    /// Returns the heading that a title of the page contains, otherwise the first `h1`.
    pub(super) fn heading(&self) -> Option<&Heading> {
        self.named_heading().or(self.headings.first())
    }

    /// Returns the heading that a title of the page contains.
    pub(super) fn named_heading(&self) -> Option<&Heading> {
        let titles = self.candidates.ordered(Kind::Title, &[Origin::Html, Origin::OpenGraph]);
        let titles: Vec<String> = titles.iter().map(|it| text_key(&it.value)).collect();
        let is_named = |heading: &&Heading| {
            let key = text_key(&heading.text);
            key.len() >= MIN_KEY_BYTES && titles.iter().any(|title| title.contains(&key))
        };
        // A lower heading may be one word of the title, and head another part of the page.
        let is_most = |heading: &&Heading| {
            let key = text_key(&heading.text);
            titles.iter().any(|title| title.starts_with(&key) && key.len() * 2 >= title.len())
        };
        let of_first_level = || self.headings.iter().find(is_named);
        let of_others = || self.subheadings.iter().find(|heading| is_named(heading) && is_most(heading));
        of_first_level().or_else(of_others)
    }
}
