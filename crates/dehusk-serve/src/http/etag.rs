//! The tag of an answer: a digest of the page, of what was asked, and of the rules. An answer with the same tag is the same answer.

use axum::http::{HeaderMap, HeaderValue, header};
use twox_hash::XxHash3_128;

/// Makes the tag of an answer from its parts. No two lists of parts have the same tag by shifting bytes between the parts, and none
/// by accident. Somebody who wants two of his own pages to have the same tag can do so, which harms nobody else.
pub(crate) fn tag(parts: &[&[u8]]) -> String {
    let mut digest = XxHash3_128::new();
    for part in parts {
        digest.write(&(part.len() as u64).to_le_bytes());
        digest.write(part);
    }
    format!("\"{:032x}\"", digest.finish_128())
}

/// The tag of every answer (RFC 9110, 13.1.2).
const ANY: &str = "*";

/// Whether the client already has the answer with this tag (`If-None-Match`, RFC 9110, 13.1.2).
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    known(headers).any(|known| known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// Whether the client wants no answer, if there is one. So whoever asks has to find out first whether there is.
pub(crate) fn is_any_known(headers: &HeaderMap) -> bool {
    known(headers).any(|known| known == ANY)
}

/// The tags of the answers that the client has.
fn known(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// The header of a tag.
pub(crate) fn value(tag: &str) -> HeaderValue {
    HeaderValue::from_str(tag).unwrap_or(HeaderValue::from_static("\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cannot_be_shifted() {
        assert_ne!(tag(&[b"ab", b"c"]), tag(&[b"a", b"bc"]));
        assert_ne!(tag(&[b"ab"]), tag(&[b"ab", b""]));
        assert_eq!(tag(&[b"ab", b"c"]).len(), 32 + 2);
    }

    #[test]
    fn a_known_tag_is_found_in_a_list() {
        for (value, is_found) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", false),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, value.parse().unwrap())]);
            assert_eq!(is_known(&headers, "\"a\""), is_found, "{value}");
            assert_eq!(is_any_known(&headers), value == "*", "{value}");
        }
    }
}
