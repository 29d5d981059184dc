//! The program as users see it: inputs, outputs, messages and exit codes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "clippy.toml allows them in tests, but not in helpers of tests"
)]

#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/batch.rs"]
mod batch;
#[cfg(target_os = "linux")]
#[path = "cli/batch_deaths.rs"]
mod batch_deaths;
#[path = "cli/cloud.rs"]
mod cloud;
#[path = "cli/completions.rs"]
mod completions;
#[path = "cli/eval.rs"]
mod eval;
#[path = "cli/eval_report.rs"]
mod eval_report;
#[path = "cli/formats.rs"]
mod formats;
#[path = "cli/gate.rs"]
mod gate;
#[path = "cli/inputs.rs"]
mod inputs;
#[path = "cli/lists.rs"]
mod lists;
#[cfg(feature = "serve")]
#[path = "cli/mcp.rs"]
mod mcp;
#[path = "cli/metadata.rs"]
mod metadata;
#[path = "cli/methods.rs"]
mod methods;
#[path = "cli/options.rs"]
mod options;
#[path = "cli/order.rs"]
mod order;
#[path = "cli/outputs.rs"]
mod outputs;
#[path = "cli/plot.rs"]
mod plot;
#[path = "cli/record.rs"]
mod record;
#[path = "cli/run.rs"]
mod run;
#[cfg(feature = "serve")]
#[path = "cli/serve.rs"]
mod serve;
#[path = "cli/server.rs"]
mod server;
#[path = "cli/site_noise.rs"]
mod site_noise;
#[path = "cli/sites_import.rs"]
mod sites_import;
#[path = "cli/tune.rs"]
mod tune;
#[path = "cli/urls.rs"]
mod urls;
