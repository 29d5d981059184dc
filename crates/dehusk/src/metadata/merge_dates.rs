//! Chooses the date of publication and the date of the last change.
//!
//! The first candidate in the order of origins that [`Reader`] accepts is used, with these exceptions:
//!
//! - A visible date far from the heading is weaker than the date in the address.
//! - **The day at the publisher's place.** A timestamp in UTC can be of another day than the one in the address. The day in the
//!   address is used if it is the day before or after, and if some time zone has it at that time.
//! - A page that prints an earlier date right after its heading than it declares was published again by its software. The
//!   printed date is used, unless the address has the declared month, or the two differ only by the order of day and month.
//! - A page was not changed before it was published. If a visible date of publication is later than the change, an earlier
//!   candidate is used; if there is none, the date of the change is dropped.
//!
//! All limits of this file were chosen by hand.

use super::candidates::{Candidate, Candidates, Kind};
use super::date::{Date, Reader};
use super::place::{FAR, NEAR};
use super::{Field, Origin, address};

/// Length of `YYYY-MM-DD` in bytes.
const DAY_BYTES: usize = 10;
/// Time zones west of Greenwich have the day before until this hour of UTC at the latest.
const LAST_HOUR_OF_DAY_BEFORE: u8 = 12;
/// Time zones east of Greenwich have the next day from this hour of UTC on at the earliest.
const FIRST_HOUR_OF_NEXT_DAY: u8 = 10;

/// Dates of the same moment in two time zones differ by a day at most.
const MAX_DAYS_OF_ZONES: i64 = 1;

/// Returns the date of publication and the date of the last change. `in_path` is the date in the page's address.
pub(super) fn merge(
    candidates: &Candidates,
    order: &[Origin],
    address: Option<&str>,
    in_path: Option<Field<String>>,
    dates: &Reader,
) -> (Option<Field<String>>, Option<Field<String>>) {
    let found = |kind: Kind| -> Vec<(&Candidate, String)> {
        let ordered = candidates.ordered(kind, order).into_iter();
        ordered.filter_map(|it| Some((it, dates.value(&it.value)?))).collect()
    };
    let (published, changed) = (found(Kind::Published), found(Kind::Modified));
    let modified = changed.first().map(|(it, date)| Field::new(date.clone(), it.origin));
    let Some((first, date)) = published.first() else { return (in_path, modified) };
    let is_far = first.origin == Origin::Visible && first.rank >= FAR;
    let chosen = match in_path.clone().filter(|_| is_far) {
        Some(path) => path,
        None => Field::new(date.clone(), first.origin),
    };
    let chosen = local_day(&chosen, in_path.clone()).unwrap_or(chosen);
    let chosen = printed_before(&chosen, address, &published).unwrap_or(chosen);
    in_order(chosen, modified, &published)
}

/// Returns the day in the address if it is the day of a timestamp in UTC at the publisher's place.
fn local_day(chosen: &Field<String>, in_path: Option<Field<String>>) -> Option<Field<String>> {
    let (day, hour) = utc(&chosen.value)?;
    let days = Date::parse(&in_path.as_ref()?.value)?.days_since(day);
    let is_local =
        (days == -1 && hour <= LAST_HOUR_OF_DAY_BEFORE) || (days == 1 && hour >= FIRST_HOUR_OF_NEXT_DAY);
    in_path.filter(|_| is_local)
}

/// Returns the date that the page prints next to its heading if it is earlier than the declared one by more than a day.
fn printed_before(
    chosen: &Field<String>,
    address: Option<&str>,
    published: &[(&Candidate, String)],
) -> Option<Field<String>> {
    let declared = Date::parse(&chosen.value)?;
    let is_in_path = address.is_some_and(|address| address::has_month(address, &chosen.value));
    if is_in_path || matches!(chosen.origin, Origin::Visible | Origin::Url) {
        return None;
    }
    let (first, date) = published.iter().find(|(it, _)| it.origin == Origin::Visible && it.rank < NEAR)?;
    let printed = Date::parse(date)?;
    // `02/11/2023` may be the declared day in the other order of day and month.
    let is_declared = is_in_digits(&first.value) && printed.with_day_as_month() == Some(declared);
    let is_before = printed.days_since(declared) < -MAX_DAYS_OF_ZONES;
    (is_before && !is_declared).then(|| Field::new(date.clone(), first.origin))
}

/// Whether a text has a date of numbers only, such as `02/11/2023`.
fn is_in_digits(text: &str) -> bool {
    let is_joint = |window: &[u8]| {
        window[0].is_ascii_digit() && matches!(window[1], b'/' | b'.' | b'-') && window[2].is_ascii_digit()
    };
    text.as_bytes().windows(3).any(is_joint)
}

/// Returns the day and the hour of a timestamp in UTC; `None` for other dates.
fn utc(date: &str) -> Option<(Date, u8)> {
    let is_utc = date.len() > DAY_BYTES && (date.ends_with('Z') || date.ends_with("+00:00"));
    let hour = date.get(DAY_BYTES + 1..DAY_BYTES + 3).filter(|_| is_utc)?;
    Some((Date::parse(date)?, hour.parse().ok()?))
}

/// Returns the dates such that the change is not before the publication.
fn in_order(
    chosen: Field<String>,
    modified: Option<Field<String>>,
    published: &[(&Candidate, String)],
) -> (Option<Field<String>>, Option<Field<String>>) {
    let Some(change) = modified.as_ref().filter(|change| is_before(&change.value, &chosen.value)) else {
        return (Some(chosen), modified);
    };
    let earlier = published.iter().filter(|(it, date)| it.rank < FAR && !is_before(&change.value, date));
    match earlier.map(|(it, date)| Field::new(date.clone(), it.origin)).next() {
        Some(earlier) if chosen.origin == Origin::Visible => (Some(earlier), modified),
        _ => (Some(chosen), None),
    }
}

/// Whether a date is before another. Times count only if both are written in the same zone.
fn is_before(one: &str, other: &str) -> bool {
    let zone = |date: &str| {
        date.get(DAY_BYTES..)
            .map(|time| time.trim_start_matches(|c| c != 'Z' && c != '+' && c != '-').to_owned())
    };
    let len = if one.len() == other.len() && zone(one) == zone(other) {
        one.len()
    } else {
        DAY_BYTES.min(one.len()).min(other.len())
    };
    one.get(..len).unwrap_or(one) < other.get(..len).unwrap_or(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_before_a_publication_by_day_or_by_time_in_the_same_zone() {
        for (one, other, expected) in [
            ("2011-05-05", "2011-05-06", true),
            ("2011-05-05", "2011-05-05T10:00:00Z", false),
            ("2011-05-05T09:00:00Z", "2011-05-05T10:00:00Z", true),
            ("2011-05-05T09:00:00Z", "2011-05-05T10:00:00+02:00", false),
            ("2011-05", "2011-05-05", false),
            ("2011-05-06", "2011-05-05", false),
        ] {
            assert_eq!(is_before(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn the_day_at_the_place_of_the_publisher_is_at_most_one_day_away() {
        let field = |date: &str| Field::new(date.to_owned(), Origin::Url);
        for (time, path, expected) in [
            ("2011-05-06T02:00:00Z", "2011-05-05", Some("2011-05-05")),
            ("2011-05-06T02:00:00+00:00", "2011-05-05", Some("2011-05-05")),
            ("2011-05-05T16:00:00Z", "2011-05-06", Some("2011-05-06")),
            ("2011-05-06T22:00:00Z", "2011-05-05", None),
            ("2011-05-06T02:00:00Z", "2011-05-07", None),
            ("2011-05-06T02:00:00+02:00", "2011-05-05", None),
            ("2011-05-06", "2011-05-05", None),
            ("2011-05-01T02:00:00Z", "2011-04-30", Some("2011-04-30")),
        ] {
            let day = local_day(&field(time), Some(field(path)));
            assert_eq!(day.map(|it| it.value).as_deref(), expected, "{time} {path}");
        }
    }
}
