//! The Model Context Protocol: the tools `fetch`, `extract`, `explain` and `search_in_page` for agents, over standard input and
//! output or over HTTP.
//!
//! `handler` speaks the protocol with the official SDK, `arguments` describes the tools and reads their arguments, `answers` writes
//! what they return. `reading` flags what a page hides, `invisible` removes characters that nobody sees, `slice` cuts long texts,
//! `search` finds passages, `outline` explains. This module does not fetch, and does not decide what main content is.

mod answers;
mod arguments;
mod extractors;
mod handler;
mod invisible;
mod marks;
mod outline;
mod reading;
mod search;
mod slice;

use std::io;
use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::transport::io::stdio_pipes;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use self::handler::Tools;
use crate::config::Config;
use crate::state::ServerState;

/// The service of `/mcp`: streamable HTTP without sessions, so that the server keeps no state of its clients.
pub(crate) type McpService = StreamableHttpService<Tools, NeverSessionManager>;

/// Returns the service of `/mcp`. Who may ask, and by which name, was checked before.
pub(crate) fn service(state: &ServerState) -> McpService {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(state.config().limits.max_body_bytes);
    let state = state.clone();
    StreamableHttpService::new(move || Ok(Tools::new(state.clone())), Arc::default(), config)
}

/// Answers a client over standard input and output until it closes them. Nothing else may write to standard output. The address, the
/// token and the names of the configuration do not matter: the client started the process.
///
/// # Errors
/// If the threads cannot be started, or the client does not speak the protocol.
pub fn serve_stdio(config: Config) -> io::Result<()> {
    // Pages are fetched and extracted on other threads; this one only waits.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tools = Tools::new(ServerState::new(config)?);
    runtime.block_on(async {
        let running = tools.serve(stdio_pipes()).await.map_err(io::Error::other)?;
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    })
}

#[cfg(test)]
mod tests;
