//! Counts requests while they are processed. What is too many is refused at once, with the time after which to try again, instead of
//! filling the memory.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

use crate::config::Config;
use crate::problem::Problem;
use crate::shared::admission::Admitted;
use crate::state::ServerState;

/// The number of leading bits of an IPv6 address that are the network of one client (RFC 6177 gives each site at least this).
const CLIENT_PREFIX_BITS: u32 = 64;

/// The address that a connection came from. A request without a connection, as in tests, has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

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
    Ok(response.map(|body| Body::new(Counted { body, _admitted: admitted })))
}

/// The body of an answer whose request is counted until all is sent.
struct Counted {
    body: Body,
    _admitted: Admitted,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The client of a request: the network that the connection came from, or that a trusted proxy says.
pub(crate) fn client(config: &Config, headers: &HeaderMap, peer: Option<IpAddr>) -> Option<IpAddr> {
    let said = config.client_header.as_deref().and_then(|name| {
        let mut values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        values.next_back().and_then(|value| value.rsplit(',').next()?.trim().parse::<IpAddr>().ok())
    });
    said.or(peer).map(network)
}

/// The address of a client as it is counted: of IPv6, only the network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
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
