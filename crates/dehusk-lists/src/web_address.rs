//! The addresses of web pages in lists. A list is written by strangers, and what it names may be fetched.

use url::Url;

/// Resolves a link against the address of its list. `None` if it is not the address of a web page: neither http nor https, or
/// relative without a base.
///
/// ```
/// use dehusk_lists::web_address;
/// let base = url::Url::parse("https://mill.example/feed.xml").ok();
/// assert_eq!(web_address("news.html", base.as_ref()).as_deref(), Some("https://mill.example/news.html"));
/// assert_eq!(web_address("file:///etc/hosts", base.as_ref()), None);
/// assert_eq!(web_address("news.html", None), None);
/// ```
#[must_use]
pub fn web_address(link: &str, base: Option<&Url>) -> Option<String> {
    let url = Url::options().base_url(base).parse(link).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.into())
}
