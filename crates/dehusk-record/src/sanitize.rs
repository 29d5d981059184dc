//! Makes untrusted text (file names, addresses, server messages, page text) safe to show on a terminal.
//!
//! Only text for people is escaped. Data in files and pipes is not changed.

use std::borrow::Cow;

/// Escapes every control character and every character that changes the text direction as `\u{…}`. The result is one line.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escape(text, is_harmful)
}

/// Like [`one_line`], but keeps line feeds and tabs.
pub fn many_lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| is_harmful(c) && c != '\n' && c != '\t')
}

/// Returns the text on one line: whitespace trimmed and collapsed to single spaces.
///
/// ```
/// assert_eq!(dehusk_record::sanitize::collapse_whitespace(" The\n old\u{a0}mill "), "The old mill");
/// ```
#[must_use]
pub fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escape(text: &str, harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&harmful) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if harmful(c) {
            clean.extend(c.escape_unicode());
        } else {
            clean.push(c);
        }
    }
    Cow::Owned(clean)
}

/// Whether a character controls the terminal, separates lines, or reorders the text around it (embeddings, overrides, isolates).
fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_escaped() {
        assert_eq!(one_line("a\x1b[31mb\nc\u{9b}2J"), "a\\u{1b}[31mb\\u{a}c\\u{9b}2J");
    }

    #[test]
    fn direction_overrides_are_escaped() {
        assert_eq!(one_line("\u{202e}txt.exe"), "\\u{202e}txt.exe");
    }

    #[test]
    fn ordinary_text_of_any_script_is_not_copied() {
        assert!(matches!(one_line("ภาษาไทย العربية 中文 é"), Cow::Borrowed(_)));
    }

    #[test]
    fn page_text_keeps_its_lines_and_tabs() {
        assert_eq!(many_lines("a\tb\nc\r\x07"), "a\tb\nc\\u{d}\\u{7}");
    }
}
