//! Reads the body of a request within the limits of size, memory and time, and removes its content codings.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use dehusk_http::content_coding::{self, CodingError, Limits};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use crate::problem::Problem;
use crate::state::ServerState;

/// The unit in which the memory of bodies is counted, in bytes: a semaphore counts to 2^29 at least.
const UNIT_BYTES: usize = 1024;

/// The memory that is left for request bodies.
#[derive(Debug)]
pub(crate) struct BodyMemory(Arc<Semaphore>);

impl BodyMemory {
    pub(crate) fn new(max_bytes: usize) -> BodyMemory {
        BodyMemory(Arc::new(Semaphore::new((max_bytes / UNIT_BYTES).min(Semaphore::MAX_PERMITS))))
    }

    /// Takes memory for a body, until the returned value is dropped.
    fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Problem> {
        let units = u32::try_from(bytes.div_ceil(UNIT_BYTES)).unwrap_or(u32::MAX);
        Arc::clone(&self.0)
            .try_acquire_many_owned(units)
            .map_err(|_| Problem::busy("the pages of other requests fill the memory; try again later"))
    }
}

/// A body and its share of the memory.
#[derive(Debug)]
pub(crate) struct ReadBody {
    pub(crate) bytes: Bytes,
    memory: Option<OwnedSemaphorePermit>,
}

impl ReadBody {
    /// Splits off the share of the memory. It has to live as long as what was made of the body.
    pub(crate) fn into_parts(self) -> (Bytes, Option<OwnedSemaphorePermit>) {
        (self.bytes, self.memory)
    }
}

/// Reads a body.
pub(crate) async fn read(state: &ServerState, headers: &HeaderMap, body: Body) -> Result<ReadBody, Problem> {
    let limits = &state.config().limits;
    let max_bytes = limits.max_body_bytes;
    let declared = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if declared.is_some_and(|declared: usize| declared > max_bytes) {
        return Err(Problem::too_large(max_bytes));
    }
    let codings = codings(headers);
    let is_encoded = !codings.is_empty();
    let needed = declared.filter(|_| !is_encoded).unwrap_or(max_bytes);
    let mut memory = state.body_memory().take(needed)?;
    let bytes = within(limits.body_timeout, collect(body, max_bytes)).await??;
    let bytes = if is_encoded { decode(state, bytes, codings).await? } else { bytes };
    // What was taken for the worst case is given back.
    let surplus = needed.saturating_sub(bytes.len()) / UNIT_BYTES;
    drop(memory.split(surplus));
    Ok(ReadBody { bytes, memory: Some(memory) })
}

/// Waits for `work`, but no longer than this time.
pub(crate) async fn within<T>(timeout: Duration, work: impl Future<Output = T>) -> Result<T, Problem> {
    time::timeout(timeout, work).await.map_err(|_| {
        let detail = format!("the body of the request did not arrive within {} s", timeout.as_secs());
        Problem::new(StatusCode::REQUEST_TIMEOUT, "body-timeout", detail)
    })
}

async fn collect(mut body: Body, max_bytes: usize) -> Result<Bytes, Problem> {
    let mut first = Bytes::new();
    let mut all = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame
            .map_err(|error| Problem::bad_request(format!("the body of the request broke off: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        if first.len().max(all.len()) + data.len() > max_bytes {
            return Err(Problem::too_large(max_bytes));
        }
        if first.is_empty() && all.is_empty() {
            first = data;
        } else {
            all.extend_from_slice(&std::mem::take(&mut first));
            all.extend_from_slice(&data);
        }
    }
    Ok(if all.is_empty() { first } else { all.into() })
}

/// The content codings of all headers `Content-Encoding`, in their order, without `identity`.
fn codings(headers: &HeaderMap) -> String {
    let values = headers.get_all(header::CONTENT_ENCODING).iter();
    let values: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    let codings = values.iter().flat_map(|value| value.split(',')).map(str::trim);
    codings.filter(|coding| !coding.eq_ignore_ascii_case("identity")).collect::<Vec<_>>().join(",")
}

/// Removes content codings on a worker.
async fn decode(state: &ServerState, bytes: Bytes, codings: String) -> Result<Bytes, Problem> {
    let max_bytes = state.config().limits.max_body_bytes;
    let limits = Limits { max_bytes, may_end_early: false };
    let decoded = state.run(move |_| content_coding::decode(bytes.into(), &codings, limits)).await?;
    decoded.map(Bytes::from).map_err(|error| match error {
        CodingError::TooLarge { .. } => Problem::too_large(max_bytes),
        CodingError::Unknown(_) | CodingError::TooMany => {
            let detail = format!("{error}; known are {}", content_coding::ACCEPTED);
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unknown-encoding", detail)
        }
        error => Problem::bad_request(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_those_of_all_headers() {
        let headers = HeaderMap::from_iter(
            ["gzip, identity", "br"].map(|value| (header::CONTENT_ENCODING, value.parse().unwrap())),
        );
        // A map from pairs keeps the last one.
        assert_eq!(codings(&headers), "br");
        let mut headers = HeaderMap::new();
        headers.append(header::CONTENT_ENCODING, "gzip, identity".parse().unwrap());
        headers.append(header::CONTENT_ENCODING, "br".parse().unwrap());
        assert_eq!(codings(&headers), "gzip,br");
        assert_eq!(codings(&HeaderMap::new()), "");
    }

    #[test]
    fn memory_is_given_back() {
        let memory = BodyMemory::new(10 * UNIT_BYTES);
        let taken = memory.take(9 * UNIT_BYTES + 1).unwrap();
        assert_eq!(memory.take(1).unwrap_err().kind, "busy");
        drop(taken);
        assert!(memory.take(10 * UNIT_BYTES).is_ok());
    }
}
