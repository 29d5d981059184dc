//! How many requests are processed at the same time, in all and for each client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;

use crate::config::Config;
use crate::problem::{Problem, RETRY_AFTER_SECONDS};

/// Counts the requests that are processed now.
#[derive(Debug, Default)]
pub(crate) struct Admission {
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_client: HashMap<IpAddr, usize>,
}

impl Admission {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of requests that are processed now.
    pub(crate) fn running(&self) -> usize {
        self.lock().all
    }

    /// Admits a request, until the returned value is dropped.
    pub(crate) fn admit(
        self: &Arc<Admission>,
        client: Option<IpAddr>,
        config: &Config,
    ) -> Result<Admitted, Problem> {
        let mut counts = self.lock();
        if counts.all >= config.limits.max_requests {
            return Err(Problem::busy("the server has too many requests; try again later"));
        }
        if let Some(client) = client {
            let of_client = counts.by_client.entry(client).or_default();
            if *of_client >= config.limits.max_client_requests {
                let detail = "you have too many requests at the same time; wait for their answers";
                let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail);
                return Err(Problem { retry_after: Some(RETRY_AFTER_SECONDS), ..problem });
            }
            *of_client += 1;
        }
        counts.all += 1;
        Ok(Admitted { admission: Arc::clone(self), client })
    }
}

/// An admitted request. It is counted until this is dropped.
#[derive(Debug)]
pub(crate) struct Admitted {
    admission: Arc<Admission>,
    client: Option<IpAddr>,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut counts = self.admission.lock();
        counts.all -= 1;
        if let Some(client) = self.client {
            let is_last = counts.by_client.get_mut(&client).is_none_or(|count| {
                *count -= 1;
                *count == 0
            });
            if is_last {
                counts.by_client.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(max_requests: usize, max_client_requests: usize) -> Config {
        let mut config = Config::default();
        (config.limits.max_requests, config.limits.max_client_requests) = (max_requests, max_client_requests);
        config
    }

    #[test]
    fn requests_are_counted_until_they_end() {
        let (config, admission) = (config(3, 2), Arc::new(Admission::default()));
        let [a, b] = ["10.0.0.1", "10.0.0.2"].map(|address| Some(address.parse().unwrap()));
        let first = admission.admit(a, &config).unwrap();
        let second = admission.admit(a, &config).unwrap();
        assert_eq!(admission.admit(a, &config).unwrap_err().status, StatusCode::TOO_MANY_REQUESTS);
        let third = admission.admit(b, &config).unwrap();
        assert_eq!(admission.admit(b, &config).unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        drop((first, third));
        drop(admission.admit(a, &config).unwrap());
        drop(second);
        assert_eq!(admission.running(), 0);
        assert!(admission.lock().by_client.is_empty());
    }
}
