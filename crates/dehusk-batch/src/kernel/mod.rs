//! The Arrow kernel: takes a batch of pages and returns a batch of extracted texts with the same rows in the same order.
//!
//! | input column | types | meaning |
//! |---|---|---|
//! | `html` ([`BatchOptions::with_html_column`]) | binary or utf8, also large, view and dictionary | the page; required, not copied |
//! | `url` | utf8, also large, view and dictionary | the address of the page: resolves relative links and gives the host |
//! | `content_type` | utf8, also large, view and dictionary | the HTTP header `Content-Type`: gives the encoding; a page whose type cannot be HTML is not extracted |
//! | `error` | utf8, also large, view and dictionary | why the row has no page; not copied, but returned in the output column `error` |
//! | all others, for example `id` | any | copied unchanged, like `url` and `content_type`; the name gets the prefix `input_` if the kernel adds a column of the same name |
//!
//! Pages in a binary column are decoded as browsers do. Pages in a string column are already text, whatever charset they declare.
//!
//! The output has the copied columns first and then the new columns of [`BatchOptions::output_schema`]:
//!
//! - `status`, `reason`, `error`, `method`, `encoding`, `encoding_origin`, `bytes`, `page_type`, `quality_score`,
//!   `quality_verdict`, `hidden_kept`, `hidden_removed`, `invisible`, `text`;
//! - `markdown` and `html`, if requested by [`dehusk::Options::with_markup`];
//! - `raw_jsonld`, `comments`, `links`, `images`, `tables` and `blocks`, if requested by [`dehusk::Options::with_parts`];
//! - `title`, `authors`, `date` and the other fields of metadata, if requested by [`BatchOptions::with_metadata`];
//! - `rules_version` and `options_hash`.
//!
//! Texts are `large_utf8`, and columns with few distinct values are dictionaries. Lists hold structs with the same fields as in the
//! record of `dehusk extract`. A field that a page lacks is null, except that `text` is then empty.
//!
//! The limits of [`dehusk::Options`] apply to each page. A page that cannot be extracted has a `status` and an `error`; even a
//! panic affects its own row only. The kernel needs memory for the batch, for its output and for the one page that is being
//! extracted.

mod columns;
mod input;
mod lists;
mod options;
mod schema_error;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::ArrowError;
use dehusk::{GuardedExtractor, PageInput};
use dehusk_http::content_type;

use columns::{Columns, Row};
use input::PageColumns;
pub use options::BatchOptions;
pub use schema_error::SchemaError;

/// Extracts batches on one thread. Between batches it keeps the buffers of its extractor, but no other state.
#[derive(Debug)]
pub struct BatchExtractor {
    options: BatchOptions,
    extractor: GuardedExtractor,
}

impl BatchExtractor {
    /// Returns an extractor with these options.
    #[must_use]
    pub fn new(options: BatchOptions) -> BatchExtractor {
        let extractor = GuardedExtractor::new(options.options().clone());
        BatchExtractor { options, extractor }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &BatchOptions {
        &self.options
    }

    /// Extracts every page of a batch; see [`crate::kernel`] for the columns.
    ///
    /// # Errors
    /// [`SchemaError`] if the column of pages is missing, a column has an unsupported type, or two output columns would have the
    /// same name. A page never causes an error.
    pub fn extract(&mut self, batch: &RecordBatch) -> Result<RecordBatch, SchemaError> {
        self.extract_piece(batch, (0, usize::MAX), at_once)
    }

    /// Like [`BatchExtractor::extract`], but begins with the row `first`, ends after the row with which the output has `max_bytes`
    /// or more, and calls `around` for each row, which extracts the page by calling the function that it gets, or returns the error
    /// of the row.
    pub(crate) fn extract_piece(
        &mut self,
        batch: &RecordBatch,
        (first, max_bytes): (usize, usize),
        mut around: impl FnMut(usize, &mut dyn FnMut()) -> Result<(), String>,
    ) -> Result<RecordBatch, SchemaError> {
        let schema = self.options.output_schema(batch.schema_ref())?;
        let pages = PageColumns::of(batch, &self.options.html_column)?;
        let rows = batch.num_rows().saturating_sub(first);
        let mut columns = Columns::new(self.options.options(), self.options.metadata(), rows);
        let mut end = first;
        while end < batch.num_rows() && columns.size() < max_bytes {
            let (index, mut row) = (end, None);
            let outcome = around(index, &mut || row = Some(self.extract_row(&pages, index)));
            let failed = |error| Row::Failed { error, bytes: pages.page(index).bytes.map_or(0, <[u8]>::len) };
            let missing = || failed("the page was not extracted".to_owned());
            columns.push(outcome.map_or_else(failed, |()| row.unwrap_or_else(missing)));
            end += 1;
        }
        let piece = batch.slice(first, end - first);
        let copied = self.options.copied_columns(batch.schema_ref()).map(|index| piece.column(index));
        let arrays: Vec<ArrayRef> = copied.cloned().chain(columns.finish()).collect();
        let rows = RecordBatchOptions::new().with_row_count(Some(piece.num_rows()));
        RecordBatch::try_new_with_options(schema, arrays, &rows).map_err(internal_error)
    }

    fn extract_row(&mut self, pages: &PageColumns<'_>, index: usize) -> Row {
        let page = pages.page(index);
        let length = page.bytes.map_or(0, <[u8]>::len);
        let Some(bytes) = page.bytes.filter(|_| page.error.is_none()) else {
            let error = page.error.unwrap_or("there is no page in this row");
            return Row::Failed { error: error.to_owned(), bytes: length };
        };
        if let Some(kind) = page.content_type().filter(|kind| content_type::cannot_be_page(kind)) {
            return Row::NotHtml { content_type: kind.to_owned(), bytes: length };
        }
        let input = PageInput { bytes, content_type: page.content_type(), address: page.url };
        let extracted = if self.options.metadata() {
            self.extractor.extract_with_metadata(&input)
        } else {
            self.extractor.extract(&input).map(|extraction| (extraction, None))
        };
        match extracted {
            Ok((extraction, metadata)) => Row::Extracted {
                extraction: Box::new(extraction),
                metadata: metadata.map(Box::new),
                is_text: page.is_text,
            },
            Err(panicked) => Row::Failed { error: panicked.to_string(), bytes: length },
        }
    }
}

/// Just extracts a row, for [`BatchExtractor::extract_piece`].
#[expect(clippy::unnecessary_wraps, reason = "the errors are those of other functions in its place")]
pub(crate) fn at_once(_row: usize, extract: &mut dyn FnMut()) -> Result<(), String> {
    extract();
    Ok(())
}

/// Extracts every page of one batch. For several batches, use a [`BatchExtractor`].
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, BinaryArray, Int32Array, RecordBatch, cast::AsArray};
/// use dehusk::Options;
/// use dehusk_batch::{BatchOptions, extract_batch};
///
/// let pages: [&[u8]; 2] = [b"<p>The old mill reopens on Monday, after ten years.", b"%PDF-1.7"];
/// let id: ArrayRef = Arc::new(Int32Array::from(vec![7, 8]));
/// let html: ArrayRef = Arc::new(BinaryArray::from_iter_values(pages));
/// let batch = RecordBatch::try_from_iter([("id", id), ("html", html)])?;
///
/// let texts = extract_batch(&batch, &BatchOptions::new(Options::new()))?;
/// assert_eq!(texts.num_rows(), 2);
/// assert_eq!(texts["id"].as_ref(), batch["id"].as_ref());
/// let text = texts["text"].as_string::<i64>();
/// assert_eq!((text.value(0), text.value(1)), ("The old mill reopens on Monday, after ten years.", ""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SchemaError`] if the column of pages is missing, a column has an unsupported type, or two output columns would have the same
/// name. A page never causes an error.
pub fn extract_batch(batch: &RecordBatch, options: &BatchOptions) -> Result<RecordBatch, SchemaError> {
    BatchExtractor::new(options.clone()).extract(batch)
}

fn internal_error(error: ArrowError) -> SchemaError {
    SchemaError::Internal(error.to_string())
}
