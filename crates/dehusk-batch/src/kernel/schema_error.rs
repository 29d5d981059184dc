//! The error for batches whose schema does not allow extraction.

use arrow_schema::DataType;

/// Why batches with a given schema cannot be extracted. The error does not depend on any page, so it is found before the first
/// page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// The column of pages is missing.
    #[error(
        "the column {name:?}, which should hold the pages, is missing; the columns are: {present}; name the right one with --html-column (in Python: column=)"
    )]
    Missing {
        /// The column.
        name: String,
        /// The names of the columns that exist.
        present: String,
    },
    /// A column has an unsupported type.
    #[error("the column {name:?} has the unsupported type {found}; use {wanted}")]
    Type {
        /// The column.
        name: String,
        /// Its type.
        found: DataType,
        /// The supported types.
        wanted: &'static str,
    },
    /// A copied column has the same name as another output column, even after the prefix `input_` is added.
    #[error(
        "the output would have two columns {name:?}, one of them copied from the input; rename or drop that input column"
    )]
    Clash {
        /// The column.
        name: String,
    },
    /// Arrow rejects the output columns: a bug in this crate.
    #[error("internal error: the output columns are inconsistent ({0}); please report this")]
    Internal(String),
}
