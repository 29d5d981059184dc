//! Corpora, runs, reports and gates as callers of the library meet them, on small corpora of our own writing.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy.toml allows them in tests, not in what tests share"
)]

mod corpora;
mod gates;
mod html;
mod made;
mod reports;
mod runs;
mod tuning;
