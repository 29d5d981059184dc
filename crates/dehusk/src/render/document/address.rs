//! Resolves the URLs of links and images, and rejects those that are not safe to follow.

use crate::budget::MAX_ADDRESS_BYTES;
use crate::web_address::{Base, Target, resolve};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// Resolves the URLs of a page.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    base: Option<Base>,
    /// The canonical address that the page declares.
    canonical: Option<Base>,
}

impl Addresses {
    /// Creates a resolver for a page. `address` is the URL of the page, if known; `base` is the base URL that the page declares,
    /// if any.
    pub(crate) fn new(address: Option<&str>, base: Option<&str>) -> Addresses {
        let address = address.and_then(|address| Base::parse(address, None));
        let base = base.and_then(|base| Base::parse(base, address.as_ref()));
        Addresses { base: base.or(address), canonical: None }
    }

    /// Adds the canonical address that the page declares.
    pub(crate) fn with_canonical(self, canonical: Option<&str>) -> Addresses {
        let canonical = canonical.and_then(|canonical| Base::parse(canonical, self.base.as_ref()));
        Addresses { canonical, ..self }
    }

    /// Whether a URL leads to the page itself or to a place in it.
    pub(crate) fn is_own_page(&self, written: &str) -> bool {
        let written = trimmed(written);
        let page = written.split('#').next().unwrap_or_default();
        page.is_empty()
            || [&self.base, &self.canonical].into_iter().flatten().any(|own| own.is_same_page(page))
    }

    /// Returns the absolute URL of a link with the scheme `http`, `https` or `mailto`. If there is no base, a relative URL stays
    /// relative. `None` for every other scheme, for URLs that a browser cannot parse, and for URLs longer than
    /// [`MAX_ADDRESS_BYTES`].
    pub(crate) fn link(&self, written: &str) -> Option<String> {
        self.resolve(written, &["http", "https", "mailto"])
    }

    /// Returns the absolute URL of an image, by the rules of [`Addresses::link`] but without the scheme `mailto`.
    pub(crate) fn image(&self, written: &str) -> Option<String> {
        self.resolve(written, &["http", "https"])
    }

    /// Returns the fragment of a URL, decoded, if the URL leads to the same page.
    pub(crate) fn fragment(&self, written: &str) -> Option<String> {
        let written = trimmed(written);
        let (page, name) = written.split_once('#')?;
        let is_here = || self.base.as_ref().is_some_and(|base| base.is_same_page(page));
        let decoded = || percent_decode_str(name).decode_utf8_lossy().into_owned();
        (!name.is_empty() && (page.is_empty() || is_here())).then(decoded)
    }

    fn resolve(&self, written: &str, schemes: &[&str]) -> Option<String> {
        if written.len() > MAX_ADDRESS_BYTES {
            return None;
        }
        let written = trimmed(written);
        if written.is_empty() {
            return None;
        }
        if is_normal(&written) {
            return Some(written.into_owned());
        }
        match resolve(&written, self.base.as_ref(), schemes) {
            Target::Absolute(url) => Some(url),
            Target::Relative => Some(encoded(&written)).filter(|url| url.len() <= MAX_ADDRESS_BYTES),
            Target::None => None,
        }
    }
}

/// Removes the characters that browsers remove from a URL: control characters and spaces at both ends, tabs and line breaks
/// inside.
fn trimmed(written: &str) -> Cow<'_, str> {
    let written = written.trim_matches(|c: char| c <= ' ');
    if written.contains(['\t', '\n', '\r']) {
        return Cow::Owned(written.replace(['\t', '\n', '\r'], ""));
    }
    Cow::Borrowed(written)
}

/// Whether a URL is absolute and already in normal form, so that parsing would not change it. Such a URL is not parsed, which
/// saves time.
fn is_normal(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some((host, path)) = rest.and_then(|rest| rest.split_once('/')) else { return false };
    let is_host_byte = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-');
    let is_path_byte = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~%?=&#+:,;@!".contains(&b);
    // A host that ends in a letter is not an IPv4 address, which has many notations.
    host.ends_with(|c: char| c.is_ascii_lowercase())
        && host.bytes().all(is_host_byte)
        && !host.contains("xn--")
        && path.bytes().all(is_path_byte)
        && !path.contains("./")
        && !path.contains("%2")
        && !path.ends_with('.')
}

/// Percent-encodes the characters that are not allowed in a relative URL, and invisible characters. A program that skips
/// invisible characters could read the remaining characters as a scheme. A colon in the first path segment is encoded for the
/// same reason (RFC 3986, section 4.2).
fn encoded(relative: &str) -> String {
    let first_segment_end = relative.find(['/', '?', '#']).unwrap_or(relative.len());
    let mut out = String::with_capacity(relative.len());
    for (at, c) in relative.char_indices() {
        let is_forbidden = c <= ' ' || matches!(c, '"' | '<' | '>' | '`' | '\\' | '\u{7F}');
        if is_forbidden || is_invisible(c) || (c == ':' && at < first_segment_end) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character is whitespace, a control character or a format character (Unicode category `Cf`, in the Basic Multilingual
/// Plane).
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_resolved_and_safe() {
        let known = Addresses::new(Some("https://a.example/b/c.html"), Some("../d/"));
        let unknown = Addresses::new(None, Some("/d/"));
        for (written, expected, without_base) in [
            ("e?f=1#g", Some("https://a.example/d/e?f=1#g"), Some("e?f=1#g")),
            (" \n//h.example ", Some("https://h.example/"), Some("//h.example")),
            ("http://x.example/a b", Some("http://x.example/a%20b"), Some("http://x.example/a%20b")),
            ("https://x.example/a?b=c", Some("https://x.example/a?b=c"), Some("https://x.example/a?b=c")),
            ("mailto:a@b.example", Some("mailto:a@b.example"), Some("mailto:a@b.example")),
            ("a \"b", Some("https://a.example/d/a%20%22b"), Some("a%20%22b")),
            ("javascript:alert(1)", None, None),
            ("\u{1}java\tscr\nipt:alert(1)", None, None),
            ("JaVaScRiPt:alert(1)", None, None),
            ("vbscript:x", None, None),
            (
                "\u{A0}javascript:alert(1)",
                Some("https://a.example/d/%C2%A0javascript:alert(1)"),
                Some("%C2%A0javascript%3Aalert(1)"),
            ),
            ("\u{FEFF}data:x", Some("https://a.example/d/%EF%BB%BFdata:x"), Some("%EF%BB%BFdata%3Ax")),
            (
                "\u{85}\u{200B}a/b:c",
                Some("https://a.example/d/%C2%85%E2%80%8Ba/b:c"),
                Some("%C2%85%E2%80%8Ba/b:c"),
            ),
            ("java\u{0}script:a", Some("https://a.example/d/java%00script:a"), Some("java%00script%3Aa")),
            ("1:2?a:b", Some("https://a.example/d/1:2?a:b"), Some("1%3A2?a:b")),
            ("data:text/html,x", None, None),
            ("file:///etc/passwd", None, None),
            ("https://[", None, None),
            ("", None, None),
        ] {
            assert_eq!(known.link(written).as_deref(), expected, "{written:?}");
            assert_eq!(unknown.link(written).as_deref(), without_base, "{written:?} without a base");
        }
        assert_eq!(known.image("mailto:a@b.example"), None);
    }
}
