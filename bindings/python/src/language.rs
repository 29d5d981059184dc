//! Language detection for `target_language`.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// Returns the two-letter code of the language of a text, or `und` if the text has no letters.
#[pyfunction]
pub(crate) fn language_of(py: Python<'_>, text: PyBackedStr) -> &'static str {
    py.detach(|| dehusk_words::detect(&text))
}
