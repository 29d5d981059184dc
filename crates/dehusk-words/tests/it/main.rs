//! Integration tests of the crate.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod differential;
mod gold;
mod hostile;
mod names;
mod quality;
mod terms;
