//! What a caller can choose about reading sources.

use super::json_fields::JsonField;

/// The column of addresses in the output.
pub(super) const URL: &str = "url";
/// The column of identifiers in the output.
pub(super) const ID: &str = "id";

/// How sources are read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The maximum size of a record in bytes, both as stored and decompressed. A longer record becomes a row with an error.
    pub max_record_bytes: usize,
    /// The column of Parquet or the field of JSON lines that holds the pages.
    pub html_column: String,
    /// The column of Parquet or the field of JSON lines that holds the address of the page, and is `url` in the output. None means
    /// `url`.
    pub url_column: Option<String>,
    /// The same for the identifier of the page, which is `id` in the output.
    pub id_column: Option<String>,
    /// The columns of Parquet or the fields of JSON lines that are copied to the output; all others are not read, except those that the
    /// kernel needs (see [`crate::kernel`]). None means all.
    pub columns: Option<Vec<String>>,
    /// The fields of JSON lines that are copied to the output: see [`super::json_fields()`].
    pub json_fields: Vec<JsonField>,
}

impl ReadOptions {
    /// The column or field that holds the address of the page.
    pub(super) fn url_name(&self) -> &str {
        self.url_column.as_deref().unwrap_or(URL)
    }

    /// The column or field that holds the identifier of the page.
    pub(super) fn id_name(&self) -> &str {
        self.id_column.as_deref().unwrap_or(ID)
    }
}

impl Default for ReadOptions {
    /// Returns the default options: the default limit of a page (64 MiB), `html`, `url` and `id` as the columns of pages, addresses and
    /// identifiers, and all columns of Parquet, but no other field of JSON lines.
    fn default() -> ReadOptions {
        ReadOptions {
            max_record_bytes: dehusk::budget::Limits::DEFAULT_MAX_BYTES,
            html_column: "html".to_owned(),
            url_column: None,
            id_column: None,
            columns: None,
            json_fields: Vec::new(),
        }
    }
}
