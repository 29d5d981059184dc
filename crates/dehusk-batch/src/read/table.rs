//! Reads Parquet files in batches with all their columns. The kernel uses the columns it knows and copies the others.

use std::fs::File;
use std::io;

use arrow_array::{Array, RecordBatch};
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use super::chunk::{Chunk, io_error};
use super::frames::{Cursor, invalid_data};

/// The number of rows in a batch. The total size of their pages is known only after reading; 128 typical web pages have about ten
/// megabytes. Chosen by hand.
const BATCH_ROWS: usize = 128;

/// Reads a Parquet file. In its cursors, `offset` is a number of rows.
pub struct TableReader {
    batches: ParquetRecordBatchReader,
    schema: SchemaRef,
    html_column: String,
    next: u64,
}

impl TableReader {
    /// Reads the rows of a file from a position on.
    ///
    /// # Errors
    /// If the file is not a Parquet file or cannot be read.
    pub fn new(file: File, html_column: &str, from: Cursor) -> io::Result<TableReader> {
        let failed = |error: parquet::errors::ParquetError| invalid_data(error.to_string());
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(failed)?;
        let schema = builder.schema().clone();
        let rows = usize::try_from(from.offset).unwrap_or(usize::MAX);
        let batches = builder.with_batch_size(BATCH_ROWS).with_offset(rows).build().map_err(failed)?;
        Ok(TableReader { batches, schema, html_column: html_column.to_owned(), next: from.offset })
    }

    /// The number of rows of a file.
    ///
    /// # Errors
    /// If the file is not a Parquet file or cannot be read.
    pub fn rows(file: File) -> io::Result<u64> {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file)
            .map_err(|error| invalid_data(error.to_string()))?;
        Ok(u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or_default())
    }

    /// The columns of the file.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let Some(batch) = self.batches.next() else { return Ok(None) };
        let batch = batch.map_err(io_error)?;
        self.next += batch.num_rows() as u64;
        let bytes = self.bytes(&batch);
        Ok(Some(Chunk { batch, bytes, after: Cursor { offset: self.next, skip: 0 } }))
    }

    fn bytes(&self, batch: &RecordBatch) -> u64 {
        batch.column_by_name(&self.html_column).map_or(0, |html| html.get_buffer_memory_size() as u64)
    }
}
