//! Integration tests of the core, one module per topic. Tests that need the shared corpora, the conformance suites or the Python
//! reference are skipped, with a note, if those are missing; see `shared.rs`.

// clippy.toml allows these inside `#[test]` functions, but the helpers of integration tests are outside of them.
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
