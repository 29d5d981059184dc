//! Finds numbers in a text, as they are printed. Prices are found by [`super::prices`], dates by [`crate::metadata`].

/// Maximum digits of a part of a date: those of a year.
const MAX_DATE_DIGITS: usize = 4;
/// Words and signs after which a number follows, in lower case. Chosen by hand.
const NUMBER_WORDS: [&str; 17] = [
    "no", "nos", "nr", "№", "n°", "docket", "case", "cause", "number", "az", "ref", "id", "code", "sku",
    "isbn", "ean", "mpn",
];
/// Maximum bytes of a prefix such as `MISC` before a number. Chosen by hand.
const MAX_PREFIX_BYTES: usize = 5;
/// Maximum bytes of a number, such as a docket number. Chosen by hand.
const MAX_NUMBER_BYTES: usize = 40;
/// Number of digits between two separators of thousands.
pub(super) const DIGITS_OF_GROUP: usize = 3;
/// Digits of the parts of a telephone number in North America.
const PHONE: [usize; 3] = [3, 3, 4];
/// Bare digits that are fewer than this count something (replies, minutes) more often than they name it. Chosen
/// by hand.
const MIN_NAMING_DIGITS: usize = 5;
/// Letters that a number may have beyond its digits if it begins with a digit and has hyphens, as in
/// `8:11-cv-02709-SCB`. Chosen by hand.
const MAX_MORE_LETTERS: usize = 4;
/// Letters beside a number and the words before it in a text that is hardly more than this number. Chosen by hand.
const MAX_LETTERS_BESIDE: usize = 5;
/// What stands after the digits of a size, a duration or a rank, in lower case. Chosen by hand.
const UNITS: [&str; 37] = [
    "k", "kb", "mb", "gb", "g", "kg", "mg", "ml", "cl", "dl", "l", "m", "cm", "mm", "km", "kcal", "kj", "oz",
    "lb", "lbs", "h", "hr", "hrs", "min", "mins", "s", "sec", "am", "pm", "st", "nd", "rd", "th", "x", "px",
    "v", "w",
];
/// Words before the number of a page, in lower case. Chosen by hand.
const PAGE_WORDS: [&str; 12] = [
    "page",
    "seite",
    "página",
    "pagina",
    "pàgina",
    "strona",
    "страница",
    "stránka",
    "sida",
    "side",
    "sayfa",
    "halaman",
];
/// Number of words after such a word that are looked at: its number, a word such as `of`, the number of pages, and one more, with
/// which the text says something else.
const MAX_WORDS_OF_PAGER: usize = 4;
/// Words between two numbers of one record, in lower case.
const CONJUNCTIONS: [&str; 6] = ["and", "&", "und", "et", "y", "e"];

/// Endings of names of files, in lower case. Chosen by hand.
const FILE_ENDINGS: [&str; 18] = [
    ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".txt", ".rtf", ".htm", ".html", ".xml", ".zip",
    ".jpg", ".jpeg", ".png", ".gif", ".mp3", ".mp4",
];

/// Years that are not taken for numbers. Chosen by hand.
const FIRST_YEAR: u64 = 1800;
const LAST_YEAR: u64 = 2099;

/// What a text that is a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// A word or a sign says that it is a number: `No. 7`, `#3`.
    Labeled,
    /// It is long or has several parts, so that it may name something: `22-535`, `A166748`.
    Name,
    /// A few digits with the value that they have: a place in a series, or a count.
    Count(u64),
    /// A year.
    Year,
    /// A day and a month: `04-25`. Where most numbers have other forms, it may be one of them.
    Day,
    /// A decimal number, a ratio or a telephone number.
    Other,
}

/// Returns the number or identifier that a whole text is, such as `22-535`, `A166748` or `#3`, without words
/// such as `No.` before it. `None` if the text is something else.
pub(super) fn number(text: &str) -> Option<&str> {
    if !has_digit(text) {
        return None;
    }
    let text = text.trim().trim_end_matches([',', ';', '.', ':']);
    let rest = without_label(text);
    if rest.len() > MAX_NUMBER_BYTES {
        return None;
    }
    let words = || rest.split_whitespace().map(|word| word.trim_end_matches([',', ';']));
    let is_bare = |word: &str| is_number(word) || is_prefix(word) || CONJUNCTIONS.contains(&word);
    let is_quantity = words().next_back().is_some_and(|word| word.len() > 1 && is_unit(word));
    (words().any(is_number) && words().all(is_bare) && !is_quantity).then_some(rest)
}

/// What a text says for which [`number`] returns a number.
pub(super) fn form(text: &str) -> Option<NumberForm> {
    let number = number(text)?;
    let is_labeled =
        text.trim_start().starts_with('#') || !text.trim_start_matches(['(', ' ']).starts_with(number);
    if is_labeled {
        return Some(NumberForm::Labeled);
    }
    let parts: Vec<&str> = number.split(is_between_digits).filter(|part| !part.is_empty()).collect();
    let digits = parts.concat();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(NumberForm::Name);
    }
    form_of_digits(number, &parts, digits.parse().ok())
}

/// What a number says that is nothing but digits and signs between them. Its value is `None` if it is too large.
fn form_of_digits(number: &str, parts: &[&str], value: Option<u64>) -> Option<NumberForm> {
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let has = |separator: char| number.contains(separator);
    if is_count(number, &lengths) {
        return value.map(NumberForm::Count);
    }
    let is_decimal = lengths.len() == 2 && has('.') && lengths[1] < DIGITS_OF_GROUP;
    let is_phone = lengths.ends_with(&PHONE)
        || (has(' ') && !has('-') && lengths.iter().any(|it| *it < MIN_NAMING_DIGITS));
    let is_ratio = has('/') && !parts.iter().any(|part| is_year(part));
    if is_decimal || is_phone || is_ratio {
        Some(NumberForm::Other)
    } else if is_day_and_month(parts) {
        Some(NumberForm::Day)
    } else {
        Some(if is_year(number) { NumberForm::Year } else { NumberForm::Name })
    }
}

/// Whether digits count something: they are few, end like a rounded number, or are in groups of thousands.
fn is_count(number: &str, lengths: &[usize]) -> bool {
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_group = |length: &usize| *length == DIGITS_OF_GROUP;
    let [first, groups @ ..] = lengths else { return false };
    match groups {
        [] if is_year(number) => false,
        [] => is_plain && (*first < MIN_NAMING_DIGITS || number.ends_with("00")),
        _ => *first <= DIGITS_OF_GROUP && groups.iter().all(is_group) && !number.contains(['-', '/']),
    }
}

fn is_between_digits(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | '-' | '/' | ':' | '_' | '(' | ')' | '–')
}

fn is_year(text: &str) -> bool {
    text.len() == MAX_DATE_DIGITS
        && text.parse::<u64>().is_ok_and(|year| (FIRST_YEAR..=LAST_YEAR).contains(&year))
}

/// Whether two numbers of two digits each can be a day and a month.
fn is_day_and_month(parts: &[&str]) -> bool {
    let [first, second] = parts else { return false };
    let (Ok(first_value), Ok(second_value)) = (first.parse::<u8>(), second.parse::<u8>()) else {
        return false;
    };
    let (less, more) = (first_value.min(second_value), first_value.max(second_value));
    first.len() == 2 && second.len() == 2 && (1..=12).contains(&less) && more <= 31
}

/// Whether a text says which page of how many a page is: `Page 4 of 2193`.
pub(super) fn is_page_of_pages(text: &str) -> bool {
    let mut words =
        text.split(|c: char| c.is_whitespace() || matches!(c, '/' | ':')).filter(|word| !word.is_empty());
    let names_page = words.next().is_some_and(|word| PAGE_WORDS.contains(&word.to_lowercase().as_str()));
    let rest: Vec<Option<u64>> = words.take(MAX_WORDS_OF_PAGER).map(|word| word.parse().ok()).collect();
    names_page
        && match rest.as_slice() {
            [Some(page), Some(last)] | [Some(page), None, Some(last)] => page <= last,
            _ => false,
        }
}

/// Whether a text is a word after which a number follows.
pub(super) fn introduces_number(text: &str) -> bool {
    text.split_whitespace().any(|word| NUMBER_WORDS.contains(&label(word).as_str()))
}

/// Letters such as `MISC` before a number or `(L)` after it.
fn is_prefix(word: &str) -> bool {
    let word = word.trim_matches(['(', ')']);
    word.len() <= MAX_PREFIX_BYTES && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_unit(word: &str) -> bool {
    UNITS.contains(&word.to_lowercase().as_str())
}

/// Returns the first number after `#` in a text.
pub(super) fn number_after_hash(text: &str) -> Option<&str> {
    let mut rest = text.split_whitespace().filter_map(|word| word.strip_prefix('#'));
    rest.find(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the first number in a text that a word such as `No.` introduces.
pub(super) fn labeled_number(text: &str) -> Option<&str> {
    if !has_digit(text) {
        return None;
    }
    let words = text.split_whitespace();
    words.clone().zip(words.skip(1)).find_map(|(word, next)| {
        let next = next.trim_matches([',', ';', '.', ':', '(', ')', '#']);
        // Hardly any word is a number, and to lower the case of all words takes time.
        let is_number = next.len() <= MAX_NUMBER_BYTES && is_number(next);
        (is_number && NUMBER_WORDS.contains(&label(word).as_str())).then_some(next)
    })
}

/// Whether a text has a digit, as most texts have not.
fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a text is hardly more than a number that a word introduces: `AG No. 61 (2013 T.)`.
pub(super) fn is_mostly_number(text: &str) -> bool {
    if labeled_number(text).is_none() {
        return false;
    }
    let is_part = |word: &&str| has_digit(word) || NUMBER_WORDS.contains(&label(word).as_str());
    let others = text.split_whitespace().filter(|word| !is_part(word));
    let letters = others.flat_map(str::chars).filter(|c| c.is_alphabetic()).count();
    letters <= MAX_LETTERS_BESIDE
}

fn label(word: &str) -> String {
    word.trim_matches(['.', ':', '(', '#', ',']).to_lowercase()
}

fn without_label(text: &str) -> &str {
    let is_enclosed = text.starts_with('(');
    let mut rest = text.trim_start_matches(['#', '(']);
    if is_enclosed {
        rest = rest.trim_end_matches(')');
    }
    rest = rest.trim_start();
    while let Some((word, tail)) = rest.split_once(char::is_whitespace) {
        if !NUMBER_WORDS.contains(&label(word).as_str()) {
            break;
        }
        rest = tail.trim_start().trim_start_matches('#');
    }
    rest
}

/// Whether a word has the form of a number: digits, possibly with letters and hyphens. Dates, times, sizes and
/// durations are none.
fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 {
        return false;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let is_hyphenated = word.contains('-') && word.starts_with(|c: char| c.is_ascii_digit());
    let max_letters = if is_hyphenated { digits + MAX_MORE_LETTERS } else { digits };
    let is_allowed =
        |c: char| c.is_alphanumeric() || matches!(c, '-' | '–' | '/' | '.' | ':' | '_' | '(' | ')');
    letters <= max_letters
        && word.chars().all(is_allowed)
        && !(is_date(word) || is_time(word) || is_quantity(word) || is_file(word))
}

/// Whether a word is the name of a file: `241882P.pdf`.
fn is_file(word: &str) -> bool {
    let ending = word.rfind('.').map_or("", |dot| &word[dot..]);
    FILE_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn is_date(word: &str) -> bool {
    let parts = word.split(['/', '.']);
    let is_number = |part: &&str| part.len() <= MAX_DATE_DIGITS && part.bytes().all(|it| it.is_ascii_digit());
    // Day, month and year.
    parts.filter(is_number).count() >= 3
}

/// Whether a word is a time of day, or ends with one after a slash: `17:37`, `09.12/19:52`.
fn is_time(word: &str) -> bool {
    let word = word.rsplit('/').next().unwrap_or(word);
    let is_part = |part: &str| matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
    word.contains(':') && word.split(':').all(is_part)
}

/// Whether a word is digits with a unit: `149K`, `50min`, `1h15`.
fn is_quantity(word: &str) -> bool {
    let is_amount = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let unit = word.trim_start_matches(is_amount);
    let is_duration = || {
        let minutes = unit.strip_prefix(['h', 'H']).map(|rest| rest.trim_start_matches(is_amount));
        minutes.is_some_and(|rest| rest.is_empty() || is_unit(rest))
    };
    unit.len() < word.len() && !unit.is_empty() && (is_unit(unit) || is_duration())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_records() {
        let cases = [
            ("22-535", Some("22-535")),
            ("No. A166748", Some("A166748")),
            ("Docket Number: 25-ICA-326", Some("25-ICA-326")),
            ("#3", Some("3")),
            ("# 3", Some("3")),
            ("1.", Some("1")),
            ("MISC 74331", Some("MISC 74331")),
            ("000166-2020 and 007681-2020", Some("000166-2020 and 007681-2020")),
            ("008305-2007, 014043-2012", Some("008305-2007, 014043-2012")),
            ("15-3135-cv (L)", Some("15-3135-cv (L)")),
            ("8:11-cv-02709SCB-TGW", Some("8:11-cv-02709SCB-TGW")),
            ("Smith v. Jones 22", None),
            ("pops222", None),
            ("tate16t", None),
            ("17:37", None),
            ("09.12/19:52", None),
            ("09:32 PM", None),
            ("149K", None),
            ("2.5 MB", None),
            ("1h15", None),
            ("50min", None),
            ("3rd", None),
            ("10/22/20", None),
            ("Opinion", None),
            ("241882P.pdf", None),
            ("24-1882.PDF", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text), expected, "{text}");
        }
        assert_eq!(labeled_number("Smith v. Jones, No. 22-535 (2022)"), Some("22-535"));
        assert_eq!(labeled_number("Product Code: 059500"), Some("059500"));
        assert_eq!(labeled_number("No one came"), None);
        assert!(is_mostly_number("AG No. 61 (2013 T.)") && is_mostly_number("Docket No. 7"));
        assert!(!is_mostly_number("Smith v. Jones, No. 22-535") && !is_mostly_number("Mill"));
        assert_eq!(number_after_hash("3/13/2014 . Edited 12/30/2017 #1"), Some("1"));
        assert_eq!(number_after_hash("# 1, #one"), None);
    }

    #[test]
    fn pages_of_pages() {
        for text in ["Page 4 of 2193", "Seite 3 von 12", "página 1/7", "Page: 2 / 9"] {
            assert!(is_page_of_pages(text), "{text}");
        }
        for text in ["Page 4", "Part 1 of 3", "Page 9 of 2", "Page 1 of 2 of the ledger", "Pages 4 of 9", ""]
        {
            assert!(!is_page_of_pages(text), "{text}");
        }
    }

    #[test]
    fn forms_of_numbers() {
        let cases = [
            ("#3", Some(NumberForm::Labeled)),
            ("No. 7", Some(NumberForm::Labeled)),
            ("22-535", Some(NumberForm::Name)),
            ("A166748", Some(NumberForm::Name)),
            ("64475", Some(NumberForm::Name)),
            ("(22-535)", Some(NumberForm::Name)),
            ("12", Some(NumberForm::Count(12))),
            ("3.", Some(NumberForm::Count(3))),
            ("4.220", Some(NumberForm::Count(4220))),
            ("1987", Some(NumberForm::Year)),
            ("1 889", Some(NumberForm::Count(1889))),
            ("1\u{a0}396\u{202f}646", Some(NumberForm::Count(1_396_646))),
            ("22400", Some(NumberForm::Count(22400))),
            ("650197", Some(NumberForm::Name)),
            ("000166-2020 and 007681-2020", Some(NumberForm::Name)),
            ("12/2014", Some(NumberForm::Name)),
            ("04-25", Some(NumberForm::Day)),
            ("84/37", Some(NumberForm::Other)),
            ("62.7", Some(NumberForm::Other)),
            ("149.99", Some(NumberForm::Other)),
            ("815 24 711", Some(NumberForm::Other)),
            ("1-800-433-0038", Some(NumberForm::Other)),
            ("(555) 123-4567", Some(NumberForm::Other)),
            ("No. 84/37", Some(NumberForm::Labeled)),
            ("12 eggs", None),
        ];
        for (text, expected) in cases {
            assert_eq!(form(text), expected, "{text}");
        }
        assert!(introduces_number("Docket No.:") && !introduces_number("Topics"));
    }
}
