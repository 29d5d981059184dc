//! The hook for progress bars and HTML reports: an observer sees the texts of each page while they are in
//! memory. The texts are dropped afterwards.

use crate::corpus::{Corpus, CorpusPage};
use crate::results::PageResult;

/// Receives each page of a run, with all its texts.
pub trait Observer: Sync {
    /// Called once for each page, on the thread that processed it. Pages arrive in no particular order, and
    /// calls may overlap.
    fn page(&self, view: &PageView<'_>);
}

/// One page with all its texts and results.
#[derive(Clone, Copy, Debug)]
pub struct PageView<'a> {
    /// The corpus of the page.
    pub corpus: &'a Corpus,
    /// The page's manifest entry.
    pub page: &'a CorpusPage,
    /// The bytes of the page.
    pub html: &'a [u8],
    /// The gold text as it is in the file.
    pub gold: &'a str,
    /// The text that each entrant extracted, in the order of `Results::entrants`; empty if the entrant
    /// failed.
    pub texts: &'a [&'a str],
    /// The scores of every entrant.
    pub result: &'a PageResult,
}
