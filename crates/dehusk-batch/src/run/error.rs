//! Why a run cannot start or continue.

use std::io;
use std::path::PathBuf;

use dehusk::Panicked;

use crate::kernel::SchemaError;

/// Why a run cannot start or continue. Parts recorded before the error remain valid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The kernel cannot extract pages from a source with these columns.
    #[error("{0}: {1}")]
    Schema(String, SchemaError),
    /// A source cannot be read.
    #[error("cannot read {0}: {1}")]
    Source(String, io::Error),
    /// Two sources have different columns.
    #[error(
        "{0} has different columns from {1}, so they cannot share an output; process them in separate runs"
    )]
    DifferentColumns(String, String),
    /// The output format cannot represent a column.
    #[error(
        "the column {0} cannot be written as JSON; write Parquet, or leave the column out with --columns"
    )]
    UnsupportedColumn(String),
    /// The first part of the output exists and no manifest was given.
    #[error("{0} already exists; choose another folder, remove the file, or resume with --manifest")]
    AlreadyExists(PathBuf),
    /// The first part of the output exists, and the manifest is a new one.
    #[error(
        "{0} already exists, but the manifest {1} is new and does not record it; give the manifest of the run that wrote it, or choose another folder"
    )]
    NotRecorded(PathBuf, PathBuf),
    /// The output cannot be written.
    #[error("cannot write {0}: {1}; parts that already have their final names are complete")]
    Output(PathBuf, io::Error),
    /// The error file cannot be written.
    #[error("cannot write the error file {0}: {1}; check its folder, or choose another file")]
    ErrorFile(PathBuf, io::Error),
    /// The manifest cannot be read or written.
    #[error("manifest {0}: {1}")]
    Manifest(PathBuf, String),
    /// Another run uses the output file, the manifest or the error file.
    #[error("{what} {path} is in use by another run; wait for that run to end, or choose another file")]
    InUse {
        /// The purpose of the file.
        what: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// The manifest or the error file of a run with a manifest is a device or a pipe.
    #[error("{0} is not a regular file, so a later run could not resume from it; choose a regular file")]
    NotRegularFile(PathBuf),
    /// Another run writes to the output folder.
    #[error("another run is writing to {0}; wait for that run to end, or choose another folder")]
    FolderInUse(PathBuf),
    /// The same file would be used for two purposes.
    #[error("{path} is {other} and cannot also be {what}; choose another name for {what}")]
    SameFile {
        /// The file.
        path: PathBuf,
        /// The second purpose that the plan gives the file.
        what: &'static str,
        /// The first purpose of the file.
        other: &'static str,
    },
    /// The manifest was written by a run with other options.
    #[error(
        "the manifest {manifest} belongs to a different run: {difference}; use the same options, or choose another manifest and folder"
    )]
    ManifestMismatch {
        /// The manifest.
        manifest: PathBuf,
        /// The difference.
        difference: String,
    },
    /// A source has another name than when the manifest was written.
    #[error(
        "input {number} was {was} when the manifest was written, and is {is} now; give the same inputs in the same order (new ones at the end), or choose another manifest and folder"
    )]
    OtherSource {
        /// The number of the source, from 1.
        number: usize,
        /// Its name in the manifest.
        was: String,
        /// Its name now.
        is: String,
    },
    /// A source has changed since the manifest was written.
    #[error("{0} has changed since the manifest was written; choose another manifest and folder")]
    SourceChanged(String),
    /// A source has the same length and samples as when the manifest was written, but was modified since then.
    #[error(
        "{0} was modified since the manifest was written (its size and samples are the same); if it is a copy of the same file, give it the old modification time (cp -p, touch -d), otherwise choose another manifest and folder"
    )]
    SourceModified(String),
    /// A recorded part is missing or has another length.
    #[error(
        "the manifest records {0} as finished, but the file is missing or has a different length; restore the file, or choose another manifest and folder to write all parts again"
    )]
    PartMissing(PathBuf),
    /// A thread panicked while it worked on no single page, or in the callback of the run.
    #[error(
        "dehusk failed with an internal error ({}); please report this; parts that already have their final names are complete",
        .0.message()
    )]
    Panicked(Panicked),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}
