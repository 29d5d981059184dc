//! The clock of the host. The standard library has none on this target.

use std::time::Duration;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment. Infinity stops the extraction.
    safe fn now_ms() -> f64;
}

/// Returns the time of the host: the clock for [`dehusk::Options::with_clock`].
pub(crate) fn now() -> Duration {
    Duration::try_from_secs_f64(now_ms().max(0.0) / 1e3).unwrap_or(Duration::MAX)
}
