//! The error file: one JSON line for each failed page.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, LargeStringArray, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use serde_json::Value;

use super::error::RunError;
use super::lock;
use super::tally::{FailedPage, MAX_NAMED_FAILURES, for_each_status, is_failure};
use crate::write::write_rows;

/// The columns written for a failed page, after its source. Columns that the batch does not have are omitted.
const COLUMNS: [&str; 9] =
    ["id", "url", "warc_filename", "warc_offset", "warc_skip", "http_status", "status", "reason", "error"];

/// An open error file.
pub(super) struct ErrorFile {
    path: PathBuf,
    file: File,
    /// Whether this is a regular file. A device or a pipe has no length and cannot be synced to disk.
    is_regular: bool,
}

impl ErrorFile {
    /// Opens the file and truncates it to `kept_bytes`, the total length of the lines about finished parts. With
    /// `must_be_regular`, returns an error for a device or a pipe.
    pub(super) fn open(path: &Path, kept_bytes: u64, must_be_regular: bool) -> Result<ErrorFile, RunError> {
        let failed = |error| RunError::ErrorFile(path.to_owned(), error);
        if must_be_regular {
            lock::check_regular_file(path)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        let is_regular = file.metadata().map_err(failed)?.is_file();
        if is_regular {
            lock::lock_file(&file, path, "the error file")?;
            file.set_len(kept_bytes).map_err(failed)?;
        }
        Ok(ErrorFile { path: path.to_owned(), file, is_regular })
    }

    /// Appends lines. When this returns, they are on disk.
    pub(super) fn append(&mut self, lines: &[u8]) -> Result<(), RunError> {
        self.write(lines).map_err(|error| RunError::ErrorFile(self.path.clone(), error))
    }

    fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        self.file.write_all(lines)?;
        if self.is_regular { self.file.sync_all() } else { Ok(()) }
    }
}

/// Writes one line for each failed page of the batch, which was read from the source of this name.
pub(super) fn write_failures(batch: &RecordBatch, source: &str, out: &mut Vec<u8>) -> io::Result<()> {
    let failed = failed_rows(batch);
    if failed.is_empty() {
        return Ok(());
    }
    let rows = shown_columns(batch, source).map_err(io::Error::other)?;
    failed.into_iter().try_for_each(|row| write_rows(&rows.slice(row, 1), out))
}

/// The first failed pages of the batch, for the summary.
pub(super) fn first_failures(batch: &RecordBatch, source: &str) -> Vec<FailedPage> {
    let mut failed = failed_rows(batch);
    failed.truncate(MAX_NAMED_FAILURES);
    if failed.is_empty() {
        return Vec::new();
    }
    let Ok(rows) = shown_columns(batch, source) else { return Vec::new() };
    let page = |row| {
        let mut line = Vec::new();
        write_rows(&rows.slice(row, 1), &mut line).ok()?;
        Some(failed_page(source, &serde_json::from_slice(&line).ok()?))
    };
    failed.into_iter().filter_map(page).collect()
}

/// The page of a line of the error file.
fn failed_page(source: &str, line: &Value) -> FailedPage {
    let text = |name: &&str| match &line[*name] {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let first = |names: &[&str]| names.iter().find_map(text).unwrap_or_default();
    let (status, detail) = (first(&["status"]), first(&["error", "reason"]));
    let why = if detail.is_empty() || detail == status { status } else { format!("{status}: {detail}") };
    FailedPage { source: source.to_owned(), id: first(&["id", "url"]), why }
}

fn failed_rows(batch: &RecordBatch) -> Vec<usize> {
    let mut failed = Vec::new();
    for_each_status(batch, |row, status| {
        if is_failure(status) {
            failed.push(row);
        }
    });
    failed
}

/// The columns that a line has.
fn shown_columns(batch: &RecordBatch, source: &str) -> Result<RecordBatch, ArrowError> {
    let columns: Vec<usize> =
        COLUMNS.iter().filter_map(|name| batch.schema_ref().index_of(name).ok()).collect();
    with_source(&batch.project(&columns)?, source)
}

/// The rows with the name of their source as the first column.
fn with_source(rows: &RecordBatch, source: &str) -> Result<RecordBatch, ArrowError> {
    let sources: ArrayRef = Arc::new(LargeStringArray::from(vec![source; rows.num_rows()]));
    let mut fields = vec![Arc::new(Field::new("source", DataType::LargeUtf8, false))];
    fields.extend(rows.schema_ref().fields().iter().cloned());
    let columns = std::iter::once(sources).chain(rows.columns().iter().cloned()).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}
