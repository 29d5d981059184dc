//! The server of dehusk: main content over HTTP, in the forms of other services too, and a workbench in the browser.
//!
//! [`Config`] says where to listen, who may ask and what may be fetched. [`ServerState`] holds what requests share, [`router`] answers
//! them, and [`serve`] listens until the process is told to stop.
//!
//! A request goes through `http` (who may ask, how much, how its body is read), is understood by `page` (which page, which options),
//! and answered by a module of `api` or `forms`. `mcp` has tools for agents, over HTTP and, with
//! [`serve_stdio`], over standard input and output. Pages are extracted on the threads of `work` and described by `dehusk-record`, as
//! everywhere else in dehusk. This crate does not decide what main content is.

mod api;
mod assets;
mod config;
mod forms;
mod http;
mod mcp;
mod openapi;
mod page;
mod problem;
mod routes;
mod server;
mod shared;
mod state;
mod work;

pub use dehusk_fetch::{CacheError, CacheOptions, DEFAULT_CACHE_AGE, DEFAULT_CACHE_BYTES, PageCache};

pub use config::{Config, ConfigError, DEFAULT_PORT, Limits, MIN_TOKEN_BYTES};
pub use mcp::serve_stdio;
pub use problem::Problem;
pub use routes::router;
pub use server::{ServeError, serve};
pub use state::ServerState;
pub use work::pool::{WORKER_NAME, Worker};
