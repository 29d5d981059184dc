//! All paths of the server, and the layers around them.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::api::{about, batch, cloud, compare, explain, extract, metadata, methods, plot};
use crate::config::Config;
use crate::http::{access, admission, headers, log};
use crate::problem::Problem;
use crate::state::ServerState;
use crate::{assets, forms, mcp, openapi};

/// Headers of requests that scripts of other origins may send, besides those of Jina Reader. The last three are those of the Model Context
/// Protocol (2025-06-18, Transports).
const REQUEST_HEADERS: [&str; 9] = [
    "accept",
    "authorization",
    "content-encoding",
    "content-type",
    "if-none-match",
    "x-request-id",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
];
/// Headers of answers that scripts of other origins may read.
const EXPOSED: [&str; 7] = [
    "etag",
    "mcp-session-id",
    "x-request-id",
    "x-markdown-tokens",
    "x-markdown-tokens-by",
    "x-next-start",
    "x-dehusk-status",
];

/// Answers requests. The layers are, from outside: log, security headers, the header `Host`, CORS, admission, access. `/healthz` needs neither
/// admission nor access: a server with too many requests works.
///
/// ```
/// # fn main() -> std::io::Result<()> {
/// use dehusk_serve::{Config, ServerState, router};
/// let router = router(ServerState::new(Config { logs: false, ..Config::default() })?);
/// # drop(router);
/// # Ok(())
/// # }
/// ```
pub fn router(state: ServerState) -> Router {
    let open = Router::new().route("/healthz", get(about::healthz));
    let closed = Router::new()
        .merge(api())
        .merge(forms::routes())
        .merge(mcp::routes(&state))
        .merge(assets::routes())
        .layer(from_fn_with_state(state.clone(), access::check));
    let router = closed
        .fallback(no_such_path)
        .method_not_allowed_fallback(no_such_method)
        // Bodies have limits of their own.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(state.clone(), admission::admit))
        .merge(open.method_not_allowed_fallback(no_such_method));
    let router = match cors(state.config()) {
        Some(cors) => router.layer(cors),
        None => router,
    };
    let router = router.layer(from_fn(access::check_host));
    router.layer(from_fn(headers::add)).layer(from_fn_with_state(state.clone(), log::log)).with_state(state)
}

/// The interface of dehusk itself.
fn api() -> Router<ServerState> {
    Router::new()
        .route("/v1/extract", both(extract::extract))
        .route("/v1/explain", both(explain::explain))
        .route("/v1/metadata", both(metadata::metadata))
        .route("/v1/compare", both(compare::compare))
        .route("/v1/plot.svg", both(plot::svg))
        .route("/v1/plot.png", both(plot::png))
        .route("/v1/cloud.svg", both(cloud::svg))
        .route("/v1/cloud.png", both(cloud::png))
        .route("/v1/cloud.html", both(cloud::html))
        .route("/v1/cloud.json", both(cloud::json))
        .route("/v1/batch", post(batch::batch))
        .route("/v1/methods", get(methods::methods))
        .route("/metrics", get(about::metrics))
        .route("/openapi.json", get(openapi::openapi))
}

/// A path that is asked with a body, or with an address in the query.
fn both<H, T>(handler: H) -> axum::routing::MethodRouter<ServerState>
where
    H: Handler<T, ServerState>,
    T: 'static,
{
    get(handler.clone()).post(handler)
}

/// Lets scripts of the configured origins read answers. None without origins.
fn cors(config: &Config) -> Option<CorsLayer> {
    let origins = config.origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    let origins: Vec<HeaderValue> = origins.collect();
    if origins.is_empty() {
        return None;
    }
    let headers = REQUEST_HEADERS.iter().chain(&forms::JINA_HEADERS).copied().map(HeaderName::from_static);
    Some(
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods([Method::GET, Method::POST, Method::DELETE, Method::OPTIONS])
            .allow_headers(headers.collect::<Vec<_>>())
            .expose_headers(EXPOSED.map(HeaderName::from_static)),
    )
}

async fn no_such_path() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "no-such-path",
        "there is nothing here; GET /openapi.json lists all paths",
    )
}

async fn no_such_method() -> Problem {
    let detail = "this path is not asked with this method; GET /openapi.json lists all paths";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "no-such-method", detail)
}
