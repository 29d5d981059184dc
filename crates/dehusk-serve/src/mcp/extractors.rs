//! The extractors of the thread that answers a tool, all within the limits of the server.

use dehusk::budget::Limits;
use dehusk::{OpenPage, Options, PageInput};

use crate::work::pool::Worker;

/// The extractors of a thread.
#[derive(Debug)]
pub(super) struct Extractors<'w> {
    worker: &'w mut Worker,
    limits: Limits,
}

impl<'w> Extractors<'w> {
    /// Returns the extractors of a thread, with these limits for each page.
    pub(super) fn new(worker: &'w mut Worker, limits: Limits) -> Extractors<'w> {
        Extractors { worker, limits }
    }

    /// Opens a page with these options and runs `work` on it; `work` also receives the options.
    pub(super) fn open<T>(
        &mut self,
        options: Options,
        page: &PageInput<'_>,
        work: impl FnOnce(&mut OpenPage<'_, '_>, &Options) -> T,
    ) -> T {
        let options = options.with_limits(self.limits.clone());
        work(&mut self.worker.extractor(&options).open_page(page), &options)
    }
}
