//! Text that is not HTML, such as JSON, plain text or a feed: it has no main content, and is returned as it is.

use dehusk::source::Source;
use dehusk::{PageInput, Status};

/// The text of a page that extraction refused as [`Status::NotHtml`] although people and agents can read it. None for pages, and for
/// what is not text.
pub(crate) fn other_text(page: &PageInput<'_>, status: Status) -> Option<String> {
    (status == Status::NotHtml && is_text(page))
        .then(|| Source::decode(page.bytes, page.content_type).text().to_owned())
}

/// Whether the bytes are text in some encoding: its type says so, or they are UTF-8 without NUL.
pub(crate) fn is_text(page: &PageInput<'_>) -> bool {
    let declared = page.content_type.is_some_and(|value| value.trim_start().starts_with("text/"));
    !page.bytes.contains(&0) && (declared || std::str::from_utf8(page.bytes).is_ok())
}

/// A text as HTML that shows it as it is.
pub(crate) fn preformatted(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // A line break after the tag is no part of the text (HTML, 13.1.2.5).
    format!("<pre>\n{escaped}</pre>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_is_returned() {
        for (bytes, content_type, expected) in [
            (&b"{\"a\": 1}"[..], Some("application/json"), Some("{\"a\": 1}")),
            (b"caf\xe9", Some("text/plain; charset=iso-8859-1"), Some("café")),
            (b"%PDF-1.7 \xff", Some("application/pdf"), None),
            (b"a\0b", Some("text/plain"), None),
        ] {
            let page = PageInput { content_type, ..PageInput::new(bytes) };
            assert_eq!(other_text(&page, Status::NotHtml).as_deref(), expected, "{content_type:?}");
            assert_eq!(other_text(&page, Status::Ok), None);
        }
        assert_eq!(preformatted("<a> & b"), "<pre>\n&lt;a&gt; &amp; b</pre>\n");
    }
}
