//! A run: sources in, parts out, on several threads, to be gone on with after whatever ended it.
//!
//! A source is read in order, its batches are extracted by whichever thread is free and written in order, so what is in a part
//! does not depend on the number of threads. Parts of a folder end after so many bytes of pages; a part gets its name when it is
//! whole and on the disk, then it is recorded in the manifest.

mod desk;
mod digest;
mod guard;
mod manifest;
mod sink;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::{panic, thread};

use arrow_schema::SchemaRef;

use desk::{Desk, Lane};
use manifest::{Head, Part};
use sink::{Journal, Place};

use crate::kernel::{BatchExtractor, BatchOptions, SchemaError};
use crate::read::{Cursor, ReadOptions, Source};
use crate::write::Form;

/// The name of each working thread.
pub const WORKER_NAME: &str = "dehusk-batch-worker";
/// Bytes of pages in a part of a folder: some tens of megabytes of output, and seconds of work lost with a killed run.
pub const DEFAULT_PART_BYTES: u64 = 256 << 20;

/// Where the output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// All into one file, which has its name when it is whole.
    File(PathBuf),
    /// Parts in a folder, `part-SOURCE-NUMBER`.
    Folder(PathBuf),
}

/// Every n-th source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// In the order of the output; all of one kind.
    pub sources: Vec<Source>,
    /// How they are read.
    pub read: ReadOptions,
    /// What is done with their pages.
    pub batch: BatchOptions,
    /// Where it goes.
    pub output: Output,
    /// In which form.
    pub form: Form,
    /// Threads.
    pub jobs: usize,
    /// Which sources this run takes.
    pub shard: Shard,
    /// What is recorded, for a folder.
    pub manifest: Option<PathBuf>,
    /// Where failed pages are told, a line of JSON each, in the order in which parts are done.
    pub errors: Option<PathBuf>,
    /// Bytes of pages in a part of a folder.
    pub part_bytes: u64,
}

/// Why a run cannot begin or go on. What was recorded by then stays.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The columns of a source are not those of pages.
    #[error("{0}: {1}")]
    Schema(String, SchemaError),
    /// A source cannot be read.
    #[error("cannot read {0}: {1}")]
    Source(String, io::Error),
    /// Sources have different columns.
    #[error(
        "{0} has other columns than {1}, so that both do not fit into one output; give them to runs of their own"
    )]
    Mixed(String, String),
    /// The form cannot hold a column.
    #[error("the column {0} cannot be written as JSON; write Parquet, or drop it")]
    Column(String),
    /// Something is there already.
    #[error("{0} is there already; give another folder, remove it, or go on with its --manifest")]
    There(PathBuf),
    /// The output cannot be written.
    #[error("cannot write {0}: {1}; parts that have their names are whole")]
    Output(PathBuf, io::Error),
    /// The manifest cannot be read or written.
    #[error("manifest {0}: {1}")]
    Manifest(PathBuf, String),
    /// Another run uses the manifest or the file of errors.
    #[error("{what} {path} is in use by another run; wait for it or give this one a file of its own")]
    Busy {
        /// What it is.
        what: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// What a later run goes on with has to be kept.
    #[error("{0} is no file, so that no later run could go on with it; give the name of one")]
    NoFile(PathBuf),
    /// Another run writes into the folder.
    #[error("another run is writing into {0}; wait for it or give this one a folder of its own")]
    BusyFolder(PathBuf),
    /// A file would be written over, or be two things at once.
    #[error("{path} is {other} and would be {what} too; give {what} another name")]
    Same {
        /// The file.
        path: PathBuf,
        /// What it would be.
        what: &'static str,
        /// What it is.
        other: &'static str,
    },
    /// The manifest is of another run.
    #[error(
        "the manifest {manifest} is of another run: {difference}; give the same options, or another manifest and folder"
    )]
    Other {
        /// The manifest.
        manifest: PathBuf,
        /// What differs.
        difference: String,
    },
    /// A source is another than the one that parts were made of.
    #[error("{0} has changed since the manifest was written; give another manifest and folder")]
    Changed(String),
    /// A part that was recorded is not there any more.
    #[error(
        "the manifest says that {0} is done, but it is missing or has another length; put it back, or give another manifest and folder to make all parts again"
    )]
    Gone(PathBuf),
    /// No thread can be had.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// What came of pages so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pages, failed ones included.
    pub pages: u64,
    /// Their bytes, unpacked.
    pub bytes: u64,
    /// Bytes of sources, as they are stored, that were read.
    pub stored: u64,
    /// Pages by status.
    pub statuses: BTreeMap<String, u64>,
}

/// What came of a run.
#[derive(Debug, Default)]
pub struct Summary {
    /// Of this run.
    pub done: Tally,
    /// Of runs before, as the manifest says.
    pub skipped: Tally,
    /// Parts of this run.
    pub parts: u64,
    /// Sources that could not be read to their end, with the reason.
    pub unread: Vec<(String, String)>,
}

/// Does what the plan says. `watch` is told what came of each batch, in no particular order.
///
/// # Errors
/// [`RunError`]; pages that fail are rows of the output and no error.
pub fn run(plan: &Plan, watch: &(dyn Fn(&Tally) + Sync)) -> Result<Summary, RunError> {
    guard::check_files(plan)?;
    let schema = schema(plan)?;
    let mine: Vec<(usize, &Source)> =
        plan.sources.iter().enumerate().filter(|(index, _)| plan.has(*index)).collect();
    let place = Place::new(plan, schema, &mine)?;
    let (journal, done) = Journal::open(plan, head(plan))?;
    let mut summary = Summary::default();
    let lanes = lanes(plan, &place, &mine, &done, &mut summary)?;
    let desk = Desk::new(plan, &place, journal, lanes, watch);
    thread::scope(|scope| {
        for number in 0..plan.jobs.max(1) {
            let name = thread::Builder::new().name(WORKER_NAME.to_owned());
            let work = || desk.work(&mut BatchExtractor::new(plan.batch.clone()));
            match name.spawn_scoped(scope, work) {
                // Fewer threads are good enough when the system refuses more, but not none.
                Err(error) if number == 0 => return Err(RunError::Thread(error)),
                _ => {}
            }
        }
        Ok(())
    })?;
    desk.finish(summary)
}

/// Keeps the standard panic message of workers off the terminal: a panic is told in the row of its page.
pub fn quiet_worker_panics() {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().name() != Some(WORKER_NAME) {
            standard(info);
        }
    }));
}

impl Plan {
    fn has(&self, index: usize) -> bool {
        index % self.shard.of.max(1) + 1 == self.shard.number
    }
}

/// The columns of the output, which have to be the same for all sources.
fn schema(plan: &Plan) -> Result<SchemaRef, RunError> {
    let mut first: Option<(SchemaRef, String)> = None;
    for source in &plan.sources {
        let name = source.name();
        let columns = source.schema(&plan.read).map_err(|error| RunError::Source(name.clone(), error))?;
        let columns =
            plan.batch.output_schema(&columns).map_err(|error| RunError::Schema(name.clone(), error))?;
        match &first {
            Some((schema, other)) if *schema != columns => return Err(RunError::Mixed(name, other.clone())),
            Some(_) => {}
            None => first = Some((columns, name)),
        }
    }
    let schema = first.map_or_else(|| SchemaRef::new(arrow_schema::Schema::empty()), |(schema, _)| schema);
    match plan.form.cannot_hold(&schema) {
        Some(column) => Err(RunError::Column(column)),
        None => Ok(schema),
    }
}

fn head(plan: &Plan) -> Head {
    let Plan { batch, read, .. } = plan;
    let options = format!(
        "{};metadata={};html_column={};max_record_bytes={};part_bytes={}",
        batch.options().hash(),
        batch.metadata(),
        read.html_column,
        read.max_record_bytes,
        plan.part_bytes,
    );
    let output = match &plan.output {
        Output::File(path) | Output::Folder(path) => path.display().to_string(),
    };
    let shard = format!("{}/{}", plan.shard.number, plan.shard.of);
    let errors = plan.errors.as_ref().map(|path| path.display().to_string());
    Head::new(options, output, plan.form.ending().to_owned(), shard, errors)
}

/// What is still to be read: a lane for each source of a folder, one for all sources of a file.
fn lanes<'p>(
    plan: &Plan,
    place: &Place,
    mine: &[(usize, &'p Source)],
    done: &[Part],
    summary: &mut Summary,
) -> Result<Vec<Lane<'p>>, RunError> {
    if matches!(plan.output, Output::File(_)) {
        let sources = mine.iter().map(|(_, source)| *source).collect();
        return Ok(vec![Lane::new(0, sources, String::new(), 0, Cursor::default())]);
    }
    let mut lanes = Vec::new();
    for (index, source) in mine {
        let failed = |error| RunError::Source(source.name(), error);
        let digest =
            if plan.manifest.is_some() { digest::of_source(source).map_err(failed)? } else { String::new() };
        let parts: Vec<&Part> = done.iter().filter(|part| part.source_index == *index).collect();
        if parts.iter().any(|part| part.source_digest != digest || part.source != source.name()) {
            return Err(RunError::Changed(source.name()));
        }
        parts.iter().enumerate().try_for_each(|(number, part)| place.check(part, number))?;
        parts.iter().for_each(|part| summary.skipped.add(part));
        if !parts.last().is_some_and(|part| part.last) {
            let from = parts.last().map_or(Cursor::default(), |part| part.to);
            lanes.push(Lane::new(*index, vec![*source], digest, parts.len(), from));
        }
    }
    Ok(lanes)
}

impl Tally {
    fn add(&mut self, part: &Part) {
        self.pages += part.pages;
        self.bytes += part.bytes;
        if part.to.offset > part.from.offset {
            self.stored += part.to.offset - part.from.offset;
        }
        for (status, pages) in &part.statuses {
            *self.statuses.entry(status.clone()).or_default() += pages;
        }
    }

    /// Adds what came of other pages.
    pub fn join(&mut self, other: &Tally) {
        self.pages += other.pages;
        self.bytes += other.bytes;
        self.stored += other.stored;
        for (status, pages) in &other.statuses {
            *self.statuses.entry(status.clone()).or_default() += pages;
        }
    }
}
