//! Declarations as they are meant: without comments, and with the letters that escapes stand for.

use crate::style_text::{address_end, comment_end, string_end};
use std::borrow::Cow;

/// Returns a declaration without comments and escapes, except in strings and addresses. Takes linear time.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    // Most declarations have neither a slash nor an escape.
    if memchr::memchr2(b'/', b'\\', bytes).is_none() || !(text.contains("/*") || text.contains('\\')) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let (mut start, mut at) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        let (end, new) = match byte {
            b'/' if bytes.get(at + 1) == Some(&b'*') => (comment_end(bytes, at) + 1, ' '),
            b'\\' => escape(text, at),
            _ => {
                at = 1 + match byte {
                    b'"' | b'\'' => string_end(bytes, at),
                    b'(' => address_end(bytes, at).unwrap_or(at),
                    _ => at,
                };
                continue;
            }
        };
        plain.push_str(&text[start..at]);
        plain.push(new);
        (start, at) = (end, end);
    }
    plain.push_str(&text[start..]);
    Cow::Owned(plain)
}

/// The end of the escape at `at`, and the letter that it stands for (CSS Syntax 3, section 4.3.7).
fn escape(text: &str, at: usize) -> (usize, char) {
    const MAX_DIGITS: usize = 6;
    let rest = &text[at + 1..];
    let digits = rest.bytes().take(MAX_DIGITS).take_while(u8::is_ascii_hexdigit).count();
    if digits == 0 {
        let escaped = rest.chars().next();
        return (at + 1 + escaped.map_or(0, char::len_utf8), letter(escaped));
    }
    let space = rest[digits..].bytes().take(1).filter(u8::is_ascii_whitespace).count();
    let number = u32::from_str_radix(&rest[..digits], 16).ok();
    (at + 1 + digits + space, letter(number.and_then(char::from_u32)))
}

/// The character, if it can be part of a word only: an escaped colon or digit means nothing.
fn letter(escaped: Option<char>) -> char {
    let is_letter = |c: &char| c.is_ascii_alphabetic() || matches!(c, '-' | '_') || !c.is_ascii();
    escaped.filter(is_letter).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_escapes_are_resolved_outside_of_strings() {
        for (text, expected) in [
            ("display:none", "display:none"),
            ("displ\\61y:n\\6fne", "display:none"),
            ("display:n\\00006f ne", "display:none"),
            ("dis\\play/**/:/*;*/none/*", "display : none "),
            ("\\64isplay", "\u{64}isplay"),
            ("\\64 \\69 splay", "displ\u{61}y"),
            ("display\\3a none", "display\u{fffd}none"),
            ("content:'\\61/**/'\\", "content:'\\61/**/'\u{fffd}"),
            ("x:url(/*a\\)b);y:\\z", "x:url(/*a\\)b);y:z"),
            ("\\é\\110000 ", "é\u{fffd}"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
