//! Counts requests while they are processed. What is too many is refused at once, with the time after which to try again, instead of
//! filling the memory.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;

use crate::config::Config;
use crate::problem::Problem;
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
