//! Answers with a body of a media type, a tag and other headers.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::http::etag;
use crate::http::form::Form;
use crate::page::asked::Page;
use crate::page::tokens;
use crate::problem::Problem;

/// The header with the number of tokens of an answer.
const MARKDOWN_TOKENS: HeaderName = HeaderName::from_static("x-markdown-tokens");
/// The header that says how the tokens were counted.
const TOKENS_BY: HeaderName = HeaderName::from_static("x-markdown-tokens-by");
/// The header with the first character of the next part.
const NEXT_START: HeaderName = HeaderName::from_static("x-next-start");
/// The header with the status of the record, for forms without a record.
const PAGE_STATUS: HeaderName = HeaderName::from_static("x-dehusk-status");

/// An answer that is not sent yet.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) media_type: &'static str,
    pub(crate) body: Vec<u8>,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

impl Reply {
    pub(crate) fn new(media_type: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply { media_type, body: body.into(), headers: Vec::new() }
    }

    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Reply, Problem> {
        let body = serde_json::to_vec(value)
            .map_err(|error| Problem::internal(format!("the JSON cannot be written: {error}")))?;
        Ok(Reply::new(Form::Json.media_type(), body))
    }

    pub(crate) fn with(mut self, name: HeaderName, value: impl Into<HeaderValue>) -> Reply {
        self.headers.push((name, value.into()));
        self
    }

    /// Adds the status of the page.
    pub(crate) fn with_status(self, status: &'static str) -> Reply {
        self.with(PAGE_STATUS, HeaderValue::from_static(status))
    }

    /// Adds the number of tokens, and where the next part starts.
    pub(crate) fn with_tokens(self, count: usize, next_start: Option<usize>) -> Reply {
        let reply =
            self.with(MARKDOWN_TOKENS, count).with(TOKENS_BY, HeaderValue::from_static(tokens::COUNTED_BY));
        match next_start {
            Some(next) => reply.with(NEXT_START, next),
            None => reply,
        }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let mut response = ([(header::CONTENT_TYPE, self.media_type)], self.body).into_response();
        response.headers_mut().extend(self.headers);
        response
    }
}

/// The tag of the answer about a page, with everything that the answer depends on.
pub(crate) fn tag(kind: &str, options: &[u8], page: &Page) -> String {
    etag::tag(&[
        kind.as_bytes(),
        dehusk::RULES_VERSION.as_bytes(),
        env!("CARGO_PKG_VERSION").as_bytes(),
        options,
        page.id.as_bytes(),
        page.address.as_deref().unwrap_or_default().as_bytes(),
        page.content_type.as_deref().unwrap_or_default().as_bytes(),
        &page.bytes,
    ])
}

/// The answer for a client that has it already. None if it has not.
pub(crate) fn unchanged(headers: &HeaderMap, tag: &str) -> Option<Response> {
    etag::is_known(headers, tag).then(|| tagged(StatusCode::NOT_MODIFIED, tag))
}

/// An answer with its tag, unless the client wants none if there is one.
pub(crate) fn finished(headers: &HeaderMap, reply: Reply, tag: &str) -> Response {
    match etag::is_any_known(headers) {
        true => tagged(StatusCode::NOT_MODIFIED, tag),
        false => tagged(reply, tag),
    }
}

/// Adds the tag to an answer, that it depends on `Accept`, and that it is checked before it is used again.
fn tagged(reply: impl IntoResponse, tag: &str) -> Response {
    let mut response = reply.into_response();
    let headers = response.headers_mut();
    headers.insert(header::ETAG, etag::value(tag));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.append(header::VARY, HeaderValue::from_static("accept"));
    response
}
