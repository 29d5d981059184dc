//! Addresses of links and images: made whole, and only those that are safe to follow.

use crate::web_address::{Base, Target, resolve};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// What addresses of a page are relative to.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    base: Option<Base>,
}

impl Addresses {
    /// Of a page at `address`, if that is known, which names a `base` of its own, if it does.
    pub(crate) fn new(address: Option<&str>, base: Option<&str>) -> Addresses {
        let address = address.and_then(|address| Base::parse(address, None));
        let base = base.and_then(|base| Base::parse(base, address.as_ref()));
        Addresses { base: base.or(address) }
    }

    /// The whole address of a link: `http`, `https`, `mailto`, or relative where nothing is known to be relative to.
    /// `None` for every other scheme and for what no browser could follow.
    pub(crate) fn link(&self, written: &str) -> Option<String> {
        self.resolve(written, &["http", "https", "mailto"])
    }

    /// As [`Addresses::link`], of an image.
    pub(crate) fn image(&self, written: &str) -> Option<String> {
        self.resolve(written, &["http", "https"])
    }

    /// The name of a place of the same page that an address leads to.
    pub(crate) fn fragment(&self, written: &str) -> Option<String> {
        let written = trimmed(written);
        let (page, name) = written.split_once('#')?;
        let is_here = || self.base.as_ref().is_some_and(|base| base.is_same_page(page));
        let decoded = || percent_decode_str(name).decode_utf8_lossy().into_owned();
        (!name.is_empty() && (page.is_empty() || is_here())).then(decoded)
    }

    fn resolve(&self, written: &str, schemes: &[&str]) -> Option<String> {
        let written = trimmed(written);
        if written.is_empty() {
            return None;
        }
        if is_plain(&written) {
            return Some(written.into_owned());
        }
        match resolve(&written, self.base.as_ref(), schemes) {
            Target::Absolute(url) => Some(url),
            Target::Relative => Some(encoded(&written)),
            Target::None => None,
        }
    }
}

/// Without what browsers leave out of an address: controls and blanks around it, tabs and line breaks inside.
fn trimmed(written: &str) -> Cow<'_, str> {
    let written = written.trim_matches(|c: char| c <= ' ');
    if written.contains(['\t', '\n', '\r']) {
        return Cow::Owned(written.replace(['\t', '\n', '\r'], ""));
    }
    Cow::Borrowed(written)
}

/// Whether an address is whole and has nothing in it that a browser would rewrite.
fn is_plain(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some((host, path)) = rest.and_then(|rest| rest.split_once('/')) else { return false };
    let of_host = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-');
    let of_path = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~%?=&#+:,;@!".contains(&b);
    // A name that ends in a letter is no number, whose forms are many.
    host.ends_with(|c: char| c.is_ascii_lowercase())
        && host.bytes().all(of_host)
        && !host.contains("xn--")
        && path.bytes().all(of_path)
        && !path.contains("./")
        && !path.contains("%2")
        && !path.ends_with('.')
}

/// A relative address with what may not stand in one percent-encoded, and what nobody sees, so that no reader who skips it takes
/// the rest for an address with a scheme; a colon in the first step of a path (RFC 3986, section 4.2) for the same reason.
fn encoded(relative: &str) -> String {
    let first_step = relative.find(['/', '?', '#']).unwrap_or(relative.len());
    let mut out = String::with_capacity(relative.len());
    for (at, c) in relative.char_indices() {
        let is_barred = c <= ' ' || matches!(c, '"' | '<' | '>' | '`' | '\\' | '\u{7F}');
        if is_barred || is_unseen(c) || (c == ':' && at < first_step) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// White space, controls and the characters of format that show nothing (Unicode category `Cf`, those of the basic plane).
fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_whole_and_safe() {
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
