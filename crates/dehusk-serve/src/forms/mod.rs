//! Drop-in replacements: the requests and answers of other services, one module for each. A client of such a service only changes its
//! address. Which fields are filled and which are not is in the book (`docs/src/guide/server.md`).
//!
//! What a request of another service cannot say has the default of dehusk. Options without a meaning here are ignored, as far as the
//! answer stays true without them; others are refused.

mod addresses;
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
use utoipa::{OpenApi, ToSchema};

pub(crate) use self::jina::HEADERS as JINA_HEADERS;
use crate::problem::ProblemRecord;
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
        .route("/r/", post(jina::read_posted))
        .route("/md", post(crawl4ai::md))
}

/// What is asked with `POST /`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
struct RootBody {
    /// The address of a page, for the form of readability-js-server.
    url: Option<String>,
    /// `html` or `markdown`, the default.
    #[serde(rename = "contentFormat")]
    content_format: Option<String>,
    /// Addresses, for the form of the loader of Open WebUI.
    urls: Option<Vec<String>>,
}

/// The description of all forms.
#[derive(OpenApi)]
#[openapi(paths(
    mercury::parser,
    mercury::parse_html,
    post_root,
    fivefilters::extract,
    open_webui::load,
    firecrawl::scrape_v1,
    firecrawl::scrape_v2,
    jina::read,
    jina::read_posted,
    crawl4ai::md,
))]
pub(crate) struct Description;

/// A page in the form of readability-js-server, or pages in that of Open WebUI
///
/// Two services are asked with `POST /`: readability-js-server with `url`, the loader of Open WebUI with `urls`.
#[utoipa::path(
    post, path = "/", tag = "services", request_body = RootBody,
    responses(
        (status = 200, description = "The fields of Readability, or the text of each page", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
async fn post_root(
    state: axum::extract::State<ServerState>,
    mut asked: crate::page::asked::Asked,
) -> Result<axum::response::Response, crate::problem::Problem> {
    match asked.fields.value("urls") {
        Some(urls) => open_webui::load_all(&state, urls).await,
        None => readability_js::read(&state, asked).await,
    }
}
