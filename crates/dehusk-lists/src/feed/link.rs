//! The addresses of entries. Only those of web pages count.

use std::collections::HashSet;

use feed_rs::model;
use url::Url;

use crate::web_address;

/// The maximum length of a tag `<guid …>` and of the text in it, in bytes. Chosen by hand: more than any address has.
const MAX_GUID_BYTES: usize = 4096;

/// Resolves the addresses of entries.
pub(super) struct Addresses {
    /// The address of the feed, against which relative links are resolved.
    base: Option<Url>,
    /// The identifiers that the feed declares to be no addresses.
    opaque: HashSet<String>,
}

impl Addresses {
    /// Those of a feed that has this address itself.
    pub(super) fn of_feed(bytes: &[u8], address: Option<&str>) -> Addresses {
        Addresses {
            base: address.and_then(|address| Url::parse(address).ok()),
            opaque: opaque_identifiers(bytes),
        }
    }

    /// The address of an entry: its alternate link, or else an identifier that is an address. The error is a link that is not the
    /// address of a web page.
    pub(super) fn of_entry(&self, links: &[model::Link], id: &str) -> Result<Option<String>, String> {
        let found = alternate(links).or_else(|| Some(id).filter(|id| self.is_address(id)));
        let resolve = |link: &str| web_address(link, self.base.as_ref()).ok_or_else(|| link.to_owned());
        found.map(resolve).transpose()
    }

    fn is_address(&self, id: &str) -> bool {
        (id.starts_with("http://") || id.starts_with("https://")) && !self.opaque.contains(id)
    }
}

/// The link to the page of an entry.
fn alternate(links: &[model::Link]) -> Option<&str> {
    let is_page = |link: &&model::Link| matches!(link.rel.as_deref(), None | Some("alternate"));
    let is_html = |link: &&model::Link| link.media_type.as_deref().is_none_or(|kind| kind.contains("html"));
    let pages = || links.iter().filter(is_page);
    let found = pages().find(is_html).or_else(|| pages().next()).map(|link| link.href.trim());
    found.filter(|link| !link.is_empty())
}

/// The texts of `<guid isPermaLink="false">`, which `feed-rs` does not tell from addresses.
fn opaque_identifiers(bytes: &[u8]) -> HashSet<String> {
    memchr::memmem::find_iter(bytes, b"<guid")
        .filter_map(|start| opaque_identifier(&bytes[start..]))
        .collect()
}

/// The text of the element at the start of `bytes`, if its attribute says that it is no address.
fn opaque_identifier(bytes: &[u8]) -> Option<String> {
    let element = &bytes[..bytes.len().min(MAX_GUID_BYTES)];
    let end = memchr::memchr(b'>', element)?;
    let tag = element[..end].to_ascii_lowercase();
    let has = |word: &[u8]| memchr::memmem::find(&tag, word).is_some();
    if !has(b"ispermalink") || !has(b"false") {
        return None;
    }
    let text = &element[end + 1..];
    let text = std::str::from_utf8(&text[..memchr::memmem::find(text, b"</guid")?]).ok()?.trim();
    let data = text.strip_prefix("<![CDATA[").and_then(|text| text.strip_suffix("]]>"));
    let unescaped = || quick_xml::escape::unescape(text).map_or_else(|_| text.to_owned(), String::from);
    Some(data.map_or_else(unescaped, |data| data.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::read;

    fn addresses(items: &str, base: Option<&str>) -> Vec<Result<String, String>> {
        let rss = format!("<rss version='2.0'><channel>{items}</channel></rss>");
        let entries = read(rss.as_bytes(), base).unwrap().entries;
        entries.into_iter().map(|it| it.url.ok_or(it.invalid_url.unwrap_or_default())).collect()
    }

    #[test]
    fn only_addresses_of_web_pages_count() {
        let base = Some("https://mill.example/feeds/all.xml");
        for (link, alone, with_base) in [
            ("https://mill.example/a", Ok("https://mill.example/a"), Ok("https://mill.example/a")),
            ("/etc/hostname", Err("/etc/hostname"), Ok("https://mill.example/etc/hostname")),
            ("../mill.html", Err("../mill.html"), Ok("https://mill.example/mill.html")),
            ("//river.example/3", Err("//river.example/3"), Ok("https://river.example/3")),
            ("file:///etc/passwd", Err("file:///etc/passwd"), Err("file:///etc/passwd")),
            ("javascript:alert(1)", Err("javascript:alert(1)"), Err("javascript:alert(1)")),
            ("mailto:a@mill.example", Err("mailto:a@mill.example"), Err("mailto:a@mill.example")),
            (
                "https://mill.example/x&#10;/etc/passwd",
                Ok("https://mill.example/x/etc/passwd"),
                Ok("https://mill.example/x/etc/passwd"),
            ),
        ] {
            let item = format!("<item><link>{link}</link></item>");
            let owned = |it: Result<&str, &str>| it.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(addresses(&item, None), [owned(alone)], "{link}");
            assert_eq!(addresses(&item, base), [owned(with_base)], "{link}");
        }
    }

    #[test]
    fn an_identifier_that_is_no_address_is_not_taken_for_one() {
        let none = Err(String::new());
        for (guid, expected) in [
            ("<guid>https://mill.example/?p=1&amp;q</guid>", Ok("https://mill.example/?p=1&q".to_owned())),
            (
                "<guid isPermaLink='true'>https://mill.example/1</guid>",
                Ok("https://mill.example/1".to_owned()),
            ),
            ("<guid isPermaLink=\"false\"> https://mill.example/?p=1&amp;q </guid>", none.clone()),
            ("<guid isPermaLink = 'false'><![CDATA[https://mill.example/?p=1&q]]></guid>", none.clone()),
            ("<guid>../mill.html</guid>", none),
        ] {
            assert_eq!(addresses(&format!("<item>{guid}</item>"), None), [expected], "{guid}");
        }
    }
}
