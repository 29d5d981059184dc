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

/// The failed pages of a batch.
#[derive(Default)]
pub(super) struct Failures {
    /// The lines of the error file about them.
    pub(super) lines: Vec<u8>,
    /// The first of them, for the summary.
    pub(super) first: Vec<FailedPage>,
}

impl Failures {
    /// The failed pages of the batch, which was read from the source of this name. The lines are needed with `has_file` only.
    pub(super) fn of(batch: &RecordBatch, source: &str, has_file: bool) -> io::Result<Failures> {
        let mut failures = Failures::default();
        let failed = failed_rows(batch, if has_file { usize::MAX } else { MAX_NAMED_FAILURES });
        if failed.is_empty() {
            return Ok(failures);
        }
        let rows = shown_columns(batch, source).map_err(io::Error::other)?;
        for row in failed {
            let start = failures.lines.len();
            write_rows(&rows.slice(row, 1), &mut failures.lines)?;
            if failures.first.len() < MAX_NAMED_FAILURES {
                let line = serde_json::from_slice(&failures.lines[start..])?;
                failures.first.push(failed_page(source, &line));
            }
        }
        if !has_file {
            failures.lines = Vec::new();
        }
        Ok(failures)
    }
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

/// The first failed rows, at most `max`.
fn failed_rows(batch: &RecordBatch, max: usize) -> Vec<usize> {
    let mut failed = Vec::new();
    for_each_status(batch, |row, status| {
        if is_failure(status) && failed.len() < max {
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
