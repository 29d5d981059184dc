//! `/v1/metadata`: what a page says about itself.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use dehusk::Options;
use dehusk::metadata::Context;
use dehusk_record::{MetadataPage, PageOutcome};

use super::bodies::MetadataBody;
use super::reply::{self, Reply};
use crate::page::asked::{Asked, Page};
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;
use crate::work::pool::Worker;

/// The metadata of a page
///
/// Title, authors, date, site, language and other fields, each with its origin. No main content is extracted.
#[utoipa::path(
    post, path = "/v1/metadata", tag = "pages", request_body = MetadataBody,
    responses(
        (status = 200, description = "The metadata", content_type = "application/json", body = serde_json::Value),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(crate) async fn metadata(
    State(state): State<ServerState>,
    headers: HeaderMap,
    mut asked: Asked,
) -> Result<Response, Problem> {
    let origin = asked.take_origin()?;
    let bytes = asked.fields.to_bytes();
    let settings = asked.fields.settings(&state.config().limits)?;
    let options = settings.options().map_err(|error| Problem::bad_request(error.to_string()))?;
    let page = origin.load(&state).await?;
    let tag = reply::tag("metadata", &bytes, &page);
    if let Some(unchanged) = reply::unchanged(&headers, &tag) {
        return Ok(unchanged);
    }
    let reply = state.run(move |worker| answer(worker, &options, &page)).await??;
    Ok(reply::finished(&headers, reply, &tag))
}

fn answer(worker: &mut Worker, options: &Options, page: &Page) -> Result<Reply, Problem> {
    let input = page.input();
    let mut opened = worker.extractor(options).open_page(&input);
    let context = Context { address: input.address, ..Context::default() };
    let metadata = opened.metadata(&context);
    let outcome = PageOutcome::metadata_only(&page.id, page.bytes.len(), opened.status(), metadata);
    let outcome = PageOutcome { url: page.address.clone(), ..outcome };
    Ok(Reply::json(&MetadataPage::of(&outcome))?.with_status(outcome.status.as_str()))
}
