//! Integration tests of the core, one module per question. Tests that need the shared corpora, the conformance suites or
//! the Python reference say so and are skipped where those are not present; see `shared.rs`.

// Helpers of integration tests are not inside `#[test]` functions, where clippy.toml allows these.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

mod cases;
mod conformance;
mod data_text;
mod default_method;
mod differential;
mod examples;
mod grain;
mod hostile;
mod markup;
mod metadata;
mod page;
mod parts;
mod rules_version;
mod scope;
mod shared;
mod tidy;
mod tree;
