//! Crawl4AI: `POST /md` with `{"url", "f", "q", "c"}`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use dehusk::methods::{self, Method};
use serde_json::json;
use utoipa::ToSchema;

use super::served;
use crate::api::reply::Reply;
use crate::page::asked::Asked;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// What is asked of Crawl4AI.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
struct MdBody {
    /// The address of the page.
    url: String,
    /// `fit`, the main content, or `raw`, the whole page.
    f: Option<String>,
    /// A query, which is only returned.
    q: Option<String>,
}

/// Which part of the page is wanted, by the field `f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    /// The whole page.
    Raw,
    /// The main content.
    Fit,
}

/// A page in the form of Crawl4AI
///
/// The filters `bm25` and `llm` need a query and are refused: nothing here ranks by a query.
#[utoipa::path(
    post, path = "/md", tag = "services", request_body = MdBody,
    responses(
        (status = 200, description = "Markdown", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(super) async fn md(State(state): State<ServerState>, mut asked: Asked) -> Result<Response, Problem> {
    let name = asked.fields.text("f")?.unwrap_or_else(|| "fit".to_owned());
    let filter = match name.as_str() {
        "raw" => Filter::Raw,
        "fit" => Filter::Fit,
        _ => {
            let detail = format!("the filter {name:?} is not made here; filters are fit and raw");
            return Err(Problem::bad_request(detail));
        }
    };
    let query = asked.fields.text("q")?;
    let mut settings = served::settings(&state)?;
    if filter == Filter::Raw {
        settings.method = Some(methods::Plain.name().to_owned());
    }
    let served = served::serve(&state, asked, settings).await?;
    let record = json!({
        "url": served.page.id,
        "filter": name,
        "query": query,
        "cache": "0",
        "markdown": served.markdown(),
        "success": true,
    });
    Ok(Reply::json(&record)?.into_response())
}
