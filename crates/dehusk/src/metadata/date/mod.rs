//! Reads dates in the forms and languages that pages use, and writes them in ISO 8601.
//!
//! | form | read as |
//! |---|---|
//! | `2011-05-05`, `2011/5/5`, `2011.05.05`, `2011年5月5日`, `2011년 5월 5일` | year, month, day |
//! | `5 May 2011`, `May 5th, 2011`, `5 de mayo de 2011`, `5. května 2011`, `2011. május 5.` | by the name of the month |
//! | `05.05.2011`, `05-05-2011`, `05.05.11`, `05-May-11` | day, month, year |
//! | `05/06/2011` | day and month in the order of [`Order`], unless one of the two numbers is above 12 |
//! | `5 นيسان / أبريل 2011`, `5 أبريل (نيسان) 2011` | with two names of the same month |
//! | `05/05/11-10:15` | day, month, year, where no language that begins with the year is declared or visible |
//! | `5 พ.ค. 2554`, `5 พ.ค. 54`, years 2400 to 2700 | Buddhist era: 543 is subtracted |
//! | `۱۵ اردیبهشت ۱۳۹۰`, `1390/02/15`, years 1300 to 1499 | Persian calendar |
//! | `令和5年5月5日`, `民國100年5月5日` | the eras of Japan since 1926 and of Taiwan |
//! | `20110505`, `1304589600`, `1304589600000` | in metadata only: a day, seconds since 1970, milliseconds since 1970 |
//!
//! A time of day and its zone are kept if they follow the date ([`time`]). The first date in a text that is between [`FIRST`] and
//! [`Reader::latest`] is used. Years of two digits are read only between dots and with two digits for day and month, between
//! slashes if a time follows at once, between hyphens after the name of a month, and after a Thai one, because too many other
//! numbers look like the other forms.

mod calendar;
mod months;
mod time;
mod tokens;

pub use calendar::Date;
use months::{Names, is_between, is_ordinal, month, month_of_two_words};
use tokens::{Token, tokens};

/// The earliest date accepted for a page. The web is hardly older, so an earlier date belongs to the subject of the page. Chosen
/// by hand.
pub(super) const FIRST: Option<Date> = Date::new(1990, 1, 1);

/// Whether day or month comes first in a date like `05/06/2011`, for which both readings are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    DayFirst,
    /// Month first in dates with slashes, as in the United States.
    MonthFirst,
    /// Month first in dates with any separator, because other dates beside them can only be read so.
    MonthFirstEverywhere,
}

impl Order {
    /// Returns the order for a language tag: month first for `en` and `en-US`, otherwise day first.
    pub(super) fn of_language(language: Option<&str>) -> Order {
        let language = language.unwrap_or("").to_ascii_lowercase();
        if matches!(language.as_str(), "en" | "en-us") { Order::MonthFirst } else { Order::DayFirst }
    }
}

/// A series of dates changes at least this often for its order to say how they are written. Chosen by hand.
const MIN_CHANGES: usize = 3;

impl Order {
    /// Returns the order that dates allow: the one in which more of them can be read. `None` if all of them can be read both ways.
    fn of_dates(dates: &[DigitDate]) -> Option<Order> {
        let (mut day_first, mut month_first) = (0_usize, 0_usize);
        for (first, second, _) in dates.iter().copied() {
            day_first += usize::from((13..=31).contains(&first) && second <= 12);
            month_first += usize::from((13..=31).contains(&second) && first <= 12);
        }
        match day_first.cmp(&month_first) {
            std::cmp::Ordering::Less => Some(Order::MonthFirstEverywhere),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Order::DayFirst),
        }
    }

    /// Returns the order in which dates only rise or only fall. `None` if they do so in both orders or in neither, or if there are too
    /// few.
    fn of_sequence(dates: &[DigitDate]) -> Option<Order> {
        let changes = dates.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let is_series = |dates: Vec<DigitDate>| dates.is_sorted() || dates.is_sorted_by(|a, b| a >= b);
        let by_month = is_series(dates.iter().map(|(month, day, year)| (*year, *month, *day)).collect());
        let by_day = is_series(dates.iter().map(|(day, month, year)| (*year, *month, *day)).collect());
        match (by_month, by_day) {
            _ if changes < MIN_CHANGES => None,
            (true, false) => Some(Order::MonthFirstEverywhere),
            (false, true) => Some(Order::DayFirst),
            _ => None,
        }
    }
}

/// A date of digits whose year comes last: day, month and year, or month, day and year.
type DigitDate = (u32, u32, u32);

/// The dates of digits in a text.
fn dates_in_digits(text: &str) -> impl Iterator<Item = DigitDate> {
    // Most texts have too few digits. Counting them takes less time than splitting the text.
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let text = if digits < MIN_DIGITS { "" } else { text };
    let words = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '/' | '-' | '.')));
    words.filter_map(|word| {
        let mut parts = word.split(['/', '-', '.']).map(|part| part.parse::<u32>().ok());
        let (first, second, year) = (parts.next()??, parts.next()??, parts.next()??);
        (1900..=2100).contains(&year).then_some((first, second, year))
    })
}

/// A date of digits has at least a digit for the day, one for the month, and four for the year.
const MIN_DIGITS: usize = 6;

/// Reads the dates of one page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    order: Order,
    names: Names,
    /// Whether the page may be in a language that writes `11/05/04` for 4 May 2011.
    may_begin_with_year: bool,
    /// The last date that is accepted.
    latest: Date,
}

// Ranges that distinguish years of other calendars from Gregorian years, chosen by hand. A year that is converted by mistake
// gives a date outside the accepted dates.
const BUDDHIST: std::ops::RangeInclusive<u64> = 2400..=2700;
const BUDDHIST_OFFSET: u64 = 543;
const PERSIAN: std::ops::RangeInclusive<u64> = 1300..=1499;
/// Eras of Japan since 1926, of Taiwan and of Thailand: the word before the year, and the number to add to the year, as the
/// calendars define it.
const ERAS: [(&str, u64); 6] =
    [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911), ("พศ", 0)];

/// Years of two digits from this one on are in the last century. Chosen by hand.
const FIRST_SHORT_YEAR: u64 = 90;

/// The languages in which a short date begins with the year. Source: the patterns of the Unicode CLDR.
const YEAR_FIRST: [&str; 18] = [
    "af", "ckb", "eo", "eu", "fa", "hu", "ja", "ko", "lt", "mg", "mn", "ne", "ps", "sd", "si", "sv", "ug",
    "zh",
];

fn has_letter_of_year_first(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_of_year_first)
}

/// Whether a letter is of a script in which most languages of [`YEAR_FIRST`] are written: Arabic, or those of East Asia.
fn is_of_year_first(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// The century of the Buddhist era to which its years of two digits belong: 2533 is 1990, 2599 is 2056.
const BUDDHIST_CENTURY: u64 = 2500;

/// In a date that begins with the name of a month, the day and the year must be within this number of tokens after the name.
/// Chosen by hand.
const TOKENS_AFTER_MONTH: usize = 9;

/// A date, and the index of the token after it.
struct Found {
    date: Date,
    end: usize,
}

impl Reader {
    /// Returns a reader for pages in a language, given as a tag.
    pub(super) fn of_language(language: Option<&str>, latest: Date) -> Reader {
        let primary = language.and_then(|tag| tag.split(['-', '_']).next()).unwrap_or("");
        let may_begin_with_year = YEAR_FIRST.iter().any(|code| primary.eq_ignore_ascii_case(code));
        Reader {
            order: Order::of_language(language),
            names: Names::of_language(language),
            may_begin_with_year,
            latest,
        }
    }

    /// Returns a reader in which day and month have the order that the dates in some texts must have, or else the one in which they
    /// rise or fall. Without such dates, the order does not change.
    pub(super) fn with_order_of<'t>(self, texts: impl Iterator<Item = &'t str> + Clone) -> Reader {
        let may_begin_with_year = self.may_begin_with_year || texts.clone().any(has_letter_of_year_first);
        let dates: Vec<DigitDate> = texts.flat_map(dates_in_digits).collect();
        let order = Order::of_dates(&dates).or_else(|| Order::of_sequence(&dates));
        Reader { order: order.unwrap_or(self.order), may_begin_with_year, ..self }
    }

    /// Returns the date in a value that is meant to be a date, or `None`.
    pub(super) fn value(&self, text: &str) -> Option<String> {
        let tokens = tokens(text);
        if let [Token::Number(number, digits)] = tokens.as_slice()
            && let Some(date) = self.bare_number(*number, *digits)
        {
            return Some(date);
        }
        self.first(&tokens).or_else(|| self.year_and_month(&tokens))
    }

    /// Returns the first date in a text that may also contain other words, or `None`.
    pub(super) fn in_text(&self, text: &str) -> Option<String> {
        // Most texts of a page have no number, so this check avoids splitting them into tokens.
        if text.chars().any(char::is_numeric) { self.first(&tokens(text)) } else { None }
    }

    fn first(&self, tokens: &[Token]) -> Option<String> {
        let found = (0..tokens.len()).find_map(|at| self.at(tokens, at))?;
        let time = time::after(tokens, found.end).unwrap_or_default();
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

    /// Reads `2011-05` or `May 2011` if the value contains nothing else.
    fn year_and_month(&self, tokens: &[Token]) -> Option<String> {
        let (year, month) = match tokens {
            [Token::Number(year, 4), Token::Symbol('-' | '/' | '.'), Token::Number(month, 1 | 2)] => {
                (year, *month as u8)
            }
            [Token::Word(word), Token::Number(year, 4)] => match self.gregorian_month(word) {
                Some(month) => (year, month),
                None => return None,
            },
            _ => return None,
        };
        let first = self.date(*year, u64::from(month), 1)?;
        Some(first.to_string()[..7].to_owned())
    }

    /// Reads a date that begins at the token `at`.
    fn at(&self, tokens: &[Token], at: usize) -> Option<Found> {
        let rest = &tokens[at..];
        let found = match rest.first()? {
            Token::Number(year, 4) => self.year_first(*year, rest),
            Token::Number(_, 1 | 2) => self
                .east_asian(rest, tokens.get(at.wrapping_sub(1)))
                .or_else(|| self.day_first(rest))
                .or_else(|| self.short_year(rest, &tokens[..at]))
                .or_else(|| self.short_year_and_time(rest, &tokens[..at])),
            Token::Number(..) => self.east_asian(rest, tokens.get(at.wrapping_sub(1))),
            Token::Word(_) => self.month_first(rest),
            Token::Symbol(_) => None,
        }?;
        Some(Found { end: at + found.end, ..found })
    }

    fn year_first(&self, year: u64, rest: &[Token]) -> Option<Found> {
        match rest {
            [
                _,
                Token::Symbol(a),
                Token::Number(month, 1 | 2),
                Token::Symbol(b),
                Token::Number(day, 1 | 2),
                ..,
            ] if is_separator(*a) && a == b => Some(Found { date: self.date(year, *month, *day)?, end: 5 }),
            _ => self.east_asian(rest, None).or_else(|| self.year_and_name(year, rest)),
        }
    }

    /// Reads `2011. május 5.`, `2011 m. gegužės 5 d.`, and with a word after the year `2011. gada 5. maijs`.
    fn year_and_name(&self, year: u64, rest: &[Token]) -> Option<Found> {
        let at = 1 + skipped(&rest[1..]);
        if let Token::Number(day, 1 | 2) = rest.get(at)?
            && rest[1..at].iter().any(|token| matches!(token, Token::Word(_)))
        {
            let at = at + 1 + skipped(&rest[at + 1..]);
            let (named, len) = self.month_at(&rest[at..])?;
            return Some(Found { date: self.named(year, named, *day)?, end: at + len });
        }
        let (named, len) = self.month_at(&rest[at..])?;
        let end = at + len + skipped(&rest[at + len..]);
        let Token::Number(day, 1 | 2) = rest.get(end)? else { return None };
        Some(Found { date: self.named(year, named, *day)?, end: end + 1 })
    }

    /// Reads `2011年5月5日`, or `令和5年5月5日` if the token `before` the number names an era.
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

    /// Reads `05.05.2011`, `5 May 2011`, `5 tháng 5 năm 2011`.
    fn day_first(&self, rest: &[Token]) -> Option<Found> {
        let Token::Number(first, _) = rest.first()? else { return None };
        if let [
            _,
            Token::Symbol(a),
            Token::Number(second, 1 | 2),
            Token::Symbol(b),
            Token::Number(year, 4),
            ..,
        ] = rest
            && is_separator(*a)
            && a == b
        {
            let month_first = match self.order {
                Order::DayFirst => false,
                Order::MonthFirst => *a == '/',
                Order::MonthFirstEverywhere => true,
            };
            let (day, month) = if month_first { (second, first) } else { (first, second) };
            let date = self.date(*year, *month, *day).or_else(|| self.date(*year, *day, *month))?;
            return Some(Found { date, end: 5 });
        }
        if let [_, Token::Word(word), Token::Number(month, 1 | 2), ..] = rest
            && matches!(word.as_str(), "thang" | "thg")
        {
            let at = 3 + skipped(&rest[3..]);
            return self.with_year(rest, at, |year| self.date(year, *month, *first));
        }
        let at = 1 + skipped(&rest[1..]);
        let (named, len) = self.month_at(&rest[at..])?;
        let end = at + len + skipped(&rest[at + len..]);
        if let [_, Token::Symbol('-'), Token::Word(_), Token::Symbol('-'), Token::Number(year, 2), ..] = rest
        {
            return Some(Found { date: self.named(of_two_digits(*year), named, *first)?, end: end + 1 });
        }
        if let Some(year) = thai_year(&rest[at..], end - at) {
            return Some(Found { date: self.named(year, named, *first)?, end: end + 1 });
        }
        self.with_year(rest, end, |year| self.named(year, named, *first))
    }

    /// Reads `04/11/11-11:03` and `04/11/11 11:03`: hardly any other numbers have this form.
    fn short_year_and_time(&self, rest: &[Token], before: &[Token]) -> Option<Found> {
        let [
            Token::Number(first, 2),
            Token::Symbol('/'),
            Token::Number(second, 2),
            Token::Symbol('/'),
            Token::Number(year, 2),
            tail @ ..,
        ] = rest
        else {
            return None;
        };
        let tail = if let [Token::Symbol('-' | '–' | '|'), tail @ ..] = tail { tail } else { tail };
        let is_time = matches!(tail, [Token::Number(_, 1 | 2), Token::Symbol(':'), Token::Number(_, 2), ..]);
        if self.may_begin_with_year || !is_time || is_joint(before.last()) {
            return None;
        }
        let is_month_first = self.order != Order::DayFirst;
        let (day, month) = if is_month_first { (second, first) } else { (first, second) };
        let year = of_two_digits(*year);
        let date = self.date(year, *month, *day).or_else(|| self.date(year, *day, *month))?;
        Some(Found { date, end: 5 })
    }

    /// Reads `05.05.11`, unless more numbers come before or after it, as in an address or a version.
    fn short_year(&self, rest: &[Token], before: &[Token]) -> Option<Found> {
        let [
            Token::Number(day, 2),
            Token::Symbol('.'),
            Token::Number(month, 2),
            Token::Symbol('.'),
            Token::Number(year, 2),
            tail @ ..,
        ] = rest
        else {
            return None;
        };
        let is_time = matches!(tail, [Token::Number(..), Token::Symbol(':'), ..]);
        let is_after_label = matches!(before, [.., Token::Word(_), Token::Symbol(':')]);
        let is_joint_before = is_joint(before.last()) && !is_after_label;
        if is_joint_before || (is_joint(tail.first()) && !is_time) {
            return None;
        }
        Some(Found { date: self.date(of_two_digits(*year), *month, *day)?, end: 5 })
    }

    /// Reads `May 5th, 2011`.
    fn month_first(&self, rest: &[Token]) -> Option<Found> {
        // Looking up a name is slow, so only words that are soon followed by two numbers, a day and a year, are looked up. The
        // year has four digits.
        let numbers =
            rest.iter().skip(1).take(TOKENS_AFTER_MONTH).filter(|it| matches!(it, Token::Number(..))).count();
        let has_year = || rest.iter().any(|it| matches!(it, Token::Number(_, 4)));
        if numbers < 2 || !has_year() {
            return None;
        }
        let next = rest.get(1)?;
        if !matches!(next, Token::Number(..) | Token::Symbol('.') | Token::Word(_)) {
            return None;
        }
        let (named, len) = self.month_at(rest)?;
        let at = len + skipped(&rest[len..]);
        let Token::Number(day, 1 | 2) = rest.get(at)? else { return None };
        let end = at + 1 + skipped(&rest[at + 1..]);
        self.with_year(rest, end, |year| self.named(year, named, *day))
    }

    /// Returns the month that is named at the start of `rest`, and the number of tokens in its name, or in its two names: `نيسان /
    /// أبريل`, `أبريل (نيسان)`.
    fn month_at(&self, rest: &[Token]) -> Option<((u8, bool), usize)> {
        let (named, len) = self.name_at(rest)?;
        let slash = usize::from(matches!(rest.get(len), Some(Token::Symbol('/'))));
        let second = self.name_at(&rest[len + slash..]).filter(|(second, _)| *second == named);
        Some((named, len + second.map_or(0, |(_, second)| slash + second)))
    }

    fn name_at(&self, rest: &[Token]) -> Option<((u8, bool), usize)> {
        let Token::Word(word) = rest.first()? else { return None };
        if let Some(Token::Word(second)) = rest.get(1)
            && let Some(month) = month_of_two_words(&format!("{word} {second}"))
        {
            return Some(((month, false), 2));
        }
        month(word, self.names).map(|month| (month, 1))
    }

    fn gregorian_month(&self, word: &str) -> Option<u8> {
        month(word, self.names).filter(|(_, persian)| !persian).map(|(month, _)| month)
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

fn of_two_digits(year: u64) -> u64 {
    year + if year < FIRST_SHORT_YEAR { 2000 } else { 1900 }
}

/// Returns the year of two digits at `rest[at]` if the name of a month at the start of `rest` is Thai, and if it is no hour: `24
/// มิ.ย. 67`, but not `24 มิ.ย. 10.30 น.`.
fn thai_year(rest: &[Token], at: usize) -> Option<u64> {
    let Token::Word(month) = rest.first()? else { return None };
    let [Token::Number(year, 2), tail @ ..] = rest.get(at..)? else { return None };
    let is_hour = match tail {
        [Token::Symbol(':'), ..] | [Token::Symbol('.'), Token::Number(..), ..] => true,
        // `24 มิ.ย. 67 คน`: 67 people.
        [Token::Word(word), ..] => word != "เวลา",
        _ => false,
    };
    let is_thai = month.starts_with(|c| ('\u{e00}'..='\u{e7f}').contains(&c));
    (is_thai && !is_hour).then_some(BUDDHIST_CENTURY + year)
}

/// Whether a token beside numbers with separators makes them part of something longer.
fn is_joint(token: Option<&Token>) -> bool {
    match token {
        Some(Token::Symbol(symbol)) => is_separator(*symbol) || matches!(symbol, ':' | '%' | '€' | '$'),
        Some(Token::Number(..)) => true,
        _ => false,
    }
}

fn is_separator(symbol: char) -> bool {
    matches!(symbol, '-' | '/' | '.' | '‐' | '‑' | '–' | '／')
}

/// Whether a word in lower case is the English name of a month or its abbreviation. The beginnings in [`months`] cannot be used
/// here, because names of people may begin with them.
pub(super) fn is_month(word: &str) -> bool {
    /// English names only, so bylines in other languages are not cut at months. Chosen by hand.
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

/// Returns the number of tokens to skip between two parts of a date, such as `.`, `de` and `th`.
fn skipped(rest: &[Token]) -> usize {
    /// Maximum number of tokens between two parts of a date. Chosen by hand.
    const MAX_SKIPPED: usize = 3;
    let is_filler = |token: &&Token| match token {
        Token::Symbol(symbol) => {
            matches!(symbol, '.' | '-' | '/' | '\'' | '’' | '׳' | '॰' | 'º' | '°' | '·' | '‌')
        }
        Token::Word(word) => {
            is_between(word) || is_ordinal(word) || matches!(word.as_str(), "m" | "º" | "ª" | "ماه" | "года")
        }
        Token::Number(..) => false,
    };
    rest.iter().take(MAX_SKIPPED).take_while(is_filler).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(order: Order) -> Reader {
        Reader { order, ..Reader::of_language(None, Date::new(2030, 12, 31).unwrap()) }
    }

    #[test]
    fn dates_are_read_in_the_forms_of_many_languages() {
        let table = include_str!("forms.tsv");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (text, expected) = line.split_once('\t').unwrap();
            let found = reader(Order::DayFirst).value(text);
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{text}");
        }
    }

    #[test]
    fn day_and_month_are_in_the_order_of_the_language() {
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
        let of_texts = |texts: &[&str]| {
            Order::of_dates(&texts.iter().copied().flat_map(dates_in_digits).collect::<Vec<_>>())
        };
        assert_eq!(of_texts(&["on 07-04-2014", "07-25-2014"]), Some(Order::MonthFirstEverywhere));
        assert_eq!(of_texts(&["25.07.2014, 04.07.2014"]), Some(Order::DayFirst));
        assert_eq!(of_texts(&["04.07.2014", "no. 1-17-2254", "13/25/1"]), None);
        assert_eq!(reader(Order::MonthFirstEverywhere).value("07-04-2014").as_deref(), Some("2014-07-04"));
        assert_eq!(Order::of_language(Some("en-US")), Order::MonthFirst);
        assert_eq!(Order::of_language(Some("en-GB")), Order::DayFirst);
        assert_eq!(reader(Order::MonthFirst).value("25/06/2011").as_deref(), Some("2011-06-25"));
    }

    #[test]
    fn hostile_texts_are_read_in_linear_time() {
        for text in ["9", "1", "9999/", "5 May ", "۵", "年月日", "\u{301}", "-", "T10:00", "05."] {
            let _ = reader(Order::DayFirst).value(&text.repeat(500_000));
        }
        assert_eq!(reader(Order::DayFirst).value(&"9".repeat(1_000_000)), None);
    }
}
