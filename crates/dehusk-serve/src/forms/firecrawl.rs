//! Firecrawl: `POST /v1/scrape` and `POST /v2/scrape`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use dehusk::methods::{self, Method};
use dehusk_record::Settings;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::served::{self, Served};
use crate::api::reply::Reply;
use crate::page::asked::Asked;
use crate::page::fields::Fields;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// The formats that are made here. Others need a browser or a language model.
const FORMATS: [&str; 5] = ["markdown", "html", "rawHtml", "links", "images"];

/// What is asked of Firecrawl. Other options without an effect here are ignored.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
struct ScrapeBody {
    /// The address of the page.
    url: String,
    /// `markdown`, `html`, `rawHtml`, `links` or `images`, each as text or as an object with this `type`; Markdown if absent.
    formats: Option<Vec<serde_json::Value>>,
    /// Whether boilerplate is removed; true if absent.
    #[serde(rename = "onlyMainContent")]
    only_main_content: Option<bool>,
    /// CSS selectors of elements to search in.
    #[serde(rename = "includeTags")]
    include_tags: Option<Vec<String>>,
    /// CSS selectors of elements to remove first.
    #[serde(rename = "excludeTags")]
    exclude_tags: Option<Vec<String>>,
    /// Maximum time of the fetch in milliseconds.
    timeout: Option<u64>,
    /// The page may be this old; only 0 makes a difference: it is fetched anew.
    #[serde(rename = "maxAge")]
    max_age: Option<u64>,
}

/// What a request asks for.
struct Scrape {
    formats: Vec<String>,
    settings: Settings,
}

/// A page in the form of Firecrawl, version 1
///
/// The page of an error, such as 404, is answered like others; `metadata.statusCode` has the code.
#[utoipa::path(
    post, path = "/v1/scrape", tag = "services", request_body = ScrapeBody,
    responses(
        (status = 200, description = "`success` and `data`", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
    )
)]
pub(super) async fn scrape_v1(State(state): State<ServerState>, asked: Result<Asked, Problem>) -> Response {
    respond(&state, asked).await.unwrap_or_else(failed)
}

/// A page in the form of Firecrawl, version 2
///
/// The same as version 1; its clients send `formats` as objects with a `type`.
#[utoipa::path(
    post, path = "/v2/scrape", tag = "services", request_body = ScrapeBody,
    responses(
        (status = 200, description = "`success` and `data`", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content((serde_json::Value = "application/json"), (ProblemRecord = "application/problem+json"))),
    )
)]
pub(super) async fn scrape_v2(State(state): State<ServerState>, asked: Result<Asked, Problem>) -> Response {
    respond(&state, asked).await.unwrap_or_else(failed)
}

async fn respond(state: &ServerState, asked: Result<Asked, Problem>) -> Result<Response, Problem> {
    let mut asked = asked?;
    let scrape = Scrape::take(&mut asked.fields, state)?;
    // 0 leaves the time to the server.
    if let Some(ms) = asked.fields.number("timeout", 0..=u64::MAX)?.filter(|ms| *ms > 0) {
        asked.fields.add_text("fetch_timeout_ms", &ms.to_string())?;
    }
    // The page may be this old. What is kept may be used for as long as its server says, so only 0 makes a difference.
    if asked.fields.number("maxAge", 0..=u64::MAX)? == Some(0) {
        asked.fields.add_text("reload", "true")?;
    }
    asked.terms.error_pages = true;
    let served = served::serve(state, asked, scrape.settings.clone()).await?;
    let data = scrape.data(&served);
    Ok(Reply::json(&json!({"success": true, "data": data}))?.into_response())
}

impl Scrape {
    fn take(fields: &mut Fields, state: &ServerState) -> Result<Scrape, Problem> {
        let formats = formats(fields.value("formats"))?;
        let mut settings = served::settings(state)?;
        let only_main = match fields.value("onlyMainContent") {
            None | Some(Value::Bool(true)) => true,
            Some(Value::Bool(false)) => false,
            Some(_) => return Err(Problem::bad_request("onlyMainContent is neither true nor false")),
        };
        if !only_main {
            settings.method = Some(methods::Plain.name().to_owned());
        }
        served::limit_to(&mut settings, fields.list("includeTags")?, fields.list("excludeTags")?);
        if formats.iter().any(|format| format == "links") {
            settings.with.push(dehusk_record::Extra::Links);
        }
        if formats.iter().any(|format| format == "images") {
            settings.with.push(dehusk_record::Extra::Images);
        }
        if fields
            .value("actions")
            .is_some_and(|actions| actions.as_array().is_none_or(|list| !list.is_empty()))
        {
            return Err(Problem::bad_request("actions need a browser, which this server has not"));
        }
        Ok(Scrape { formats, settings })
    }

    fn data(&self, served: &Served) -> Value {
        let mut data = Map::new();
        for format in &self.formats {
            let value = match format.as_str() {
                "markdown" => served.markdown().into(),
                "html" => served.html().into(),
                "rawHtml" => served.source().into(),
                "links" => served.outcome.lists.links.iter().map(|link| link.url.clone()).collect(),
                _ => served.outcome.lists.images.iter().map(|image| image.src.clone()).collect::<Value>(),
            };
            data.insert(format.clone(), value);
        }
        data.insert("metadata".to_owned(), metadata(served));
        if served.is_empty() {
            data.insert("warning".to_owned(), "no main content was found".into());
        }
        Value::Object(data)
    }
}

/// The names of the formats: texts, or objects with a `type`. Markdown if there are none.
fn formats(given: Option<Value>) -> Result<Vec<String>, Problem> {
    let given = match given {
        None => return Ok(vec!["markdown".to_owned()]),
        Some(Value::Array(given)) => given,
        Some(_) => return Err(Problem::bad_request("formats is not a list")),
    };
    let name = |format: &Value| {
        let name = format.as_str().or_else(|| format.get("type")?.as_str()).unwrap_or_default();
        let known = FORMATS.contains(&name).then(|| name.to_owned());
        known.ok_or_else(|| {
            let known = FORMATS.join(", ");
            Problem::bad_request(format!("the format {name:?} is not made here; formats are {known}"))
        })
    };
    given.iter().map(name).collect()
}

fn metadata(served: &Served) -> Value {
    let facts = served.facts();
    let (status, error) = served.status();
    served::without_nulls(json!({
        "title": facts.title,
        "description": facts.description,
        "language": facts.language,
        "author": facts.author,
        "ogSiteName": facts.site_name,
        "ogImage": facts.image,
        "publishedTime": facts.published,
        "modifiedTime": facts.modified,
        "sourceURL": served.page.id,
        "url": served.address(),
        "statusCode": status,
        "error": error,
        "contentType": served.page.content_type,
    }))
}

/// An error in Firecrawl's form, with the status code of the problem.
fn failed(problem: Problem) -> Response {
    let record = json!({"success": false, "error": problem.detail, "code": problem.kind});
    let mut response = problem.into_response();
    *response.body_mut() = record.to_string().into();
    response
        .headers_mut()
        .insert(axum::http::header::CONTENT_TYPE, axum::http::HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_texts_or_objects() {
        for (given, expected) in [
            (Value::Null, None),
            (json!([]), Some(vec![])),
            (json!(["markdown", {"type": "rawHtml"}]), Some(vec!["markdown", "rawHtml"])),
            (json!(["screenshot"]), None),
            (json!([{"type": "json", "schema": {}}]), None),
            (json!([7]), None),
            (json!("markdown"), None),
        ] {
            let found = formats(Some(given.clone())).ok();
            assert_eq!(found, expected.map(|list| list.into_iter().map(str::to_owned).collect()), "{given}");
        }
        assert_eq!(formats(None), Ok(vec!["markdown".to_owned()]));
    }
}
