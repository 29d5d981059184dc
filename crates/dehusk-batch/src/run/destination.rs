//! The destination of a run: the paths, the format and the columns of its part files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use arrow_schema::SchemaRef;

use super::error::RunError;
use super::lock::{self, OutputLock};
use super::manifest::Part;
use super::names::{PART_PREFIX, UNFINISHED_PREFIX, file_name};
use super::plan::{Output, Plan};
use crate::read::Source;
use crate::write::FileFormat;

/// Where and how parts are written.
pub(super) struct Destination {
    output: Output,
    pub(super) format: FileFormat,
    pub(super) schema: SchemaRef,
    /// An identifier that no other run has.
    run_id: String,
    /// The lock of the output, held until the run ends.
    _lock: Lock,
}

/// A lock on the output, for as long as it is kept.
enum Lock {
    Folder { _file: File },
    File { _lock: OutputLock },
}

impl Lock {
    /// Locks the output. A folder is made first.
    fn on(plan: &Plan) -> Result<Lock, RunError> {
        match &plan.output {
            Output::File(path) => Ok(Lock::File { _lock: lock::lock_output(path)? }),
            Output::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|error| RunError::Output(folder.clone(), error))?;
                Ok(Lock::Folder { _file: lock::lock_folder(folder, plan.shard)? })
            }
        }
    }
}

impl Destination {
    /// Locks the output, and checks that parts can be written.
    pub(super) fn open(
        plan: &Plan,
        schema: SchemaRef,
        sources: &[(usize, &Source)],
    ) -> Result<Destination, RunError> {
        let (output, format, run_id) = (plan.output.clone(), plan.format, new_run_id());
        let destination = Destination { output, format, schema, run_id, _lock: Lock::on(plan)? };
        if let Output::Folder(_) = &plan.output {
            let mut first_parts = sources.iter().map(|(index, _)| destination.path(*index, 0));
            let existing = first_parts.find(|path| !has_begun(plan) && path.exists());
            match (existing, &plan.manifest) {
                (Some(path), Some(manifest)) => return Err(RunError::NotRecorded(path, manifest.clone())),
                (Some(path), None) => return Err(RunError::AlreadyExists(path)),
                (None, _) => {}
            }
        }
        destination.remove_stale();
        // Writes a trial file, because it is better to fail now than after hours of work.
        let trial = format!("{UNFINISHED_PREFIX}{}", destination.run_id);
        let trial = destination.path(usize::MAX, 0).with_file_name(trial);
        File::create_new(&trial)
            .and_then(|_| fs::remove_file(&trial))
            .map_err(|error| RunError::Output(trial, error))?;
        Ok(destination)
    }

    /// Removes the unfinished files of killed runs that wrote to the same file. A run that is going on holds a lock on its own. Where the
    /// file system has no locks, all stay. In a folder, unfinished parts are overwritten.
    fn remove_stale(&self) {
        let Output::File(path) = &self.output else { return };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let suffix = format!("-{}", file_name(path));
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_unfinished = name.starts_with(UNFINISHED_PREFIX) && name.ends_with(&suffix);
            if is_unfinished && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
                // One that stays behind does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Checks that a recorded part still exists and still has its recorded length.
    pub(super) fn check(&self, part: &Part, number: usize) -> Result<(), RunError> {
        let path = self.path(part.source_index, number);
        let length = path.metadata().ok().filter(|found| found.is_file()).map(|found| found.len());
        match length {
            Some(length) if part.part_bytes.is_none_or(|recorded| recorded == length) => Ok(()),
            _ => Err(RunError::PartMissing(path)),
        }
    }

    /// The path of a finished part.
    pub(super) fn path(&self, source: usize, part: usize) -> PathBuf {
        match &self.output {
            Output::File(path) => path.clone(),
            Output::Folder(folder) => {
                folder.join(format!("{PART_PREFIX}{source:05}-{part:04}.{}", self.format.extension()))
            }
        }
    }

    /// The path of a part while it is being written.
    ///
    /// The output is locked, so a later run may overwrite what a killed run left unfinished. Some cluster file systems have no
    /// locks; for a single output file, whose name users choose, each run has a temporary name of its own.
    pub(super) fn unfinished(&self, path: &Path) -> PathBuf {
        let name = file_name(path);
        path.with_file_name(match &self.output {
            Output::File(_) => format!("{UNFINISHED_PREFIX}{}-{name}", self.run_id),
            Output::Folder(_) => format!("{UNFINISHED_PREFIX}{name}"),
        })
    }
}

/// Whether an earlier run has begun the manifest. A part that such a manifest does not record may be one that a killed run finished
/// but could not record any more. A part without a manifest, or with a new one, is that of another run.
fn has_begun(plan: &Plan) -> bool {
    let length = |manifest: &PathBuf| manifest.metadata().ok().map(|found| found.len());
    plan.manifest.as_ref().and_then(length).is_some_and(|length| length > 0)
}

/// Returns a new identifier of a run, made from the process ID and the current time. Processes in containers, or on machines that
/// share a disk, may have the same process ID, but hardly ever start in the same nanosecond.
fn new_run_id() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // One process may start several runs.
    static RUNS: AtomicU64 = AtomicU64::new(0);
    format!("{}-{:x}-{}", process::id(), now.as_nanos(), RUNS.fetch_add(1, Ordering::Relaxed))
}
