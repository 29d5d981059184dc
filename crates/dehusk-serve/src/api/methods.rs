//! `/v1/methods`: the extraction methods with their papers and parameters.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use dehusk_record::MethodRecord;

use super::reply::Reply;
use crate::problem::Problem;

/// The methods and presets, with their parameters
#[utoipa::path(
    get, path = "/v1/methods", tag = "server",
    responses((status = 200, description = "All methods, then all presets", body = Vec<MethodRecord>))
)]
pub(crate) async fn methods() -> Result<Response, Problem> {
    let reply = Reply::json(&MethodRecord::all())?.into_response();
    Ok(([(header::CACHE_CONTROL, "no-cache")], reply).into_response())
}
