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
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: http: https:; \
     font-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
);

/// A file of the workbench: its path, its name and its bytes.
type Asset = (&'static str, &'static str, &'static [u8]);

/// Lists files of the folder `workbench`. The page itself has the path `/`.
macro_rules! assets {
    ($($path:literal)*) => {
        &[
            ("/", "index.html", include_bytes!("../workbench/index.html")),
            $((concat!("/", $path), $path, include_bytes!(concat!("../workbench/", $path)))),*
        ]
    };
}

/// All files of the workbench. A test compares the list with the folder.
const ASSETS: &[Asset] = assets! {
    "assets/app-keys.js"
    "assets/app.js"
    "assets/cache.js"
    "assets/dom.js"
    "assets/engine-server.js"
    "assets/engine-wasm.js"
    "assets/engine-worker.js"
    "assets/engine.js"
    "assets/examples.js"
    "assets/examples/forum.html"
    "assets/examples/manual.html"
    "assets/examples/persian.html"
    "assets/examples/recipe.html"
    "assets/examples/shop.html"
    "assets/examples/thai.html"
    "assets/first.js"
    "assets/frame.js"
    "assets/gold.js"
    "assets/i18n.js"
    "assets/icon.svg"
    "assets/links.js"
    "assets/marks.js"
    "assets/messages/en.json"
    "assets/messages/fa.json"
    "assets/messages/th.json"
    "assets/notice.js"
    "assets/offsets.js"
    "assets/params.js"
    "assets/reasons.js"
    "assets/sanitize.js"
    "assets/sayings.js"
    "assets/site-rule.js"
    "assets/state.js"
    "assets/summary.js"
    "assets/tables.js"
    "assets/views/cloud.js"
    "assets/views/gold.js"
    "assets/views/methods.js"
    "assets/views/output.js"
    "assets/views/page.js"
    "assets/views/plot.js"
    "assets/views/welcome.js"
    "assets/words.js"
    "assets/workbench.css"
    "assets/zip.js"
};

/// The media type of a file, by its extension.
fn media_type(file: &str) -> &'static str {
    match file.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

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
    let (_, file, bytes) = asset;
    let mut response = match etag::is_known(headers, tag) || etag::is_any_known(headers) {
        true => axum::http::StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, media_type(file))], *bytes).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, etag::value(tag));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn add_files(folder: &Path, files: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add_files(&path, files)
            } else {
                files.push(path.to_string_lossy().into_owned())
            }
        }
    }

    #[test]
    fn every_file_of_the_workbench_is_served() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("workbench");
        let mut found = vec![root.join("index.html").to_string_lossy().into_owned()];
        add_files(&root.join("assets"), &mut found);
        let mut listed: Vec<String> =
            ASSETS.iter().map(|(_, file, _)| root.join(file).to_string_lossy().into_owned()).collect();
        found.sort();
        listed.sort();
        assert_eq!(found, listed);
        assert!(ASSETS.iter().all(|(_, file, _)| media_type(file) != "application/octet-stream"));
    }
}
