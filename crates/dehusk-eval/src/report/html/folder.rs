//! The folder of a report: what may be written to, what is cleared, and how files are written. Nothing outside of it is
//! touched, not through links either.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::frame;
use crate::error::Error;

/// The page to open.
pub(super) const INDEX: &str = "index.html";
/// The folder with a folder of cases for each corpus.
pub(super) const CASES: &str = "cases";
/// What the cases share, beside their folders.
pub(super) const CASE_CSS: &str = "case.css";
/// What the cases share, beside their folders.
pub(super) const CASE_JS: &str = "case.js";

/// How far into a file the mark of our pages is looked for; it is on the first lines.
const HEAD_BYTES: u64 = 256;

/// Whether a report can be written to `folder`: it is not there yet but its parent is, it is empty, or it has an earlier
/// report. Writes nothing.
///
/// # Errors
/// Why not, and what to do.
pub fn check(folder: &Path) -> Result<(), Error> {
    let name = folder.display();
    if !folder.exists() {
        let parent =
            folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let line = || format!("cannot make the report {name}: there is no folder {}", parent.display());
        return if parent.is_dir() { Ok(()) } else { Err(Error::new(line())) };
    }
    if !folder.is_dir() {
        return Err(Error::new(format!("cannot make the report {name}: it is a file; name a folder")));
    }
    let is_empty = fs::read_dir(folder).map_err(|error| cannot("read", folder, &error))?.next().is_none();
    if is_empty || is_report(folder) {
        return Ok(());
    }
    Err(Error::new(format!(
        "cannot make the report {name}: the folder has other files in it; name an empty or a new one"
    )))
}

fn is_report(folder: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(folder.join(INDEX)).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(frame::MARK)
}

/// Makes the folder, or removes the earlier report, and leaves a page that says that this one is not finished.
pub(super) fn clear(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
    let cases = folder.join(CASES);
    match fs::remove_dir_all(&cases) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(cannot("clear", &cases, &error)),
        _ => {}
    }
    write(&folder.join(INDEX), &frame::unfinished())
}

/// Makes the folders of the cases, and the files that all cases share.
pub(super) fn make_cases<'a>(folder: &Path, names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let cases = folder.join(CASES);
    for name in names {
        let of_corpus = cases.join(name);
        fs::create_dir_all(&of_corpus).map_err(|error| cannot("make", &of_corpus, &error))?;
    }
    write(&cases.join(CASE_CSS), frame::CASE_CSS)?;
    write(&cases.join(CASE_JS), frame::CASE_JS)
}

/// Writes a new file in the place of what may be there, a link too.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Error> {
    remove(path)?;
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}

/// Removes a file, if it is there.
pub(super) fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot("replace", path, &error)),
        _ => Ok(()),
    }
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Error {
    Error::new(format!("cannot {what} {}: {error}", path.display()))
}
