//! A request and its response, as an archive keeps them.

use std::time::SystemTime;

use ureq::http::response::Parts;
use ureq::http::{HeaderName, header};
use url::Url;

use crate::hop;
use crate::options::FetchOptions;

/// The headers of the caller that are recorded. All others may be secrets, such as `X-Api-Key`, and archives are passed on.
const RECORDED_HEADERS: [HeaderName; 5] =
    [header::ACCEPT, header::ACCEPT_LANGUAGE, header::DNT, header::REFERER, header::USER_AGENT];
/// Headers of a response that no longer describe the body: its chunks were joined.
const TRANSFER_HEADERS: [HeaderName; 3] =
    [header::TRANSFER_ENCODING, header::CONTENT_LENGTH, header::TRAILER];

/// One request and its response. A fetch has one for each redirect, and one more for each retry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exchange<'e> {
    /// The requested address, without user, password and fragment.
    pub address: &'e str,
    /// When the request was sent.
    pub date: SystemTime,
    /// The request line and the header, including the empty line after it. Written anew: of the headers that the caller added
    /// ([`FetchOptions::with_header`](crate::FetchOptions::with_header)), only `Accept`, `Accept-Language`, `DNT`, `Referer` and
    /// `User-Agent` are in it, so that it has no passwords, cookies or keys.
    pub request: Vec<u8>,
    /// The status line and the header of the response, including the empty line after it. `Content-Length` is
    /// the length of `body`, and there is no `Transfer-Encoding`.
    pub response: Vec<u8>,
    /// The body of the response as sent, with its content coding but without chunks.
    pub body: &'e [u8],
    /// Why the body is not complete, in the words of WARC 1.1: `length`, `time` or `disconnect`.
    pub truncated: Option<&'static str>,
}

/// Receives the exchanges of a fetch, if anyone wants them.
pub(crate) struct Recorder<'r>(pub(crate) Option<&'r mut dyn FnMut(&Exchange<'_>)>);

impl Recorder<'_> {
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn record(&mut self, exchange: &Exchange<'_>) {
        if let Some(record) = &mut self.0 {
            record(exchange);
        }
    }
}

/// The head of a request for `url`.
pub(crate) fn request_head(url: &Url, options: &FetchOptions, is_same_site: bool, accepted: &str) -> Vec<u8> {
    let host = hop::host_and_port(url);
    let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let mut head = format!(
        "GET {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {}\r\nAccept: */*\r\nAccept-Encoding: {accepted}\r\n",
        options.user_agent
    )
    .into_bytes();
    let headers = options.headers.iter().filter(|_| is_same_site);
    for (name, value) in headers.filter(|(name, _)| RECORDED_HEADERS.contains(name)) {
        push_field(&mut head, name.as_str(), value.as_bytes());
    }
    head.extend_from_slice(b"\r\n");
    head
}

/// The head of a response whose body has `length` bytes.
pub(crate) fn response_head(parts: &Parts, length: usize) -> Vec<u8> {
    let reason = parts.status.canonical_reason().unwrap_or_default();
    let mut head = format!("{:?} {} {reason}\r\n", parts.version, parts.status.as_u16()).into_bytes();
    for (name, value) in parts.headers.iter().filter(|(name, _)| !TRANSFER_HEADERS.contains(name)) {
        push_field(&mut head, name.as_str(), value.as_bytes());
    }
    push_field(&mut head, "content-length", length.to_string().as_bytes());
    head.extend_from_slice(b"\r\n");
    head
}

fn push_field(head: &mut Vec<u8>, name: &str, value: &[u8]) {
    for piece in [name.as_bytes(), b": ", value, b"\r\n"] {
        head.extend_from_slice(piece);
    }
}
