//! The native module of the Python package: only what Python cannot do itself.
//!
//! It converts arguments into [`dehusk::Options`], releases the interpreter lock while a page is processed,
//! and returns the results as dictionaries and other plain values. It has no public API of its own: classes,
//! argument checks, defaults and documentation are in the Python package, `python/dehusk`.

mod addresses;
mod engine;
mod extraction;
mod fetcher;
mod front_matter;
mod language;
mod lists;
mod methods;
mod options;
mod program;
mod signals;

use pyo3::prelude::*;

/// The module that the package imports as `dehusk._native`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::addresses::{feed_addresses, robots_sitemaps, sitemap_addresses};
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::fetcher::{Fetcher, decode};
    #[pymodule_export]
    use super::front_matter::front_matter;
    #[pymodule_export]
    use super::language::language_of;
    #[pymodule_export]
    use super::methods::methods;
    #[pymodule_export]
    use super::program::run_program;
    #[pymodule_export]
    const FETCH_MAX_BYTES: usize = dehusk_fetch::DEFAULT_MAX_BYTES;
    #[pymodule_export]
    const FETCH_MAX_REDIRECTS: u32 = dehusk_fetch::DEFAULT_MAX_REDIRECTS;
    #[pymodule_export]
    const FETCH_TIMEOUT: f64 = dehusk_fetch::DEFAULT_TIMEOUT.as_secs_f64();
    #[pymodule_export]
    const RULES_VERSION: &str = dehusk::RULES_VERSION;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
