//! The native module of the Python package: what Python cannot do itself, and nothing more.
//!
//! It turns arguments into [`dehusk::Options`], releases the interpreter's lock, and hands back what came out as plain
//! values. Classes, names, defaults and documentation are Python's: `python/dehusk`.

mod answer;
mod engine;
mod language;
mod listing;
mod lists;
mod options;

use pyo3::prelude::*;

/// What `dehusk` imports as `dehusk._native`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::language::language_of;
    #[pymodule_export]
    use super::listing::methods;
    #[pymodule_export]
    const RULES_VERSION: &str = dehusk::RULES_VERSION;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
