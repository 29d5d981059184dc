//! Why a page could not be fetched.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use dehusk_http::content_coding::CodingError;
use ureq::http::StatusCode;

/// Why a page could not be fetched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The address is not a complete address.
    #[error("the address is invalid: {0}")]
    InvalidAddress(String),
    /// The address has another scheme than http or https.
    #[error("addresses with {0}: cannot be fetched, only http and https")]
    Scheme(String),
    /// The name of the host resolves to addresses that are not public, and only public ones may be fetched.
    #[error("{host} has the address {address}, {what}, and only public addresses may be fetched")]
    NotPublic {
        /// The host in the address of the page.
        host: String,
        /// The first address that the name resolves to.
        address: IpAddr,
        /// What the address is, such as "a loopback address".
        what: &'static str,
    },
    /// The port is not one that public web servers use, and only public addresses may be fetched.
    #[error("the address has the port {0}, and only the ports 80, 443, 8080 and 8443 may be fetched")]
    Port(u16),
    /// An https address redirects to an http address.
    #[error("the address redirects from https to the unencrypted address {0}")]
    Unencrypted(String),
    /// The server redirects to what is not an address.
    #[error("the server redirects to an invalid address")]
    InvalidRedirect,
    /// There were more redirects than allowed.
    #[error("the server redirects more than {0} times")]
    TooManyRedirects(u32),
    /// The fetch took longer than allowed.
    #[error("the fetch took longer than {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The server responded with the status code of an error.
    #[error("the server responded with {}", status_line(*.code))]
    Status {
        /// The status code, such as 404.
        code: u16,
        /// The address that it is about, after all redirects, without user, password and fragment.
        address: String,
    },
    /// The server declared a content type that cannot be a page.
    #[error("the server sent the content type {0}, which is not HTML")]
    NotHtml(String),
    /// The page is larger than allowed.
    #[error("the page is larger than {max_bytes} bytes")]
    TooLarge {
        /// The limit.
        max_bytes: usize,
        /// The size of the page as declared, or the number of bytes read until the limit was exceeded.
        bytes: u64,
    },
    /// The content coding of the page cannot be removed.
    #[error(transparent)]
    Coding(CodingError),
    /// The name of the host cannot be resolved.
    #[error("the host {0} cannot be found")]
    HostNotFound(String),
    /// The proxy cannot be reached, or opens no connection.
    #[error("cannot connect through the proxy: {0}")]
    Proxy(String),
    /// The server at an https address does not speak TLS.
    #[error("the server {0} does not answer with TLS")]
    NoTls(String),
    /// The connection failed before the server responded.
    #[error("cannot fetch the address: {0}")]
    Connection(String),
    /// The connection failed within the page.
    #[error("cannot fetch the complete page: {0}")]
    Incomplete(io::Error),
}

/// A status code with its meaning, if it has one: `404 Not Found`.
fn status_line(code: u16) -> String {
    let reason = StatusCode::from_u16(code).ok().and_then(|status| status.canonical_reason());
    reason.map_or_else(|| code.to_string(), |reason| format!("{code} {reason}"))
}
