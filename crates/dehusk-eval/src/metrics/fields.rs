//! Exactness of title, author and date: right or wrong, where both the corpus and the answer have one.

use crate::text::folded;

/// Length of `YYYY-MM-DD`.
const ISO_DATE: usize = 10;

/// Whether two texts are the same once folded; case counts. `None` unless there are two that are not empty.
pub(super) fn same_text(gold: Option<&str>, answer: Option<&str>) -> Option<bool> {
    let [gold, answer] = [folded(gold?), folded(answer?)];
    (!gold.is_empty() && !answer.is_empty()).then(|| gold == answer)
}

/// Whether two dates name the same day: what follows `YYYY-MM-DD` (a time) is not compared.
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
    let shape = |(place, byte): (usize, u8)| {
        if matches!(place, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
    };
    day.bytes().enumerate().all(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_compared_only_where_both_have_it() {
        assert_eq!(same_text(Some("A  title"), Some("A title ")), Some(true));
        assert_eq!(same_text(Some("A title"), Some("a title")), Some(false));
        assert_eq!(same_text(Some("A title"), None), None);
        assert_eq!(same_text(Some(" "), Some("a")), None);
    }

    #[test]
    fn the_time_of_day_does_not_matter() {
        assert_eq!(same_day(Some("2025-09-04"), Some("2025-09-04T10:00:00Z")), Some(true));
        assert_eq!(same_day(Some("2025-09-04"), Some("2025-09-05")), Some(false));
        assert_eq!(same_day(Some("2025-09-04"), Some("4 September 2025")), Some(false));
    }
}
