//! Recognizes text that is not HTML: feeds, other XML, JSON and plain text. It runs on the bytes of files
//! that are not binary, before they are decoded.
//!
//! XHTML counts as HTML, and so does a fragment of HTML, even one without tags.

use crate::markup::Tag;

/// Maximum number of declarations and comments before the root element of an XML document (chosen by hand).
const MAX_DECLARATIONS: usize = 64;

/// Media types of text that is read as it is (RFC 2046, 4.1.3; RFC 7763; RFC 4180; the IANA registration of
/// `tab-separated-values`).
const PLAIN_TYPES: [&str; 4] = ["text/plain", "text/markdown", "text/csv", "text/tab-separated-values"];

/// Returns the name of the format of a text that is not HTML; `None` if it may be HTML. `content_type` is the
/// value of the HTTP header.
pub(super) fn other_format(bytes: &[u8], content_type: Option<&str>) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii();
    match text.first()? {
        b'{' | b'[' => json_format(text),
        b'<' => xml_format(text),
        _ => None,
    }
    .or_else(|| is_plain(text, content_type).then_some("plain_text"))
}

fn json_format(text: &[u8]) -> Option<&'static str> {
    if !is_json(text) {
        return is_json_lines(text).then_some("json_lines");
    }
    let is_feed = memchr::memmem::find(text, b"jsonfeed.org/version").is_some();
    Some(if is_feed { "json_feed" } else { "json" })
}

/// Whether a text has one JSON object per line. Only the first two lines are looked at; the file may be truncated.
fn is_json_lines(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let mut is_object = || lines.next().is_some_and(|line| line.starts_with(b"{\"") && is_json(line));
    is_object() && is_object()
}

/// Whether a text is a single JSON array or object: its outermost bracket closes at the end of the text, and
/// outside of strings there are only numbers, literals and punctuation. Takes linear time.
fn is_json(text: &[u8]) -> bool {
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'"' => match string_end(text, at + 1) {
                Some(end) => at = end,
                None => return false,
            },
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            close @ (b'}' | b']') => {
                if open.pop() != Some(close) || (open.is_empty() && at + 1 < text.len()) {
                    return false;
                }
            }
            b',' | b':' | b'+' | b'-' | b'.' | b'0'..=b'9' => {}
            byte if byte.is_ascii_whitespace() => {}
            b'a'..=b'z' | b'E' => {
                let word = text[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                if !matches!(&text[at..at + word], b"true" | b"false" | b"null" | b"e" | b"E") {
                    return false;
                }
                at += word - 1;
            }
            _ => return false,
        }
        at += 1;
    }
    open.is_empty()
}

/// Index of the quotation mark that ends the string whose contents begin at `from`.
fn string_end(text: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = from + memchr::memchr2(b'"', b'\\', text.get(from..)?)?;
        if text[at] == b'"' {
            return Some(at);
        }
        from = at + 2;
    }
}

/// Returns the name of an XML format, which the root element determines.
fn xml_format(text: &[u8]) -> Option<&'static str> {
    let declares = text.starts_with(b"<?xml");
    let tag = root_tag(text)?;
    let end = tag
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))
        .unwrap_or(tag.len());
    let name = tag[..end].to_ascii_lowercase();
    let local = name.rsplit(|byte| *byte == b':').next().unwrap_or(&name);
    let has = |word: &[u8]| memchr::memmem::find(tag, word).is_some();
    match local {
        b"rss" => Some("rss"),
        b"rdf" if has(b"rss") || has(b"syndication") => Some("rss"),
        b"feed" if declares || has(b"xmlns") => Some("atom"),
        b"urlset" | b"sitemapindex" if declares || has(b"xmlns") => Some("sitemap"),
        b"svg" if text.ends_with(b"</svg>") => Some("svg"),
        _ if declares && Tag::from_name(&name) == Tag::Unknown => Some("xml"),
        _ => None,
    }
}

/// Returns the first start tag after declarations and comments, as written but without its `<`. `None` if
/// there is no start tag or if the DOCTYPE says that the document is HTML.
fn root_tag(text: &[u8]) -> Option<&[u8]> {
    /// Maximum length in bytes of the part of the tag that is read; chosen by hand.
    const MAX_TAG_BYTES: usize = 4096;
    let mut rest = text;
    for _ in 0..MAX_DECLARATIONS {
        rest = rest.trim_ascii_start();
        let end: &[u8] = match rest {
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', ..] if rest.len() > 14 && rest[2..14].eq_ignore_ascii_case(b"doctype html") => {
                return None;
            }
            [b'<', b'!', ..] => b">",
            [b'<', first, ..] if first.is_ascii_alphabetic() => {
                let tag = &rest[1..rest.len().min(MAX_TAG_BYTES)];
                let end = memchr::memchr(b'>', tag).map_or(tag.len(), |at| at + 1);
                return Some(&tag[..end]);
            }
            _ => return None,
        };
        rest = &rest[memchr::memmem::find(rest, end)? + end.len()..];
    }
    None
}

/// Whether a text is plain text because its server says so. A text that begins like an HTML document is still
/// HTML; the server sent the wrong content type.
///
/// If the server does not say so, text without tags counts as a fragment of HTML: the line methods of the
/// papers accept such text, and nothing in the text shows whether it is meant as HTML.
fn is_plain(text: &[u8], content_type: Option<&str>) -> bool {
    let media_type = content_type.and_then(|value| value.split(';').next()).unwrap_or("").trim();
    let begins_with =
        |start: &[u8]| text.len() > start.len() && text[..start.len()].eq_ignore_ascii_case(start);
    let is_declared = PLAIN_TYPES.iter().any(|plain| media_type.eq_ignore_ascii_case(plain));
    is_declared && !begins_with(b"<!doctype html") && !begins_with(b"<html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_named_and_pages_are_not() {
        for (text, expected) in [
            ("<?xml version=\"1.0\"?>\n<!-- made --><rss version=2.0><channel>", Some("rss")),
            ("\u{FEFF}<rss version='2.0'>", Some("rss")),
            ("<rdf:RDF xmlns=\"http://purl.org/rss/1.0/\">", Some("rss")),
            ("<feed xmlns=\"http://www.w3.org/2005/Atom\">", Some("atom")),
            ("<?xml version='1.0'?><a:feed>", Some("atom")),
            ("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>", Some("sitemap")),
            ("<?xml version='1.0'?><!DOCTYPE note SYSTEM 'n'><note>", Some("xml")),
            ("<svg viewBox='0 0 1 1'><path/></svg>", Some("svg")),
            ("{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": []}", Some("json_feed")),
            (" [{\"a\": [1.5e-3, true, null, \"x\\\"<p>\"]}]\n", Some("json")),
            ("{\"a\": 1}\n\n{\"a\": \"<p>\"}\n{\"a", Some("json_lines")),
            // HTML
            ("<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0'><html>", None),
            ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>", None),
            ("<?xml version='1.0'?>\n<div>a</div>", None),
            ("<svg><path/></svg><p>a", None),
            ("<feed>a", None),
            ("<x-page>a", None),
            ("<!-- rss --><p>a", None),
            ("one line", None),
            ("two\nlines", None),
            ("[1] See the list.\n[2] <p>More]", None),
            ("{\"a\": 1} and more", None),
            ("[\"a\"", None),
            ("{]", None),
            ("", None),
        ] {
            assert_eq!(other_format(text.as_bytes(), None), expected, "{text}");
        }
    }

    #[test]
    fn only_the_content_type_makes_a_text_plain() {
        for (text, content_type, expected) in [
            ("one line <b>", "Text/Plain; charset=utf-8", Some("plain_text")),
            ("# The mill <b>", "text/markdown; variant=GFM", Some("plain_text")),
            ("mill,river", "text/csv", Some("plain_text")),
            ("mill\triver", "text/tab-separated-values", Some("plain_text")),
            ("<!DOCTYPE html><p>", "text/plain", None),
            ("<html><p>", "text/csv", None),
            ("body {}", "text/css", None),
            ("two\nlines", "text/html", None),
            ("two\nlines", "application/octet-stream", None),
            ("<rss>", "text/html", Some("rss")),
        ] {
            assert_eq!(other_format(text.as_bytes(), Some(content_type)), expected, "{text} {content_type}");
        }
    }
}
