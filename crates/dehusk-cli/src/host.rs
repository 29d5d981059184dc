//! The host and path of a page, from its address or from the address that the page declares.

use dehusk::markup::Tag;
use dehusk::page::{Element, Page};
use url::Url;

/// The host and path of an http or https address; None for anything else. The address may lack its scheme: `//host/path`.
pub(crate) fn of_address(address: &str) -> Option<String> {
    let base = Url::parse("http://localhost/").ok()?;
    let has_host = address.contains("//");
    let address = base.join(address.trim()).ok().filter(|_| has_host)?;
    let host = address.host_str().filter(|host| !host.is_empty())?;
    matches!(address.scheme(), "http" | "https").then(|| format!("{host}{}", address.path()))
}

/// The host and path of the page's canonical address or, if it has none, of its `og:url`, or else of its `<base>`.
pub(crate) fn in_page(page: &Page<'_>) -> Option<String> {
    let find = |address: &dyn Fn(&Element<'_>) -> Option<String>| {
        page.elements().filter_map(|element| address(&element)).find_map(|address| of_address(&address))
    };
    find(&canonical).or_else(|| find(&open_graph)).or_else(|| find(&base))
}

fn canonical(element: &Element<'_>) -> Option<String> {
    let is_canonical =
        |rel: &str| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical"));
    let named = element.tag() == Tag::Link && element.attribute("rel").is_some_and(|rel| is_canonical(&rel));
    attribute(element, "href", named)
}

fn open_graph(element: &Element<'_>) -> Option<String> {
    let named =
        element.tag() == Tag::Meta && element.attribute("property").is_some_and(|name| name == "og:url");
    attribute(element, "content", named)
}

fn base(element: &Element<'_>) -> Option<String> {
    attribute(element, "href", element.tag() == Tag::Base)
}

fn attribute(element: &Element<'_>, name: &str, wanted: bool) -> Option<String> {
    if wanted { element.attribute(name).map(|value| value.into_owned()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::source::Source;

    #[test]
    fn hosts_of_addresses() {
        let hosts = [
            "http://News.example:8080/a?b#c",
            "https://user:word@b.example",
            "page.html",
            "ftp://c.example/",
            "//c.example/d",
        ];
        assert_eq!(
            hosts.map(of_address).each_ref().map(Option::as_deref),
            [Some("news.example/a"), Some("b.example/"), None, None, Some("c.example/d")]
        );
    }

    #[test]
    fn the_canonical_address_takes_precedence() {
        let host = |head: &str| in_page(&Page::parse(Source::from_text(head)));
        let (og, base) =
            ("<meta property=og:url content=https://og.example/>", "<base href=http://base.example/>");
        let canonical = "<link rel='shortlink Canonical' href='https://c.example/a'>";
        assert_eq!(host(&format!("{base}{og}{canonical}")).as_deref(), Some("c.example/a"));
        assert_eq!(
            host(&format!("{base}{og}<link rel=canonical href=/relative>")).as_deref(),
            Some("og.example/")
        );
        assert_eq!((host(base).as_deref(), host("<p>x")), (Some("base.example/"), None));
    }
}
