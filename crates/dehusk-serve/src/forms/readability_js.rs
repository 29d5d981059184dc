//! readability-js-server: `POST /` with `{"url": …}`, which answers with the fields of Readability.

use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::served::{self, Served};
use crate::api::reply::Reply;
use crate::page::asked::Asked;
use crate::problem::Problem;
use crate::state::ServerState;

/// The length of the field `excerpt` in characters, if the page has no description. Chosen by hand.
const EXCERPT_CHARACTERS: usize = 200;

/// Answers `POST /`. `contentFormat` is `html` or `markdown`; version 2 of the service made Markdown its default.
pub(super) async fn read(state: &ServerState, mut asked: Asked) -> Result<Response, Problem> {
    let formats = [("html", false), ("markdown", true), ("md", true)];
    let is_markdown = asked.fields.word("contentFormat", &formats)?.unwrap_or(true);
    let served = served::serve(state, asked, served::reader_settings(state)?).await?;
    Ok(Reply::json(&record(&served, is_markdown))?.into_response())
}

fn record(served: &Served, is_markdown: bool) -> Value {
    let facts = served.facts();
    let excerpt = match &facts.description {
        Value::String(description) => description.clone(),
        _ => served::excerpt(served.text(), EXCERPT_CHARACTERS),
    };
    json!({
        "url": served.address(),
        "title": facts.title,
        "byline": facts.author,
        "dir": facts.direction,
        "lang": facts.language,
        "content": if is_markdown { served.markdown() } else { served.html() },
        "textContent": served.text(),
        // JavaScript counts UTF-16 units.
        "length": served.text().encode_utf16().count(),
        "excerpt": excerpt,
        "siteName": facts.site_name,
        "publishedTime": facts.published,
    })
}
