//! Gives every request an ID, logs it as a line of JSON, and counts it. A log line has no page text and no address of a page.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use serde::Serialize;

use super::admission::{Peer, client, network};
use crate::config::Config;
use crate::shared::metrics::Refusal;
use crate::shared::request_ids::unix_time;
use crate::state::ServerState;

/// The header with the ID of a request.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of an ID that a client gives, in bytes. Chosen by hand; a UUID has 36.
const MAX_ID_BYTES: usize = 64;
/// What is logged for a path that the server does not have. The path itself could be anything.
const NO_ROUTE: &str = "none";

/// One line of the log.
#[derive(Serialize)]
struct Line<'a> {
    /// Seconds since 1970.
    time: f64,
    request: &'a str,
    client: Option<String>,
    method: &'a str,
    route: &'a str,
    status: u16,
    /// Milliseconds until the head of the answer.
    ms: f64,
}

/// Logs a request.
pub(crate) async fn log(State(state): State<ServerState>, request: Request, next: Next) -> Response {
    let (start, id) = (Instant::now(), id(request.headers(), state.next_request()));
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let client = client(state.config(), request.headers(), peer);
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    let took = start.elapsed();
    state.metrics().request(route, response.status().as_u16(), took);
    if state.config().logs {
        write(&Line {
            time: unix_time(),
            request: &id,
            client: client.map(|client| client.to_string()),
            method: method.as_str(),
            route,
            status: response.status().as_u16(),
            ms: (took.as_secs_f64() * 1e6).round() / 1e3,
        });
    }
    response
}

/// The ID that the client gave, if it is harmless, or else a new one.
fn id(headers: &HeaderMap, new: String) -> String {
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let is_harmless = |id: &&str| {
        (1..=MAX_ID_BYTES).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    given.filter(is_harmless).map_or(new, str::to_owned)
}

/// One line of the log for what was refused before it was a request.
#[derive(Serialize)]
struct RefusedLine {
    /// Seconds since 1970.
    time: f64,
    client: String,
    refused: &'static str,
}

/// Logs what was refused before it was a request.
pub(crate) fn refusal(config: &Config, peer: SocketAddr, refusal: Refusal) {
    if config.logs {
        let client = network(peer.ip()).to_string();
        write(&RefusedLine { time: unix_time(), client, refused: refusal.word() });
    }
}

fn write(line: &impl Serialize) {
    let Ok(mut line) = serde_json::to_vec(line) else { return };
    line.push(b'\n');
    // A log that cannot be written must not stop the server.
    let _ = io::stderr().lock().write_all(&line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_ids_are_taken_over() {
        for (given, expected) in [
            ("7f.A_b-9", "7f.A_b-9"),
            ("", "new"),
            ("a b", "new"),
            ("\"},{\"", "new"),
            (&"a".repeat(MAX_ID_BYTES), &"a".repeat(MAX_ID_BYTES)),
            (&"a".repeat(MAX_ID_BYTES + 1), "new"),
        ] {
            let headers = HeaderMap::from_iter([(REQUEST_ID, given.parse().unwrap())]);
            assert_eq!(id(&headers, "new".to_owned()), expected);
        }
    }
}
