//! Finds prices in a text, as they are printed.

use super::values::DIGITS_OF_GROUP;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Codes (ISO 4217) and symbols of currencies that stand before or after an amount, in the letters in which they are written. Source: the
/// Unicode CLDR, by `tools/currencies.py`.
static CURRENCIES: LazyLock<HashSet<&str>> = LazyLock::new(|| words(include_str!("currencies.txt")));
/// Codes and words of currencies that are also written in other letters, in lower case. Chosen by hand.
static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    words(
        "usd eur gbp chf jpy cny inr rub pln sek nok dkk czk huf cad aud brl zł kč kr rp rs tl lei лв грн руб р \
        euro 元 원 บาท",
    )
});
/// Maximum bytes of whitespace between an amount and its currency. Chosen by hand: a no-break space has two, a narrow one three.
const MAX_GAP_BYTES: usize = 4;
/// Maximum characters of a word before an amount that is looked up: `FCFA` and `S/.` with a dot or a slash. Chosen by hand.
const MAX_CHARS_OF_WORD: usize = 6;
/// Maximum letters before the sign of a currency that belong to it, as in `US$`. Codes of currencies have three (ISO 4217).
const MAX_LETTERS_OF_SIGN: usize = 3;
/// Maximum bytes of the code or word of a currency. The longest one is `नेरू`.
const MAX_BYTES_OF_CURRENCY: usize = 12;
/// The words before a price are looked at up to this number. Chosen by hand.
const MAX_WORDS_BEFORE: usize = 3;
/// Words before a price that is no longer or elsewhere to be paid, or before what is saved, in lower case. Chosen by hand.
const FORMER_WORDS: [&str; 26] = [
    "was",
    "were",
    "before",
    "save",
    "saved",
    "saving",
    "savings",
    "rrp",
    "msrp",
    "list",
    "retail",
    "regular",
    "reg",
    "original",
    "originally",
    "old",
    "statt",
    "uvp",
    "bisher",
    "sparen",
    "lieu",
    "avant",
    "antes",
    "ahorra",
    "anziché",
    "adviesprijs",
];
/// Words before a price that is to be paid now, in lower case. Chosen by hand.
const CURRENT_WORDS: [&str; 10] =
    ["now", "sale", "special", "our", "jetzt", "maintenant", "ahora", "agora", "adesso", "teraz"];

/// A price in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price<'t> {
    /// The amount with its currency, as printed.
    pub(super) text: &'t str,
    pub(super) standing: Standing,
}

/// What the words before a price say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// It is the price of others or of earlier days, or what is saved: `Was £40.00`.
    Former,
    Unsaid,
    /// It is to be paid now: `Now £20.00`.
    Current,
}

/// Returns the price that is to be paid, or else the first one that is not said to be a former one, or else the first one.
///
/// Takes linear time.
pub(super) fn price(text: &str) -> Option<Price<'_>> {
    let (mut from, mut words_from) = (0, 0);
    let mut best: Option<Price<'_>> = None;
    while let Some(start) = text[from..].find(|c: char| c.is_ascii_digit()).map(|at| from + at) {
        let end = amount_end(text, start);
        from = end;
        let (first, last) = match (currency_before(&text[..start]), currency_after(&text[end..])) {
            (Some(first), _) => (first, end),
            (None, Some(after)) => (start, end + after),
            (None, None) => continue,
        };
        let standing = standing_after(&text[words_from.min(first)..first]);
        (from, words_from) = (last, last);
        if best.is_none_or(|best| best.standing < standing) {
            best = Some(Price { text: text[first..last].trim(), standing });
        }
    }
    best
}

/// What the words at the end of a text say about a price after it.
pub(super) fn standing_after(text: &str) -> Standing {
    let words = text.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let said = words.take(MAX_WORDS_BEFORE).find_map(|word| {
        let is_one_of = |known: &[&str]| known.contains(&word.to_lowercase().as_str());
        if is_one_of(&FORMER_WORDS) {
            Some(Standing::Former)
        } else {
            is_one_of(&CURRENT_WORDS).then_some(Standing::Current)
        }
    });
    said.unwrap_or(Standing::Unsaid)
}

/// The end of an amount: digits with separators between them, and `,-` at the end. A space or an apostrophe separates only groups
/// of three digits: `Set of 6 9.99 €` has two numbers.
fn amount_end(text: &str, start: usize) -> usize {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(start);
    let mut end = start + first;
    while let Some(separator) = text[end..].chars().next() {
        let next = end + separator.len_utf8();
        let is_between = match separator {
            '.' | ',' => digits(next) > 0,
            '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' => {
                first <= DIGITS_OF_GROUP && digits(next) == DIGITS_OF_GROUP
            }
            _ => false,
        };
        if !is_between {
            break;
        }
        end = next + digits(next);
    }
    if text[end..].starts_with(",-") { end + 2 } else { end }
}

/// The start of the currency at the end of a text.
fn currency_before(text: &str) -> Option<usize> {
    let trimmed = text.trim_end();
    if text.len() - trimmed.len() > MAX_GAP_BYTES {
        return None;
    }
    let start = trimmed.len() - trimmed.chars().next_back()?.len_utf8();
    if trimmed[start..].starts_with(is_sign) {
        let word = trimmed[..start].chars().rev().take_while(char::is_ascii_uppercase).count();
        return Some(start - if word <= MAX_LETTERS_OF_SIGN { word } else { 0 });
    }
    let start = last_word(trimmed);
    is_currency(&trimmed[start..]).then_some(start)
}

/// The end of the currency at the beginning of a text.
fn currency_after(text: &str) -> Option<usize> {
    let trimmed = text.trim_start();
    let skipped = text.len() - trimmed.len();
    if skipped > MAX_GAP_BYTES {
        return None;
    }
    let first = trimmed.chars().next()?;
    if is_sign(first) {
        return Some(skipped + first.len_utf8());
    }
    let end = trimmed.find(|c: char| !c.is_alphabetic()).unwrap_or(trimmed.len());
    is_currency(&trimmed[..end]).then_some(skipped + end)
}

/// The start of the last word of a text. A slash belongs to it: `S/`.
fn last_word(text: &str) -> usize {
    let is_in_word = |c: &(usize, char)| c.1.is_alphabetic() || matches!(c.1, '.' | '/');
    let last = text.char_indices().rev().take(MAX_CHARS_OF_WORD).take_while(is_in_word).last();
    last.map_or(text.len(), |(start, _)| start)
}

/// Whether a character is the sign of a currency: the general category Sc of Unicode 17 in the first plane, without the generic `¤`,
/// and `円`, after which other words follow without a space.
fn is_sign(c: char) -> bool {
    matches!(
        c,
        '$' | '¢'..='£' | '¥' | '֏' | '؋' | '߾'..='߿' | '৲'..='৳' | '৻' | '૱' | '௹' | '฿' | '៛' | '\u{20A0}'..='\u{20CF}' | '꠸' | '﷼'
            | '﹩' | '＄' | '￠'..='￡' | '￥'..='￦' | '円'
    )
}

/// The words of a list with spaces between them.
fn words(list: &str) -> HashSet<&str> {
    list.split_ascii_whitespace().collect()
}

fn is_currency(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    !word.is_empty()
        && word.len() <= MAX_BYTES_OF_CURRENCY
        && (CURRENCIES.contains(word) || WORDS.contains(word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_as_printed() {
        let cases = [
            ("$12.99", Some("$12.99")),
            ("Now only US$ 1,299.00!", Some("US$ 1,299.00")),
            ("ab 12,50 €", Some("12,50 €")),
            ("CHF 45.-", Some("CHF 45")),
            ("CHF 1’299.00", Some("CHF 1’299.00")),
            ("CHF 1'299.00", Some("CHF 1'299.00")),
            ("Set of 6 9.99 €", Some("9.99 €")),
            ("In 2024 100 €", Some("100 €")),
            ("1 299,00 Kč", Some("1 299,00 Kč")),
            ("249,- kr.", Some("249,- kr")),
            ("¥1200", Some("¥1200")),
            ("1,799円から", Some("1,799円")),
            ("Rp 1.799.000", Some("Rp 1.799.000")),
            ("AED 1,799", Some("AED 1,799")),
            ("S/ 99.00", Some("S/ 99.00")),
            ("S/.99.00", Some("S/.99.00")),
            ("Bs. 99", Some("Bs. 99")),
            ("99¢", Some("99¢")),
            ("99 лв.", Some("99 лв")),
            ("1799 ден", Some("1799 ден")),
            ("1 799,00 ZŁ", Some("1 799,00 ZŁ")),
            ("1,799 บาท", Some("1,799 บาท")),
            ("฿1,799", Some("฿1,799")),
            ("1.799.000 ₫", Some("1.799.000 ₫")),
            ("₱1,799", Some("₱1,799")),
            ("3 990 Ft", Some("3 990 Ft")),
            ("12 ft ladder", None),
            ("5 km", None),
            ("Open till 10 aed", None),
            ("COP 21", None),
            ("Yamaha CLP 535", None),
            ("w/ 2 lids", None),
            ("12 eggs", None),
            ("in 2014", None),
            ("", None),
            ("€", None),
        ];
        for (text, expected) in cases {
            assert_eq!(price(text).map(|price| price.text), expected, "{text}");
        }
    }

    #[test]
    fn prices_to_be_paid() {
        let cases = [
            ("Was £40.00 Now £20.00 Save £20.00", "£20.00", Standing::Current),
            ("Save £20.00, was £40.00, £20.00", "£20.00", Standing::Unsaid),
            ("RRP: $9 $7.50", "$7.50", Standing::Unsaid),
            ("statt 12,50 € nur 9,99 €", "9,99 €", Standing::Unsaid),
            ("Was £40.00", "£40.00", Standing::Former),
            ("On sale, was £40.00", "£40.00", Standing::Former),
            ("3 Year Protection £45.00", "£45.00", Standing::Unsaid),
            ("Now with 2 lids for £45.00", "£45.00", Standing::Unsaid),
        ];
        for (text, expected, standing) in cases {
            assert_eq!(price(text), Some(Price { text: expected, standing }), "{text}");
        }
    }
}
