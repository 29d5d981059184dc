//! What the sources of a page say, before one of them is chosen.

use super::Origin;

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
    Licence,
    Url,
}

/// How many kinds there are.
const KINDS: usize = 14;
/// Most candidates of one kind: a page of 100,000 `<meta>` says nothing more.
const MOST_OF_A_KIND: usize = 64;
/// Longest value that is a name or a title; a longer one is prose, and none of it is taken.
const LONGEST: usize = 1_000;
/// Longest description or address.
const LONGEST_PROSE: usize = 8_000;

const SOFT_HYPHEN: char = '\u{AD}';

/// A value, where it comes from and how good that place is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) kind: Kind,
    pub(super) origin: Origin,
    /// Among candidates of the same kind and origin the lowest wins, then the first on the page.
    pub(super) rank: u8,
    pub(super) value: String,
}

#[derive(Debug, Default)]
pub(super) struct Candidates {
    list: Vec<Candidate>,
    counts: [usize; KINDS],
}

impl Candidates {
    /// Adds a value, its white space folded, unless it is empty, too long or one too many.
    pub(super) fn add(&mut self, kind: Kind, origin: Origin, rank: u8, value: &str) {
        let longest =
            if matches!(kind, Kind::Description | Kind::Url | Kind::Image) { LONGEST_PROSE } else { LONGEST };
        let count = &mut self.counts[kind as usize];
        if value.len() > longest || *count >= MOST_OF_A_KIND {
            return;
        }
        let value = folded(value);
        if !value.is_empty() {
            *count += 1;
            self.list.push(Candidate { kind, origin, rank, value });
        }
    }

    /// Whether there is one of a kind that markup declares, or that is seen at a place better than `rank`.
    pub(super) fn have(&self, kind: Kind, rank: u8) -> bool {
        self.list.iter().any(|it| it.kind == kind && (it.origin != Origin::Visible || it.rank < rank))
    }

    /// The candidates of a kind, best first: by the order of `origins`, then by rank, then as on the page. Those of other
    /// origins are left out.
    pub(super) fn ordered(&self, kind: Kind, origins: &[Origin]) -> Vec<&Candidate> {
        let place = |candidate: &Candidate| origins.iter().position(|origin| *origin == candidate.origin);
        let of_kind = self.list.iter().filter(|candidate| candidate.kind == kind);
        let mut placed: Vec<_> = of_kind.filter_map(|it| Some((place(it)?, it.rank, it))).collect();
        placed.sort_by_key(|(place, rank, _)| (*place, *rank));
        placed.into_iter().map(|(_, _, candidate)| candidate).collect()
    }
}

/// The text with each run of white space as one blank and none at its ends, and without the hyphens that show at the end of lines only.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.split(SOFT_HYPHEN));
    }
    folded
}
