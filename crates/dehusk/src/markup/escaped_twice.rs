//! Character references that a page escaped twice, such as `Q&amp;amp;A` in its source, which decodes to `Q&amp;A`.
//!
//! Only values of metadata and texts about images are repaired. Text of the page is what the page shows, even if that is a mistake.

use super::{Decode, TextKind};

/// Maximum length, in bytes, of a reference with `&` and `;`. The longest common name has nine letters (`&centerdot;`). Chosen by
/// hand.
const MAX_REFERENCE_BYTES: usize = 12;
/// Maximum number of times that a value is decoded again. Some pages escape three times. Chosen by hand.
const MAX_ROUNDS: usize = 2;

/// Returns the value with the references decoded that are still in it. References without `;` stay, because they are likely meant
/// (`AT&T`), and so do `&lt;` and `&gt;`, because values about markup have them and pages that escape twice hardly ever do.
pub(crate) fn decoded(mut value: String) -> String {
    for _ in 0..MAX_ROUNDS {
        match decoded_once(&value) {
            Some(decoded) => value = decoded,
            None => break,
        }
    }
    value
}

/// Returns the value with its references decoded; `None` if it has none.
fn decoded_once(value: &str) -> Option<String> {
    let (mut text, mut rest, mut has_any) = (String::new(), value, false);
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let len = reference(rest);
        if len > 0 {
            text.push_str(&Decode::text(&rest[..len], TextKind::Data));
            has_any = true;
        } else {
            text.push('&');
        }
        rest = &rest[len.max(1)..];
    }
    text.push_str(rest);
    has_any.then_some(text)
}

/// Returns the length, in bytes, of the reference at the start of a text; 0 if there is none to decode.
fn reference(text: &str) -> usize {
    let near = &text.as_bytes()[..text.len().min(MAX_REFERENCE_BYTES)];
    let Some(end) = memchr::memchr(b';', near) else { return 0 };
    let name = &text[1..end];
    let is_number = name.strip_prefix('#').is_some_and(|number| {
        let digits = number.strip_prefix(['x', 'X']);
        let is_hex = digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_hexdigit()));
        is_hex || (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    });
    let is_name = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_markup = matches!(name, "lt" | "gt" | "LT" | "GT" | "#60" | "#62" | "#060" | "#062");
    let is_reference = (is_number || is_name) && !is_markup;
    if is_reference && Decode::text(&text[..=end], TextKind::Data) != text[..=end] { end + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_that_are_left_are_decoded() {
        for (value, expected) in [
            ("Q&amp;A", "Q&A"),
            ("Don&#039;t", "Don't"),
            ("Don&amp;#x27;t", "Don't"),
            ("caf&eacute; &quot;Mill&quot;", "café \"Mill\""),
            ("AT&T", "AT&T"),
            ("a & b; c", "a & b; c"),
            ("&copy 2011", "&copy 2011"),
            ("the tag &lt;b&gt;", "the tag &lt;b&gt;"),
            ("?a=1&amp;copy=2", "?a=1&copy=2"),
            ("&unheardof;", "&unheardof;"),
            ("&;&#;&#x;", "&;&#;&#x;"),
            ("&ü;", "&ü;"),
            ("", ""),
        ] {
            assert_eq!(decoded(value.to_owned()), expected, "{value}");
        }
    }

    #[test]
    fn many_references_are_decoded_in_linear_time() {
        assert_eq!(decoded("&amp;".repeat(100_000)).len(), 100_000);
        assert_eq!(decoded("&".repeat(1_000_000)).len(), 1_000_000);
    }
}
