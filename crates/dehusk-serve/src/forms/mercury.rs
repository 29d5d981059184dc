//! Mercury (Postlight) Parser API: `GET /parser?url=`, as FreshRSS and Miniflux clients ask it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::served::{self, Served};
use crate::api::reply::Reply;
use crate::page::asked::{Asked, Page};
use crate::problem::Problem;
use crate::state::ServerState;

/// The length of the field `excerpt` in characters, that of Mercury.
const EXCERPT_CHARACTERS: usize = 200;

/// The forms of the field `content`, by the parameter `contentType`.
#[derive(Clone, Copy, Debug)]
enum Content {
    Html,
    Markdown,
    Text,
}

/// Answers `GET /parser`.
pub(super) async fn parser(State(state): State<ServerState>, asked: Asked) -> Response {
    respond(&state, asked).await.unwrap_or_else(failed)
}

/// Answers `POST /parse-html`, whose JSON has `url` and `html`.
pub(super) async fn parse_html(State(state): State<ServerState>, asked: Asked) -> Response {
    respond(&state, asked).await.unwrap_or_else(failed)
}

async fn respond(state: &ServerState, mut asked: Asked) -> Result<Response, Problem> {
    let contents = [("html", Content::Html), ("markdown", Content::Markdown), ("text", Content::Text)];
    let content = asked.fields.word("contentType", &contents)?.unwrap_or(Content::Html);
    if let Some(headers) =
        asked.fields.text("headers")?.filter(|headers| !headers.is_empty() && headers != "{}")
    {
        let detail =
            format!("headers {headers:?} cannot be sent: this server chooses the headers of its requests");
        return Err(Problem::bad_request(detail));
    }
    let page: Page = asked.page(state).await?;
    let served = served::serve(state, page, served::reader_settings(state)?).await?;
    Ok(Reply::json(&record(&served, content))?.into_response())
}

fn record(served: &Served, content: Content) -> serde_json::Value {
    let facts = served.facts();
    let body = match content {
        Content::Html => served.html(),
        Content::Markdown => served.markdown(),
        Content::Text => served.text(),
    };
    json!({
        "title": facts.title,
        "author": facts.author,
        "date_published": facts.published,
        "dek": null,
        "lead_image_url": facts.image,
        "content": body,
        "next_page_url": null,
        "url": served.address(),
        "domain": facts.host,
        "excerpt": served::excerpt(served.text(), EXCERPT_CHARACTERS),
        "word_count": served.text().split_whitespace().count(),
        "direction": facts.direction_or_ltr(),
        "total_pages": 1,
        "rendered_pages": 1,
    })
}

/// An error in Mercury's form, with the status code of the problem.
fn failed(problem: Problem) -> Response {
    let status = problem.status;
    let record = json!({"error": true, "message": problem.detail});
    let mut response = (status, record.to_string()).into_response();
    response
        .headers_mut()
        .insert(axum::http::header::CONTENT_TYPE, axum::http::HeaderValue::from_static("application/json"));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        let seconds = problem.retry_after.unwrap_or(1);
        response.headers_mut().insert(axum::http::header::RETRY_AFTER, seconds.into());
    }
    response
}
