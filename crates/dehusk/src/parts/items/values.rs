//! Finds prices and numbers in a text, as they are printed. Dates are read by [`crate::metadata`].

/// Signs of currencies that stand before or after an amount.
const SIGNS: [char; 14] = ['$', '€', '£', '¥', '￥', '₹', '₽', '₩', '฿', '₫', '₺', '₴', '₪', '円'];
/// Codes and abbreviations of currencies that stand before or after an amount, in lower case.
const CODES: [&str; 31] = [
    "usd", "eur", "gbp", "chf", "jpy", "cny", "inr", "rub", "pln", "sek", "nok", "dkk", "czk", "huf", "cad",
    "aud", "brl", "zł", "kč", "kr", "ft", "руб", "р", "грн", "rs", "tl", "lei", "元", "원", "r$", "euro",
];
/// Words and signs after which a number follows, in lower case. Chosen by hand.
const NUMBER_WORDS: [&str; 12] =
    ["no", "nos", "nr", "№", "n°", "docket", "case", "cause", "number", "az", "ref", "id"];
/// Maximum bytes of a prefix such as `MISC` before a number. Chosen by hand.
const MAX_PREFIX_BYTES: usize = 5;
/// Maximum bytes of a number, such as a docket number. Chosen by hand.
const MAX_NUMBER_BYTES: usize = 40;

/// Returns the first price in a text, with its currency as printed, or `None`.
///
/// Takes linear time.
pub(super) fn price(text: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(start) = text[from..].find(|c: char| c.is_ascii_digit()).map(|at| from + at) {
        let end = amount_end(text, start);
        if let Some(first) = currency_before(&text[..start]) {
            return Some(text[first..end].trim());
        }
        if let Some(after) = currency_after(&text[end..]) {
            return Some(text[start..end + after].trim());
        }
        from = end;
    }
    None
}

/// The end of an amount: digits with separators between them, and `,-` at the end.
fn amount_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() {
        let is_digit = bytes[end].is_ascii_digit();
        let is_between = matches!(bytes[end], b'.' | b',' | b'\'' | b' ')
            && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !is_digit && !is_between {
            break;
        }
        end += 1;
    }
    if text[end..].starts_with(",-") { end + 2 } else { end }
}

/// The start of the currency at the end of a text.
fn currency_before(text: &str) -> Option<usize> {
    let trimmed = text.trim_end();
    if text.len() - trimmed.len() > 4 {
        return None;
    }
    let start = trimmed.len() - trimmed.chars().next_back()?.len_utf8();
    if trimmed[start..].starts_with(SIGNS) {
        let word = trimmed[..start].chars().rev().take_while(char::is_ascii_uppercase).count();
        return Some(start - if word <= 3 { word } else { 0 });
    }
    let start = last_word(trimmed);
    is_code(&trimmed[start..]).then_some(start)
}

/// The end of the currency at the beginning of a text.
fn currency_after(text: &str) -> Option<usize> {
    let trimmed = text.trim_start();
    let skipped = text.len() - trimmed.len();
    if skipped > 4 {
        return None;
    }
    let first = trimmed.chars().next()?;
    if SIGNS.contains(&first) {
        return Some(skipped + first.len_utf8());
    }
    let end = trimmed.find(|c: char| !c.is_alphabetic()).unwrap_or(trimmed.len());
    is_code(&trimmed[..end]).then_some(skipped + end)
}

/// The start of the last word of a text.
fn last_word(text: &str) -> usize {
    let is_in_word = |c: &(usize, char)| c.1.is_alphabetic() || c.1 == '.';
    text.char_indices().rev().take(6).take_while(is_in_word).last().map_or(text.len(), |(start, _)| start)
}

fn is_code(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    CODES.contains(&word.as_str())
}

/// Returns the number or identifier that a whole text is, such as `22-535`, `A166748` or `#3`, without words such as `No.`
/// before it. `None` if the text is something else.
pub(super) fn number(text: &str) -> Option<&str> {
    let text = text.trim().trim_end_matches([',', ';', '.', ':']);
    let rest = without_label(text);
    let is_prefix =
        |word: &str| word.len() <= MAX_PREFIX_BYTES && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_bare = |word: &str| is_number(word) || is_prefix(word);
    let has_number = rest.split_whitespace().any(is_number);
    let is_whole = has_number && rest.len() <= MAX_NUMBER_BYTES && rest.split_whitespace().all(is_bare);
    is_whole.then_some(rest)
}

/// Returns the first number in a text that a word such as `No.` introduces.
pub(super) fn labeled_number(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let is_label = NUMBER_WORDS.contains(&label(word).as_str());
        if let Some(next) = words.peek().filter(|_| is_label) {
            let next = next.trim_matches([',', ';', '.', ':', '(', ')', '#']);
            if is_number(next) && next.len() <= MAX_NUMBER_BYTES {
                return Some(next);
            }
        }
    }
    None
}

fn label(word: &str) -> String {
    word.trim_matches(['.', ':', '(', '#', ',']).to_lowercase()
}

fn without_label(text: &str) -> &str {
    let mut rest = text.trim_start_matches(['#', '(']).trim_end_matches(')');
    while let Some((word, tail)) = rest.split_once(char::is_whitespace) {
        if !NUMBER_WORDS.contains(&label(word).as_str()) {
            break;
        }
        rest = tail.trim_start().trim_start_matches('#');
    }
    rest
}

/// Whether a word has the form of a number: digits, possibly with letters and hyphens.
fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let others = word.chars().filter(|c| c.is_alphabetic()).count();
    let is_date = word
        .split(['/', '.'])
        .filter(|part| part.len() <= 4 && part.bytes().all(|it| it.is_ascii_digit()))
        .count()
        > 2;
    let is_allowed =
        |c: char| c.is_alphanumeric() || matches!(c, '-' | '–' | '/' | '.' | ':' | '_' | '(' | ')');
    digits > 0 && !is_date && others <= digits + 4 && word.chars().all(is_allowed)
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
            ("1 299,00 Kč", Some("1 299,00 Kč")),
            ("249,- kr.", Some("249,- kr")),
            ("¥1200", Some("¥1200")),
            ("12 eggs", None),
            ("in 2014", None),
            ("", None),
            ("€", None),
        ];
        for (text, expected) in cases {
            assert_eq!(price(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_records() {
        let cases = [
            ("22-535", Some("22-535")),
            ("No. A166748", Some("A166748")),
            ("Docket Number: 25-ICA-326", Some("25-ICA-326")),
            ("#3", Some("3")),
            ("1.", Some("1")),
            ("MISC 74331", Some("MISC 74331")),
            ("Smith v. Jones 22", None),
            ("10/22/20", None),
            ("Opinion", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text), expected, "{text}");
        }
        assert_eq!(labeled_number("Smith v. Jones, No. 22-535 (2022)"), Some("22-535"));
        assert_eq!(labeled_number("No one came"), None);
    }
}
