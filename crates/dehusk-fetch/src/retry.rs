//! Which failures are temporary, and how long to wait before another attempt.

use std::time::Duration;

use ureq::http::{HeaderMap, StatusCode, header};

use crate::error::FetchError;

/// The wait before the first retry. Each further wait is twice as long. Chosen by hand.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The maximum number of times that the wait is doubled, so that it stays a number.
const MAX_DOUBLINGS: u32 = 16;

/// The status codes of servers that are busy or being restarted (RFC 6585, 4; RFC 9110, 15.6.3 to 15.6.5).
const TEMPORARY_STATUSES: [u16; 4] = [429, 502, 503, 504];

/// Why an attempt failed, and whether another one makes sense.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) error: FetchError,
    is_temporary: bool,
    /// The wait that the server asks for.
    wait: Option<Duration>,
}

impl Failure {
    pub(crate) fn temporary(error: FetchError) -> Failure {
        Failure { error, is_temporary: true, wait: None }
    }

    /// The failure of a response with the status code of an error, from this address.
    pub(crate) fn status(status: StatusCode, headers: &HeaderMap, address: String) -> Failure {
        let after = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        Failure {
            error: FetchError::Status { code: status.as_u16(), address },
            is_temporary: TEMPORARY_STATUSES.contains(&status.as_u16()),
            // A date is not read: it is rare, and needs the clock of the server.
            wait: after.and_then(|seconds| seconds.trim().parse().ok()).map(Duration::from_secs),
        }
    }

    /// The wait before retry number `retry`, counted from 0. None if another attempt makes no sense.
    pub(crate) fn wait_before(&self, retry: u32) -> Option<Duration> {
        let doubled = FIRST_WAIT.saturating_mul(1 << retry.min(MAX_DOUBLINGS));
        self.is_temporary.then(|| self.wait.unwrap_or(doubled))
    }
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Failure {
        let is_temporary = matches!(error, FetchError::Incomplete(_));
        Failure { error, is_temporary, wait: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(status: u16, retry_after: Option<&str>, retry: u32) -> Option<u64> {
        let fields = retry_after.map(|value| (header::RETRY_AFTER, value.parse().unwrap()));
        let status = StatusCode::from_u16(status).unwrap();
        let failure = Failure::status(status, &HeaderMap::from_iter(fields), String::new());
        failure.wait_before(retry).map(|wait| wait.as_millis().try_into().unwrap())
    }

    #[test]
    fn only_busy_servers_are_asked_again_after_the_time_that_they_ask_for() {
        for (status, retry_after, retry, expected) in [
            (503, None, 0, Some(500)),
            (503, None, 2, Some(2000)),
            (429, Some("7"), 0, Some(7000)),
            (503, Some("Wed, 21 Oct 2026 07:28:00 GMT"), 1, Some(1000)),
            (500, Some("1"), 0, None),
            (404, None, 0, None),
        ] {
            assert_eq!(wait(status, retry_after, retry), expected, "{status} {retry_after:?}");
        }
        assert!(wait(503, None, u32::MAX).is_some());
    }
}
