//! `/v1/batch`: a request for a page on each line, and its record on a line, in the same order, while more lines arrive. Lines are read
//! ([`lines`]) as fast as pages are done, whether or not the client reads the answers ([`spool`]).

mod lines;
mod spool;

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{FutureExt, StreamExt};
use serde::Serialize;
use tokio::task::JoinSet;

use self::lines::{Line, Lines};
use self::spool::Writer;
use super::extract::Wish;
use crate::http::decoding::decoded;
use crate::http::form::Form;
use crate::page::asked::Asked;
use crate::page::fields::Fields;
use crate::problem::{Problem, ProblemRecord};
use crate::shared::progress::Progress;
use crate::state::ServerState;

/// The media type of JSON lines.
const NDJSON: &str = "application/x-ndjson";
/// How many lines of one batch are processed at the same time, for each worker. With two, no worker waits for the next line.
const LINES_PER_WORKER: usize = 2;

/// Many pages, one line of JSON for each
///
/// Each line is a request like the JSON of `/v1/extract`. Each gives one line, in the same order: the record, or a problem with the
/// `id` of the line. Options in the query are for all lines. The answer begins before the request has ended, and may be read after it.
#[utoipa::path(
    post, path = "/v1/batch", tag = "pages",
    request_body(content = String, content_type = "application/x-ndjson"),
    responses(
        (status = 200, description = "One line for each line", content_type = "application/x-ndjson", body = String),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(crate) async fn batch(State(state): State<ServerState>, request: Request) -> Result<Response, Problem> {
    let shared = Fields::from_query(request.uri().query().unwrap_or_default())?;
    check_shared(&shared, &state)?;
    let shared = Arc::new(shared);
    let progress = request.extensions().get::<Arc<Progress>>().cloned().unwrap_or_default();
    let (parts, body) = request.into_parts();
    let body = decoded(&parts.headers, body, state.config().limits.max_body_bytes)?;
    let (writer, reader) = spool::open(state.unread());
    // The task ends with the answer, which a client that has gone does not read.
    let mut answering = JoinSet::new();
    answering.spawn(answer_all(state, shared, body, writer, progress));
    let answers = reader.into_stream().map(move |answer| {
        let _lives_as_long = &answering;
        answer
    });
    Ok(([(header::CONTENT_TYPE, NDJSON)], Body::from_stream(answers)).into_response())
}

/// Refuses options for all lines that are wrong for every line.
fn check_shared(shared: &Fields, state: &ServerState) -> Result<(), Problem> {
    let mut asked = Asked::from_fields(shared.clone());
    asked.take_origin()?;
    if asked.fields.peek("method").is_none() {
        // They may be those of the methods that lines name.
        asked.fields.value("params");
        asked.fields.list("param")?;
    }
    wish(&mut asked.fields, state).map(drop)
}

/// Takes what is wanted of the page of a line.
fn wish(fields: &mut Fields, state: &ServerState) -> Result<Wish, Problem> {
    match fields.text("format")?.as_deref().map(Form::named).transpose()? {
        None | Some(Form::Json) => Wish::take(fields, state, Form::Json, false),
        Some(_) => Err(Problem::bad_request(
            "each line is answered with a record, so the format is json; \"with\": [\"markdown\"] adds the Markdown to it",
        )),
    }
}

/// Answers all lines of a body.
async fn answer_all(
    state: ServerState,
    shared: Arc<Fields>,
    body: Body,
    writer: Writer,
    progress: Arc<Progress>,
) {
    let limits = &state.config().limits;
    // Half of the time after which the connection of a client that reads nothing is cut: the client is still told why.
    let patience = limits.write_timeout / 2;
    let discards = Arc::new(AtomicBool::new(false));
    let lines = Lines::new(state.clone(), body, Arc::clone(&discards)).into_stream();
    let answers = lines
        .map(|line| answer_line(&state, &shared, line))
        .buffered(state.config().workers.get() * LINES_PER_WORKER);
    let mut answers = pin!(answers);
    let mut is_stalled = false;
    while let Some(answer) = answers.next().await {
        progress.worked();
        if !is_stalled && writer.push(answer, patience).await.is_err() {
            is_stalled = true;
            discards.store(true, Ordering::Relaxed);
            writer.close(Some(line_of(None, &unread(limits.max_unread_bytes))));
        }
    }
    if !is_stalled {
        writer.close(None);
    }
}

/// The client reads nothing, and there is no room for more answers.
fn unread(max_bytes: usize) -> Problem {
    let detail = format!(
        "no further line was answered: the answers that clients have not read fill {max_bytes} bytes (--max-unread) or the folder for \
         temporary files; read answers while you send, or send smaller batches"
    );
    Problem::new(StatusCode::INSUFFICIENT_STORAGE, "unread", detail)
}

/// The line of a request that failed.
#[derive(Serialize)]
struct FailedLine<'a> {
    id: Option<&'a str>,
    error: ProblemRecord,
}

async fn answer_line(state: &ServerState, shared: &Fields, line: Result<Line, Problem>) -> Bytes {
    let mut id = None;
    match record(state, shared, line, &mut id).boxed().await {
        Ok(mut record) => {
            record.push(b'\n');
            record.into()
        }
        Err(problem) => line_of(id.as_deref(), &problem),
    }
}

/// A problem as a line.
fn line_of(id: Option<&str>, problem: &Problem) -> Bytes {
    let mut line = serde_json::to_vec(&FailedLine { id, error: problem.record() }).unwrap_or_default();
    line.push(b'\n');
    line.into()
}

async fn record(
    state: &ServerState,
    shared: &Fields,
    line: Result<Line, Problem>,
    id: &mut Option<String>,
) -> Result<Vec<u8>, Problem> {
    let Line { bytes, share } = line?;
    let mut fields = shared.clone();
    fields.extend(Fields::from_json(&bytes)?);
    drop(bytes);
    *id = if fields.has("id") { fields.peek("id") } else { fields.peek("url") };
    let mut asked = Asked::from_line(fields, share);
    let origin = asked.take_origin()?;
    let wish = wish(&mut asked.fields, state)?;
    let page = origin.load(state).await?;
    let worker_state = state.clone();
    state.run(move |worker| wish.record_line(worker, &page, &worker_state)).await?
}
