//! Mercury (Postlight) Parser API: `GET /parser?url=`, as FreshRSS and Miniflux clients ask it.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use utoipa::ToSchema;

use super::addresses;
use super::served::{self, Served};
use crate::api::reply::Reply;
use crate::page::asked::Asked;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// The length of the field `excerpt` in characters, that of Mercury.
const EXCERPT_CHARACTERS: usize = 200;
/// The parameters that may follow the address of the page.
const PARAMETERS: [&str; 2] = ["contentType", "headers"];

/// What is asked of Mercury about a page at hand.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
struct ParseBody {
    /// The page.
    html: String,
    /// The address that relative links start from.
    url: Option<String>,
    /// `html`, `markdown` or `text`.
    #[serde(rename = "contentType")]
    content_type: Option<String>,
}

/// The forms of the field `content`, by the parameter `contentType`.
#[derive(Clone, Copy, Debug)]
enum Content {
    Html,
    Markdown,
    Text,
}

/// A page in the form of Mercury
#[utoipa::path(
    get, path = "/parser", tag = "services", params(("url" = String, Query, description = "The address of the page"), ("contentType" = Option<String>, Query, description = "`html`, `markdown` or `text`")),
    responses(
        (status = 200, description = "The fields of Mercury", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
    )
)]
pub(super) async fn parser(State(state): State<ServerState>, uri: Uri) -> Response {
    let asked = addresses::asked(uri.query().unwrap_or_default(), &PARAMETERS);
    respond(&state, asked).await.unwrap_or_else(failed)
}

/// A page at hand in the form of Mercury
#[utoipa::path(
    post, path = "/parse-html", tag = "services", request_body = ParseBody,
    responses(
        (status = 200, description = "The fields of Mercury", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
    )
)]
pub(super) async fn parse_html(State(state): State<ServerState>, asked: Result<Asked, Problem>) -> Response {
    respond(&state, asked).await.unwrap_or_else(failed)
}

async fn respond(state: &ServerState, asked: Result<Asked, Problem>) -> Result<Response, Problem> {
    let mut asked = asked?;
    let contents = [("html", Content::Html), ("markdown", Content::Markdown), ("text", Content::Text)];
    let content = asked.fields.word("contentType", &contents)?.unwrap_or(Content::Html);
    if let Some(headers) =
        asked.fields.text("headers")?.filter(|headers| !headers.is_empty() && headers != "{}")
    {
        let detail =
            format!("headers {headers:?} cannot be sent: this server chooses the headers of its requests");
        return Err(Problem::bad_request(detail));
    }
    let served = served::serve(state, asked, served::reader_settings(state)?).await?;
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
