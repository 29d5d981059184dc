//! Integration tests of the core, one module per question. Tests that need the shared corpora, the conformance suites or
//! the Python reference say so and are skipped where those are not present; see `shared.rs`.

mod cases;
mod conformance;
mod differential;
mod examples;
mod hostile;
mod shared;
mod tree;
