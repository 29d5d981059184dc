//! `/v1/explain`: the record of a page with the reason for each block.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::bodies::PageBody;
use super::extract;
use crate::page::asked::Asked;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// Why each block of a page was kept or removed
///
/// The record with the list `explanation`. With `with_source`, the record has the decoded page too, whose bytes `src_start` and
/// `src_end` count.
#[utoipa::path(
    post, path = "/v1/explain", tag = "pages", request_body = PageBody,
    responses(
        (status = 200, description = "The record with `explanation`", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(crate) async fn explain(
    State(state): State<ServerState>,
    headers: HeaderMap,
    asked: Asked,
) -> Result<Response, Problem> {
    extract::respond(&state, &headers, asked, true).await
}
