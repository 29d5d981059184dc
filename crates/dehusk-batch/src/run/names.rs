//! The names of the files that a run makes in an output folder.

use std::path::Path;

/// The prefix of a part file.
pub(super) const PART_PREFIX: &str = "part-";
/// The prefix of a file that is still being written.
pub(super) const UNFINISHED_PREFIX: &str = ".unfinished-";
/// The prefix of a lock file. The lock files of a folder are never removed: otherwise two runs could lock different files of the
/// same name.
pub(super) const LOCK_PREFIX: &str = ".dehusk-batch-";
/// The suffix of a lock file.
pub(super) const LOCK_SUFFIX: &str = ".lock";

/// The last component of a path as text.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
