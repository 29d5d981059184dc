//! Crawl4AI: `POST /md` with `{"url", "f", "q", "c"}`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use dehusk::methods::{self, Method};
use serde_json::json;

use super::served;
use crate::api::reply::Reply;
use crate::page::asked::Asked;
use crate::problem::Problem;
use crate::state::ServerState;

/// Which part of the page is wanted, by the field `f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    /// The whole page.
    Raw,
    /// The main content.
    Fit,
}

/// Answers `POST /md`. The filters `bm25` and `llm` need a query and are refused: nothing here ranks by a query.
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
    let page = asked.page(&state).await?;
    let served = served::serve(&state, page, settings).await?;
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
