//! Checks the file names in a plan before any work: no file may be both read and written, and no file may be written twice.

use std::path::{Path, PathBuf};

use super::error::RunError;
use super::names::{LOCK_PREFIX, PART_PREFIX, UNFINISHED_PREFIX};
use super::plan::{Output, Plan};
use crate::read::Source;

/// The purpose of a written file, as messages name it, and its path.
type WrittenFile<'p> = (&'static str, &'p Path);

/// Refuses a plan that would overwrite an input, or write two outputs to one file.
pub(super) fn check_files(plan: &Plan) -> Result<(), RunError> {
    let written = written_files(plan);
    for (index, (what, path)) in written.iter().enumerate() {
        let real = real_path(path);
        if let Some((other, _)) = written[..index].iter().find(|(_, other)| real_path(other) == real) {
            return Err(RunError::SameFile { path: path.to_path_buf(), what, other });
        }
        if plan.sources.iter().any(|source| reads(source, &real)) {
            return Err(RunError::SameFile { path: path.to_path_buf(), what, other: "an input" });
        }
    }
    match &plan.output {
        Output::Folder(folder) => check_folder(plan, &real_path(folder), &written),
        Output::File(_) => Ok(()),
    }
}

/// The files that a run of the plan writes: the output, then the manifest and the error file.
fn written_files(plan: &Plan) -> Vec<WrittenFile<'_>> {
    let output = match &plan.output {
        Output::File(path) | Output::Folder(path) => path.as_path(),
    };
    let manifest = plan.manifest.as_deref().map(|path| ("the manifest", path));
    let errors = plan.errors.as_deref().map(|path| ("the error file", path));
    [Some(("the output", output)), manifest, errors].into_iter().flatten().collect()
}

/// Whether the source reads `file`: as the source itself, or as one of its pages.
fn reads(source: &Source, file: &Path) -> bool {
    match source {
        Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
            real_path(path) == file
        }
        // Folders may have millions of pages: only the paths of pages with the same file name are resolved.
        Source::Files { pages, .. } => {
            pages.iter().any(|(_, path)| path.file_name() == file.file_name() && real_path(path) == file)
        }
    }
}

/// Refuses inputs, manifests and error files in the output folder whose names are reserved for the files of a run.
fn check_folder(plan: &Plan, folder: &Path, written: &[WrittenFile<'_>]) -> Result<(), RunError> {
    let is_part = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_reserved =
            [PART_PREFIX, UNFINISHED_PREFIX, LOCK_PREFIX].iter().any(|prefix| name.starts_with(prefix));
        is_reserved && real_path(path).parent() == Some(folder)
    };
    let same =
        |path: &Path, what| RunError::SameFile { path: path.to_owned(), what, other: "a part of the output" };
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

/// Whether two paths, as they were typed, lead to the same file or folder.
pub(super) fn is_same_path(one: &str, other: &str) -> bool {
    one == other || real_path(Path::new(one)) == real_path(Path::new(other))
}

/// The path of a file that exists or will be made, with symbolic links resolved.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (parent.canonicalize(), path.file_name()) {
        (Ok(parent), Some(name)) => parent.join(name),
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
    }
}
