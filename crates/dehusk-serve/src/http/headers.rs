//! Headers that keep a browser from running, embedding or guessing the type of what the server sends.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// Headers of every answer that does not set them itself.
const DEFAULTS: [(HeaderName, &str); 6] = [
    // Nothing in an answer runs or is loaded, also if a browser shows it as a page.
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The policy of an answer in HTML or SVG: its own styles, fonts and pictures are shown, and nothing runs.
pub(crate) const STYLED: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; font-src data:; frame-ancestors 'none'; \
     base-uri 'none'; form-action 'none'; sandbox",
);

/// The policy of the page of a tag cloud, whose own script shows the sentences of a word. The page has no origin, so its script can
/// read nothing of the server, and it can load nothing.
pub(crate) const CLOUD: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; \
     frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-scripts",
);

/// Adds the headers.
pub(crate) async fn add(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in DEFAULTS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
