//! Jina Reader: `GET /r/ADDRESS`, or `POST /r` (or `/r/`) with `{"url": …}`, with its options as headers or in the JSON.

mod options;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use dehusk_record::sanitize::collapse_whitespace;
use serde_json::{Value, json};
use utoipa::ToSchema;

pub(crate) use self::options::HEADERS;
use self::options::{JinaOptions, Respond, header_text};
use super::served::{self, Served};
use crate::api::reply::Reply;
use crate::http::form::Form;
use crate::page::asked::Asked;
use crate::page::fields::Fields;
use crate::page::tokens::estimate;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// The path before the address.
const PREFIX: &str = "/r/";
/// The media type of a stream of events.
const EVENT_STREAM: &str = "text/event-stream";
/// The answer depends on this header.
const VARY_ACCEPT: HeaderValue = HeaderValue::from_static("accept");

/// What is asked of Jina Reader with JSON. Each option is also a header. Other options are ignored.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
#[serde(rename_all = "camelCase")]
struct ReadBody {
    /// The address of the page.
    url: String,
    /// `content`, `markdown`, `html` or `text`.
    respond_with: Option<String>,
    /// CSS selectors of elements to search in.
    target_selector: Option<Vec<String>>,
    /// CSS selectors of elements to remove first.
    remove_selector: Option<Vec<String>>,
    /// Refuse a page with more tokens (an estimate).
    token_budget: Option<u64>,
    /// Maximum time of the fetch in seconds.
    timeout: Option<u64>,
    /// `none` leaves out images.
    retain_images: Option<String>,
    /// `none` leaves out the addresses of links.
    retain_links: Option<String>,
    /// Fetch the page anew.
    no_cache: Option<bool>,
}

/// A page in the form of Jina Reader
///
/// The address is all that follows, with its query. The page of an error, such as 404, is answered like others, with a warning.
#[utoipa::path(
    get, path = "/r/{address}", tag = "services", params(("address" = String, Path, description = "The address of the page"), ("X-Respond-With" = Option<String>, Header, description = "`content`, `markdown`, `html` or `text`"), ("X-Target-Selector" = Option<String>, Header, description = "A CSS selector of elements to search in"), ("X-Remove-Selector" = Option<String>, Header, description = "A CSS selector of elements to remove first"), ("X-Token-Budget" = Option<String>, Header, description = "Refuse a page with more tokens (an estimate)"), ("X-Timeout" = Option<String>, Header, description = "Maximum time of the fetch in seconds"), ("X-Retain-Images" = Option<String>, Header, description = "`none` leaves out images"), ("X-Retain-Links" = Option<String>, Header, description = "`none` leaves out the addresses of links"), ("X-No-Cache" = Option<String>, Header, description = "`true` fetches the page anew")),
    responses(
        (status = 200, description = "Text; with `Accept: application/json` a record; with `Accept: text/event-stream` the record as one event", content_type = "text/plain", body = String),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(super) async fn read(
    State(state): State<ServerState>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let rest = uri.path_and_query().map_or("", |all| all.as_str());
    let mut fields = Fields::default();
    fields.add_text("url", &address(rest.strip_prefix(PREFIX).unwrap_or_default()))?;
    respond(&state, &headers, Asked::from_fields(fields)).await
}

/// A page in the form of Jina Reader, asked with JSON
///
/// `POST /r/` is the same.
#[utoipa::path(
    post, path = "/r", tag = "services", request_body = ReadBody,
    params(("X-Respond-With" = Option<String>, Header, description = "`content`, `markdown`, `html` or `text`"), ("X-Target-Selector" = Option<String>, Header, description = "A CSS selector of elements to search in"), ("X-Remove-Selector" = Option<String>, Header, description = "A CSS selector of elements to remove first"), ("X-Token-Budget" = Option<String>, Header, description = "Refuse a page with more tokens (an estimate)"), ("X-Timeout" = Option<String>, Header, description = "Maximum time of the fetch in seconds"), ("X-Retain-Images" = Option<String>, Header, description = "`none` leaves out images"), ("X-Retain-Links" = Option<String>, Header, description = "`none` leaves out the addresses of links"), ("X-No-Cache" = Option<String>, Header, description = "`true` fetches the page anew")),
    responses(
        (status = 200, description = "Text; with `Accept: application/json` a record; with `Accept: text/event-stream` the record as one event", content_type = "text/plain", body = String),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(super) async fn read_posted(
    State(state): State<ServerState>,
    headers: HeaderMap,
    asked: Asked,
) -> Result<Response, Problem> {
    respond(&state, &headers, asked).await
}

/// The address in a path. Some clients and proxies join the two slashes after the scheme into one, and some encode the address.
fn address(rest: &str) -> String {
    let decoded =
        if rest.contains("://") || rest.contains(":/") { rest.to_owned() } else { percent_decoded(rest) };
    for scheme in ["https:/", "http:/"] {
        if let Some(host) = decoded.strip_prefix(scheme) {
            return format!("{scheme}/{}", host.trim_start_matches('/'));
        }
    }
    match decoded.contains("://") {
        true => decoded,
        false => format!("https://{decoded}"),
    }
}

fn percent_decoded(text: &str) -> String {
    // A form decodes `+` too, which is no part of an encoded address.
    let protected = text.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    let mut pairs = url::form_urlencoded::parse(protected.as_bytes());
    pairs.next().map(|(name, _)| name.into_owned()).unwrap_or_default()
}

async fn respond(state: &ServerState, headers: &HeaderMap, mut asked: Asked) -> Result<Response, Problem> {
    let JinaOptions { respond, budget, settings } = JinaOptions::take(headers, &mut asked, state)?;
    asked.terms.error_pages = true;
    let served = served::serve(state, asked, settings).await?;
    let body = match respond {
        Respond::Content | Respond::Markdown => served.markdown(),
        Respond::Html => served.html(),
        Respond::Text => served.text(),
    };
    let tokens = estimate(body);
    if budget.is_some_and(|budget| tokens as u64 > budget) {
        return Err(over_budget(tokens));
    }
    let record = || record(&served, respond, body, tokens);
    let reply = match Sent::accepted(headers) {
        Sent::Json => Reply::json(&envelope(record()))?,
        Sent::Event => Reply::new(EVENT_STREAM, event(&record())),
        Sent::Text if respond == Respond::Content => {
            Reply::new(Form::Text.media_type(), plain(&served, body))
        }
        Sent::Text => Reply::new(Form::Text.media_type(), body),
    };
    Ok(reply.with_tokens(tokens, None).with(header::VARY, VARY_ACCEPT).into_response())
}

/// How an answer is sent, by the header `Accept`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    Text,
    Json,
    /// A stream of one event, for clients that take no text.
    Event,
}

impl Sent {
    fn accepted(headers: &HeaderMap) -> Sent {
        let accept = header_text(headers, header::ACCEPT.as_str()).unwrap_or_default();
        let takes = |media_type| accept.contains(media_type);
        if takes("application/json") {
            Sent::Json
        } else if takes(EVENT_STREAM) && !["text/plain", "text/*", "*/*"].into_iter().any(takes) {
            Sent::Event
        } else {
            Sent::Text
        }
    }
}

/// Jina refuses a page that has more tokens than the budget.
fn over_budget(tokens: usize) -> Problem {
    let detail = format!(
        "the page has about {tokens} tokens (an estimate), more than the budget; raise X-Token-Budget, or ask /v1/extract with max_tokens"
    );
    Problem::new(StatusCode::CONFLICT, "over-budget", detail)
}

/// The answer as text: some facts, an empty line, and the content.
fn plain(served: &Served, body: &str) -> String {
    let facts = served.facts();
    let mut text = String::new();
    for (name, value) in [
        ("Title", &facts.title),
        ("URL Source", &served.address().into()),
        ("Published Time", &facts.published),
        ("Warning", &warning(served)),
    ] {
        if let Value::String(value) = value {
            // A line break could forge the next fact.
            let value = collapse_whitespace(value);
            text += &format!("{name}: {value}\n\n");
        }
    }
    text + "Markdown Content:\n" + body
}

/// The record. Its field for the body is named after what was asked for.
fn record(served: &Served, respond: Respond, body: &str, tokens: usize) -> Value {
    let facts = served.facts();
    let field = match respond {
        Respond::Content | Respond::Markdown => "content",
        Respond::Html => "html",
        Respond::Text => "text",
    };
    served::without_nulls(json!({
        "title": facts.title,
        "description": facts.description,
        "url": served.address(),
        field: body,
        "publishedTime": facts.published,
        "warning": warning(served),
        "usage": {"tokens": tokens},
    }))
}

/// What Jina says about the page of an error, as text or null.
fn warning(served: &Served) -> Value {
    let (status, error) = served.status();
    error.map_or(Value::Null, |reason| format!("Target URL returned error {status}: {reason}").into())
}

/// The record in an answer of JSON.
fn envelope(data: Value) -> Value {
    json!({"code": StatusCode::OK.as_u16(), "status": 20000, "data": data})
}

/// The record as an event. JSON has no line break, which would end the field.
fn event(data: &Value) -> String {
    format!("event: data\ndata: {data}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_paths_are_found() {
        for (rest, expected) in [
            ("https://mill.example/a?b=c", "https://mill.example/a?b=c"),
            ("https:/mill.example/a", "https://mill.example/a"),
            ("http:///mill.example/", "http://mill.example/"),
            ("mill.example/a", "https://mill.example/a"),
            ("https%3A%2F%2Fmill.example%2Fa%3Fb%3Dc%2Bd", "https://mill.example/a?b=c+d"),
            ("file:///etc/passwd", "file:///etc/passwd"),
            ("", "https://"),
        ] {
            assert_eq!(address(rest), expected, "{rest}");
        }
    }
}
