//! The end of a lane: parts that are being written, and the journal of those that are done.
//!
//! A part is written under another name, brought to the disk, named, and recorded; a run that is killed in between leaves nothing
//! that counts as done and is not whole.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_schema::SchemaRef;
use dehusk::Status;

use super::desk::Extracted;
use super::manifest::{Head, Manifest, Part};
use super::{Output, Plan, RunError, Tally, guard};
use crate::read::{Cursor, Source};
use crate::write::{Form, Writer, no_rows, write_rows};

/// What is told of a page that failed, as far as there are such columns.
const ERROR_COLUMNS: [&str; 9] =
    ["id", "url", "warc_filename", "warc_offset", "warc_skip", "http_status", "status", "reason", "error"];
/// What names of files begin with while they are written.
pub(super) const UNFINISHED: &str = ".unfinished-";
/// What names of parts of a folder begin with.
pub(super) const PART: &str = "part-";

/// Where parts are made, and how.
pub(super) struct Place {
    output: Output,
    form: Form,
    schema: SchemaRef,
    /// Of this run alone, for names that no other run may have at the same time.
    run: String,
    /// Kept locked as long as the run lasts.
    _lock: Option<File>,
}

impl Place {
    /// Makes the folder and sees that nothing is in the way.
    pub(super) fn new(plan: &Plan, schema: SchemaRef, mine: &[(usize, &Source)]) -> Result<Place, RunError> {
        let (output, form, run) = (plan.output.clone(), plan.form, name_of_run());
        let mut place = Place { output, form, schema, run, _lock: None };
        if let Output::Folder(folder) = &plan.output {
            fs::create_dir_all(folder).map_err(|error| RunError::Output(folder.clone(), error))?;
            place._lock = Some(guard::lock(folder, plan.shard)?);
            let firsts = mine.iter().map(|(index, _)| place.path(*index, 0));
            let in_the_way = firsts.into_iter().find(|path| plan.manifest.is_none() && path.exists());
            if let Some(path) = in_the_way {
                return Err(RunError::There(path));
            }
        }
        // Seen now rather than after hours.
        let trial = place.path(usize::MAX, 0).with_file_name(format!("{UNFINISHED}{}", place.run));
        File::create_new(&trial)
            .and_then(|_| fs::remove_file(&trial))
            .map_err(|error| RunError::Output(trial, error))?;
        Ok(place)
    }

    /// Sees that a part which was recorded is still there, as long as it was.
    pub(super) fn check(&self, part: &Part, number: usize) -> Result<(), RunError> {
        let path = self.path(part.source_index, number);
        let length = path.metadata().ok().filter(|found| found.is_file()).map(|found| found.len());
        match length {
            Some(length) if part.part_bytes.is_none_or(|recorded| recorded == length) => Ok(()),
            _ => Err(RunError::Gone(path)),
        }
    }

    fn path(&self, source: usize, part: usize) -> PathBuf {
        match &self.output {
            Output::File(path) => path.clone(),
            Output::Folder(folder) => {
                folder.join(format!("{PART}{source:05}-{part:04}.{}", self.form.ending()))
            }
        }
    }

    /// In a folder, which is locked, a later run writes over what a killed one left; beside a file every run has its own.
    fn unfinished(&self, path: &Path) -> PathBuf {
        path.with_file_name(match &self.output {
            Output::File(_) => format!("{UNFINISHED}{}-{}", self.run, name_of(path)),
            Output::Folder(_) => format!("{UNFINISHED}{}", name_of(path)),
        })
    }
}

/// Containers and machines that share a disk may have processes of the same number, but hardly at the same nanosecond.
fn name_of_run() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Runs of one process count besides.
    static RUNS: AtomicU64 = AtomicU64::new(0);
    format!("{}-{:x}-{}", process::id(), now.as_nanos(), RUNS.fetch_add(1, Ordering::Relaxed))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The part of a lane that is being written.
pub(super) struct Sink {
    source_index: usize,
    source: String,
    digest: String,
    part: usize,
    from: Cursor,
    writer: Option<Writer>,
    tally: Tally,
    errors: Vec<u8>,
}

impl Sink {
    pub(super) fn new(
        source_index: usize,
        source: String,
        digest: String,
        part: usize,
        from: Cursor,
    ) -> Sink {
        Sink {
            source_index,
            source,
            digest,
            part,
            from,
            writer: None,
            tally: Tally::default(),
            errors: Vec::new(),
        }
    }

    /// Writes what came of a piece, and ends the part if it is its last one. How many parts ended.
    pub(super) fn take(
        &mut self,
        result: &Extracted,
        place: &Place,
        journal: &Mutex<Journal>,
    ) -> Result<u64, RunError> {
        let path = place.path(self.source_index, self.part);
        let unfinished = place.unfinished(&path);
        let written = self.write(result, place, &unfinished).and_then(|()| match result.end {
            Some(_) => self.end_file(&unfinished, &path),
            None => Ok(()),
        });
        if let Err(error) = written {
            // What is left of it has no use and takes room on a disk that may be full.
            let _ = fs::remove_file(&unfinished);
            return Err(RunError::Output(path, error));
        }
        let Some(end) = result.end else { return Ok(0) };
        let part = Part {
            part: name_of(&path),
            source: self.source.clone(),
            source_index: self.source_index,
            source_digest: self.digest.clone(),
            from: self.from,
            to: end.after,
            last: end.last,
            pages: self.tally.pages,
            bytes: self.tally.bytes,
            statuses: std::mem::take(&mut self.tally).statuses,
            errors_bytes: 0,
            part_bytes: path.metadata().ok().map(|metadata| metadata.len()),
        };
        let errors = std::mem::take(&mut self.errors);
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        journal.record(part, &errors, end.broken)?;
        (self.part, self.from) = (self.part + 1, end.after);
        Ok(1)
    }

    fn end_file(&mut self, unfinished: &Path, path: &Path) -> io::Result<()> {
        self.writer.take().map_or(Ok(()), Writer::finish)?;
        name(unfinished, path)
    }

    fn write(&mut self, result: &Extracted, place: &Place, unfinished: &Path) -> io::Result<()> {
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => place.form.writer(File::create(unfinished)?, place.schema.clone())?,
        };
        match &result.batch {
            Some(batch) => {
                writer.write(batch)?;
                tell_failures(batch, &mut self.errors)?;
            }
            None => writer.write(&no_rows(&place.schema))?,
        }
        self.tally.join(&result.tally);
        self.writer = Some(writer);
        Ok(())
    }
}

/// Gives a file its name; when this returns, the disk has it.
fn name(unfinished: &Path, path: &Path) -> io::Result<()> {
    fs::rename(unfinished, path)?;
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

/// Pages of a batch by status.
pub(super) fn statuses(batch: &RecordBatch) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    each_status(batch, |_, status| *counts.entry(status.to_owned()).or_default() += 1);
    counts
}

fn each_status(batch: &RecordBatch, mut each: impl FnMut(usize, &str)) {
    let Some(words) =
        batch.column_by_name("status").and_then(|status| status.as_dictionary_opt::<Int32Type>())
    else {
        return;
    };
    let Some(values) = words.values().as_string_opt::<i64>() else { return };
    for row in 0..batch.num_rows() {
        each(row, words.key(row).map_or("", |key| values.value(key)));
    }
}

/// A line for each page that failed.
fn tell_failures(batch: &RecordBatch, out: &mut Vec<u8>) -> io::Result<()> {
    let failures = [Status::Timeout, Status::TooLarge, Status::NotHtml, Status::Error].map(Status::as_str);
    let mut failed = Vec::new();
    each_status(batch, |row, status| {
        if failures.contains(&status) {
            failed.push(row);
        }
    });
    if failed.is_empty() {
        return Ok(());
    }
    let columns: Vec<usize> =
        ERROR_COLUMNS.iter().filter_map(|name| batch.schema_ref().index_of(name).ok()).collect();
    let told = batch.project(&columns).map_err(io::Error::other)?;
    failed.into_iter().try_for_each(|row| write_rows(&told.slice(row, 1), out))
}

/// What is done, for later runs and for people.
pub(super) struct Journal {
    manifest: Option<(PathBuf, Manifest)>,
    errors: Option<Errors>,
    errors_bytes: u64,
}

/// The file of failed pages.
struct Errors {
    path: PathBuf,
    file: File,
    /// A device or a pipe has no length, and no disk to wait for.
    is_regular: bool,
}

impl Errors {
    /// Opens the file and cuts it to what was told of parts that were recorded.
    fn open(path: &Path, kept: u64, is_gone_on_with: bool) -> Result<Errors, RunError> {
        let failed = |error| RunError::Output(path.to_owned(), error);
        if is_gone_on_with {
            guard::need_file(path)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        let is_regular = file.metadata().map_err(failed)?.is_file();
        if is_regular {
            guard::lock_file(&file, path, "the file of errors")?;
            file.set_len(kept).map_err(failed)?;
        }
        Ok(Errors { path: path.to_owned(), file, is_regular })
    }

    fn tell(&mut self, lines: &[u8]) -> io::Result<()> {
        self.file.write_all(lines)?;
        if self.is_regular { self.file.sync_all() } else { Ok(()) }
    }
}

impl Journal {
    /// Opens manifest and file of errors; what is done already. Errors of parts that were not recorded are forgotten.
    pub(super) fn open(plan: &Plan, head: Head) -> Result<(Journal, Vec<Part>), RunError> {
        let opened =
            plan.manifest.as_ref().map(|path| Ok((path, Manifest::open(path, &head)?))).transpose()?;
        let (manifest, done) = match opened {
            Some((path, (manifest, done))) => (Some((path.clone(), manifest)), done),
            None => (None, Vec::new()),
        };
        let errors_bytes = done.last().map_or(0, |part| part.errors_bytes);
        let errors =
            plan.errors.as_ref().map(|path| Errors::open(path, errors_bytes, plan.manifest.is_some()));
        Ok((Journal { manifest, errors: errors.transpose()?, errors_bytes }, done))
    }

    /// Records a part with its errors. A broken one is only told, so that a later run makes it again.
    fn record(&mut self, part: Part, errors: &[u8], broken: bool) -> Result<(), RunError> {
        if broken && self.manifest.is_some() {
            return Ok(());
        }
        if let Some(file) = &mut self.errors {
            file.tell(errors).map_err(|error| RunError::Output(file.path.clone(), error))?;
            self.errors_bytes += errors.len() as u64;
        }
        let Some((path, manifest)) = &mut self.manifest else { return Ok(()) };
        let part = Part { errors_bytes: self.errors_bytes, ..part };
        manifest.record(&part).map_err(|error| RunError::Manifest(path.clone(), error.to_string()))
    }
}
