//! The report as HTML: `index.html` with charts and tables, and one page per case that compares answers with
//! the gold text. This module writes the data; the scripts in `assets` draw charts and differences in the
//! browser, offline.
//!
//! Everything except the speeds is the same from run to run. Texts and names from corpora are always data,
//! never markup.

mod case;
mod chosen;
mod folder;
mod frame;
mod index;
mod links;
mod means;
mod scores;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::chosen::{CaseKey, Chosen};
pub use self::chosen::{Cases, WORST};
pub use self::folder::check;
use self::links::CorpusLinks;
use super::Report;
use crate::corpus::Corpus;
use crate::entrant::Entrant;
use crate::error::Error;
use crate::metrics::Measure;
use crate::observer::{Observer, PageView};

/// A report in progress. As an [`Observer`] of the run, it writes the cases; [`HtmlReport::finish`] writes
/// the index.
#[derive(Debug)]
pub struct HtmlReport {
    folder: PathBuf,
    measure: Measure,
    labels: Vec<String>,
    links: Vec<CorpusLinks>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    chosen: Chosen,
    written: BTreeSet<CaseKey>,
    /// The first error while writing a case.
    error: Option<Error>,
}

impl HtmlReport {
    /// Creates the folder, or removes an earlier report from it. Call this before a run of `entrants` over
    /// `corpora`.
    ///
    /// # Errors
    /// When [`check`] fails, or the folder is not writable.
    pub fn begin(
        folder: &Path,
        cases: Cases,
        corpora: &[Corpus],
        entrants: &[Entrant],
        measure: Measure,
    ) -> Result<HtmlReport, Error> {
        check(folder)?;
        folder::clear(folder)?;
        let links = links::of_corpora(folder, corpora);
        if cases != Cases::None {
            folder::create_cases(folder, links.iter().map(|links| links.cases.as_str()))?;
        }
        let chosen = Chosen::new(cases, corpora.len(), entrants.len());
        let state = State { chosen, written: BTreeSet::new(), error: None };
        Ok(HtmlReport {
            folder: folder.to_owned(),
            measure,
            labels: entrants.iter().map(|entrant| entrant.label().to_owned()).collect(),
            links,
            state: Mutex::new(state),
        })
    }

    /// Removes the cases that later pages pushed out of the worst pages, writes the index, and returns the
    /// path of the index.
    ///
    /// # Errors
    /// When a file could not be written, now or during the run.
    pub fn finish(self, report: &Report<'_>) -> Result<PathBuf, Error> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = state.error {
            return Err(error);
        }
        let cases = state.chosen.cases();
        for case in state.written.difference(&cases) {
            folder::remove(&self.folder.join(self.links[case.corpus].case(case.number)))?;
        }
        let path = self.folder.join(folder::INDEX);
        folder::write(&path, &index::page(report, &self.links, &cases))?;
        Ok(path)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for HtmlReport {
    fn page(&self, view: &PageView<'_>) {
        let corpus = view.result.corpus;
        let links = &self.links[corpus];
        let Some(page) = links.pages.get(&view.page.id) else { return };
        let key = CaseKey { corpus, number: page.number };
        let is_wanted = {
            let mut state = self.state();
            state.error.is_none() && state.chosen.consider(key, view.result, self.measure)
        };
        if !is_wanted {
            return;
        }
        let html = case::page(view, &self.labels, links, self.measure);
        let outcome = folder::write(&self.folder.join(links.case(page.number)), &html);
        let mut state = self.state();
        state.written.insert(key);
        state.error = state.error.take().or(outcome.err());
    }
}
