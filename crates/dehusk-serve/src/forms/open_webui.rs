//! The external web loader of Open WebUI: `POST {"urls": […]}`, which answers with the text of each page.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::future::join_all;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::served::{self, Served};
use crate::api::reply::Reply;
use crate::page::asked::Asked;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// Maximum number of addresses of a request. Open WebUI sends at most 20.
const MAX_URLS: usize = 20;

/// Pages in the form of the external loader of Open WebUI
///
/// The answer has the pages that could be loaded; it is an error if none could. `POST /` is the same for JSON with `urls`.
#[utoipa::path(
    post, path = "/process", tag = "services", request_body = UrlsBody,
    responses(
        (status = 200, description = "The text of each page", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(super) async fn load(State(state): State<ServerState>, mut asked: Asked) -> Result<Response, Problem> {
    let urls =
        asked.fields.value("urls").ok_or_else(|| Problem::bad_request("send {\"urls\": [\"https://…\"]}"))?;
    load_all(&state, urls).await
}

/// What is asked by Open WebUI.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
struct UrlsBody {
    /// At most 20 addresses.
    #[schema(max_items = 20)]
    urls: Vec<String>,
}

/// Loads all pages. The answer has those that could be loaded; it is an error if none could.
pub(super) async fn load_all(state: &ServerState, urls: Value) -> Result<Response, Problem> {
    let urls: Vec<String> =
        serde_json::from_value(urls).map_err(|_| Problem::bad_request("urls is not a list of addresses"))?;
    if urls.len() > MAX_URLS {
        return Err(Problem::bad_request(format!("at most {MAX_URLS} urls at the same time")));
    }
    let loaded = join_all(urls.into_iter().map(|url| one(state, url))).await;
    let mut records = Vec::new();
    let mut first_problem = None;
    for loaded in loaded {
        match loaded {
            Ok(served) => records.push(record(&served)),
            Err(problem) => drop(first_problem.get_or_insert(problem)),
        }
    }
    match first_problem {
        Some(problem) if records.is_empty() => Err(problem),
        _ => Ok(Reply::json(&records)?.into_response()),
    }
}

async fn one(state: &ServerState, url: String) -> Result<Served, Problem> {
    served::serve(state, served::asked(&url)?, served::settings(state)?).await
}

fn record(served: &Served) -> Value {
    let facts = served.facts();
    let metadata = served::without_nulls(json!({
        "source": served.page.id,
        "url": served.address(),
        "title": facts.title,
        "description": facts.description,
        "language": facts.language,
        "author": facts.author,
        "date": facts.published,
    }));
    json!({"page_content": served.markdown(), "metadata": metadata})
}
