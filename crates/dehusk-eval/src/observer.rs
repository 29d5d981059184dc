//! The seam for whoever wants the texts themselves (progress bars, HTML reports): they are shown while they are in
//! memory, and let go afterwards.

use crate::corpus::{Corpus, CorpusPage};
use crate::results::PageResult;

/// Looks at each page of a run with all its texts.
pub trait Observer: Sync {
    /// Called once for each page, from the thread that worked on it: pages come in no particular order, and several at
    /// the same time.
    fn page(&self, view: &PageView<'_>);
}

/// One page with everything about it.
#[derive(Clone, Copy, Debug)]
pub struct PageView<'a> {
    /// Its corpus.
    pub corpus: &'a Corpus,
    /// What the manifest says about it.
    pub page: &'a CorpusPage,
    /// The page itself.
    pub html: &'a [u8],
    /// Its gold text as it is in the file.
    pub gold: &'a str,
    /// What each entrant answered, in the order of `Results::entrants`; empty where it failed.
    pub texts: &'a [&'a str],
    /// How each entrant did.
    pub result: &'a PageResult,
}
