//! What a caller can choose about reading sources.

/// How sources are read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The maximum size of a record in bytes, both as stored and decompressed. A longer record becomes a row with an error.
    pub max_record_bytes: usize,
    /// The column of Parquet or the field of JSON lines that holds the pages.
    pub html_column: String,
    /// The columns of Parquet that are copied to the output; all others are not read, except those that the kernel needs (see
    /// [`crate::kernel`]). None means all columns.
    pub columns: Option<Vec<String>>,
}

impl Default for ReadOptions {
    /// Returns the default options: the default limit of a page (64 MiB), `html` as the column of pages, and all columns.
    fn default() -> ReadOptions {
        ReadOptions {
            max_record_bytes: dehusk::budget::Limits::DEFAULT_MAX_BYTES,
            html_column: "html".to_owned(),
            columns: None,
        }
    }
}
