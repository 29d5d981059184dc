//! Finds the end of raw text. Implements the standard's RCDATA, RAWTEXT and script data states as searches.
//!
//! Two thirds of the bytes of today's pages are scripts and styles, so these searches jump from `<` to `<`
//! instead of stepping through states. Every search only moves forward, so the time is linear for any input.

use super::Tag;
use crate::source::is_space;
use memchr::{memchr, memchr2, memmem};

/// Whether a tag begins at offset `at`: the prefix (`<` or `</`), then the name in any letter case, then a
/// byte that ends a tag name.
fn has_tag(bytes: &[u8], at: usize, prefix: &[u8], name: &[u8]) -> bool {
    let Some(rest) = bytes.get(at..).and_then(|rest| rest.strip_prefix(prefix)) else { return false };
    let Some((found, after)) = rest.split_at_checked(name.len()) else { return false };
    let is_ended = after.first().is_some_and(|byte| is_space(*byte) || matches!(byte, b'/' | b'>'));
    is_ended && found.eq_ignore_ascii_case(name)
}

/// Returns the offset of the end tag that ends the RCDATA or RAWTEXT of `tag`, searching from `from` on.
/// Returns the length of `bytes` if there is no such end tag.
pub(super) fn text_end(bytes: &[u8], from: usize, tag: Tag) -> usize {
    let name = tag.name().as_bytes();
    if name.is_empty() {
        return bytes.len();
    }
    let closer = memmem::Finder::new(b"</");
    let mut at = from;
    while let Some(found) = closer.find(&bytes[at..]) {
        at += found;
        if has_tag(bytes, at, b"</", name) {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

/// Returns the offset of the `</script` that ends script data, which depends on the escaped and double
/// escaped states. Returns the length of `bytes` if there is no such end tag.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state> and the sixteen states after it.
pub(super) fn script_end(bytes: &[u8], from: usize, tag: Tag) -> usize {
    let name = tag.name().as_bytes();
    let mut at = from;
    while let Some(found) = memchr(b'<', &bytes[at..]) {
        at += found;
        match bytes.get(at + 1) {
            Some(b'/') if !name.is_empty() && has_tag(bytes, at, b"</", name) => return at,
            Some(b'!') if bytes[at..].starts_with(b"<!--") => match escaped(bytes, at, name) {
                Escaped::ScriptEnds(end) => return end,
                Escaped::Over(after) => at = after,
            },
            _ => at += 1,
        }
    }
    bytes.len()
}

/// How the escaped part of a script ends.
enum Escaped {
    /// The end tag of the script is inside the escaped part, at this offset.
    ScriptEnds(usize),
    /// `-->` ends the escaped part; script data continues at this offset.
    Over(usize),
}

/// Scans the escaped and double escaped states from the `<!--` at `open`.
fn escaped(bytes: &[u8], open: usize, name: &[u8]) -> Escaped {
    let dashes_from = open + 2; // the same dashes can open and close, as in `<!-->`
    let mut double = false;
    let mut at = open + 4;
    while let Some(found) = memchr2(b'<', b'>', &bytes[at..]) {
        at += found;
        if bytes[at] == b'>' {
            if at >= dashes_from + 2 && bytes[at - 2..at] == *b"--" {
                return Escaped::Over(at + 1);
            }
        } else if double {
            double = !has_tag(bytes, at, b"</", b"script");
        } else if !name.is_empty() && has_tag(bytes, at, b"</", name) {
            return Escaped::ScriptEnds(at);
        } else {
            double = has_tag(bytes, at, b"<", b"script");
        }
        at += 1;
    }
    Escaped::Over(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_data_ends_where_the_states_say() {
        for (source, end) in [
            ("a</script>", Some(1)),
            ("a</SCRIPT >", Some(1)),
            ("a</scripts>b</script\n>", Some(12)),
            ("<!-- </script>", Some(5)),
            ("<!-- <script> </script> --></script>", Some(27)),
            ("<!-- <script> </script> </script>", Some(24)),
            ("<!-- <script> --></script>", Some(17)),
            ("<!--></script>", Some(5)),
            ("<!-- <script> </script", None),
            ("no end", None),
        ] {
            let found = script_end(source.as_bytes(), 0, Tag::Script);
            assert_eq!(found, end.unwrap_or(source.len()), "{source}");
        }
    }

    #[test]
    fn raw_text_ends_at_its_own_end_tag_only() {
        assert_eq!(text_end(b"a<b></i></TITLE/>", 0, Tag::Title), 8);
        assert_eq!(text_end(b"a</title", 0, Tag::Title), 8);
        assert_eq!(text_end(b"</title>", 0, Tag::Unknown), 8);
    }
}
