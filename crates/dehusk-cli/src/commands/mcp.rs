//! `dehusk mcp`: tools for agents over standard input and output (Model Context Protocol). The tools are in
//! `dehusk-serve`.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use dehusk_serve::{Config, Limits, WORKER_NAME, serve_stdio};

use super::shared::{milliseconds, or_one, size};
use crate::exit::Exit;
use crate::worker;

/// Serve tools for agents over standard input and output (Model Context Protocol)
///
/// An agent's client starts this command; it is not for people. Its tools: `fetch` (the main content of an
/// address), `extract` (of HTML), `search_in_page` (passages that answer a query) and `explain` (why blocks
/// were kept or removed). `dehusk serve` has the same tools over HTTP, at /mcp.
///
/// For a client with a list of servers in JSON: {"mcpServers": {"dehusk": {"command": "dehusk", "args":
/// ["mcp"]}}}
#[derive(Args)]
pub(crate) struct McpArgs {
    /// Fetch this host although it is not public, on the ports of public servers or on the given port. May be
    /// given several times [default: only public addresses are fetched, on the ports 80, 443, 8080 and 8443]
    #[arg(long, value_name = "HOST[:PORT]")]
    allow_host: Vec<String>,

    /// Fetch every address that this machine reaches, also of its own network. An agent then reads whatever a
    /// page that it has read makes it ask for
    #[arg(long)]
    allow_private: bool,

    /// Fetch nothing: tools take HTML only
    #[arg(long, conflicts_with_all = ["allow_host", "allow_private"])]
    no_fetch: bool,

    /// Maximum time in milliseconds for fetching one page with its redirects
    #[arg(long, value_name = "N", default_value_t = milliseconds(Limits::default().fetch_timeout), value_parser = clap::value_parser!(u64).range(1..))]
    fetch_timeout_ms: u64,

    /// Maximum size of a page, such as 500K or 20M, both as sent and decompressed
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_body_bytes))]
    max_bytes: NonZeroUsize,
}

pub(super) fn execute(args: McpArgs) -> anyhow::Result<Exit> {
    let limits = Limits {
        fetch_timeout: Duration::from_millis(args.fetch_timeout_ms),
        max_body_bytes: args.max_bytes.get(),
        ..Limits::default()
    };
    let config = Config {
        fetches: !args.no_fetch,
        allowed_hosts: args.allow_host,
        allows_private: args.allow_private,
        limits,
        ..Config::default()
    };
    worker::quiet_panics_of(&[WORKER_NAME]);
    serve_stdio(config).context("the client ended the conversation early")?;
    Ok(Exit::Success)
}
