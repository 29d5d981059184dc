//! Integration tests of corpora, runs, reports, gates and tuning, on small corpora written for them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy.toml allows them in tests, but not in helpers of tests"
)]

mod corpora;
mod gates;
mod html;
mod made;
mod reports;
mod runs;
mod structure;
mod tuning;
