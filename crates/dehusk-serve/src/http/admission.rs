//! How many requests are processed at the same time, in all and for each client. What is too many is refused at once, with the time
//! after which to try again, instead of filling the memory.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;

use crate::config::Config;
use crate::problem::{Problem, RETRY_AFTER_SECONDS};
use crate::state::ServerState;

/// The number of leading bits of an IPv6 address that are the network of one client (RFC 6177 gives each site at least this).
const CLIENT_PREFIX_BITS: u32 = 64;

/// The address that a connection came from. A request without a connection, as in tests, has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

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
    fn admit(self: &Arc<Admission>, client: Option<IpAddr>, config: &Config) -> Result<Admitted, Problem> {
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
struct Admitted {
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

/// Refuses a request that is too many. An admitted request is counted until its answer was sent or its client has gone.
pub(crate) async fn admit(
    State(state): State<ServerState>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let client = client(state.config(), request.headers(), peer);
    let admitted = state.admission().admit(client, state.config())?;
    let response = next.run(request).await;
    Ok(response.map(|body| {
        let body = body.map_frame(move |frame| {
            let _ = &admitted;
            frame
        });
        Body::new(body)
    }))
}

/// The client of a request: the network that the connection came from, or that a trusted proxy says.
pub(crate) fn client(config: &Config, headers: &HeaderMap, peer: Option<IpAddr>) -> Option<IpAddr> {
    let said = config.client_header.as_deref().and_then(|name| {
        let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        values.last().and_then(|value| value.rsplit(',').next()?.trim().parse::<IpAddr>().ok())
    });
    said.or(peer).map(network)
}

/// The address of a client as it is counted: of IPv6, only the network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mask = u128::MAX << (u128::BITS - CLIENT_PREFIX_BITS);
            IpAddr::V6((address.to_bits() & mask).into())
        }
        address => address,
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

    #[test]
    fn a_client_is_a_network_and_only_a_trusted_header_is_believed() {
        let peer = |address: &str| Some(address.parse().unwrap());
        let headers: HeaderMap = [("x-forwarded-for", "1.1.1.1, 2.2.2.2"), ("x-real-ip", "nonsense")]
            .map(|(name, value)| (name.parse::<axum::http::HeaderName>().unwrap(), value.parse().unwrap()))
            .into_iter()
            .collect();
        let with =
            |header: Option<&str>| Config { client_header: header.map(str::to_owned), ..Config::default() };
        for (header, of, expected) in [
            (None, "10.0.0.1", "10.0.0.1"),
            (None, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            (None, "::ffff:10.0.0.1", "10.0.0.1"),
            (Some("X-Forwarded-For"), "10.0.0.1", "2.2.2.2"),
            (Some("x-real-ip"), "10.0.0.1", "10.0.0.1"),
            (Some("x-none"), "10.0.0.1", "10.0.0.1"),
        ] {
            assert_eq!(client(&with(header), &headers, peer(of)), peer(expected), "{header:?} {of}");
        }
    }
}
