//! The files of the workbench, which are part of the program.

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::http::etag;
use crate::state::ServerState;

/// What the workbench may do: load its own files and ask this server. The frame in which it shows a page has the same policy, so no
/// script of a page runs; its pictures are loaded from the web if the user asks for them.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: http: https:; \
     font-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
);

/// A file of the workbench: its path, its media type and its bytes.
type Asset = (&'static str, &'static str, &'static [u8]);

/// All files. The first one is the page itself.
const ASSETS: &[Asset] = &[("/", "text/html; charset=utf-8", include_bytes!("../workbench/index.html"))];

/// The routes of the workbench.
pub(crate) fn routes() -> Router<ServerState> {
    let mut router = Router::new();
    for asset in ASSETS {
        let tag = etag::tag(&[asset.2]);
        router = router.route(
            asset.0,
            get(move |headers: axum::http::HeaderMap| async move { answer(asset, &tag, &headers) }),
        );
    }
    router
}

fn answer(asset: &'static Asset, tag: &str, headers: &axum::http::HeaderMap) -> Response {
    let (_, media_type, bytes) = asset;
    let mut response = match etag::is_known(headers, tag) {
        true => axum::http::StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, *media_type)], *bytes).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, etag::value(tag));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}
