//! Normalizes a line before words are found in it: Unicode NFC, no invisible characters, whitespace collapsed
//! to single spaces, and two common misspellings of Thai and Lao repaired. Differences that a reader can see
//! are left to `folding`.

use crate::unicode::{is_ignored_in_words, is_unspaced};
use icu_normalizer::ComposingNormalizerBorrowed;
use std::borrow::Cow;

const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();
/// Separates words in scripts without spaces; in other scripts it is ignored.
const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// Returns the normalized line.
pub(crate) fn clean(line: &str) -> Cow<'_, str> {
    if !needs_work(line) {
        return NFC.normalize(line.trim_matches(' '));
    }
    let repaired = repair(line);
    match NFC.normalize(&repaired) {
        Cow::Owned(composed) => Cow::Owned(composed),
        Cow::Borrowed(_) => Cow::Owned(repaired),
    }
}

fn needs_work(line: &str) -> bool {
    let mut before = 'x';
    line.chars().any(|c| {
        let pair = (std::mem::replace(&mut before, c), c);
        is_ignored_in_words(c)
            || c == ZERO_WIDTH_SPACE
            || c.is_whitespace() && (c != ' ' || pair.0 == ' ')
            || c.is_control()
            || matches!(pair, ('\u{E40}', '\u{E40}') | (_, '\u{E4D}' | '\u{ECD}'))
    })
}

fn repair(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars().filter(|&c| !is_ignored_in_words(c)).peekable();
    while let Some(c) = chars.next() {
        match c {
            ZERO_WIDTH_SPACE => push_zero_width_space(&mut out, chars.peek().copied()),
            c if c.is_whitespace() || c.is_control() => push_space(&mut out),
            c => append(&mut out, c),
        }
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

fn push_space(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

fn push_zero_width_space(out: &mut String, after: Option<char>) {
    if out.chars().next_back().is_some_and(is_unspaced) && after.is_some_and(is_unspaced) {
        out.push(ZERO_WIDTH_SPACE);
    }
}

/// Appends a character. Two SARA E become SARA AE. NIKHAHIT and SARA AA become SARA AM, after a tone mark if
/// there is one.
fn append(out: &mut String, c: char) {
    match (c, out.chars().next_back()) {
        ('\u{E40}', Some('\u{E40}')) => replace_last(out, '\u{E41}'),
        ('\u{E32}', Some('\u{E4D}')) => replace_last(out, '\u{E33}'),
        ('\u{EB2}', Some('\u{ECD}')) => replace_last(out, '\u{EB3}'),
        ('\u{E32}', Some(tone @ '\u{E48}'..='\u{E4B}')) => {
            push_sara_am_after_tone(out, tone, '\u{E4D}', '\u{E33}', c)
        }
        ('\u{EB2}', Some(tone @ '\u{EC8}'..='\u{ECB}')) => {
            push_sara_am_after_tone(out, tone, '\u{ECD}', '\u{EB3}', c)
        }
        _ => out.push(c),
    }
}

fn replace_last(out: &mut String, c: char) {
    out.pop();
    out.push(c);
}

fn push_sara_am_after_tone(out: &mut String, tone: char, nikhahit: char, sara_am: char, c: char) {
    out.pop();
    if out.ends_with(nikhahit) {
        replace_last(out, tone);
        out.push(sara_am);
    } else {
        out.push(tone);
        out.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_cleaned() {
        for (line, cleaned) in [
            ("plain text", "plain text"),
            (" a\u{A0}\t b  ", "a b"),
            ("co\u{AD}op\u{2060}er\u{200B}ate\u{FEFF}", "cooperate"),
            ("\u{202B}سلام\u{202C}", "سلام"),
            ("ក\u{200B}ខ", "ក\u{200B}ខ"),
            ("ท\u{E4D}\u{E32}", "ทำ"),
            ("น\u{E4D}\u{E49}\u{E32}", "น้ำ"),
            ("น\u{E49}\u{E4D}\u{E32}", "น้ำ"),
            ("น้า", "น้า"),
            ("เเละ", "และ"),
            ("e\u{301}te\u{301}", "été"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ] {
            assert_eq!(clean(line), cleaned, "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(line in "[ab é\u{A0}\u{AD}\u{200B}\u{E4D}\u{E32}\u{E49}\u{E40}ก]{0,12}") {
            let once = clean(&line).into_owned();
            prop_assert_eq!(clean(&once).into_owned(), once);
        }
    }
}
