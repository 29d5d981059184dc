//! `/v1/batch`: a request for a page on each line, and its record on a line, in the same order, while more lines arrive.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{FutureExt, Stream, StreamExt, stream};
use http_body_util::BodyExt;
use serde::Serialize;

use super::extract::Wish;
use crate::http::body::within;
use crate::http::form::Form;
use crate::page::asked::Asked;
use crate::page::fields::Fields;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;

/// The media type of JSON lines.
const NDJSON: &str = "application/x-ndjson";
/// How many lines of one batch are processed at the same time, for each worker. With two, no worker waits for the next line.
const LINES_PER_WORKER: usize = 2;

/// Many pages, one line of JSON for each
///
/// Each line is a request like the JSON of `/v1/extract`. Each gives one line, in the same order: the record, or a problem with the
/// `id` of the line. Options in the query are for all lines. The answer begins before the request has ended.
#[utoipa::path(
    post, path = "/v1/batch", tag = "pages",
    request_body(content = String, content_type = "application/x-ndjson"),
    responses(
        (status = 200, description = "One line for each line", content_type = "application/x-ndjson", body = String),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(crate) async fn batch(State(state): State<ServerState>, request: Request) -> Result<Response, Problem> {
    let shared = Arc::new(Fields::from_query(request.uri().query().unwrap_or_default())?);
    let at_once = state.config().workers.get() * LINES_PER_WORKER;
    let lines = Lines::new(state.clone(), request.into_body()).into_stream();
    let answers = lines
        .map(move |line| {
            let (state, shared) = (state.clone(), Arc::clone(&shared));
            async move { answer_line(&state, &shared, line).await }
        })
        .buffered(at_once)
        .map(Ok::<Bytes, std::convert::Infallible>);
    Ok(([(header::CONTENT_TYPE, NDJSON)], Body::from_stream(answers)).into_response())
}

/// The lines of a body that is still arriving.
struct Lines {
    state: ServerState,
    body: Body,
    /// What has arrived and belongs to no returned line.
    rest: Vec<u8>,
    /// How much of `rest` has no line break.
    searched: usize,
    ready: VecDeque<Vec<u8>>,
    is_over: bool,
}

impl Lines {
    fn new(state: ServerState, body: Body) -> Lines {
        Lines { state, body, rest: Vec::new(), searched: 0, ready: VecDeque::new(), is_over: false }
    }

    fn into_stream(self) -> impl Stream<Item = Result<Vec<u8>, Problem>> {
        stream::unfold(self, |mut lines| async move {
            let next = lines.next().await?;
            Some((next, lines))
        })
    }

    /// The next line that is not empty. After an error, there is none.
    async fn next(&mut self) -> Option<Result<Vec<u8>, Problem>> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Some(Ok(line));
            }
            if self.is_over {
                return None;
            }
            if let Err(problem) = self.read().await {
                self.is_over = true;
                return Some(Err(problem));
            }
        }
    }

    /// Reads a piece of the body.
    async fn read(&mut self) -> Result<(), Problem> {
        let limits = &self.state.config().limits;
        let (max_bytes, timeout) = (limits.max_body_bytes, limits.body_timeout);
        let Some(frame) = within(timeout, self.body.frame()).await? else {
            self.is_over = true;
            let last = std::mem::take(&mut self.rest);
            self.add_line(last);
            return Ok(());
        };
        let frame = frame
            .map_err(|error| Problem::bad_request(format!("the body of the request broke off: {error}")))?;
        let Ok(data) = frame.into_data() else { return Ok(()) };
        self.rest.extend_from_slice(&data);
        while let Some(at) = self.rest[self.searched..].iter().position(|byte| *byte == b'\n') {
            let tail = self.rest.split_off(self.searched + at + 1);
            let line = std::mem::replace(&mut self.rest, tail);
            self.searched = 0;
            self.add_line(line);
        }
        self.searched = self.rest.len();
        if self.rest.len() > max_bytes { Err(Problem::too_large(max_bytes)) } else { Ok(()) }
    }

    fn add_line(&mut self, line: Vec<u8>) {
        if !line.trim_ascii().is_empty() {
            self.ready.push_back(line);
        }
    }
}

/// The line of a request that failed.
#[derive(Serialize)]
struct FailedLine<'a> {
    id: Option<&'a str>,
    error: ProblemRecord,
}

async fn answer_line(state: &ServerState, shared: &Fields, line: Result<Vec<u8>, Problem>) -> Bytes {
    let mut id = None;
    let mut answer = match record(state, shared, line, &mut id).boxed().await {
        Ok(record) => record,
        Err(problem) => {
            let failed = FailedLine { id: id.as_deref(), error: problem.record() };
            serde_json::to_vec(&failed).unwrap_or_default()
        }
    };
    answer.push(b'\n');
    answer.into()
}

async fn record(
    state: &ServerState,
    shared: &Fields,
    line: Result<Vec<u8>, Problem>,
    id: &mut Option<String>,
) -> Result<Vec<u8>, Problem> {
    let mut fields = shared.clone();
    fields.extend(Fields::from_json(&line?)?);
    *id = fields.peek("id").or_else(|| fields.peek("url"));
    let mut asked = Asked::from_fields(fields);
    let page = asked.page(state).await?;
    let wish = Wish::take(&mut asked.fields, state, Form::Json, false)?;
    let worker_state = state.clone();
    state.run(move |worker| wish.record_line(worker, &page, &worker_state)).await?
}
