//! Candidates: the values found for each field, before one of them is chosen.

use super::Origin;
use crate::markup::escaped_twice;

/// A field that has candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Title,
    Heading,
    Author,
    Published,
    Modified,
    SiteName,
    Description,
    Language,
    Direction,
    Image,
    Category,
    Tag,
    License,
    Url,
}

/// Number of kinds.
const KINDS: usize = 14;
/// Maximum number of candidates of one kind. It bounds the work on hostile pages, such as one with 100,000 `<meta>` elements.
/// Chosen by hand.
const MAX_PER_KIND: usize = 64;
/// Maximum number of authors, or dates, from visible text, so that a long list of them leaves room for declared ones. Chosen by
/// hand.
const MAX_VISIBLE_PER_KIND: usize = 48;
/// Maximum length, in bytes, of a name or title. A longer value is prose and is ignored as a whole. Chosen by hand.
const MAX_BYTES: usize = 1_000;
/// Maximum length, in bytes, of a description or address. Chosen by hand.
const MAX_LONG_BYTES: usize = 8_000;

const SOFT_HYPHEN: char = '\u{AD}';

/// The place of a candidate on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The id of the element that holds it.
    pub(super) element: u32,
    /// Number of bytes of visible text before it.
    pub(super) before: usize,
    /// Whether it is in a part about something other than the page, such as a sidebar.
    pub(super) in_aside: bool,
    /// Whether it is in a thread of comments.
    pub(super) in_comments: bool,
    /// Whether a sentence comes between the heading and it, outside of comments.
    pub(super) after_sentence: bool,
}

/// A value that was found for a field, with its origin and its rank.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) kind: Kind,
    pub(super) origin: Origin,
    /// Among candidates of the same kind and origin, the lowest rank wins. Among equal ranks, the first on the page wins.
    pub(super) rank: u8,
    pub(super) value: String,
    /// The place on the page, for visible text.
    place: Option<Place>,
}

#[derive(Debug, Default)]
pub(super) struct Candidates {
    list: Vec<Candidate>,
    counts: [usize; KINDS],
}

impl Candidates {
    /// Adds a value with its whitespace collapsed, unless it is empty or too long, or the kind already has as many
    /// candidates as it may have.
    pub(super) fn add(&mut self, kind: Kind, origin: Origin, rank: u8, value: &str) {
        self.add_at(None, (kind, origin, rank), value);
    }

    /// Adds a value as [`Candidates::add`] does. With a place, the rank is a detail that [`Candidates::rank`] turns into a rank.
    pub(super) fn add_at(
        &mut self,
        place: Option<Place>,
        (kind, origin, rank): (Kind, Origin, u8),
        value: &str,
    ) {
        let max_bytes = if matches!(kind, Kind::Description | Kind::Url | Kind::Image) {
            MAX_LONG_BYTES
        } else {
            MAX_BYTES
        };
        let is_byline = matches!(kind, Kind::Author | Kind::Published | Kind::Modified);
        let is_visible = is_byline && origin == Origin::Visible;
        let max_count = if is_visible { MAX_VISIBLE_PER_KIND } else { MAX_PER_KIND };
        let count = &mut self.counts[kind as usize];
        if value.len() > max_bytes || *count >= max_count {
            return;
        }
        let value = escaped_twice::decoded(collapse_whitespace(value));
        if !value.is_empty() {
            *count += 1;
            self.list.push(Candidate { kind, origin, rank, value, place });
        }
    }

    /// Replaces the rank of each candidate that has a place by what `rank` returns for it, and removes it if that is `None`.
    pub(super) fn rank(&mut self, rank: impl Fn(Kind, u8, Place) -> Option<u8>) {
        self.list.retain_mut(|it| {
            let Some(place) = it.place else { return true };
            let ranked = rank(it.kind, it.rank, place);
            it.rank = ranked.unwrap_or(it.rank);
            ranked.is_some()
        });
    }

    /// Returns the candidates of a kind that have a place, in the order in which they were added.
    pub(super) fn placed(&self, kind: Kind) -> impl Iterator<Item = (Place, &str)> {
        let of_kind = self.list.iter().filter(move |it| it.kind == kind);
        of_kind.filter_map(|it| Some((it.place?, it.value.as_str())))
    }

    /// Removes the candidates of a kind whose place is in a list. If some of these have a rank below `far`, and no other candidate
    /// with a place has, removes the other ones from visible text too, and returns `true`.
    pub(super) fn remove_listed(&mut self, kind: Kind, far: u8, is_listed: impl Fn(Place) -> bool) -> bool {
        let (mut is_list_near, mut is_other_near) = (false, false);
        self.list.retain(|it| {
            let Some(place) = it.place.filter(|_| it.kind == kind) else { return true };
            let is_listed = is_listed(place);
            let is_near = if is_listed { &mut is_list_near } else { &mut is_other_near };
            *is_near |= it.rank < far;
            !is_listed
        });
        let is_index = is_list_near && !is_other_near;
        let is_far = |it: &Candidate| it.kind == kind && it.place.is_some() && it.origin == Origin::Visible;
        self.list.retain(|it| !is_index || !is_far(it));
        is_index
    }

    /// Whether `kind` has a candidate that is declared in markup, or one from visible text with a rank below `rank`.
    pub(super) fn has(&self, kind: Kind, rank: u8) -> bool {
        self.list.iter().any(|it| it.kind == kind && (it.origin != Origin::Visible || it.rank < rank))
    }

    /// Returns the candidates of a kind, best first: by the order of `origins`, then by rank, then by position on the page.
    /// Candidates of other origins are left out.
    pub(super) fn ordered(&self, kind: Kind, origins: &[Origin]) -> Vec<&Candidate> {
        let origin_index =
            |candidate: &Candidate| origins.iter().position(|origin| *origin == candidate.origin);
        let of_kind = self.list.iter().filter(|candidate| candidate.kind == kind);
        let mut ordered: Vec<_> = of_kind.filter_map(|it| Some((origin_index(it)?, it.rank, it))).collect();
        ordered.sort_by_key(|(origin, rank, _)| (*origin, *rank));
        ordered.into_iter().map(|(_, _, candidate)| candidate).collect()
    }
}

/// Returns the text with whitespace trimmed and collapsed to single spaces, and without soft hyphens.
pub(super) fn collapse_whitespace(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.extend(word.split(SOFT_HYPHEN));
    }
    collapsed
}
