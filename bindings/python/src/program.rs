//! The program `dehusk`, for `python -m dehusk` and the command that comes with the package.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with the arguments of its command line, of which the first is its own name.
/// Returns the exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| dehusk_cli::run(arguments))
}
