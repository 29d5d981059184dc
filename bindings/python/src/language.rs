//! The language of a text.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// The language that a text is written in: a code of two letters, `und` without letters.
#[pyfunction]
pub(crate) fn language_of(py: Python<'_>, text: PyBackedStr) -> &'static str {
    py.detach(|| dehusk_words::detect(&text))
}
