//! IDs for requests whose clients gave none.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Makes the IDs of requests: the time of the start, and a number.
#[derive(Debug)]
pub(crate) struct RequestIds {
    start: u64,
    next: AtomicU64,
}

impl RequestIds {
    pub(crate) fn new() -> RequestIds {
        RequestIds { start: unix_time() as u64, next: AtomicU64::new(1) }
    }

    pub(crate) fn next(&self) -> String {
        format!("{:x}-{:x}", self.start, self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// Seconds since 1970, with milliseconds.
pub(crate) fn unix_time() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs_f64() * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_ids_are_the_same() {
        let ids = RequestIds::new();
        assert_ne!(ids.next(), ids.next());
    }
}
