//! The path `/mcp`: streamable HTTP without sessions, so that the server keeps no state of its clients. Bodies
//! are read within the limits of all other paths; who may ask was checked before, but for web pages elsewhere.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::response::Response;
use axum::routing::any;
use http_body_util::Full;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::handler::Tools;
use crate::http::{access, body};
use crate::problem::Problem;
use crate::state::ServerState;

type Service = StreamableHttpService<Tools, NeverSessionManager>;

/// The routes of the protocol.
pub(crate) fn routes(state: &ServerState) -> Router<ServerState> {
    let service = service(state);
    let answer =
        move |State(state): State<ServerState>, request: Request| answer(service.clone(), state, request);
    Router::new().route("/mcp", any(answer))
}

fn service(state: &ServerState) -> Service {
    // The names that clients may use are checked before, for all paths.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(state.config().limits.max_body_bytes);
    let state = state.clone();
    StreamableHttpService::new(move || Ok(Tools::new(state.clone())), Arc::default(), config)
}

async fn answer(service: Service, state: ServerState, request: Request) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    access::check_origin(state.config(), &parts.headers)?;
    let (bytes, _memory) = body::read(&state, &parts.headers, body).await?.into_parts();
    parts.headers.remove(header::CONTENT_ENCODING);
    if parts.method == Method::POST {
        serde_json::from_slice::<ClientJsonRpcMessage>(&bytes).map_err(|error| {
            Problem::bad_request(format!("the body is not a message of JSON-RPC 2.0: {error}"))
        })?;
    }
    let response = service.handle(Request::from_parts(parts, Full::new(bytes))).await;
    Ok(response.map(Body::new))
}
