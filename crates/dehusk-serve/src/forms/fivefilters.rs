//! FiveFilters Full-Text RSS: `GET /extract.php?url=`, for one article.

use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::addresses;
use super::served::{self, Served};
use crate::api::reply::Reply;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// The length of the field `excerpt` in characters. Chosen by hand.
const EXCERPT_CHARACTERS: usize = 250;
/// The parameters with an effect that may follow the address of the page.
const PARAMETERS: [&str; 3] = ["content", "links", "inputhtml"];

/// A page in the form of FiveFilters Full-Text RSS
///
/// Of its parameters, `url`, `inputhtml`, `content` (0, 1 or `html5`, and `text`) and `links` (`remove`)
/// have an effect.
#[utoipa::path(
    get, path = "/extract.php", tag = "services", params(("url" = String, Query, description = "The address of the page"), ("content" = Option<String>, Query, description = "`0`, `1`, `html5` or `text`"), ("links" = Option<String>, Query, description = "`remove` leaves out the addresses of links"), ("inputhtml" = Option<String>, Query, description = "The page")),
    responses(
        (status = 200, description = "The fields of Full-Text RSS", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(super) async fn extract(State(state): State<ServerState>, uri: Uri) -> Result<Response, Problem> {
    let mut asked = addresses::asked(uri.query().unwrap_or_default(), &PARAMETERS)?;
    if let Some(html) = asked.fields.text("inputhtml")? {
        asked.fields.add_text("html", &html)?;
    }
    let content = asked.fields.text("content")?;
    let links = asked.fields.text("links")?;
    if let Some(url) = asked.fields.text("url")? {
        asked.fields.add_text("url", &with_scheme(url))?;
    }
    let mut settings = served::reader_settings(&state)?;
    settings.no_links = links.as_deref() == Some("remove");
    let served = served::serve(&state, asked, settings).await?;
    Ok(Reply::json(&record(&served, content.as_deref()))?.into_response())
}

/// Full-Text RSS takes addresses without a scheme.
fn with_scheme(url: String) -> String {
    if url.contains("://") { url } else { format!("http://{url}") }
}

fn record(served: &Served, content: Option<&str>) -> Value {
    let facts = served.facts();
    let body = match content {
        Some("0") => Value::Null,
        Some("text" | "text0") => served.text().into(),
        _ => served.html().into(),
    };
    json!({
        "title": facts.title,
        "excerpt": served::excerpt(served.text(), EXCERPT_CHARACTERS),
        "date": facts.published,
        "author": facts.author,
        "language": facts.language,
        "url": served.page.id,
        "effective_url": served.address(),
        "domain": facts.host,
        "word_count": served.text().split_whitespace().count(),
        "og_url": null,
        "og_title": null,
        "og_description": null,
        "og_image": facts.image,
        "og_type": null,
        "twitter_card": null,
        "twitter_site": null,
        "twitter_creator": null,
        "twitter_image": null,
        "twitter_title": null,
        "twitter_description": null,
        "content": body,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_is_added_only_where_there_is_none() {
        for (given, expected) in [
            ("mill.example/a", "http://mill.example/a"),
            ("https://mill.example/", "https://mill.example/"),
            ("file:///etc/passwd", "file:///etc/passwd"),
        ] {
            assert_eq!(with_scheme(given.to_owned()), expected);
        }
    }
}
