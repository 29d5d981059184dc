//! Drop-in replacements: the requests and answers of other services, one module for each. A client of such a service only changes its
//! address. Which fields are filled and which are not is in the book (`docs/src/guide/server.md`).
//!
//! What a request of another service cannot say has the default of dehusk. Options without a meaning here are ignored, as far as the
//! answer stays true without them; others are refused.

mod crawl4ai;
mod firecrawl;
mod fivefilters;
mod jina;
mod mercury;
mod open_webui;
mod readability_js;
mod served;

use axum::Router;
use axum::routing::{get, post};

use crate::state::ServerState;

/// The routes of all forms.
pub(crate) fn routes() -> Router<ServerState> {
    Router::new()
        .route("/parser", get(mercury::parser))
        .route("/parse-html", post(mercury::parse_html))
        .route("/", post(post_root))
        .route("/extract.php", get(fivefilters::extract))
        .route("/process", post(open_webui::load))
        .route("/v1/scrape", post(firecrawl::scrape_v1))
        .route("/v2/scrape", post(firecrawl::scrape_v2))
        .route("/r/{*address}", get(jina::read))
        .route("/r", post(jina::read_posted))
        .route("/md", post(crawl4ai::md))
}

/// Two services are asked with `POST /`: readability-js-server with `url`, the loader of Open WebUI with `urls`.
async fn post_root(
    state: axum::extract::State<ServerState>,
    mut asked: crate::page::asked::Asked,
) -> Result<axum::response::Response, crate::problem::Problem> {
    match asked.fields.value("urls") {
        Some(urls) => open_webui::load_all(&state, urls).await,
        None => readability_js::read(&state, asked).await,
    }
}
