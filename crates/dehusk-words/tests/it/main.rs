//! Tests of the whole crate.

mod differential;
mod gold;
mod hostile;
mod quality;
mod terms;
