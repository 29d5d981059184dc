//! Places: ranks candidates of visible text by where they are on the page, seen from its heading.
//!
//! Which heading is that of the page is known only after the walk, so `collect` records places and this module turns them into
//! ranks. All limits of this file were chosen by hand on half of the sites of wcxb-dev and of `dates`
//! (docs/src/notebook/metadata.md).

use super::candidates::{Candidates, Kind, Place};
use crate::sentence_ends::ends_sentence;

// The best ranks of the areas around the heading. Each area has `RANKS` ranks; the details below are added.
/// Right after the heading.
pub(super) const AFTER_HEADING: u8 = 0;
/// Soon after the heading.
pub(super) const NEAR: u8 = RANKS;
/// Shortly before the heading.
pub(super) const BEFORE_HEADING: u8 = 2 * RANKS;
/// Elsewhere.
pub(super) const FAR: u8 = 3 * RANKS;
/// In a part about something other than the page.
pub(super) const IN_ASIDE: u8 = 4 * RANKS;
/// Number of ranks of an area.
const RANKS: u8 = 4;

// Details, added to the rank of an area.
/// A byline or date that markup or its own words identify.
pub(super) const NAMED: u8 = 1;
/// An author that neither markup nor its own words identify as a name.
pub(super) const LOOSE: u8 = 2;
/// An author that only the address of its link identifies, and what is found by the text of a block.
pub(super) const BY_TEXT: u8 = 3;

/// Maximum number of bytes of visible text between the heading and a byline or date right after it.
const MAX_RIGHT_AFTER: usize = 250;
/// Maximum number of bytes of visible text between the heading and a byline or date that belongs to it.
const MAX_AFTER: usize = 2_000;
/// Maximum number of bytes of visible text between a byline or date and the heading after it.
const MAX_BEFORE: usize = 300;
/// If a thread begins at most this number of bytes of visible text after the heading and no sentence comes between, its
/// first post is what the page is about, and the author and the date of that post are those of the page.
const MAX_BEFORE_FIRST_POST: usize = 400;

/// Minimum length, in bytes, of a sentence.
const MIN_SENTENCE_BYTES: usize = 24;

/// Whether text in a thread of comments is near enough to the heading to belong to the first post of a discussion.
pub(super) fn is_first_post(bytes_after_heading: usize, after_sentence: bool) -> bool {
    bytes_after_heading <= MAX_BEFORE_FIRST_POST && !after_sentence
}

/// Whether a text ends like a sentence of an article, and not like a name, a date or a button.
pub(super) fn is_sentence(text: &str) -> bool {
    let text = text.trim_end();
    text.len() >= MIN_SENTENCE_BYTES && text.ends_with(ends_sentence)
}

/// Ranks all candidates that have a place, and removes those that cannot belong to the page. `heading` is the number of bytes of
/// visible text before the heading.
pub(super) fn rank(candidates: &mut Candidates, heading: Option<usize>) {
    candidates.rank(|kind, detail, place| {
        let area = area(place, heading)?;
        let is_link = kind == Kind::Author && detail == BY_TEXT;
        (!is_link || area < FAR).then_some(area + detail)
    });
}

fn area(place: Place, heading: Option<usize>) -> Option<u8> {
    let Some(heading) = heading else {
        let area = if place.in_aside { IN_ASIDE } else { BEFORE_HEADING };
        return (!place.in_comments).then_some(area);
    };
    let after = place.before.checked_sub(heading);
    if place.in_comments {
        return after
            .is_some_and(|bytes| is_first_post(bytes, place.after_sentence))
            .then_some(AFTER_HEADING);
    }
    Some(match after {
        _ if place.in_aside => IN_ASIDE,
        Some(bytes) if bytes <= MAX_RIGHT_AFTER => AFTER_HEADING,
        Some(bytes) if bytes <= MAX_AFTER => NEAR,
        None if heading - place.before <= MAX_BEFORE => BEFORE_HEADING,
        _ => FAR,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_seen_from_the_heading() {
        let place = |before, in_aside, in_comments| Place {
            element: 0,
            before,
            in_aside,
            in_comments,
            after_sentence: false,
        };
        for (place, heading, expected) in [
            (place(1_010, false, false), Some(1_000), Some(AFTER_HEADING)),
            (place(2_000, false, false), Some(1_000), Some(NEAR)),
            (place(990, false, false), Some(1_000), Some(BEFORE_HEADING)),
            (place(10, false, false), Some(1_000), Some(FAR)),
            (place(9_000, false, false), Some(1_000), Some(FAR)),
            (place(1_010, true, false), Some(1_000), Some(IN_ASIDE)),
            (place(1_010, false, true), Some(1_000), Some(AFTER_HEADING)),
            (place(2_000, false, true), Some(1_000), None),
            (place(10, false, false), None, Some(BEFORE_HEADING)),
            (place(10, false, true), None, None),
        ] {
            assert_eq!(area(place, heading), expected, "{place:?}");
        }
    }
}
