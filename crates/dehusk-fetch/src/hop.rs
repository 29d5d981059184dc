//! The addresses of one fetch: the typed one and those that it redirects to. Each is checked before it is requested.

use ureq::http::{HeaderMap, StatusCode, header};
use url::{ParseError, Url};

use crate::error::FetchError;
use crate::options::FetchOptions;

/// The ports of public web servers: those of http and https, and their usual alternatives. Chosen by hand.
const PUBLIC_PORTS: [u16; 4] = [80, 443, 8080, 8443];

/// Parses an address as typed.
pub(crate) fn first(address: &str) -> Result<Url, FetchError> {
    let mut url = Url::parse(address).map_err(|error| match error {
        ParseError::RelativeUrlWithoutBase => {
            let complete = without_credentials(&format!("https://{}", address.trim_start_matches('/')));
            FetchError::InvalidAddress(format!("it has neither https:// nor http://; write {complete}"))
        }
        error => FetchError::InvalidAddress(error.to_string()),
    })?;
    url.set_fragment(None);
    Ok(url)
}

/// The address that a response redirects to, relative to its own. None if the response is not a redirect.
pub(crate) fn next(from: &Url, status: StatusCode, headers: &HeaderMap) -> Result<Option<Url>, FetchError> {
    let is_redirect = matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308);
    let Some(location) = headers.get(header::LOCATION).filter(|_| is_redirect) else { return Ok(None) };
    let location = String::from_utf8_lossy(location.as_bytes());
    let mut to = from.join(&location).map_err(|_| FetchError::InvalidRedirect)?;
    to.set_fragment(None);
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(FetchError::Unencrypted(without_credentials(to.as_str())));
    }
    Ok(Some(to))
}

/// Checks the parts of an address that need no lookup.
pub(crate) fn check(url: &Url, options: &FetchOptions) -> Result<(), FetchError> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(FetchError::Scheme(url.scheme().to_owned()));
    }
    match url.port_or_known_default() {
        Some(port)
            if options.public_only() && !PUBLIC_PORTS.contains(&port) && !allows_port(url, options) =>
        {
            Err(FetchError::Port(port))
        }
        _ => Ok(()),
    }
}

/// Whether the host of an address was allowed by name with its port.
fn allows_port(url: &Url, options: &FetchOptions) -> bool {
    options.allows_port(url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default())
}

/// Whether headers for the first address may be sent to another one: to the same host on the same port, or from http to https with
/// their usual ports.
pub(crate) fn is_same_site(first: &Url, other: &Url) -> bool {
    first.host_str() == other.host_str() && first.port() == other.port()
}

/// The host of an address, with its port unless it is the usual one: the header `Host`.
pub(crate) fn host_and_port(url: &Url) -> &str {
    &url[url::Position::BeforeHost..url::Position::AfterPort]
}

/// Returns a web address without user and password, which must not be written into links, records or messages. What is no address
/// is returned as it is.
///
/// ```
/// use dehusk_fetch::without_credentials;
/// assert_eq!(without_credentials("https://me:secret@mill.example/news?a"), "https://mill.example/news?a");
/// ```
#[must_use]
pub fn without_credentials(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    // This cannot fail for an http or https address.
    let _ = (url.set_username(""), url.set_password(None));
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(from: &str, location: &str) -> Result<Option<String>, FetchError> {
        let headers = HeaderMap::from_iter([(header::LOCATION, location.parse().unwrap())]);
        Ok(next(&first(from)?, StatusCode::FOUND, &headers)?.map(String::from))
    }

    #[test]
    fn credentials_are_removed_from_addresses() {
        for (address, expected) in [
            ("https://me:secret@a.example/b?c#d", "https://a.example/b?c#d"),
            ("http://me@a.example:8080/", "http://a.example:8080/"),
            ("https://:secret@a.example/", "https://a.example/"),
            ("https://a.example/me:secret@b", "https://a.example/me:secret@b"),
            ("folder/me:secret@b.html", "folder/me:secret@b.html"),
        ] {
            assert_eq!(without_credentials(address), expected);
        }
    }

    #[test]
    fn an_address_without_a_scheme_is_completed_in_the_message() {
        for (typed, complete) in
            [("mill.example/a", "https://mill.example/a"), ("//me:secret@b.example/", "https://b.example/")]
        {
            let error = first(typed).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("the address is invalid: it has neither https:// nor http://; write {complete}")
            );
        }
    }

    #[test]
    fn redirects_are_relative_to_the_page_that_redirects() {
        for (from, location, expected) in [
            ("http://a.example/dir/x?q#f", "y.html#g", "http://a.example/dir/y.html"),
            ("http://a.example/", "//b.example/é", "http://b.example/%C3%A9"),
            ("http://me:secret@a.example/", "/b", "http://me:secret@a.example/b"),
            ("http://me:secret@a.example/", "http://b.example/", "http://b.example/"),
            ("http://a.example/", "https://a.example/", "https://a.example/"),
            ("http://a.example/", "ftp://a.example/", "ftp://a.example/"),
        ] {
            assert_eq!(to(from, location).unwrap().as_deref(), Some(expected), "{location}");
        }
        assert!(matches!(to("http://a.example/", "http://["), Err(FetchError::InvalidRedirect)));
    }

    #[test]
    fn a_redirect_never_leads_from_https_to_http() {
        let error = to("https://me:secret@a.example/", "http://you:secret@a.example/").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the address redirects from https to the unencrypted address http://a.example/"
        );
    }

    #[test]
    fn other_schemes_and_ports_are_refused() {
        let options = |public_only| FetchOptions::new().with_public_only(public_only);
        let checked = |address, public_only| check(&first(address).unwrap(), &options(public_only));
        assert!(matches!(checked("ftp://a.example/", false), Err(FetchError::Scheme(_))));
        assert!(matches!(checked("file:///etc/passwd", false), Err(FetchError::Scheme(_))));
        assert!(matches!(checked("http://a.example:22/", true), Err(FetchError::Port(22))));
        for (address, public_only) in
            [("http://a.example:22/", false), ("http://a.example/", true), ("https://a.example:8443/", true)]
        {
            checked(address, public_only).unwrap();
        }
    }

    #[test]
    fn numbers_are_addresses() {
        for (typed, host) in [
            ("http://2130706433/", "127.0.0.1"),
            ("http://0/", "0.0.0.0"),
            ("http://0x7f.1/", "127.0.0.1"),
            ("http://017700000001/", "127.0.0.1"),
        ] {
            assert_eq!(first(typed).unwrap().host_str(), Some(host));
        }
    }
}
