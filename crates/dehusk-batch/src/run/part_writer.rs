//! Writes the extracted batches of one lane into parts.
//!
//! A part is written under a temporary name, synced to disk, renamed and then recorded. So a killed run never leaves an
//! incomplete part that counts as finished.

use std::fs::{self, File};
use std::io;
use std::mem;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;

use super::destination::Destination;
use super::error::RunError;
use super::journal::Journal;
use super::manifest::Part;
use super::names::file_name;
use super::source_digest::SourceIdentity;
use super::tally::Tally;
use crate::read::Cursor;
use crate::write::{Writer, empty_batch};

/// How a part ends.
#[derive(Clone, Copy)]
pub(super) struct PartEnd {
    /// Where the next part starts in the source.
    pub(super) after: Cursor,
    /// Whether the lane ends with this part.
    pub(super) is_last: bool,
    /// Whether some of the source could not be read, so that the part must not count as finished.
    pub(super) is_incomplete: bool,
}

/// An extracted batch of a lane.
pub(super) struct ExtractedBatch {
    /// The rows to write. None if the lane ended without another batch.
    pub(super) batch: Option<RecordBatch>,
    /// The lines of the error file about the rows.
    pub(super) errors: Vec<u8>,
    pub(super) tally: Tally,
    /// How the part ends, if it ends with this batch.
    pub(super) end: Option<PartEnd>,
}

/// Writes the parts of one lane, one after the other.
pub(super) struct PartWriter {
    source_index: usize,
    source: SourceIdentity,
    /// The number of the current part, from 0.
    part: usize,
    /// Where the current part starts in the source.
    from: Cursor,
    writer: Option<Writer>,
    tally: Tally,
    /// The lines about the current part that will be added to the error file.
    errors: Vec<u8>,
}

impl PartWriter {
    pub(super) fn new(source_index: usize, source: SourceIdentity, part: usize, from: Cursor) -> PartWriter {
        PartWriter {
            source_index,
            source,
            part,
            from,
            writer: None,
            tally: Tally::default(),
            errors: Vec::new(),
        }
    }

    /// Writes a batch and, if the part ends with it, finishes and records the part. Returns the number of finished parts.
    pub(super) fn write(
        &mut self,
        extracted: &ExtractedBatch,
        destination: &Destination,
        journal: &Mutex<Journal>,
    ) -> Result<u64, RunError> {
        let path = destination.path(self.source_index, self.part);
        let unfinished = destination.unfinished(&path);
        let written = self.append(extracted, destination, &unfinished).and_then(|()| match extracted.end {
            Some(_) => self.finish_file(&unfinished, &path),
            None => Ok(()),
        });
        if let Err(error) = written {
            // The incomplete file is useless, and it takes space on a disk that may be full.
            let _ = fs::remove_file(&unfinished);
            return Err(RunError::Output(path, error));
        }
        let Some(end) = extracted.end else { return Ok(0) };
        let part = self.finished_part(&path, end);
        let errors = mem::take(&mut self.errors);
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        journal.record(part, &errors, end.is_incomplete)?;
        (self.part, self.from) = (self.part + 1, end.after);
        Ok(1)
    }

    fn finished_part(&mut self, path: &Path, end: PartEnd) -> Part {
        let Tally { pages, bytes, statuses, .. } = mem::take(&mut self.tally);
        Part {
            part: file_name(path),
            source: self.source.name.clone(),
            source_index: self.source_index,
            source_digest: self.source.digest.clone(),
            source_modified: self.source.modified,
            from: self.from,
            to: end.after,
            last: end.is_last,
            pages,
            bytes,
            statuses,
            errors_bytes: 0,
            part_bytes: path.metadata().ok().map(|metadata| metadata.len()),
        }
    }

    fn append(
        &mut self,
        extracted: &ExtractedBatch,
        destination: &Destination,
        unfinished: &Path,
    ) -> io::Result<()> {
        let schema = &destination.schema;
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                let file = File::create(unfinished)?;
                // Shows later runs that this file is in use. Some file systems have no locks.
                let _ = file.try_lock();
                destination.format.writer(file, schema.clone())?
            }
        };
        match &extracted.batch {
            Some(batch) => writer.write(batch)?,
            None => writer.write(&empty_batch(schema))?,
        }
        self.errors.extend_from_slice(&extracted.errors);
        self.tally.join(&extracted.tally);
        self.writer = Some(writer);
        Ok(())
    }

    fn finish_file(&mut self, unfinished: &Path, path: &Path) -> io::Result<()> {
        self.writer.take().map_or(Ok(()), Writer::finish)?;
        rename_durably(unfinished, path)
    }
}

/// Renames a file. When this returns, the new name is on disk.
fn rename_durably(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    match to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}
