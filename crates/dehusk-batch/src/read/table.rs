//! Parquet: its batches as they are, with all their columns; the kernel takes what it knows and passes the rest on.

use std::fs::File;
use std::io;

use arrow_array::{Array, RecordBatch};
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use super::packed::{Cursor, invalid};
use super::{Chunk, arrow};

/// Rows of a batch. What their pages weigh is known only when they are read: ten megabytes if they are as those of the web.
const BATCH_ROWS: usize = 128;

/// Reads batch after batch; its place is a number of rows.
pub struct TableReader {
    batches: ParquetRecordBatchReader,
    schema: SchemaRef,
    html_column: String,
    next: u64,
}

impl TableReader {
    /// The rows of a file from a place on.
    ///
    /// # Errors
    /// When it is no Parquet file or cannot be read.
    pub fn new(file: File, html_column: &str, from: Cursor) -> io::Result<TableReader> {
        let no_table = |error: parquet::errors::ParquetError| invalid(error.to_string());
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(no_table)?;
        let schema = builder.schema().clone();
        let rows = usize::try_from(from.offset).unwrap_or(usize::MAX);
        let batches = builder.with_batch_size(BATCH_ROWS).with_offset(rows).build().map_err(no_table)?;
        Ok(TableReader { batches, schema, html_column: html_column.to_owned(), next: from.offset })
    }

    /// How many rows a file has.
    ///
    /// # Errors
    /// When it is no Parquet file or cannot be read.
    pub fn rows(file: File) -> io::Result<u64> {
        let builder =
            ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| invalid(error.to_string()))?;
        Ok(u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or_default())
    }

    /// Its columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let Some(batch) = self.batches.next() else { return Ok(None) };
        let batch = batch.map_err(arrow)?;
        self.next += batch.num_rows() as u64;
        let bytes = self.bytes(&batch);
        Ok(Some(Chunk { batch, bytes, after: Cursor { offset: self.next, skip: 0 } }))
    }

    fn bytes(&self, batch: &RecordBatch) -> u64 {
        batch.column_by_name(&self.html_column).map_or(0, |html| html.get_buffer_memory_size() as u64)
    }
}
