//! The Model Context Protocol: the tools `fetch`, `extract`, `explain` and `search_in_page` for agents, over
//! standard input and output or over HTTP.
//!
//! `handler` speaks the protocol with the official SDK, `http` brings it to `/mcp`, `arguments` describes the
//! tools and reads their arguments, `answers` writes what they return. `reading` flags what a page hides,
//! `invisible` removes characters that nobody sees, `slice` cuts long texts, `search` finds passages, `outline`
//! explains. This module does not fetch, and does not decide what main content is.

mod answers;
mod arguments;
mod extractors;
mod handler;
mod http;
mod invisible;
mod marks;
mod outline;
mod reading;
mod search;
mod slice;

use std::io;

use rmcp::ServiceExt;
use rmcp::transport::io::stdio_pipes;

use self::handler::Tools;
pub(crate) use self::http::routes;
use crate::config::Config;
use crate::state::ServerState;

/// Answers a client over standard input and output until it closes them. Nothing else may write to standard
/// output. The address, the token and the names of the configuration do not matter: the client started the
/// process.
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
