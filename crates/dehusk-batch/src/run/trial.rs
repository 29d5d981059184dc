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

    /// Extracts a page by calling `extract`, with the page named in the file meanwhile. Returns the error of the page if it must
    /// not be extracted.
    pub(super) fn extract(
        &self,
        page: PageAt,
        mark: &mut Mark,
        extract: &mut dyn FnMut(),
    ) -> Result<(), String> {
        // A disk that is full must not stop the run here: writing the part will report it.
        let Some(suspect) = self.suspects.get(&page) else {
            let _other = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            let _ = mark.begin(page, false);
            extract();
            return Ok(());
        };
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = self.verdict(page, suspect) {
            return Err(error);
        }
        let _ = mark.begin(page, true);
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
