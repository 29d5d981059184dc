//! `/healthz` and `/metrics`: whether the server works, and what it has done.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use dehusk_fetch::PageCache;

use crate::problem::Problem;
use crate::state::ServerState;

/// The media type of the text format of Prometheus.
const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Whether the server works
///
/// Runs through a thread for pages, so it fails if all of them are stuck.
#[utoipa::path(
    get, path = "/healthz", tag = "server", security(()),
    responses((status = 200, description = "The server works", content_type = "text/plain", body = String))
)]
pub(crate) async fn healthz(State(state): State<ServerState>) -> Result<&'static str, Problem> {
    state.run(|_| ()).await?;
    Ok("ok\n")
}

/// Counts of requests and pages, for Prometheus
#[utoipa::path(
    get, path = "/metrics", tag = "server",
    responses((status = 200, description = "The counts", content_type = "text/plain", body = String))
)]
pub(crate) async fn metrics(State(state): State<ServerState>) -> Response {
    let text = state.metrics().text(&state.gauges(), state.config().cache.as_deref().map(PageCache::counts));
    ([(header::CONTENT_TYPE, PROMETHEUS)], text).into_response()
}
