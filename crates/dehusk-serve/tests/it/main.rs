//! The server as its clients see it: most tests ask the router without a socket, some ask a listening server.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy.toml allows them in tests, but not in helpers of tests"
)]

mod access;
mod api;
mod bodies;
mod cache;
mod client;
mod forms;
mod hostile;
mod mcp;
mod openapi;
mod pages;
mod slow;
