//! What is looked at before any work: that no file is both read and written or written twice, and that no other run writes into
//! the same folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::sink::{PART, UNFINISHED};
use super::{Output, Plan, RunError, Shard};
use crate::read::Source;

/// What names of lock files begin and end with. They stay: to remove one would let two runs lock different files of one name.
const LOCK: (&str, &str) = (".dehusk-batch-", ".lock");

/// A file that is written besides those of a folder, and what it is called in messages.
type Written<'p> = (&'static str, &'p Path);

/// Refuses a plan that would write over what it reads, or two things into one file.
pub(super) fn check_files(plan: &Plan) -> Result<(), RunError> {
    let written = written(plan);
    for (index, (what, path)) in written.iter().enumerate() {
        let real = real(path);
        if let Some((other, _)) = written[..index].iter().find(|(_, other)| self::real(other) == real) {
            return Err(RunError::Same { path: path.to_path_buf(), what, other });
        }
        if plan.sources.iter().any(|source| reads(source, &real)) {
            return Err(RunError::Same { path: path.to_path_buf(), what, other: "an input" });
        }
    }
    match &plan.output {
        Output::Folder(folder) => check_folder(plan, &real(folder), &written),
        Output::File(_) => Ok(()),
    }
}

fn written(plan: &Plan) -> Vec<Written<'_>> {
    let output = match &plan.output {
        Output::File(path) | Output::Folder(path) => path.as_path(),
    };
    let manifest = plan.manifest.as_deref().map(|path| ("the manifest", path));
    let errors = plan.errors.as_deref().map(|path| ("the file of errors", path));
    [Some(("the output", output)), manifest, errors].into_iter().flatten().collect()
}

/// Whether a source, or a page of it, is the file.
fn reads(source: &Source, file: &Path) -> bool {
    match source {
        Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
            real(path) == file
        }
        // Folders have millions of pages: only those of the same name are asked where they are.
        Source::Files { pages, .. } => {
            pages.iter().any(|(_, path)| path.file_name() == file.file_name() && real(path) == file)
        }
    }
}

/// Parts have names of their own in a folder, which nothing else may have.
fn check_folder(plan: &Plan, folder: &Path, written: &[Written<'_>]) -> Result<(), RunError> {
    let is_part = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_named = [PART, UNFINISHED, LOCK.0].iter().any(|start| name.starts_with(start));
        is_named && real(path).parent() == Some(folder)
    };
    let same =
        |path: &Path, what| RunError::Same { path: path.to_owned(), what, other: "a part of the output" };
    if let Some((what, path)) = written[1..].iter().find(|(_, path)| is_part(path)) {
        return Err(same(path, what));
    }
    for source in &plan.sources {
        match source {
            Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path)
                if is_part(path) =>
            {
                return Err(same(path, "an input"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Where a file is or will be, whatever links lead to it.
fn real(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (parent.canonicalize(), path.file_name()) {
        (Ok(parent), Some(name)) => parent.join(name),
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
    }
}

/// Locks the parts of a shard in a folder until the file is closed. Shards of one division have no part in common and may run at the
/// same time; those of different divisions may not.
pub(super) fn lock(folder: &Path, shard: Shard) -> Result<File, RunError> {
    let own = format!("{}{}-of-{}{}", LOCK.0, shard.number, shard.of, LOCK.1);
    let path = folder.join(&own);
    let failed = |error| RunError::Output(path.clone(), error);
    let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
    let busy = || RunError::BusyFolder(folder.to_owned());
    held(file.try_lock(), &path, busy)?;
    // Its own lock is held by now, so of two runs that begin at once at least one sees the other.
    for entry in fs::read_dir(folder).map_err(failed)? {
        let other = entry.map_err(failed)?;
        let name = other.file_name().to_string_lossy().into_owned();
        if is_other_division(&name, shard) {
            let file = File::open(other.path()).map_err(failed)?;
            held(file.try_lock_shared(), &path, busy)?;
        }
    }
    Ok(file)
}

/// Locks a file until it is closed, so that no other run uses it.
pub(super) fn lock_file(file: &File, path: &Path, what: &'static str) -> Result<(), RunError> {
    held(file.try_lock(), path, || RunError::Busy { what, path: path.to_owned() })
}

/// Refuses what is there and is no file, where a later run goes on with what this one leaves.
pub(super) fn need_file(path: &Path) -> Result<(), RunError> {
    let is_other = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    if is_other { Err(RunError::NoFile(path.to_owned())) } else { Ok(()) }
}

fn is_other_division(name: &str, shard: Shard) -> bool {
    let division = name.strip_prefix(LOCK.0).and_then(|rest| rest.strip_suffix(LOCK.1));
    let of = division.and_then(|division| division.split_once("-of-")).map(|(_, of)| of);
    of.is_some_and(|of| of != shard.of.to_string())
}

fn held(
    outcome: Result<(), TryLockError>,
    path: &Path,
    busy: impl FnOnce() -> RunError,
) -> Result<(), RunError> {
    match outcome {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(busy()),
        // Some file systems of clusters have no locks; there nothing but care keeps runs apart.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(RunError::Output(path.to_owned(), error)),
    }
}
