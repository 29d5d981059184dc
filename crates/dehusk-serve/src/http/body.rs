//! Reads the body of a request within the limits of size, memory and time, and removes its content codings.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use dehusk_http::content_coding::{self, CodingError, Limits};
use http_body_util::BodyExt;
use tokio::time;

use crate::problem::Problem;
use crate::shared::memory::{MAX_MEMORY_WAIT, Share};
use crate::state::ServerState;

/// How many times larger than a compressed page its HTML usually is at most. Real pages are 3 to 12 times larger; chosen by hand.
const USUAL_EXPANSION: usize = 16;
/// How much more room the next try has. Chosen by hand.
const MORE_EACH_TRY: usize = 4;

/// A body and its share of the memory.
#[derive(Debug)]
pub(crate) struct ReadBody {
    bytes: Bytes,
    share: Share,
}

impl ReadBody {
    /// Splits off the share of the memory. It has to live as long as what was made of the body.
    pub(crate) fn into_parts(self) -> (Bytes, Share) {
        (self.bytes, self.share)
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
    let mut share = state.body_memory().share();
    let bytes = within(limits.body_timeout, collect(body, max_bytes, &mut share)).await??;
    let codings = codings(headers);
    if codings.is_empty() || bytes.is_empty() {
        return Ok(ReadBody { bytes, share });
    }
    let decoded = decode(state, &bytes, &codings, &mut share).await?;
    share.shrink_to(decoded.len());
    Ok(ReadBody { bytes: decoded, share })
}

/// Waits for `work`, but no longer than this time.
pub(crate) async fn within<T>(timeout: Duration, work: impl Future<Output = T>) -> Result<T, Problem> {
    time::timeout(timeout, work).await.map_err(|_| {
        let detail = format!("the body of the request did not arrive within {} s", timeout.as_secs());
        Problem::new(StatusCode::REQUEST_TIMEOUT, "body-timeout", detail)
    })
}

/// Collects the pieces of a body. Memory is taken as they arrive.
async fn collect(mut body: Body, max_bytes: usize, share: &mut Share) -> Result<Bytes, Problem> {
    let mut first = Bytes::new();
    let mut all = Vec::new();
    while let Some(frame) = body.frame().await {
        let broke_off =
            |error: axum::Error| Problem::bad_request(format!("the body of the request broke off: {error}"));
        let Ok(data) = frame.map_err(broke_off)?.into_data() else { continue };
        let length = first.len().max(all.len()) + data.len();
        if length > max_bytes {
            return Err(Problem::too_large(max_bytes));
        }
        share.grow_to(length, MAX_MEMORY_WAIT).await?;
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
pub(super) fn codings(headers: &HeaderMap) -> String {
    let values = headers.get_all(header::CONTENT_ENCODING).iter();
    let values: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    let codings = values.iter().flat_map(|value| value.split(',')).map(str::trim);
    codings.filter(|coding| !coding.eq_ignore_ascii_case("identity")).collect::<Vec<_>>().join(",")
}

/// Removes content codings. How long the decoded body is, is not known before: memory is taken for a usual one, and for a larger one if
/// that was not enough. Each try has [`MORE_EACH_TRY`] times the room of the one before, so all of them take less than half as long again
/// as the last one alone.
async fn decode(
    state: &ServerState,
    bytes: &Bytes,
    codings: &str,
    share: &mut Share,
) -> Result<Bytes, Problem> {
    let most = state.config().limits.max_body_bytes;
    let mut max_bytes = bytes.len().saturating_mul(USUAL_EXPANSION).min(most);
    loop {
        share.grow_to(bytes.len() + max_bytes, MAX_MEMORY_WAIT).await?;
        match decode_within(state, bytes.clone(), codings.to_owned(), max_bytes).await? {
            Err(CodingError::TooLarge { .. }) if max_bytes < most => {
                max_bytes = max_bytes.saturating_mul(MORE_EACH_TRY).min(most);
                // Whoever waits holds nothing that others wait for.
                share.shrink_to(bytes.len());
            }
            decoded => return decoded.map(Bytes::from).map_err(|error| problem(error, most)),
        }
    }
}

/// Removes content codings on a worker.
async fn decode_within(
    state: &ServerState,
    bytes: Bytes,
    codings: String,
    max_bytes: usize,
) -> Result<Result<Vec<u8>, CodingError>, Problem> {
    let limits = Limits { max_bytes, may_end_early: false };
    state.run(move |_| content_coding::decode(bytes.into(), &codings, limits)).await
}

pub(super) fn problem(error: CodingError, max_bytes: usize) -> Problem {
    match error {
        CodingError::TooLarge { .. } => Problem::too_large(max_bytes),
        CodingError::Unknown(_) | CodingError::TooMany => {
            let detail = format!("{error}; known are {}", content_coding::ACCEPTED);
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unknown-encoding", detail)
        }
        error => Problem::bad_request(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_those_of_all_headers() {
        let headers = HeaderMap::from_iter(
            ["gzip, identity", "br"].map(|value| (header::CONTENT_ENCODING, value.parse().unwrap())),
        );
        assert_eq!(codings(&headers), "gzip,br");
        assert_eq!(codings(&HeaderMap::new()), "");
    }
}
