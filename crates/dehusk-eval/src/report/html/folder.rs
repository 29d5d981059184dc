//! The folder of a report: checks it, clears it and writes its files. Nothing outside of the folder is
//! changed, not even through symbolic links.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::frame;
use crate::error::Error;

/// The start page of the report.
pub(super) const INDEX: &str = "index.html";
/// The folder with one folder of cases for each corpus.
pub(super) const CASES: &str = "cases";
/// The style sheet of all cases, in [`CASES`].
pub(super) const CASE_CSS: &str = "case.css";
/// The script of all cases, in [`CASES`].
pub(super) const CASE_JS: &str = "case.js";

/// Number of bytes at the start of `index.html` that must contain [`frame::MARK`]. The mark is on the first
/// lines.
const HEAD_BYTES: u64 = 256;

/// Checks that a report can be written to `folder`: the folder does not exist but its parent does, it is
/// empty, or it contains an earlier report. Writes nothing.
///
/// # Errors
/// When no report can be written to `folder`; the error says why, and what to do.
pub fn check(folder: &Path) -> Result<(), Error> {
    let name = folder.display();
    if !folder.exists() {
        let parent =
            folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let line = || format!("cannot create the report {name}: there is no folder {}", parent.display());
        return if parent.is_dir() { Ok(()) } else { Err(Error::new(line())) };
    }
    if !folder.is_dir() {
        return Err(Error::new(format!("cannot create the report {name}: it is a file; name a folder")));
    }
    let is_empty = fs::read_dir(folder).map_err(|error| cannot("read", folder, &error))?.next().is_none();
    if is_empty || is_report(folder) {
        return Ok(());
    }
    Err(Error::new(format!(
        "cannot create the report {name}: the folder contains other files; name an empty or a new folder"
    )))
}

fn is_report(folder: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(folder.join(INDEX)).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(frame::MARK)
}

/// Creates the folder, or removes an earlier report from it, and writes a placeholder page saying that the
/// report is not finished.
pub(super) fn clear(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
    let cases = folder.join(CASES);
    match fs::remove_dir_all(&cases) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(cannot("clear", &cases, &error)),
        _ => {}
    }
    write(&folder.join(INDEX), &frame::unfinished())
}

/// Creates the folders of the cases, and writes the files that all cases share.
pub(super) fn create_cases<'a>(folder: &Path, names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let cases = folder.join(CASES);
    for name in names {
        let corpus_cases = cases.join(name);
        fs::create_dir_all(&corpus_cases).map_err(|error| cannot("create", &corpus_cases, &error))?;
    }
    write(&cases.join(CASE_CSS), frame::CASE_CSS)?;
    write(&cases.join(CASE_JS), frame::CASE_JS)
}

/// Writes a new file. An existing file or symbolic link at the path is removed first, so a link is never
/// followed.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Error> {
    remove(path)?;
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}

/// Removes a file, if it exists.
pub(super) fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot("replace", path, &error)),
        _ => Ok(()),
    }
}

fn cannot(action: &str, path: &Path, error: &io::Error) -> Error {
    Error::new(format!("cannot {action} {}: {error}", path.display()))
}
