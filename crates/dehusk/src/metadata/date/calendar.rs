//! Calendars: valid days, days since 1970 and the Persian calendar. No text is parsed here.

use std::fmt;

/// A day of the Gregorian calendar. An earlier day compares as less than a later one.
///
/// ```
/// use dehusk::metadata::Date;
/// let day = Date::new(2011, 5, 5).unwrap();
/// assert_eq!(day.to_string(), "2011-05-05");
/// assert_eq!(Date::new(2011, 2, 29), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

const DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const SECONDS_PER_DAY: i64 = 86_400;

impl Date {
    /// The end of 2099. By default, later dates are not accepted as dates of a page. The limit does not depend on the clock.
    /// Chosen by hand.
    pub const LATEST: Date = Date { year: 2099, month: 12, day: 31 };

    /// Returns the day, or `None` if it does not exist or its year is not between 1 and 9999.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        if year == 0 || year > 9999 || month == 0 || month > 12 || day == 0 {
            return None;
        }
        let leap =
            month == 2 && year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let last = DAYS[month as usize - 1] + leap as u8;
        if day > last { None } else { Some(Date { year, month, day }) }
    }

    /// Reads the day at the beginning of a date in ISO 8601.
    pub(in crate::metadata) fn parse(iso: &str) -> Option<Date> {
        let number = |from: usize, to: usize| iso.get(from..to)?.parse::<u16>().ok();
        let (month, day) = (u8::try_from(number(5, 7)?).ok()?, u8::try_from(number(8, 10)?).ok()?);
        Date::new(number(0, 4)?, month, day)
    }

    /// The day that is written with the same numbers if day and month change places.
    pub(in crate::metadata) fn with_day_as_month(self) -> Option<Date> {
        Date::new(self.year, self.day, self.month)
    }

    /// Number of days from another day to this one; negative if this one is earlier.
    pub(in crate::metadata) fn days_since(self, other: Date) -> i64 {
        self.days() - other.days()
    }

    /// Number of days since 0000-03-01 (Howard Hinnant's `days_from_civil` without its offset).
    fn days(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year
    }

    /// Converts a number of seconds since 1970-01-01 (UTC) to a day and the number of seconds since the start of that day. Returns
    /// `None` if the day is not in the years 1 to 9999.
    ///
    /// ```
    /// use dehusk::metadata::Date;
    /// let (day, seconds) = Date::of_unix_time(951_782_461).unwrap();
    /// assert_eq!((day.to_string().as_str(), seconds), ("2000-02-29", 61));
    /// ```
    #[must_use]
    pub fn of_unix_time(seconds: i64) -> Option<(Date, i64)> {
        let days = seconds.div_euclid(SECONDS_PER_DAY);
        Some((Date::of_days(days)?, seconds.rem_euclid(SECONDS_PER_DAY)))
    }

    /// Returns the day that is `days` days after 1970-01-01 (Howard Hinnant's `civil_from_days`).
    fn of_days(days: i64) -> Option<Date> {
        let days = days.checked_add(719_468)?;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }

    /// Converts a day of the Persian calendar by its 33-year cycle. The cycle is correct for the Persian years 1244 to 1501 (1865
    /// to 2122 in the Gregorian calendar).
    pub(super) fn of_persian(year: u16, month: u8, day: u8) -> Option<Date> {
        let last = if month <= 6 { 31 } else { 30 };
        if !(1244..=1501).contains(&year) || !(1..=12).contains(&month) || !(1..=last).contains(&day) {
            return None;
        }
        let years = i64::from(year) + 1595;
        let before = if month < 7 { i64::from(month - 1) * 31 } else { i64::from(month - 7) * 30 + 186 };
        // Days since 0000-12-31, which is 719,528 days before 1970-01-01.
        let days = -355_668 + 365 * years + years / 33 * 8 + (years % 33 + 3) / 4 + i64::from(day) + before;
        Date::of_days(days - 719_528)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_between_dates() {
        for (one, other, expected) in [
            ("2011-05-06", "2011-05-05", 1),
            ("2012-03-01", "2012-02-28", 2),
            ("2011-01-01", "2011-12-31", -364),
        ] {
            assert_eq!(Date::parse(one).unwrap().days_since(Date::parse(other).unwrap()), expected);
        }
        assert_eq!(Date::parse("2011-05"), None);
    }

    #[test]
    fn days_of_other_calendars() {
        let persian = |y, m, d| Date::of_persian(y, m, d).map(|day| day.to_string());
        for (day, expected) in [
            ((1390, 2, 15), "2011-05-05"),
            ((1399, 12, 30), "2021-03-20"),
            ((1400, 1, 1), "2021-03-21"),
            ((1403, 1, 1), "2024-03-20"),
            ((1369, 10, 11), "1991-01-01"),
        ] {
            assert_eq!(persian(day.0, day.1, day.2).as_deref(), Some(expected));
        }
        assert_eq!(persian(1390, 7, 31), None);
        assert_eq!(Date::of_unix_time(1_304_589_600).unwrap(), (Date::new(2011, 5, 5).unwrap(), 36_000));
        assert_eq!(Date::of_unix_time(-1).unwrap().0.to_string(), "1969-12-31");
        assert_eq!(Date::of_unix_time(i64::MAX), None);
    }
}
