//! What a fetch may do: which addresses, how many redirects, how much time and memory, and which headers it sends.

use std::time::Duration;

use ureq::http::{HeaderName, HeaderValue, header};

/// Default of [`FetchOptions::with_max_redirects`]. Real pages need one or two; more than five are probably a loop or a trap. Chosen
/// by hand.
pub const DEFAULT_MAX_REDIRECTS: u32 = 5;
/// Default of [`FetchOptions::with_timeout`]. Chosen by hand.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest time limit: 100 years. Chosen by hand: nobody waits longer, and every system's clock can still count it.
const MAX_TIMEOUT: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
/// Default of [`FetchOptions::with_max_bytes`]: the default limit of a page in the crate `dehusk`, 64 MiB.
pub const DEFAULT_MAX_BYTES: usize = 64 << 20;
/// Identifies the program to servers.
const USER_AGENT: &str = concat!("dehusk/", env!("CARGO_PKG_VERSION"), " (main content extraction)");

/// Headers that the client itself decides about.
const RESERVED_HEADERS: [HeaderName; 5] =
    [header::CONNECTION, header::CONTENT_LENGTH, header::HOST, header::TRANSFER_ENCODING, header::UPGRADE];

/// Options of a [`Fetcher`](crate::Fetcher).
///
/// ```
/// use std::time::Duration;
/// use dehusk_fetch::FetchOptions;
/// let options = FetchOptions::new().with_timeout(Duration::from_secs(5)).with_header("Accept-Language", "th")?;
/// assert!(!options.public_only() && FetchOptions::for_server().public_only());
/// # Ok::<(), dehusk_fetch::InvalidHeader>(())
/// ```
#[derive(Clone, Debug)]
pub struct FetchOptions {
    public_only: bool,
    pub(crate) timeout: Duration,
    pub(crate) max_redirects: u32,
    pub(crate) retries: u32,
    pub(crate) max_bytes: usize,
    pub(crate) any_content_type: bool,
    pub(crate) error_pages: bool,
    pub(crate) user_agent: String,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) allowed_hosts: Vec<String>,
}

/// A header that cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the header {name:?} {problem}")]
pub struct InvalidHeader {
    name: String,
    problem: &'static str,
}

impl Default for FetchOptions {
    fn default() -> FetchOptions {
        FetchOptions::new()
    }
}

impl FetchOptions {
    /// Returns options for a program whose user chooses the addresses: every network address may be fetched.
    #[must_use]
    pub fn new() -> FetchOptions {
        FetchOptions {
            public_only: false,
            timeout: DEFAULT_TIMEOUT,
            max_redirects: DEFAULT_MAX_REDIRECTS,
            retries: 0,
            any_content_type: false,
            error_pages: false,
            max_bytes: DEFAULT_MAX_BYTES,
            user_agent: USER_AGENT.to_owned(),
            headers: Vec::new(),
            allowed_hosts: Vec::new(),
        }
    }

    /// Returns options for a server whose clients choose the addresses: only public ones may be fetched.
    #[must_use]
    pub fn for_server() -> FetchOptions {
        FetchOptions::new().with_public_only(true)
    }

    /// Sets whether only public network addresses ([`why_not_public`](crate::why_not_public)) may be fetched, on the ports 80, 443,
    /// 8080 and 8443. Then no proxy is used, because a proxy would look up names itself.
    #[must_use]
    pub fn with_public_only(self, public_only: bool) -> FetchOptions {
        FetchOptions { public_only, ..self }
    }

    /// Allows a host that [`FetchOptions::with_public_only`] would refuse, such as a wiki inside the network: `wiki.local` on the ports
    /// of public servers, `wiki.local:3000` on this port too. Redirects to it are followed as well.
    ///
    /// ```
    /// use dehusk_fetch::{FetchOptions, Fetcher, FetchError};
    /// let fetcher = Fetcher::new(FetchOptions::for_server().with_allowed_host("127.0.0.1:9"));
    /// // Nothing listens there, but it is asked.
    /// assert!(matches!(fetcher.fetch("http://127.0.0.1:9/"), Err(FetchError::Connection(_))));
    /// assert!(matches!(fetcher.fetch("http://127.0.0.1:7/"), Err(FetchError::Port(7))));
    /// ```
    #[must_use]
    pub fn with_allowed_host(mut self, host: &str) -> FetchOptions {
        self.allowed_hosts.push(host.to_ascii_lowercase());
        self
    }

    /// Whether a host was allowed by name, with this port or without a port.
    pub(crate) fn allows(&self, host: &str, port: u16) -> bool {
        let host = host.to_ascii_lowercase();
        self.allows_port(&host, port) || self.allowed_hosts.contains(&host)
    }

    /// Whether a host was allowed by name with this port.
    pub(crate) fn allows_port(&self, host: &str, port: u16) -> bool {
        self.allowed_hosts.contains(&format!("{}:{port}", host.to_ascii_lowercase()))
    }

    /// Sets the time limit of a fetch: from the lookup of the name to the last byte, with all redirects, retries and the waits between
    /// them. A limit of more than 100 years is one of 100 years.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> FetchOptions {
        FetchOptions { timeout: timeout.min(MAX_TIMEOUT), ..self }
    }

    /// Sets the maximum number of redirects that are followed.
    #[must_use]
    pub fn with_max_redirects(self, max_redirects: u32) -> FetchOptions {
        FetchOptions { max_redirects, ..self }
    }

    /// Sets how often a fetch that failed is tried again: if the connection broke or the server is busy (429, 502, 503, 504). The wait
    /// before a retry is what the server asks for (`Retry-After`, in seconds), or else half a second, then a second and so on. There is
    /// no retry that would not fit into the time limit. Without retries, only a kept connection that is dead is replaced, once.
    #[must_use]
    pub fn with_retries(self, retries: u32) -> FetchOptions {
        FetchOptions { retries, ..self }
    }

    /// Sets whether any content type is accepted, and not only those that can be a page.
    #[must_use]
    pub fn with_any_content_type(self, any_content_type: bool) -> FetchOptions {
        FetchOptions { any_content_type, ..self }
    }

    /// Sets whether a page that a server sends with the status code of an error, such as 404, is returned like any other;
    /// [`Fetched::status`](crate::Fetched::status) has the code. Such an answer is not asked for again, whatever
    /// [`FetchOptions::with_retries`] says. An answer that cannot be a page, or has no body, is an error nevertheless.
    #[must_use]
    pub fn with_error_pages(self, error_pages: bool) -> FetchOptions {
        FetchOptions { error_pages, ..self }
    }

    /// Sets the maximum size of a page in bytes, both as sent and decompressed.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: usize) -> FetchOptions {
        FetchOptions { max_bytes, ..self }
    }

    /// Sets the header `User-Agent`, which otherwise names dehusk and its version.
    ///
    /// # Errors
    /// If the text cannot be the value of a header.
    pub fn with_user_agent(self, user_agent: &str) -> Result<FetchOptions, InvalidHeader> {
        header("User-Agent", user_agent)?;
        Ok(FetchOptions { user_agent: user_agent.to_owned(), ..self })
    }

    /// Adds a header. It is sent to the host of the address that is fetched, but not to other hosts that it redirects to.
    ///
    /// # Errors
    /// If the name or the value is invalid, or the client has to decide about this header.
    pub fn with_header(mut self, name: &str, value: &str) -> Result<FetchOptions, InvalidHeader> {
        self.headers.push(header(name, value)?);
        Ok(self)
    }

    /// The header `User-Agent`.
    #[must_use]
    pub fn user_agent(&self) -> &str {
        &self.user_agent
    }

    /// Whether only public addresses may be fetched.
    #[must_use]
    pub fn public_only(&self) -> bool {
        self.public_only
    }
}

/// Checks a header.
fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), InvalidHeader> {
    let invalid = |problem| InvalidHeader { name: name.to_owned(), problem };
    let name = HeaderName::try_from(name).map_err(|_| invalid("has an invalid name"))?;
    let value = HeaderValue::from_str(value).map_err(|_| invalid("has an invalid value"))?;
    if RESERVED_HEADERS.contains(&name) {
        return Err(invalid("cannot be set"));
    }
    Ok((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_agent_names_the_program() {
        assert!(FetchOptions::new().user_agent.starts_with("dehusk/"));
    }

    #[test]
    fn invalid_headers_are_refused() {
        for (name, value, problem) in [
            ("a b", "x", "name"),
            ("", "x", "name"),
            ("X-A", "a\r\nHost: b", "value"),
            ("host", "b", "cannot be set"),
            ("Content-Length", "7", "cannot be set"),
        ] {
            let error = FetchOptions::new().with_header(name, value).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
        assert!(FetchOptions::new().with_user_agent("a\nb").is_err());
    }
}
