//! The report as pages for a browser: `index.html` with charts and tables, and a page for each case, gold text against
//! answers. It decides what to write; charts and differences are drawn by the scripts in `assets`, without a network.
//!
//! Everything but speeds is the same from run to run. Texts and names of corpora are data everywhere, never markup.

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
use self::links::Place;
use super::Report;
use crate::corpus::Corpus;
use crate::entrant::Entrant;
use crate::error::Error;
use crate::metrics::Measure;
use crate::observer::{Observer, PageView};

/// A report that is being written. As an [`Observer`] of the run it writes the cases; [`HtmlReport::finish`] writes the
/// index.
#[derive(Debug)]
pub struct HtmlReport {
    folder: PathBuf,
    measure: Measure,
    labels: Vec<String>,
    places: Vec<Place>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    chosen: Chosen,
    written: BTreeSet<CaseKey>,
    trouble: Option<Error>,
}

impl HtmlReport {
    /// Makes the folder, or clears an earlier report from it, before a run of `entrants` over `corpora`.
    ///
    /// # Errors
    /// What [`check`] finds, or that nothing can be written there.
    pub fn begin(
        folder: &Path,
        cases: Cases,
        corpora: &[Corpus],
        entrants: &[Entrant],
        measure: Measure,
    ) -> Result<HtmlReport, Error> {
        check(folder)?;
        folder::clear(folder)?;
        let places = links::places(folder, corpora);
        if cases != Cases::None {
            folder::make_cases(folder, places.iter().map(|place| place.name.as_str()))?;
        }
        let chosen = Chosen::new(cases, corpora.len(), entrants.len());
        let state = State { chosen, written: BTreeSet::new(), trouble: None };
        Ok(HtmlReport {
            folder: folder.to_owned(),
            measure,
            labels: entrants.iter().map(|entrant| entrant.label().to_owned()).collect(),
            places,
            state: Mutex::new(state),
        })
    }

    /// Removes the cases that turned out to be none of the worst, writes the index, and gives its path.
    ///
    /// # Errors
    /// The first file that could not be written, now or during the run.
    pub fn finish(self, report: &Report<'_>) -> Result<PathBuf, Error> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(trouble) = state.trouble {
            return Err(trouble);
        }
        let cases = state.chosen.cases();
        for case in state.written.difference(&cases) {
            folder::remove(&self.folder.join(self.places[case.corpus].case(case.number)))?;
        }
        let path = self.folder.join(folder::INDEX);
        folder::write(&path, &index::page(report, &self.places, &cases))?;
        Ok(path)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for HtmlReport {
    fn page(&self, view: &PageView<'_>) {
        let corpus = view.result.corpus;
        let Some(page) = self.places[corpus].pages.get(&view.page.id) else { return };
        let key = CaseKey { corpus, number: page.number };
        let is_wanted = {
            let mut state = self.state();
            state.trouble.is_none() && state.chosen.takes(key, view.result, self.measure)
        };
        if !is_wanted {
            return;
        }
        let place = &self.places[corpus];
        let text = case::page(view, &self.labels, place, self.measure);
        let written = folder::write(&self.folder.join(place.case(page.number)), &text);
        let mut state = self.state();
        state.written.insert(key);
        state.trouble = state.trouble.take().or(written.err());
    }
}
