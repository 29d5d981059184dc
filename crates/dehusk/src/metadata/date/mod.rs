//! Dates as pages write them, in any common form of any language, as ISO 8601.
//!
//! | form | read as |
//! |---|---|
//! | `2011-05-05`, `2011/5/5`, `2011.05.05`, `2011年5月5日`, `2011년 5월 5일` | year, month, day |
//! | `5 May 2011`, `May 5th, 2011`, `5 de mayo de 2011`, `5. května 2011`, `2011. május 5.` | by the name of the month |
//! | `05.05.2011`, `05-05-2011` | day first |
//! | `05/06/2011` | by [`Order`], unless one of the two is above 12 |
//! | `5 พ.ค. 2554`, years 2400 to 2700 | Buddhist era: 543 less |
//! | `۱۵ اردیبهشت ۱۳۹۰`, `1390/02/15`, years 1300 to 1499 | Persian calendar |
//! | `令和5年5月5日`, `民國100年5月5日` | the eras of Japan since 1926 and of Taiwan |
//! | `20110505`, `1304589600`, `1304589600000` | in metadata only: day, seconds or milliseconds since 1970 |
//!
//! A time of day and its zone are kept where they follow the date. The first thing in a text that is a date and lies in the
//! window counts. Years of two digits are no dates: too many other things look like them.

mod calendar;
mod months;
mod tokens;

pub use calendar::Date;
use months::{is_between, is_ordinal, month};
use tokens::{Token, tokens};

/// The first day that a date of a page may be: the web is not much older. Earlier dates are of what a page tells of.
pub(super) const FIRST: Option<Date> = Date::new(1990, 1, 1);

/// Which of day and month stands first in `05/06/2011`, where both readings are days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    DayFirst,
    MonthFirst,
}

impl Order {
    /// The order of a language tag: month first in English of the United States or of no country, else day first.
    pub(super) fn of_language(language: Option<&str>) -> Order {
        let language = language.unwrap_or("").to_ascii_lowercase();
        if matches!(language.as_str(), "en" | "en-us") { Order::MonthFirst } else { Order::DayFirst }
    }
}

/// How dates of one page are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) order: Order,
    /// The last day that counts.
    pub(super) latest: Date,
}

// Years of other calendars; the window refuses what is read wrongly.
const BUDDHIST: std::ops::RangeInclusive<u64> = 2400..=2700;
const BUDDHIST_OFFSET: u64 = 543;
const PERSIAN: std::ops::RangeInclusive<u64> = 1300..=1499;
/// Eras by the word before the year, and the year before their first.
const ERAS: [(&str, u64); 6] =
    [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911), ("พศ", 0)];

/// A date and how many tokens from the start of its text it ends.
struct Found {
    date: Date,
    end: usize,
}

impl Reader {
    /// The date of a value that is meant to be one.
    pub(super) fn value(&self, text: &str) -> Option<String> {
        let tokens = tokens(text);
        if let [Token::Number(number, digits)] = tokens.as_slice()
            && let Some(date) = self.bare_number(*number, *digits)
        {
            return Some(date);
        }
        self.first(&tokens).or_else(|| self.year_and_month(&tokens))
    }

    /// The first date in a text that may have other words.
    pub(super) fn in_text(&self, text: &str) -> Option<String> {
        // Most texts of a page have no number: they are passed over before anything is made of them.
        if text.chars().any(char::is_numeric) { self.first(&tokens(text)) } else { None }
    }

    fn first(&self, tokens: &[Token]) -> Option<String> {
        let found = (0..tokens.len()).find_map(|at| self.at(tokens, at))?;
        let time = time(&tokens[found.end..]).unwrap_or_default();
        Some(format!("{}{time}", found.date))
    }

    fn bare_number(&self, number: u64, digits: usize) -> Option<String> {
        let seconds = match digits {
            8 => {
                let date =
                    Date::new((number / 10_000) as u16, (number / 100 % 100) as u8, (number % 100) as u8);
                return self.plausible(date).map(|date| date.to_string());
            }
            9 | 10 => number,
            13 => number / 1000,
            _ => return None,
        };
        let (date, seconds) = Date::of_unix_time(i64::try_from(seconds).ok()?)?;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let date = self.plausible(Some(date))?;
        Some(format!("{date}T{hour:02}:{minute:02}:{second:02}Z"))
    }

    /// `2011-05` or `May 2011`, and nothing else.
    fn year_and_month(&self, tokens: &[Token]) -> Option<String> {
        let (year, month) = match tokens {
            [Token::Number(year, 4), Token::Sign('-' | '/' | '.'), Token::Number(month, 1 | 2)] => {
                (year, *month as u8)
            }
            [Token::Word(word), Token::Number(year, 4)] => match gregorian_month(word) {
                Some(month) => (year, month),
                None => return None,
            },
            _ => return None,
        };
        let first = self.date(*year, u64::from(month), 1)?;
        Some(first.to_string()[..7].to_owned())
    }

    fn at(&self, tokens: &[Token], at: usize) -> Option<Found> {
        let rest = &tokens[at..];
        let found = match rest.first()? {
            Token::Number(year, 4) => self.year_first(*year, rest),
            Token::Number(_, 1 | 2) => {
                self.east_asian(rest, tokens.get(at.wrapping_sub(1))).or_else(|| self.day_first(rest))
            }
            Token::Number(..) => self.east_asian(rest, tokens.get(at.wrapping_sub(1))),
            Token::Word(_) => self.month_first(rest),
            Token::Sign(_) => None,
        }?;
        Some(Found { end: at + found.end, ..found })
    }

    fn year_first(&self, year: u64, rest: &[Token]) -> Option<Found> {
        match rest {
            [
                _,
                Token::Sign(a),
                Token::Number(month, 1 | 2),
                Token::Sign(b),
                Token::Number(day, 1 | 2),
                ..,
            ] if is_separator(*a) && a == b => Some(Found { date: self.date(year, *month, *day)?, end: 5 }),
            _ => self.east_asian(rest, None).or_else(|| self.year_and_name(year, rest)),
        }
    }

    /// `2011. május 5.`, `2011 m. gegužės 5 d.`
    fn year_and_name(&self, year: u64, rest: &[Token]) -> Option<Found> {
        let at = 1 + skipped(&rest[1..]);
        let (named, len) = month_at(&rest[at..])?;
        let end = at + len + skipped(&rest[at + len..]);
        let Token::Number(day, 1 | 2) = rest.get(end)? else { return None };
        Some(Found { date: self.named(year, named, *day)?, end: end + 1 })
    }

    /// `2011年5月5日`, and with the era in the word before: `令和5年5月5日`.
    fn east_asian(&self, rest: &[Token], before: Option<&Token>) -> Option<Found> {
        let [
            Token::Number(year, _),
            Token::Word(y),
            Token::Number(month, 1 | 2),
            Token::Word(m),
            Token::Number(day, 1 | 2),
            Token::Word(d),
            ..,
        ] = rest
        else {
            return None;
        };
        let begins = |word: &str, any: [char; 3]| word.starts_with(any);
        let is_date =
            begins(y, ['年', '년', '年']) && begins(m, ['月', '월', '月']) && begins(d, ['日', '일', '号']);
        let era = match before {
            Some(Token::Word(word)) => {
                ERAS.iter().find(|(name, _)| word.ends_with(name)).map_or(0, |era| era.1)
            }
            _ => 0,
        };
        if is_date { Some(Found { date: self.date(year + era, *month, *day)?, end: 6 }) } else { None }
    }

    /// `05.05.2011`, `5 May 2011`, `5 tháng 5 năm 2011`.
    fn day_first(&self, rest: &[Token]) -> Option<Found> {
        let Token::Number(first, _) = rest.first()? else { return None };
        if let [_, Token::Sign(a), Token::Number(second, 1 | 2), Token::Sign(b), Token::Number(year, 4), ..] =
            rest
            && is_separator(*a)
            && a == b
        {
            let month_first = *a == '/' && self.order == Order::MonthFirst;
            let (day, month) = if month_first { (second, first) } else { (first, second) };
            let date = self.date(*year, *month, *day).or_else(|| self.date(*year, *day, *month))?;
            return Some(Found { date, end: 5 });
        }
        if let [_, Token::Word(word), Token::Number(month, 1 | 2), ..] = rest
            && word == "thang"
        {
            let at = 3 + skipped(&rest[3..]);
            return self.with_year(rest, at, |year| self.date(year, *month, *first));
        }
        let at = 1 + skipped(&rest[1..]);
        let (named, len) = month_at(&rest[at..])?;
        let end = at + len + skipped(&rest[at + len..]);
        self.with_year(rest, end, |year| self.named(year, named, *first))
    }

    /// `May 5th, 2011`.
    fn month_first(&self, rest: &[Token]) -> Option<Found> {
        // A name has its day and its year within a few tokens; names are looked up only then.
        let numbers = rest.iter().skip(1).take(9).filter(|it| matches!(it, Token::Number(..))).count();
        if numbers < 2 {
            return None;
        }
        let next = rest.get(1)?;
        if !matches!(next, Token::Number(..) | Token::Sign('.') | Token::Word(_)) {
            return None;
        }
        let (named, len) = month_at(rest)?;
        let at = len + skipped(&rest[len..]);
        let Token::Number(day, 1 | 2) = rest.get(at)? else { return None };
        let end = at + 1 + skipped(&rest[at + 1..]);
        self.with_year(rest, end, |year| self.named(year, named, *day))
    }

    fn with_year(&self, rest: &[Token], at: usize, date: impl Fn(u64) -> Option<Date>) -> Option<Found> {
        let Token::Number(year, 4) = rest.get(at)? else { return None };
        Some(Found { date: date(*year)?, end: at + 1 })
    }

    fn named(&self, year: u64, (month, persian): (u8, bool), day: u64) -> Option<Date> {
        if persian && PERSIAN.contains(&year) {
            return self.plausible(Date::of_persian(year as u16, month, u8::try_from(day).ok()?));
        }
        if persian { None } else { self.date(year, u64::from(month), day) }
    }

    fn date(&self, year: u64, month: u64, day: u64) -> Option<Date> {
        let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
        if PERSIAN.contains(&year) {
            return self.plausible(Date::of_persian(year as u16, month, day));
        }
        let year = if BUDDHIST.contains(&year) { year - BUDDHIST_OFFSET } else { year };
        self.plausible(Date::new(u16::try_from(year).ok()?, month, day))
    }

    fn plausible(&self, date: Option<Date>) -> Option<Date> {
        date.filter(|date| Some(*date) >= FIRST && *date <= self.latest)
    }
}

fn is_separator(sign: char) -> bool {
    matches!(sign, '-' | '/' | '.' | '‐' | '‑' | '–' | '／')
}

fn gregorian_month(word: &str) -> Option<u8> {
    month(word).filter(|(_, persian)| !persian).map(|(month, _)| month)
}

/// Whether a word in small letters is the English name of a month or its abbreviation; beginnings alone may begin the names of people.
pub(super) fn is_month(word: &str) -> bool {
    const ENGLISH: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    ENGLISH.iter().any(|name| *name == word || name[..3] == *word) || word == "sept"
}

/// The month that begins `rest`, and the number of its tokens.
fn month_at(rest: &[Token]) -> Option<((u8, bool), usize)> {
    let Token::Word(word) = rest.first()? else { return None };
    if let Some(Token::Word(second)) = rest.get(1)
        && matches!(word.as_str(), "كانون" | "تشرين")
    {
        return month(&format!("{word} {second}")).map(|month| (month, 2));
    }
    let bare = word.strip_prefix('ב'); // Hebrew "in"
    month(word).or_else(|| month(bare?)).map(|month| (month, 1))
}

/// How many tokens mean nothing between the parts of a date: `.`, `de`, `th`. At most three, so that parts stay together.
fn skipped(rest: &[Token]) -> usize {
    const MOST: usize = 3;
    let is_nothing = |token: &&Token| match token {
        Token::Sign(sign) => matches!(sign, '.' | '-' | '/' | '\'' | 'º' | '°' | '·' | '‌'),
        Token::Word(word) => {
            is_between(word) || is_ordinal(word) || matches!(word.as_str(), "m" | "º" | "ª" | "ماه" | "года")
        }
        Token::Number(..) => false,
    };
    rest.iter().take(MOST).take_while(is_nothing).count()
}

/// The time of day that begins `rest`, as ISO 8601 has it behind a day.
fn time(rest: &[Token]) -> Option<String> {
    let rest = match rest {
        [Token::Word(_) | Token::Sign('-' | '–' | '|' | '·' | '•'), tail @ ..] => tail,
        other => other,
    };
    let [Token::Number(hour, 1 | 2), Token::Sign(':'), Token::Number(minute, 2), rest @ ..] = rest else {
        return None;
    };
    let (second, rest) = match rest {
        [Token::Sign(':'), Token::Number(second, 2), rest @ ..] => (*second, rest),
        rest => (0, rest),
    };
    let rest = match rest {
        [Token::Sign('.'), Token::Number(..), rest @ ..] => rest,
        rest => rest,
    };
    let (hour, rest) = match rest {
        [Token::Word(half), rest @ ..] if half == "pm" && *hour < 12 => (hour + 12, rest),
        [Token::Word(half), rest @ ..] if half == "am" && *hour == 12 => (0, rest),
        [Token::Word(half), rest @ ..] if matches!(half.as_str(), "am" | "pm") => (*hour, rest),
        rest => (*hour, rest),
    };
    let is_time = hour < 24 && *minute < 60 && second < 60;
    is_time.then(|| format!("T{hour:02}:{minute:02}:{second:02}{}", zone(rest)))
}

fn zone(rest: &[Token]) -> String {
    match rest {
        [Token::Word(name), ..] if matches!(name.as_str(), "z" | "utc" | "gmt") => "Z".to_owned(),
        [
            Token::Sign(sign @ ('+' | '-')),
            Token::Number(hour @ 0..=14, 2),
            Token::Sign(':'),
            Token::Number(minute @ 0..=59, 2),
            ..,
        ] => {
            format!("{sign}{hour:02}:{minute:02}")
        }
        [Token::Sign(sign @ ('+' | '-')), Token::Number(both @ 0..=1459, 4), ..] => {
            format!("{sign}{:02}:{:02}", both / 100, both % 100)
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(order: Order) -> Reader {
        Reader { order, latest: Date::new(2030, 12, 31).unwrap() }
    }

    #[test]
    fn forms_of_many_languages() {
        let table = include_str!("forms.tsv");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (text, expected) = line.split_once('\t').unwrap();
            let found = reader(Order::DayFirst).value(text);
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{text}");
        }
    }

    #[test]
    fn the_order_of_slashes_is_that_of_the_language() {
        for (language, expected) in [
            (Some("en-US"), "2011-06-05"),
            (Some("en"), "2011-06-05"),
            (Some("en-GB"), "2011-05-06"),
            (None, "2011-05-06"),
            (Some("fr"), "2011-05-06"),
        ]
        .map(|(language, _)| {
            (
                language,
                if Order::of_language(language) == Order::MonthFirst { "2011-05-06" } else { "2011-06-05" },
            )
        }) {
            assert_eq!(reader(Order::of_language(language)).value("05/06/2011").as_deref(), Some(expected));
        }
        assert_eq!(Order::of_language(Some("en-US")), Order::MonthFirst);
        assert_eq!(Order::of_language(Some("en-GB")), Order::DayFirst);
        assert_eq!(reader(Order::MonthFirst).value("25/06/2011").as_deref(), Some("2011-06-25"));
    }

    #[test]
    fn hostile_texts_have_no_date_and_take_no_time() {
        for text in ["9", "1", "9999/", "5 May ", "۵", "年月日", "\u{301}", "-", "T10:00", "05."] {
            let _ = reader(Order::DayFirst).value(&text.repeat(500_000));
        }
        assert_eq!(reader(Order::DayFirst).value(&"9".repeat(1_000_000)), None);
    }
}
