//! Exact matches of title, author and date, on pages for which the corpus has the field.
//!
//! An answer of `None` is not scored: the entrant never reports the field. An empty answer claims that the
//! page does not have the field, and is wrong if the corpus has one.

use std::collections::BTreeSet;

use crate::text::folded;

/// Length of `YYYY-MM-DD` in bytes.
const ISO_DATE: usize = 10;

/// Whether two texts are equal after folding ([`crate::text::folded`]). Case matters. `None` if there is no
/// gold value or the answer is not scored.
pub(super) fn same_text(gold: Option<&str>, answer: Option<&str>) -> Option<bool> {
    let [gold, answer] = [folded(gold?), folded(answer?)];
    (!gold.is_empty()).then(|| gold == answer)
}

/// Whether two lists name the same authors in any order. Names are separated by a comma, a semicolon, `&`,
/// `|` or `and`.
pub(super) fn same_authors(gold: Option<&str>, answer: Option<&str>) -> Option<bool> {
    let [gold, answer] = [folded(gold?), folded(answer?)];
    (!gold.is_empty()).then(|| names(&gold) == names(&answer))
}

fn names(list: &str) -> BTreeSet<&str> {
    let pieces = list.split([',', ';', '&', '|']).flat_map(|piece| piece.split(" and "));
    let without_and =
        pieces.map(|piece| piece.trim()).map(|piece| piece.strip_prefix("and ").unwrap_or(piece));
    without_and.filter(|name| !name.is_empty()).collect()
}

/// Whether two dates name the same day. A time after `YYYY-MM-DD` is ignored.
pub(super) fn same_day(gold: Option<&str>, answer: Option<&str>) -> Option<bool> {
    same_text(gold.map(day), answer.map(day))
}

fn day(date: &str) -> &str {
    let date = date.trim();
    match date.get(..ISO_DATE) {
        Some(day) if is_iso_date(day) => day,
        _ => date,
    }
}

fn is_iso_date(day: &str) -> bool {
    let has_shape = |(index, byte): (usize, u8)| {
        if matches!(index, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
    };
    day.bytes().enumerate().all(has_shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_scored_where_corpus_and_entrant_have_it() {
        assert_eq!(same_text(Some("A  title"), Some("A title ")), Some(true));
        assert_eq!(same_text(Some("A title"), Some("a title")), Some(false));
        assert_eq!(same_text(Some("A title"), None), None);
        assert_eq!(same_text(Some("A title"), Some("")), Some(false));
        assert_eq!(same_text(None, Some("A title")), None);
        assert_eq!(same_text(Some(" "), Some("a")), None);
    }

    #[test]
    fn authors_are_a_set() {
        for (gold, answer, same) in [
            ("Ann Smith, Bo Lee, and Cy", "Cy; Ann Smith; Bo Lee", true),
            ("Ann Smith and Bo Lee", "Ann Smith & Bo Lee", true),
            ("Ann Smith, MD", "Ann Smith", false),
            ("Andy Sand", "Andy S", false),
            ("Ann", "", false),
        ] {
            assert_eq!(same_authors(Some(gold), Some(answer)), Some(same), "{gold}");
        }
        assert_eq!(same_authors(Some("Ann"), None), None);
    }

    #[test]
    fn the_time_of_day_does_not_matter() {
        assert_eq!(same_day(Some("2025-09-04"), Some("2025-09-04T10:00:00Z")), Some(true));
        assert_eq!(same_day(Some("2025-09-04"), Some("2025-09-05")), Some(false));
        assert_eq!(same_day(Some("2025-09-04"), Some("4 September 2025")), Some(false));
    }
}
