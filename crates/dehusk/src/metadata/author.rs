//! Names of authors: finds the name in a byline and rejects values that are not names.
//!
//! All word lists and limits of this file were chosen by hand.

use super::candidates::collapse_whitespace;
use super::date;

/// Maximum length, in characters, of an author or a list of authors. The maximum in bytes is twice this number. Chosen by hand.
const MAX_CHARS: usize = 120;
/// Maximum number of words in one name, including titles and degrees. Chosen by hand.
const MAX_WORDS: usize = 14;

/// Words that precede the name in a byline, in lower case. If one entry is the beginning of another, the longer entry comes
/// first. Chosen by hand.
const PREFIXES: [&str; 33] = [
    "this article was written by",
    "article written by",
    "medically reviewed by",
    "written and tested by",
    "story by",
    "words by",
    "written by",
    "posted by",
    "published by",
    "created by",
    "submitted by",
    "started by",
    "contributed by",
    "reported by",
    "article by",
    "authored by",
    "thread starter",
    "about the author",
    "by:",
    "by ",
    "author:",
    "authors:",
    "author ",
    "von ",
    "par ",
    "por ",
    "door ",
    "autor:",
    "autore:",
    "auteur :",
    "автор:",
    "نویسنده:",
    "作者：",
];
/// Words that precede the name of a person who is not the author. Chosen by hand.
const NOT_AUTHOR_PREFIXES: [&str; 5] =
    ["medically reviewed by", "reviewed by", "edited by", "sponsored by", "photo by"];
/// Words and symbols that end the name in a byline. Chosen by hand.
const TERMINATORS: [&str; 12] = [
    " | ",
    " • ",
    " · ",
    " — ",
    " – ",
    "Published",
    "Updated",
    "Posted",
    "Last updated",
    " on ",
    " in ",
    " @",
];
/// Values that are labels of the page, not names of a person. Chosen by hand.
const NOT_NAMES: [&str; 21] = [
    "author",
    "authors",
    "admin",
    "administrator",
    "by",
    "unknown",
    "anonymous",
    "guest",
    "home",
    "share",
    "follow",
    "about the author",
    "view profile",
    "n/a",
    "sign in",
    "log in",
    "login",
    "logged",
    "top",
    "view all posts",
    "discussion starter",
];

/// Returns the author in a metadata value, or `None` if the value cannot be a name.
pub(super) fn name(value: &str) -> Option<String> {
    let text = collapse_whitespace(value);
    let text = without_prefix(&text)?.trim_matches([',', ';', ':', '|', '-', '•', '·', ' ', '"', '“', '”']);
    let lower = text.to_lowercase();
    let is_address =
        lower.contains("://") || lower.starts_with("www.") || lower.contains('@') && lower.contains('.');
    let is_key = !lower.contains(' ') && lower.matches('.').count() > 1;
    let is_code = is_key || lower.contains(['{', '}', '<', '>', '=', '\\']);
    let has_letters = text.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
    // A metadata value may list several authors, so it may have twice as many words as one name.
    let is_long = text.len() > MAX_CHARS * 2
        || text.chars().count() > MAX_CHARS
        || text.split(' ').count() > MAX_WORDS * 2;
    let is_name = !is_address && !is_code && has_letters && !is_long && !NOT_NAMES.contains(&lower.as_str());
    is_name.then(|| text.to_owned())
}

/// Returns the author in the visible text of a byline: `By Ann Smith | 5 May 2011` gives `Ann Smith`.
pub(super) fn in_byline(text: &str) -> Option<String> {
    let text = collapse_whitespace(text);
    let text = without_prefix(&text)?;
    let end = TERMINATORS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let text = without_date(&text[..end]);
    let is_end = |c: char| !c.is_alphanumeric() && c != '.' && c != ')';
    let text = if text.contains(' ') { text.trim_end_matches(is_end) } else { text };
    let is_sentence = text.split(' ').count() > MAX_WORDS || text.ends_with(['?', '!', '…']);
    if is_sentence || is_part_of_date(text) { None } else { name(text) }
}

/// Cuts off the date after a name. The name ends before the first word, other than the very first, that begins with a digit.
/// Names of months and weekdays right before that word are cut off too.
fn without_date(text: &str) -> &str {
    let digit =
        text.char_indices().zip(text.chars().skip(1)).find(|((_, c), next)| *c == ' ' && next.is_numeric());
    let Some(((at, _), _)) = digit else { return text };
    let mut name = text[..at].trim_end_matches([' ', ',']);
    while let Some((before, _)) = name.rsplit_once(' ').filter(|(_, last)| is_part_of_date(last)) {
        name = before.trim_end_matches([' ', ',']);
    }
    name
}

fn is_part_of_date(word: &str) -> bool {
    /// Beginnings of the English names of weekdays.
    const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_day = DAYS.iter().any(|day| word == *day || (word.starts_with(day) && word.ends_with("day")));
    !word.contains(' ') && (is_day || date::is_month(&word))
}

/// Turns `Smith, Ann`, the form of `citation_author`, into `Ann Smith`.
pub(super) fn first_name_first(name: &str) -> String {
    match name.split_once(',') {
        Some((last, first)) if !first.contains(',') => format!("{} {}", first.trim(), last.trim()),
        _ => name.to_owned(),
    }
}

/// Whether a text begins like a byline (`By …`, `Posted by …`).
pub(super) fn begins_byline(text: &str) -> bool {
    let text = text.trim_start();
    PREFIXES.iter().any(|prefix| starts_with(text, prefix))
}

/// Returns the text without the words of [`PREFIXES`] before the name; `None` if it begins with one of [`NOT_AUTHOR_PREFIXES`].
fn without_prefix(text: &str) -> Option<&str> {
    if NOT_AUTHOR_PREFIXES.iter().any(|prefix| starts_with(text, prefix)) {
        return None;
    }
    let mut rest = text.trim();
    // `Written by: By Ann` has two prefixes.
    for _ in 0..2 {
        if let Some(prefix) = PREFIXES.iter().find(|prefix| starts_with(rest, prefix)) {
            let cut = rest.char_indices().nth(prefix.chars().count()).map_or(rest.len(), |(at, _)| at);
            rest = rest[cut..].trim_start_matches([':', ' ']);
        }
    }
    Some(after_by(rest))
}

/// Returns the text after ` by ` if at most five words come before it and all of them but the first are in lower case: `Text by`,
/// `This post was written by`. Otherwise returns the whole text.
fn after_by(text: &str) -> &str {
    /// Maximum number of words before ` by `. Chosen by hand.
    const MAX_WORDS_BEFORE: usize = 5;
    let Some((before, after)) = text.split_once(" by ") else { return text };
    let words = before.split(' ');
    let is_plain = |word: &str| word.chars().all(|c| c.is_lowercase());
    if words.clone().count() <= MAX_WORDS_BEFORE && words.skip(1).all(is_plain) { after } else { text }
}

/// Whether `text` starts with `lower`, ignoring the case of `text`. `lower` must be in lower case.
fn starts_with(text: &str, lower: &str) -> bool {
    let mut chars = text.chars().flat_map(char::to_lowercase);
    lower.chars().all(|c| chars.next() == Some(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_bylines_and_other_texts_are_rejected() {
        for (text, expected) in [
            ("By Ann Smith", Some("Ann Smith")),
            ("BY: Ann Smith", Some("Ann Smith")),
            ("Posted by Ann Smith on May 5, 2011", Some("Ann Smith")),
            ("By Ann Smith | May 5, 2011", Some("Ann Smith")),
            ("Written by: By Ann Smith", Some("Ann Smith")),
            ("Ann Smith, May 5, 2011", Some("Ann Smith")),
            ("Ann Smith Thursday, May 5, 2011", Some("Ann Smith")),
            ("This post was written by Ann Smith", Some("Ann Smith")),
            ("Text by Ann Smith", Some("Ann Smith")),
            ("Ann Smith 4 August 2010", Some("Ann Smith")),
            ("Ann April", Some("Ann April")),
            ("Nov 5", None),
            ("page.head.author", None),
            ("Ann Smith Updated May 5, 2011", Some("Ann Smith")),
            ("user_2011", Some("user_2011")),
            ("Reviewed by Ann Smith", None),
            ("ann@mill.example", None),
            ("https://mill.example/ann", None),
            ("Author", None),
            ("12345", None),
            ("{{ author }}", None),
            ("", None),
        ] {
            assert_eq!(in_byline(text).as_deref(), expected, "{text}");
        }
        assert!(begins_byline(" By Ann") && !begins_byline("Bybit") && !begins_byline("Anna"));
    }
}
