//! Integration tests of the core, one module per topic. Tests that need the shared corpora, the conformance suites or the Python
//! reference print a note and are skipped if the data is missing; see `shared.rs`.

// clippy.toml allows these lints inside `#[test]` functions only, but helper functions of the tests need them too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

mod cases;
mod conformance;
mod data_text;
mod default_method;
mod differential;
mod examples;
mod explained_counts;
mod figures;
mod grain;
mod hidden;
mod hidden_beside;
mod hidden_styles;
mod hostile;
mod invisible;
mod item_fields;
mod items;
mod limits;
mod markup;
mod metadata;
mod notices;
mod page;
mod parameters;
mod parts;
mod posts;
mod round_trip;
mod rules_version;
mod scope;
mod shared;
mod site_noise;
mod stories;
mod tidy;
mod tree;
