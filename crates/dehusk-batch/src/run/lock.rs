//! Locks that keep two runs from writing to the same folder or the same file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::error::RunError;
use super::names::{LOCK_PREFIX, LOCK_SUFFIX, file_name};
use super::plan::Shard;

/// Locks the parts of a shard in a folder until the returned file is closed.
///
/// Shards of the same division have no part in common, so they may run at the same time. Shards of different divisions may not.
pub(super) fn lock_folder(folder: &Path, shard: Shard) -> Result<File, RunError> {
    let path = folder.join(format!("{LOCK_PREFIX}{}-of-{}{LOCK_SUFFIX}", shard.number, shard.of));
    let failed = |error| RunError::Output(path.clone(), error);
    let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
    let in_use = || RunError::FolderInUse(folder.to_owned());
    check_lock(file.try_lock(), &path, in_use)?;
    // This run already holds its own lock. So if two runs start at once, at least one of them sees the lock of the other.
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_other_division(&name, shard) {
            let other = File::open(entry.path()).map_err(failed)?;
            check_lock(other.try_lock_shared(), &path, in_use)?;
        }
    }
    Ok(file)
}

/// The locked lock file of a single output file. Dropping it removes the file.
pub(super) struct OutputLock {
    path: PathBuf,
    _file: File,
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // Elsewhere, `names_file` cannot see that another run has opened the removed file, so the file stays.
        if cfg!(unix) {
            // The file is still locked here. One that stays behind does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a single output file until the returned value is dropped. The lock is on a file beside the output, because the output gets
/// its name only when it is complete.
pub(super) fn lock_output(output: &Path) -> Result<OutputLock, RunError> {
    let path = output.with_file_name(format!("{LOCK_PREFIX}{}{LOCK_SUFFIX}", file_name(output)));
    let failed = |error| RunError::Output(path.clone(), error);
    loop {
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        lock_file(&file, output, "the output")?;
        // The run that had the lock may have removed the file after this run opened it. Then the lock is worth nothing.
        if names_file(&path, &file).map_err(failed)? {
            return Ok(OutputLock { path, _file: file });
        }
    }
}

/// Whether the path is still the name of the open file.
#[cfg(unix)]
fn names_file(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    match path.metadata() {
        Ok(named) => Ok((named.dev(), named.ino()) == (open.dev(), open.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether the path is still the name of the open file. It is, because lock files are removed on Unix only.
#[cfg(not(unix))]
fn names_file(_path: &Path, _file: &File) -> io::Result<bool> {
    Ok(true)
}

/// Locks a file until it is closed, so that no other run uses it. `what` names the file in the error.
pub(super) fn lock_file(file: &File, path: &Path, what: &'static str) -> Result<(), RunError> {
    check_lock(file.try_lock(), path, || RunError::InUse { what, path: path.to_owned() })
}

/// Refuses a path that exists and is not a regular file: a later run could not resume from it.
pub(super) fn check_regular_file(path: &Path) -> Result<(), RunError> {
    let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    if is_special { Err(RunError::NotRegularFile(path.to_owned())) } else { Ok(()) }
}

/// Whether `name` is the name of a lock file of a run with another number of shards.
fn is_other_division(name: &str, shard: Shard) -> bool {
    let division = name.strip_prefix(LOCK_PREFIX).and_then(|rest| rest.strip_suffix(LOCK_SUFFIX));
    let of = division.and_then(|division| division.split_once("-of-")).map(|(_, of)| of);
    of.is_some_and(|of| of != shard.of.to_string())
}

fn check_lock(
    result: Result<(), TryLockError>,
    path: &Path,
    in_use: impl FnOnce() -> RunError,
) -> Result<(), RunError> {
    match result {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(in_use()),
        // Some cluster file systems have no locks. There the user must keep runs separate.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(RunError::Output(path.to_owned(), error)),
    }
}
