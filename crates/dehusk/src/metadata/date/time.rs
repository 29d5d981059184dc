//! Reads the time of day that follows a date: `10:15`, `3:15 pm`, `下午3点15分`, `오후 3:15`, `٩:٢٢ مساءً`.
//!
//! The parts of the day in many languages are those of the Unicode CLDR ([`PERIODS`]). They stand before or after the time. In
//! scripts other than Latin, Greek and Cyrillic an unknown word before a time up to twelve may be one too, so no time is read.

use super::months::value_of;
use super::tokens::Token;

/// A part of the day, folded and without spaces, a tab and the first of the twelve hours that a time with this name can have on
/// each line, in the order of bytes. Source: the Unicode CLDR, by `tools/month_names.py`.
const PERIODS: &str = include_str!("periods.tsv");
/// Maximum number of words in the name of a part of the day: `بعد از ظهر`.
const MAX_PERIOD_WORDS: usize = 3;
/// Maximum number of tokens, such as a weekday and `at`, between a date and its time. Chosen by hand.
const MAX_TOKENS_BEFORE: usize = 2;
/// Characters of counters after the day in Chinese, Japanese and Korean, to which a part of the day may be attached: `2日下午`.
const DAY_COUNTERS: [char; 4] = ['日', '일', '号', '號'];
/// The same after hours and minutes.
const HOUR_COUNTERS: [char; 5] = ['時', '时', '点', '點', '시'];
const MINUTE_COUNTERS: [char; 2] = ['分', '분'];
/// Words before a time that are no part of the day: `at` in Arabic, Persian, Hebrew and Thai, and the signs of an era. Chosen by hand.
const AT: [&str; 8] = ["الساعه", "ساعه", "ساعت", "علي", "في", "בשעה", "เวลา", "م"];
/// Parts of names of weekdays in Chinese, Japanese and Korean.
const WEEKDAYS: [&str; 5] = ["星期", "周", "週", "曜", "요일"];
/// The weekdays in Chinese, Japanese and Korean, which stand in brackets: `4月2日(木)`.
const WEEKDAY_LETTERS: &str = "月火水木金土日一二三四五六월화수목금토일";
/// Beyond this character are the scripts of languages that divide the day into parts when they give the hour, after Latin, Greek
/// and Cyrillic.
const LAST_OF_PLAIN_SCRIPTS: char = '\u{52f}';

/// The hours of a day, and of half a day.
const DAY: u64 = 24;
const HALF: u64 = 12;

/// Returns the time of day after the token `end` in the form of ISO 8601, with a leading `T`.
pub(super) fn after(tokens: &[Token], end: usize) -> Option<String> {
    let glued = tokens[..end].last().and_then(attached_period);
    let before = before_hour(&tokens[end..], glued)?;
    let (hour, minute, second, rest) = clock(before.rest)?;
    let (after, len) = period_at(rest, false).map_or((None, 0), |(first, len)| (Some(first), len));
    let period = before.period.or(after);
    if before.has_unknown && period.is_none() && hour <= HALF {
        return None;
    }
    let hour = period.map_or(hour, |first| in_period(hour, first));
    let is_time = hour < DAY && minute < 60 && second < 60;
    is_time.then(|| format!("T{hour:02}:{minute:02}:{second:02}{}", zone(&rest[len..])))
}

/// What stands between a date and the hour.
struct Before<'t> {
    /// The first hour of the part of the day.
    period: Option<u64>,
    /// Whether a word may be a part of the day that is not known.
    has_unknown: bool,
    rest: &'t [Token],
}

fn before_hour(mut rest: &[Token], glued: Option<u64>) -> Option<Before<'_>> {
    let mut before = Before { period: glued, has_unknown: false, rest };
    for _ in 0..=MAX_TOKENS_BEFORE {
        if let Some((first, len)) = period_at(rest, true) {
            before.period = Some(first);
            rest = &rest[len..];
        }
        rest = match rest {
            [Token::Number(..), ..] => return Some(Before { rest, ..before }),
            [Token::Word(word), tail @ ..] => {
                before.has_unknown |= !is_plain(word);
                tail
            }
            [Token::Symbol('-' | '–' | '|' | '·' | '•' | '.'), tail @ ..] => tail,
            _ => return None,
        };
    }
    None
}

/// Whether a word is not a part of the day.
fn is_plain(word: &str) -> bool {
    word.chars().all(|c| c <= LAST_OF_PLAIN_SCRIPTS)
        || AT.contains(&word)
        || WEEKDAY_LETTERS.contains(word)
        || WEEKDAYS.iter().any(|part| word.contains(part))
}

/// Returns the part of the day that is attached to the last word of a date.
fn attached_period(token: &Token) -> Option<u64> {
    let Token::Word(word) = token else { return None };
    first_hour(word.strip_prefix(DAY_COUNTERS)?)
}

/// Returns the first hour of the part of the day that is named at the start of `rest`, and its number of tokens. Before a time, a
/// single letter is the sign of an era rather: `2011 م`.
fn period_at(rest: &[Token], is_before: bool) -> Option<(u64, usize)> {
    let (mut name, mut found, mut words) = (String::new(), None, 0);
    for (at, token) in rest.iter().enumerate() {
        match token {
            Token::Word(word) if words < MAX_PERIOD_WORDS => {
                name.push_str(word);
                words += 1;
            }
            Token::Symbol('.' | '"' | '״' | '\'' | '’') if words > 0 => continue,
            _ => break,
        }
        let is_letter = name.chars().nth(1).is_none() && is_before;
        found = first_hour(&name).filter(|_| !is_letter).map(|first| (first, at + 1)).or(found);
    }
    found
}

fn first_hour(period: &str) -> Option<u64> {
    value_of(PERIODS, period)?.parse().ok()
}

/// Returns the hour from `first` on, within twelve hours, that a clock of twelve hours shows as `hour`.
fn in_period(hour: u64, first: u64) -> u64 {
    if hour > HALF { hour } else { (first + (hour + DAY - first) % HALF) % DAY }
}

/// Reads hour, minute and second at the start of `rest`, and returns what follows.
fn clock(rest: &[Token]) -> Option<(u64, u64, u64, &[Token])> {
    let [Token::Number(hour, 1 | 2), mark, rest @ ..] = rest else { return None };
    match (mark, rest) {
        (Token::Symbol(':'), [Token::Number(minute, 2), rest @ ..]) => {
            let (second, rest) = match rest {
                [Token::Symbol(':'), Token::Number(second, 2), rest @ ..] => (*second, rest),
                rest => (0, rest),
            };
            let rest = match rest {
                [Token::Symbol('.'), Token::Number(..), rest @ ..] => rest,
                rest => rest,
            };
            Some((*hour, *minute, second, rest))
        }
        (Token::Word(counter), [Token::Number(minute, 1 | 2), Token::Word(next), rest @ ..]) => {
            let is_time = counter.starts_with(HOUR_COUNTERS) && next.starts_with(MINUTE_COUNTERS);
            is_time.then_some((*hour, *minute, 0, rest))
        }
        _ => None,
    }
}

/// Returns the zone at the start of `rest`: `Z`, an offset such as `+02:00`, or nothing.
fn zone(rest: &[Token]) -> String {
    match rest {
        [Token::Word(name), ..] if matches!(name.as_str(), "z" | "utc" | "gmt") => "Z".to_owned(),
        [
            Token::Symbol(symbol @ ('+' | '-')),
            Token::Number(hour @ 0..=14, 2),
            Token::Symbol(':'),
            Token::Number(minute @ 0..=59, 2),
            ..,
        ] => {
            format!("{symbol}{hour:02}:{minute:02}")
        }
        [Token::Symbol(symbol @ ('+' | '-')), Token::Number(both @ 0..=1459, 4), ..] => {
            format!("{symbol}{:02}:{:02}", both / 100, both % 100)
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::date::tokens::tokens;

    #[test]
    fn each_part_of_the_day_is_read() {
        assert!(PERIODS.lines().is_sorted());
        for line in PERIODS.lines() {
            let (name, first) = line.split_once('\t').unwrap();
            let read = period_at(&tokens(name), false);
            assert_eq!(read, Some((first.parse().unwrap(), 1)), "{line}");
        }
        let split = tokens("بعد از ظهر");
        assert_eq!(period_at(&split, true), Some((12, 3)));
    }

    #[test]
    fn a_time_is_in_its_part_of_the_day() {
        for (hour, first, expected) in
            [(12, 0, 0), (3, 0, 3), (12, 12, 12), (0, 12, 12), (3, 12, 15), (11, 6, 11), (1, 6, 13)]
                .into_iter()
                .chain([(12, 18, 0), (9, 18, 21), (4, 18, 4), (6, 15, 18), (15, 0, 15)])
        {
            assert_eq!(in_period(hour, first), expected, "{hour} {first}");
        }
    }
}
