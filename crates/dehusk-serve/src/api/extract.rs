//! `/v1/extract`: the main content of a page, as a record or as text, Markdown or HTML.

use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use dehusk::render::Markup;
use dehusk::{Options, Status};
use dehusk_record::{Extra, HTML_HEAD, PageOutcome, Record, RunFacts, Settings, answer};
use serde::Serialize;

use super::bodies::PageBody;
use super::reply::{self, Reply};
use crate::http::form::Form;
use crate::http::headers::STYLED;
use crate::page::asked::{Asked, Page};
use crate::page::fields::Fields;
use crate::page::tokens::{Paging, TextPage, TokenCount, estimate};
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;
use crate::work::pool::Worker;

/// The end of a block in Markdown.
const MARKDOWN_BLOCK_END: &str = "\n\n";
/// The end of a block in text.
const TEXT_BLOCK_END: &str = "\n";

/// The main content of a page
///
/// Send HTML, JSON with `html` or `url`, or a form with `file`. The options of JSON may also be in the query. With `with_source`, the
/// record has the decoded page too, whose bytes `src_start` and `src_end` count.
#[utoipa::path(
    post, path = "/v1/extract", tag = "pages", request_body = PageBody,
    responses(
        (status = 200, description = "The record; or text, Markdown or HTML by `Accept` or `format`", content_type = "application/json", body = serde_json::Value),
        (status = 304, description = "The client has this answer (`If-None-Match`)"),
        (status = "4XX", description = "The request is wrong; `detail` says what to do", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy (`Retry-After`)", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(crate) async fn extract(
    State(state): State<ServerState>,
    headers: HeaderMap,
    asked: Asked,
) -> Result<Response, Problem> {
    respond(&state, &headers, asked, false).await
}

/// Answers `/v1/extract` and, with the reason for each block, `/v1/explain`.
pub(super) async fn respond(
    state: &ServerState,
    headers: &HeaderMap,
    mut asked: Asked,
    explains: bool,
) -> Result<Response, Problem> {
    let form = form(&mut asked.fields, headers)?;
    let origin = asked.take_origin()?;
    let options = asked.fields.to_bytes();
    let wish = Wish::take(&mut asked.fields, state, form, explains)?;
    let page = origin.load(state).await?;
    let tag = reply::tag(&format!("{form:?}{explains}"), &options, &page);
    if let Some(unchanged) = reply::unchanged(headers, &tag) {
        return Ok(unchanged);
    }
    let counted = state.clone();
    let reply = state.run(move |worker| wish.answer(worker, &page, &counted)).await??;
    Ok(reply::finished(headers, reply, &tag))
}

/// The form of the answer: the option `format`, or else the header `Accept`.
fn form(fields: &mut Fields, headers: &HeaderMap) -> Result<Form, Problem> {
    match fields.text("format")? {
        Some(name) => Form::named(&name),
        None => Form::accepted(headers),
    }
}

/// What is wanted of a page.
#[derive(Debug)]
pub(super) struct Wish {
    form: Form,
    settings: Settings,
    options: Options,
    paging: Option<Paging>,
    with_source: bool,
}

/// The record of a page, with what only the server adds.
#[derive(Serialize)]
struct ServedRecord<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    /// The decoded page. The offsets of blocks count its bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<TokenCount>,
}

impl Wish {
    pub(super) fn take(
        fields: &mut Fields,
        state: &ServerState,
        form: Form,
        explains: bool,
    ) -> Result<Wish, Problem> {
        let paging = Paging::take(fields)?;
        if paging.is_some() && form == Form::Html {
            let detail = "HTML is not cut; ask for Markdown or text to use start and max_tokens";
            return Err(Problem::bad_request(detail));
        }
        let with_source = fields.switch("with_source")?;
        if with_source && form != Form::Json {
            return Err(Problem::bad_request("the source is part of the record; accept application/json"));
        }
        let mut settings = fields.settings(&state.config().limits)?;
        settings.explain |= explains;
        if settings.explain && form != Form::Json {
            return Err(Problem::bad_request(
                "an explanation is part of the record; accept application/json",
            ));
        }
        let mut markup = Markup::NONE;
        (markup.markdown, markup.html) = (form == Form::Markdown, form == Form::Html);
        let options =
            settings.options_with(markup).map_err(|error| Problem::bad_request(error.to_string()))?;
        let options = if paging.is_some() { without_other_forms(options) } else { options };
        Ok(Wish { form, settings, options, paging, with_source })
    }

    /// Extracts a page.
    fn answer(&self, worker: &mut Worker, page: &Page, state: &ServerState) -> Result<Reply, Problem> {
        let outcome = self.outcome(worker, page, state);
        match self.form {
            Form::Json => self.record(&outcome, page),
            form => self.text(form, &outcome),
        }
    }

    fn outcome(&self, worker: &mut Worker, page: &Page, state: &ServerState) -> PageOutcome {
        let extractor = worker.extractor(&self.options);
        let start = Instant::now();
        let mut outcome = answer(extractor, &page.id, &page.input(), self.settings.wanted());
        outcome.time = Extra::Timing.is_in(&self.settings.with).then(|| start.elapsed());
        state.metrics().page(outcome.status.as_str(), outcome.bytes);
        outcome
    }

    /// The record as one line of JSON.
    pub(super) fn record_line(
        &self,
        worker: &mut Worker,
        page: &Page,
        state: &ServerState,
    ) -> Result<Vec<u8>, Problem> {
        let outcome = self.outcome(worker, page, state);
        Ok(self.record(&outcome, page)?.body)
    }

    fn record(&self, outcome: &PageOutcome, page: &Page) -> Result<Reply, Problem> {
        let facts = RunFacts::new(&self.options, &self.settings.with).explaining(self.settings.explain);
        let counted = estimate(outcome.markdown.as_deref().unwrap_or(&outcome.text));
        if !self.with_source && self.paging.is_none() {
            let reply = Reply::json(&facts.record(outcome))?;
            return Ok(reply.with_tokens(counted, None).with_status(outcome.status.as_str()));
        }
        let decoded = self
            .with_source
            .then(|| dehusk::source::Source::decode(&page.bytes, page.content_type.as_deref()));
        let cut = self.paging.map(|paging| cut_record(paging, outcome));
        let (outcome, tokens) =
            cut.as_ref().map_or((outcome, None), |(outcome, tokens)| (outcome, Some(*tokens)));
        let source = decoded.as_ref().map(|source| source.text());
        let reply = Reply::json(&ServedRecord { record: facts.record(outcome), source, tokens })?;
        let count = tokens.map_or(counted, |tokens| tokens.count);
        Ok(reply
            .with_tokens(count, tokens.and_then(|tokens| tokens.next_start))
            .with_status(outcome.status.as_str()))
    }

    /// The main content in a form without a record.
    fn text(&self, form: Form, outcome: &PageOutcome) -> Result<Reply, Problem> {
        check(outcome)?;
        let status = outcome.status.as_str();
        let markdown = outcome.markdown.as_deref().unwrap_or_default();
        let (text, block_end) = match form {
            Form::Html => {
                let html = format!("{HTML_HEAD}{}", outcome.html.as_deref().unwrap_or_default());
                let reply = Reply::new(form.media_type(), html);
                return Ok(reply.with(header::CONTENT_SECURITY_POLICY, STYLED).with_status(status));
            }
            Form::Markdown => (markdown, MARKDOWN_BLOCK_END),
            _ => (outcome.text.as_str(), TEXT_BLOCK_END),
        };
        let Some(paging) = self.paging else {
            return Ok(Reply::new(form.media_type(), text)
                .with_tokens(estimate(text), None)
                .with_status(status));
        };
        let TextPage { text, tokens } = paging.cut(text, block_end);
        let reply = Reply::new(form.media_type(), text);
        Ok(reply.with_tokens(tokens.count, tokens.next_start).with_status(status))
    }
}

/// Leaves out HTML and blocks, which have all of the text too, for a record that is cut.
fn without_other_forms(options: Options) -> Options {
    let (mut markup, mut parts) = (options.markup(), options.parts());
    (markup.html, parts.blocks) = (false, false);
    options.with_markup(markup).with_parts(parts)
}

/// Cuts the Markdown of a record, if it has any, or else the text. A cut record has one of them only.
fn cut_record(paging: Paging, outcome: &PageOutcome) -> (PageOutcome, TokenCount) {
    let mut cut = outcome.clone();
    let page = match &outcome.markdown {
        Some(markdown) => {
            let page = paging.cut(markdown, MARKDOWN_BLOCK_END);
            (cut.text, cut.markdown) = (String::new(), Some(page.text));
            page.tokens
        }
        None => {
            let page = paging.cut(&outcome.text, TEXT_BLOCK_END);
            cut.text = page.text;
            page.tokens
        }
    };
    (cut, page)
}

/// Turns the status of a page without text into an error, for forms that cannot say it.
pub(crate) fn check(outcome: &PageOutcome) -> Result<(), Problem> {
    let reason = outcome.reason.as_deref().unwrap_or("unknown reason");
    match outcome.status {
        Status::NotHtml => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not-html",
            format!("the page does not look like HTML ({reason})"),
        )),
        Status::Timeout => Err(timed_out()),
        Status::TooLarge => Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "body-too-large",
            "the page is larger than max_bytes",
        )),
        Status::Error => Err(Problem::internal(outcome.error.clone().unwrap_or_default())),
        _ => Ok(()),
    }
}

/// The work on a page takes longer than its deadline allows.
pub(super) fn timed_out() -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "page-timeout",
        "extracting this page takes longer than the limit; raise timeout_ms as far as the server allows",
    )
}
