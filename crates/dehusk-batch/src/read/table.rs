//! Reads Parquet files in batches. The kernel uses the columns it knows and copies the others; columns that nobody wants are not
//! read at all.

use std::fs::File;
use std::io;

use arrow_array::{Array, RecordBatch, RecordBatchOptions, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};

use super::chunk::{Chunk, io_error};
use super::frames::{Cursor, invalid_data};
use super::read_options::{ID, ReadOptions, URL};

/// The number of rows in a batch. The total size of their pages is known only after reading; 128 typical web pages have about ten
/// megabytes. Chosen by hand.
const BATCH_ROWS: usize = 128;

/// The columns that the kernel reads besides the pages and their addresses.
const KERNEL_COLUMNS: [&str; 2] = ["content_type", "error"];

/// Reads a Parquet file. In its cursors, `offset` is a number of rows.
pub struct TableReader {
    batches: ParquetRecordBatchReader,
    schema: SchemaRef,
    html_column: String,
    next: u64,
    /// The number of rows of the file.
    rows: u64,
}

impl TableReader {
    /// Reads the rows of a file from a position on.
    ///
    /// # Errors
    /// If the file is not a Parquet file or cannot be read, or lacks a column that the options name.
    pub fn new(file: File, options: &ReadOptions, from: Cursor) -> io::Result<TableReader> {
        let builder = open(file)?;
        let all_rows = u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or_default();
        let mask = match &options.columns {
            Some(columns) => {
                let roots = wanted_columns(builder.schema(), columns, options)?;
                ProjectionMask::roots(builder.parquet_schema(), roots)
            }
            None => ProjectionMask::all(),
        };
        let rows = usize::try_from(from.offset).unwrap_or(usize::MAX);
        let builder = builder.with_projection(mask).with_batch_size(BATCH_ROWS).with_offset(rows);
        let batches = builder.build().map_err(failed)?;
        let schema = renamed(&batches.schema(), options)?;
        let html_column = options.html_column.clone();
        Ok(TableReader { batches, schema, html_column, next: from.offset, rows: all_rows })
    }

    /// The number of rows of a file.
    ///
    /// # Errors
    /// If the file is not a Parquet file or cannot be read.
    pub fn rows(file: File) -> io::Result<u64> {
        let builder = open(file)?;
        Ok(u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or_default())
    }

    /// The columns that are read.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let Some(batch) = self.batches.next() else { return Ok(None) };
        let batch = batch.and_then(|batch| self.renamed(batch)).map_err(|error| self.unread(error))?;
        self.next += batch.num_rows() as u64;
        let bytes = self.bytes(&batch);
        Ok(Some(Chunk { batch, bytes, after: Cursor { offset: self.next, skip: 0 } }))
    }

    /// The error of a file that cannot be read any further, with the rows that are lost.
    fn unread(&self, error: ArrowError) -> io::Error {
        let error = io_error(error);
        if error.raw_os_error().is_some() {
            return error;
        }
        invalid_data(format!(
            "the rows from {} to {} were not read: {}",
            self.next + 1,
            self.rows,
            plain(&error.to_string())
        ))
    }

    /// The batch with the names of [`TableReader::schema`].
    fn renamed(&self, batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
        let rows = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(self.schema.clone(), batch.columns().to_vec(), &rows)
    }

    fn bytes(&self, batch: &RecordBatch) -> u64 {
        batch.column_by_name(&self.html_column).map_or(0, |html| html.get_buffer_memory_size() as u64)
    }
}

fn failed(error: ParquetError) -> io::Error {
    invalid_data(plain(&error.to_string()))
}

/// A message of the crate `parquet` in words for users: it says which feature of the crate was not built in.
fn plain(message: &str) -> String {
    let codec = ["brotli", "lzo"].into_iter().find(|codec| message.to_ascii_lowercase().contains(codec));
    match codec {
        Some(codec) => format!(
            "the file is compressed with {codec}, which dehusk does not read; write it with zstd, snappy, gzip or lz4"
        ),
        None => message.to_owned(),
    }
}

/// Reads the metadata of a file. Refuses negative positions and sizes, on which the crate `parquet` panics.
fn open(file: File) -> io::Result<ParquetRecordBatchReaderBuilder<File>> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(failed)?;
    let mut columns = builder.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
    let is_negative = |column: &ColumnChunkMetaData| {
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        start < 0 || column.compressed_size() < 0
    };
    if columns.any(is_negative) {
        return Err(invalid_data("the file is damaged: a column has a negative position or size".to_owned()));
    }
    Ok(builder)
}

/// The indices of the columns that are to be copied or that the kernel needs.
fn wanted_columns(schema: &SchemaRef, copied: &[String], options: &ReadOptions) -> io::Result<Vec<usize>> {
    copied.iter().try_for_each(|name| check_column(schema, name))?;
    let named = [Some(options.html_column.as_str()), Some(options.url_name()), options.id_column.as_deref()];
    let is_wanted = |name: &str| {
        named.contains(&Some(name))
            || KERNEL_COLUMNS.contains(&name)
            || copied.iter().any(|other| other == name)
    };
    let fields = schema.fields();
    Ok((0..fields.len()).filter(|index| is_wanted(fields[*index].name())).collect())
}

/// The columns as the kernel and the output name them: that of the addresses is `url`, and that of the identifiers `id`.
fn renamed(schema: &SchemaRef, options: &ReadOptions) -> io::Result<SchemaRef> {
    let names = [(&options.url_column, URL), (&options.id_column, ID)];
    let names: Vec<(&String, &str)> =
        names.iter().filter_map(|(column, name)| Some((column.as_ref()?, *name))).collect();
    names.iter().try_for_each(|(column, _)| check_column(schema, column))?;
    let fields =
        schema.fields().iter().map(|field| match names.iter().find(|(column, _)| *column == field.name()) {
            Some((_, name)) => field.as_ref().clone().with_name(*name),
            None => field.as_ref().clone(),
        });
    Ok(Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone()).into())
}

/// Returns an error if the file lacks a column that an option names.
fn check_column(schema: &SchemaRef, name: &str) -> io::Result<()> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    match names.contains(&name) {
        true => Ok(()),
        false => Err(invalid_data(format!("there is no column {name}; the file has {}", names.join(", ")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, StringArray};
    use parquet::arrow::ArrowWriter;
    use std::io::Write;
    use std::sync::Arc;

    /// The sizes and positions of a column as Parquet's compact Thrift writes them: the number of a field is given by its distance to
    /// the one before (2) and its type (6), and -4 is written as 7.
    const POSITION: [u8; 2] = [0x26, 8];
    const NEGATIVE: [u8; 2] = [0x26, 7];

    /// The file of one page whose bytes `change` has changed.
    fn file(change: impl FnOnce(&mut Vec<u8>)) -> File {
        let html = Arc::new(StringArray::from(vec!["<p>The mill reopens."])) as ArrayRef;
        let batch = RecordBatch::try_from_iter([("html", html)]).unwrap();
        let properties =
            parquet::file::properties::WriterProperties::builder().set_dictionary_enabled(false).build();
        let mut bytes = Vec::new();
        let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        change(&mut bytes);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        file
    }

    #[test]
    fn a_negative_position_is_an_error() {
        let rows = |file| TableReader::rows(file).map_err(|error| error.to_string());
        assert_eq!(rows(file(|_| ())), Ok(1));
        let damaged = file(|bytes| {
            let positions =
                (0..bytes.len() - 1).filter(|at| bytes[*at..at + 2] == POSITION).collect::<Vec<_>>();
            positions.into_iter().for_each(|at| bytes[at..at + 2].copy_from_slice(&NEGATIVE));
        });
        let error = rows(damaged).unwrap_err();
        assert!(error.contains("negative position"), "{error}");
    }
}
