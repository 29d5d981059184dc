//! The file of begun pages: which page each thread is working on, so that a run that was killed leaves the names of the pages that
//! may have killed it.
//!
//! The file stands beside the manifest. Its first lines, one for each thread and all of the same length, are overwritten in place
//! whenever a thread begins a page. They are not synced to disk: they must survive the death of the process, not of the machine.
//! The lines after them, about pages of earlier runs, are only appended.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::page_at::PageAt;

/// The suffix of the file: the rest of its name is that of the manifest.
const SUFFIX: &str = ".begun";
/// The length of the line of a thread in bytes, with its line feed: enough for the largest numbers.
const LINE_BYTES: usize = 160;

/// One line of the file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    page: PageAt,
    /// Whether no other page was being extracted at the same time.
    #[serde(default)]
    alone: bool,
    /// How often the process died while extracting the page alone, in earlier runs.
    #[serde(default)]
    deaths: u32,
    /// How a process ended that did nothing but extract this page, if it did not survive.
    #[serde(default)]
    end: Option<String>,
}

/// What is known about a page that was being extracted when an earlier run died.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Suspect {
    /// How often the process died while extracting the page alone.
    pub(super) deaths: u32,
    /// How a process ended that did nothing but extract this page, if it did not survive.
    pub(super) end: Option<String>,
}

/// The pages that were being extracted when earlier runs died.
pub(super) type Suspects = BTreeMap<PageAt, Suspect>;

/// An open file of begun pages.
pub(super) struct Begun {
    path: PathBuf,
    appended: Mutex<File>,
}

impl Begun {
    /// The path of the file that belongs to a manifest.
    pub(super) fn path_for(manifest: &Path) -> PathBuf {
        let mut path = manifest.as_os_str().to_owned();
        path.push(SUFFIX);
        path.into()
    }

    /// Reads what earlier runs left, and opens a new file for this many threads. The manifest must be locked.
    pub(super) fn open(manifest: &Path, threads: usize) -> Result<(Begun, Suspects), RunError> {
        let path = Begun::path_for(manifest);
        let failed = |error: io::Error| RunError::Manifest(path.clone(), error.to_string());
        let suspects = match fs::read(&path) {
            Ok(bytes) => suspects(&String::from_utf8_lossy(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Suspects::new(),
            Err(error) => return Err(failed(error)),
        };
        let mut bytes = empty_line().repeat(threads);
        for (page, suspect) in &suspects {
            let Suspect { deaths, end } = suspect.clone();
            bytes.extend(json_line(&Line { page: *page, alone: false, deaths, end }).map_err(failed)?);
        }
        // The new file replaces the old one in one step, so that a run that is killed here loses nothing.
        let new = path.with_added_extension("new");
        fs::write(&new, bytes).and_then(|()| fs::rename(&new, &path)).map_err(failed)?;
        let appended = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        Ok((Begun { path, appended: Mutex::new(appended) }, suspects))
    }

    /// Opens the line of a thread, counted from 0.
    pub(super) fn mark(&self, thread: usize) -> io::Result<Mark> {
        let file = OpenOptions::new().write(true).open(&self.path)?;
        Ok(Mark { file, at: (thread * LINE_BYTES) as u64 })
    }

    /// Records that a process which did nothing but extract this page did not survive.
    pub(super) fn convict(&self, page: PageAt, end: &str) -> io::Result<()> {
        let line = json_line(&Line { page, alone: true, deaths: 0, end: Some(end.to_owned()) })?;
        self.appended.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)
    }

    /// Removes the file, because every page has its row.
    pub(super) fn remove(self) {
        // A file that stays behind does no harm: no later run will meet its pages again.
        let _ = fs::remove_file(&self.path);
    }
}

/// The line of one thread.
pub(super) struct Mark {
    file: File,
    at: u64,
}

impl Mark {
    /// Names the page that the thread is about to extract.
    pub(super) fn begin(&mut self, page: PageAt, alone: bool) -> io::Result<()> {
        let line = serde_json::to_vec(&Line { page, alone, deaths: 0, end: None })?;
        let mut padded = empty_line();
        padded
            .get_mut(..line.len())
            .ok_or_else(|| io::Error::other("a line is too long"))?
            .copy_from_slice(&line);
        self.write(&padded)
    }

    /// Notes that the thread works on no page.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.write(&empty_line())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file.write_all(line)
    }
}

fn empty_line() -> Vec<u8> {
    let mut line = vec![b' '; LINE_BYTES];
    line[LINE_BYTES - 1] = b'\n';
    line
}

fn json_line(line: &Line) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Adds up what the lines of a file say about each page. Lines that cannot be read are skipped: a process can die while it writes.
fn suspects(text: &str) -> Suspects {
    let mut suspects = Suspects::new();
    for line in text.lines().filter_map(|line| serde_json::from_str::<Line>(line.trim_end()).ok()) {
        let suspect = suspects.entry(line.page).or_default();
        let died_now = u32::from(line.alone && line.end.is_none());
        suspect.deaths = suspect.deaths.saturating_add(line.deaths).saturating_add(died_now);
        suspect.end = line.end.or_else(|| suspect.end.take());
    }
    suspects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Cursor;

    fn page(row: u64) -> PageAt {
        PageAt { source_index: 3, from: Cursor { offset: u64::MAX, skip: u64::MAX }, row }
    }

    #[test]
    fn pages_of_killed_runs_are_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("m");
        let (begun, suspects) = Begun::open(&manifest, 3).unwrap();
        assert!(suspects.is_empty());
        let mut marks: Vec<Mark> = (0..3).map(|thread| begun.mark(thread).unwrap()).collect();
        marks[0].begin(page(u64::MAX), false).unwrap();
        marks[1].begin(page(1), false).unwrap();
        marks[1].clear().unwrap();
        marks[2].begin(page(2), false).unwrap();
        marks[2].begin(page(3), true).unwrap();
        drop(begun);

        let (begun, suspects) = Begun::open(&manifest, 1).unwrap();
        let alone = Suspect { deaths: 1, end: None };
        assert_eq!(suspects, [(page(u64::MAX), Suspect::default()), (page(3), alone.clone())].into());
        begun.convict(page(u64::MAX), "signal: 6").unwrap();
        begun.mark(0).unwrap().begin(page(3), true).unwrap();
        drop(begun);

        let (begun, suspects) = Begun::open(&manifest, 2).unwrap();
        let convicted = Suspect { deaths: 0, end: Some("signal: 6".to_owned()) };
        let twice = Suspect { deaths: 2, ..alone };
        assert_eq!(suspects, [(page(u64::MAX), convicted), (page(3), twice)].into());
        begun.remove();
        assert!(Begun::open(&manifest, 1).unwrap().1.is_empty());
    }

    #[test]
    fn broken_lines_are_skipped() {
        let whole =
            serde_json::to_string(&Line { page: page(7), alone: false, deaths: 0, end: None }).unwrap();
        for cut in 0..whole.len() {
            assert!(suspects(&whole[..cut]).is_empty(), "{cut}");
        }
        assert_eq!(suspects(&format!("{{\n{whole}   \n\u{0}\n")).len(), 1);
    }
}
