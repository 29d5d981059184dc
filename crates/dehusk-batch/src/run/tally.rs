//! Counts of pages by status, for progress and for the summary of a run.

use std::collections::BTreeMap;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{DictionaryArray, LargeStringArray, RecordBatch};
use dehusk::Status;
use dehusk::selection::Reason;

/// The statuses of failed pages. What is certainly no page is none of them: archives are full of images, feeds and files like robots.txt.
const FAILURES: [Status; 3] = [Status::Timeout, Status::TooLarge, Status::Error];

/// Whether a page with this status failed.
pub(super) fn is_failure(status: &str) -> bool {
    FAILURES.iter().any(|failure| failure.as_str() == status)
}

/// The number of failed pages that a [`Tally`] names. Chosen by hand: they fit on a screen together with the counts.
pub(super) const MAX_NAMED_FAILURES: usize = 5;

/// A failed page, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedPage {
    /// The file or folder that the page is from.
    pub source: String,
    /// The identifier of the page, or else its address.
    pub id: String,
    /// The status, and the error or the reason if there is one.
    pub why: String,
}

/// Counts of processed pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of pages, including failed ones.
    pub pages: u64,
    /// The total size of the pages in bytes, uncompressed.
    pub bytes: u64,
    /// The number of bytes read from the sources, before decompression.
    pub stored: u64,
    /// The number of pages by status. Pages that are not in a wanted language count as `other_language` instead of as empty.
    pub statuses: BTreeMap<String, u64>,
    /// The first failed pages. Those of earlier runs are not known.
    pub failures: Vec<FailedPage>,
}

impl Tally {
    /// The number of failed pages. Pages without main content and what is no HTML are not among them.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.statuses.iter().filter(|(status, _)| is_failure(status)).map(|(_, pages)| pages).sum()
    }

    /// Adds the counts of `other`.
    pub fn join(&mut self, other: &Tally) {
        self.pages += other.pages;
        self.bytes += other.bytes;
        self.stored += other.stored;
        for (status, pages) in &other.statuses {
            *self.statuses.entry(status.clone()).or_default() += pages;
        }
        let room = MAX_NAMED_FAILURES - self.failures.len().min(MAX_NAMED_FAILURES);
        self.failures.extend(other.failures.iter().take(room).cloned());
    }
}

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct Summary {
    /// The counts of this run.
    pub done: Tally,
    /// The counts of earlier runs, as recorded in the manifest.
    pub skipped: Tally,
    /// The number of parts written by this run.
    pub parts: u64,
    /// Sources that could not be read completely, each with the reason.
    pub unread: Vec<(String, String)>,
}

impl Summary {
    /// The number of failed pages in the complete output, those of earlier runs included: see [`Tally::failed`].
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.done.failed() + self.skipped.failed()
    }
}

/// The number of pages of a batch by status.
pub(super) fn status_counts(batch: &RecordBatch) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    let reasons = Words::of(batch, "reason");
    for_each_status(batch, |row, status| {
        let reason = reasons.as_ref().map_or("", |reasons| reasons.at(row));
        let counted = if reason == Reason::OtherLanguage.as_str() { reason } else { status };
        *counts.entry(counted.to_owned()).or_default() += 1;
    });
    counts
}

/// Calls `visit` with the index and the status of each row.
pub(super) fn for_each_status(batch: &RecordBatch, mut visit: impl FnMut(usize, &str)) {
    let Some(statuses) = Words::of(batch, "status") else { return };
    (0..batch.num_rows()).for_each(|row| visit(row, statuses.at(row)));
}

/// A column of few distinct words.
struct Words<'b> {
    column: &'b DictionaryArray<Int32Type>,
    values: &'b LargeStringArray,
}

impl<'b> Words<'b> {
    fn of(batch: &'b RecordBatch, name: &str) -> Option<Words<'b>> {
        let column = batch.column_by_name(name)?.as_dictionary_opt::<Int32Type>()?;
        Some(Words { column, values: column.values().as_string_opt::<i64>()? })
    }

    /// The word of a row; nothing if it has none.
    fn at(&self, row: usize) -> &'b str {
        self.column.key(row).map_or("", |key| self.values.value(key))
    }
}
