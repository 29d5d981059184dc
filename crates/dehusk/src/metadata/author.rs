//! Names of authors: what is left of a byline, and what is no name at all.

use super::candidates::folded;
use super::date;

/// Longest text that is one author or a list of them.
const LONGEST: usize = 120;
/// Most words of one name, titles and degrees included.
const MOST_WORDS: usize = 14;

/// What stands before a name in a byline, in lower case; the longest first where one begins another.
const BEFORE: [&str; 33] = [
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
/// Those of them that say that somebody else wrote it.
const NOT_BY: [&str; 5] = ["medically reviewed by", "reviewed by", "edited by", "sponsored by", "photo by"];
/// Where a byline goes on with something else.
const AFTER: [&str; 12] = [
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
/// Words that are of the page, not of a person.
const NO_NAMES: [&str; 21] = [
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

/// The author that a metadata value names, if it is one.
pub(super) fn name(value: &str) -> Option<String> {
    let text = folded(value);
    let text =
        without_beginning(&text)?.trim_matches([',', ';', ':', '|', '-', '•', '·', ' ', '"', '“', '”']);
    let lower = text.to_lowercase();
    let is_address =
        lower.contains("://") || lower.starts_with("www.") || lower.contains('@') && lower.contains('.');
    let is_key = !lower.contains(' ') && lower.matches('.').count() > 1;
    let is_code = is_key || lower.contains(['{', '}', '<', '>', '=', '\\']);
    let has_letters = text.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
    let long = text.len() > LONGEST * 2
        || text.chars().count() > LONGEST
        || text.split(' ').count() > MOST_WORDS * 2;
    let plain = !is_address && !is_code && has_letters && !long && !NO_NAMES.contains(&lower.as_str());
    plain.then(|| text.to_owned())
}

/// The author in the visible text of a byline: `By Ann Smith | 5 May 2011` is Ann Smith.
pub(super) fn in_byline(text: &str) -> Option<String> {
    let text = folded(text);
    let text = without_beginning(&text)?;
    let end = AFTER.iter().filter_map(|after| text.find(after)).min().unwrap_or(text.len());
    let text = without_date(&text[..end]);
    let is_end = |c: char| !c.is_alphanumeric() && c != '.' && c != ')';
    let text = if text.contains(' ') { text.trim_end_matches(is_end) } else { text };
    let is_sentence = text.split(' ').count() > MOST_WORDS || text.ends_with(['?', '!', '…']);
    if is_sentence || is_part_of_date(text) { None } else { name(text) }
}

/// The text before a date: from its second word on, what begins with a digit ends a name, and the names of months and days before it
/// are no part of it.
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
    const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_day = DAYS.iter().any(|day| word == *day || (word.starts_with(day) && word.ends_with("day")));
    !word.contains(' ') && (is_day || date::is_month(&word))
}

/// `Smith, Ann` as `Ann Smith`: the form of `citation_author`.
pub(super) fn first_name_first(name: &str) -> String {
    match name.split_once(',') {
        Some((last, first)) if !first.contains(',') => format!("{} {}", first.trim(), last.trim()),
        _ => name.to_owned(),
    }
}

/// Whether a text begins like a byline (`By …`, `Posted by …`).
pub(super) fn begins_byline(text: &str) -> bool {
    let text = text.trim_start();
    BEFORE.iter().any(|before| starts_with(text, before))
}

/// The text without what stands before a name; `None` if that says that the name is no author's.
fn without_beginning(text: &str) -> Option<&str> {
    if NOT_BY.iter().any(|before| starts_with(text, before)) {
        return None;
    }
    let mut rest = text.trim();
    // `Written by: By Ann` has two.
    for _ in 0..2 {
        if let Some(before) = BEFORE.iter().find(|before| starts_with(rest, before)) {
            let cut = rest.char_indices().nth(before.chars().count()).map_or(rest.len(), |(at, _)| at);
            rest = rest[cut..].trim_start_matches([':', ' ']);
        }
    }
    Some(without_words_of_by(rest))
}

/// The text after `by`, where only words in small letters or one capitalised word stand before it: `Text by`, `This post was written by`.
fn without_words_of_by(text: &str) -> &str {
    const MOST_BEFORE: usize = 5;
    let Some((before, after)) = text.split_once(" by ") else { return text };
    let words = before.split(' ');
    let is_plain = |word: &str| word.chars().all(|c| c.is_lowercase());
    if words.clone().count() <= MOST_BEFORE && words.skip(1).all(is_plain) { after } else { text }
}

fn starts_with(text: &str, lower: &str) -> bool {
    let mut chars = text.chars().flat_map(char::to_lowercase);
    lower.chars().all(|c| chars.next() == Some(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bylines_and_what_is_none() {
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
