//! Trials: a page that was being extracted when an earlier run died is extracted alone, first in a process of its own.
//!
//! A page that kills that process becomes a row with an error. So does a page that, although it survived its trial, was being
//! extracted alone in two runs that died.

use std::io;
use std::process::ExitStatus;
use std::sync::{PoisonError, RwLock};

use super::begun::{Begun, Mark, Suspect, Suspects};
use super::error::RunError;
use super::page_at::{PageAt, Trial};
use super::plan::Plan;
use crate::kernel::BatchExtractor;

/// How often the process may die while extracting a page alone, before the page becomes an error. One death may be that of a run
/// that was stopped from outside at this moment. Chosen by hand.
const MAX_DEATHS_ALONE: u32 = 2;

/// Small pages are named in groups of at most this many bytes, so that naming them takes no time that matters, and so that a run
/// that died leaves few pages to try. Chosen by hand: to name a page takes 1.6 µs of CPU time, to extract so many bytes 300 µs.
const MAX_GROUP_BYTES: usize = 64 << 10;

/// Extracts one page of a plan and nothing else. For the process that a [`Trial`] starts: if it returns, the page is harmless.
///
/// # Errors
/// [`RunError`] if the page cannot be read.
pub fn try_page(plan: &Plan, page: &PageAt) -> Result<(), RunError> {
    let Some(source) = plan.sources.get(page.source_index) else { return Ok(()) };
    let failed = |error: io::Error| RunError::Source(source.name(), error);
    let mut reader = source.open(&plan.read, page.from).map_err(failed)?;
    let Some(chunk) = reader.next_chunk(plan.part_bytes).map_err(failed)? else { return Ok(()) };
    let row = usize::try_from(page.row).unwrap_or(usize::MAX);
    if row < chunk.batch.num_rows() {
        let mut extractor = BatchExtractor::new(plan.batch.clone());
        let failed = |error| RunError::Schema(source.name(), error);
        extractor.extract(&chunk.batch.slice(row, 1)).map_err(failed)?;
    }
    Ok(())
}

/// The pages under suspicion in a run, and the file that names the pages begun.
pub(super) struct Trials {
    begun: Begun,
    suspects: Suspects,
    trial: Option<Trial>,
    /// Held for writing while a suspect is extracted, and for reading while any other page is.
    alone: RwLock<()>,
}

impl Trials {
    pub(super) fn new(begun: Begun, suspects: Suspects, trial: Option<Trial>) -> Trials {
        Trials { begun, suspects, trial, alone: RwLock::new(()) }
    }

    /// Opens the line of a thread in the file.
    pub(super) fn mark(&self, thread: usize) -> io::Result<Mark> {
        self.begun.mark(thread)
    }

    /// How many pages each page of a batch is named with, given their lengths in bytes: the number for the first page of a group,
    /// and 0 for the others. While there are suspects, each page is named alone.
    pub(super) fn groups(&self, lengths: &[usize]) -> Vec<u64> {
        if !self.suspects.is_empty() {
            return vec![1; lengths.len()];
        }
        let mut groups = vec![0; lengths.len()];
        let (mut first, mut bytes) = (0, 0);
        for (row, length) in lengths.iter().enumerate() {
            if bytes + length > MAX_GROUP_BYTES {
                (first, bytes) = (row, 0);
            }
            groups[first] += 1;
            bytes += length;
        }
        groups
    }

    /// Extracts a page by calling `extract`, with the page named in the file meanwhile: by this call, if it is the first of `rows`
    /// pages, otherwise by an earlier one. Returns the error of the page if it must not be extracted.
    pub(super) fn extract(
        &self,
        page: PageAt,
        rows: u64,
        mark: &mut Mark,
        extract: &mut dyn FnMut(),
    ) -> Result<(), String> {
        let Some(suspect) = self.suspects.get(&page) else {
            let is_shared = !self.suspects.is_empty();
            let _other = is_shared.then(|| self.alone.read().unwrap_or_else(PoisonError::into_inner));
            if rows > 0 {
                // A disk that is full must not stop the run here: writing the part will report it.
                let _ = mark.begin(page, rows, false);
            }
            extract();
            return Ok(());
        };
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = self.verdict(page, suspect) {
            return Err(error);
        }
        let _ = mark.begin(page, 1, true);
        extract();
        let _ = mark.clear();
        Ok(())
    }

    /// The error of a page that ends the process.
    fn verdict(&self, page: PageAt, suspect: &Suspect) -> Option<String> {
        if let Some(end) = &suspect.end {
            return Some(sentence(end));
        }
        if suspect.deaths >= MAX_DEATHS_ALONE {
            return Some(format!(
                "the process ended {} times while it extracted only this page, most likely for lack of memory",
                suspect.deaths
            ));
        }
        let status = self.trial.and_then(|trial| trial(&page).ok()).filter(|status| is_death(*status))?;
        let end = status.to_string();
        // If this line is lost, the next run tries the page again.
        let _ = self.begun.convict(page, &end);
        Some(sentence(&end))
    }

    /// Ends the run. If every page has its row, the file is removed.
    pub(super) fn finish(self, is_complete: bool) {
        if is_complete {
            self.begun.remove();
        }
    }
}

fn sentence(end: &str) -> String {
    format!("extracting this page ends the process ({end}), most likely for lack of memory")
}

/// Whether a process was ended by what it did. A process that a user or the system asked to stop says nothing about its page.
#[cfg(unix)]
fn is_death(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const ASKED_TO_STOP: [i32; 3] = [1, 2, 15]; // SIGHUP, SIGINT, SIGTERM
    status.signal().is_some_and(|signal| !ASKED_TO_STOP.contains(&signal))
}

/// Whether a process was ended by what it did: on Windows, its exit code is then an error code of the system (a negative number).
#[cfg(not(unix))]
fn is_death(status: ExitStatus) -> bool {
    status.code().is_none_or(|code| code < 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pages_are_named_together_unless_there_are_suspects() {
        let folder = tempfile::tempdir().unwrap();
        let trials = |suspects: Suspects| {
            let (begun, _) = Begun::open(&folder.path().join("m"), 1).unwrap();
            Trials::new(begun, suspects, None)
        };
        let half = MAX_GROUP_BYTES / 2;
        let lengths = [half, half, 1, 0, MAX_GROUP_BYTES + 1, half];
        assert_eq!(trials(Suspects::new()).groups(&lengths), [2, 0, 2, 0, 1, 1]);
        assert!(trials(Suspects::new()).groups(&[]).is_empty());
        assert_eq!(trials(Suspects::new()).groups(&[MAX_GROUP_BYTES + 1]), [1]);
        let page = PageAt { source_index: 0, from: crate::read::Cursor::default(), row: 0 };
        assert_eq!(trials([(page, Suspect::default())].into()).groups(&[0, 1, 0]), [1, 1, 1]);
    }

    /// The outcome of extracting a suspect whose trial ends with this status, and what the next run knows of it.
    #[cfg(unix)]
    fn outcome(deaths: u32, trial: Option<Trial>) -> (Result<(), String>, bool, Suspects) {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("m");
        let page = PageAt { source_index: 0, from: crate::read::Cursor::default(), row: 4 };
        let (begun, _) = Begun::open(&manifest, 1).unwrap();
        let trials = Trials::new(begun, [(page, Suspect { deaths, end: None })].into(), trial);
        let (mut mark, mut is_extracted) = (trials.mark(0).unwrap(), false);
        let outcome = trials.extract(page, 1, &mut mark, &mut || is_extracted = true);
        (outcome, is_extracted, Begun::open(&manifest, 1).unwrap().1)
    }

    #[test]
    #[cfg(unix)]
    fn a_suspect_is_extracted_only_if_it_survives_its_trial() {
        use std::os::unix::process::ExitStatusExt;
        let survives: Trial = |_| Ok(ExitStatus::from_raw(0));
        let aborts: Trial = |_| Ok(ExitStatus::from_raw(6));
        let is_asked_to_stop: Trial = |_| Ok(ExitStatus::from_raw(15));
        let cannot_start: Trial = |_| Err(io::Error::other("no program"));
        for trial in [None, Some(survives), Some(is_asked_to_stop), Some(cannot_start)] {
            assert_eq!(outcome(1, trial), (Ok(()), true, Suspects::new()));
        }
        let (error, is_extracted, known) = outcome(0, Some(aborts));
        assert!(error.unwrap_err().contains("signal: 6"));
        assert!(!is_extracted);
        // The next run need not try it again.
        assert!(known.values().all(|suspect| suspect.end.is_some()) && known.len() == 1);
        for trial in [None, Some(survives)] {
            let (error, is_extracted, _) = outcome(MAX_DEATHS_ALONE, trial);
            assert!(error.unwrap_err().contains("ended 2 times") && !is_extracted);
        }
    }
}
