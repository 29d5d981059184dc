//! Writes text and source code of a page so that invisible characters are gone or seen. Which characters those are is in
//! `dehusk::invisible`.

pub(super) use dehusk::invisible::{Cleaner, Removed, without_invisible};
use dehusk_record::sanitize::collapse_whitespace;

/// Returns a text on one line, without characters that readers do not see.
pub(super) fn collapsed(text: &str) -> String {
    collapse_whitespace(&without_invisible(text).0)
}

/// Returns a text on one line, without invisible characters, cut after `max_chars` characters.
pub(super) fn one_line(text: &str, max_chars: usize) -> String {
    let line = collapsed(text);
    match line.char_indices().nth(max_chars) {
        Some((cut, _)) => format!("{}…", line[..cut].trim_end()),
        None => line,
    }
}

/// Returns source code in which every invisible character is a character reference, which means the same in
/// HTML but is seen.
pub(super) fn with_references(source: &str) -> String {
    let mut cleaner = Cleaner::default();
    let mut seen = String::with_capacity(source.len());
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        match cleaner.keeps(c, chars.peek().copied()) {
            true => seen.push(c),
            false if c == '\r' => {}
            false => seen.push_str(&format!("&#x{:X};", c as u32)),
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_code_names_them() {
        assert_eq!(with_references("<p>a\u{200B}b\r\n\u{202E}"), "<p>a&#x200B;b\n&#x202E;");
    }

    #[test]
    fn a_line_is_short() {
        assert_eq!(one_line(" The\n old\u{200B} mill ", 20), "The old mill");
        assert_eq!(one_line("The old mill", 4), "The…");
    }
}
