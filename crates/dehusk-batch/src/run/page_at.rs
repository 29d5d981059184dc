//! Where a page is among all pages of a plan, in a way that is the same in every run of the plan.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::read::Cursor;

/// The place of a page: its source, the batch of that source, and its row in the batch. Where batches end depends only on the
/// sources and the options, so the place is the same in each run with the same plan.
///
/// ```
/// use dehusk_batch::run::PageAt;
/// let page: PageAt = "2:81723:5".parse().unwrap();
/// assert_eq!((page.source_index, page.from.offset, page.row), (2, 81723, 5));
/// assert_eq!(page.to_string(), "2:81723:5");
/// assert!("2:81723".parse::<PageAt>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PageAt {
    /// The index of the source among all sources of the plan.
    pub source_index: usize,
    /// Where the batch starts in the source.
    pub from: Cursor,
    /// The row of the page in the batch, from 0.
    pub row: u64,
}

impl fmt::Display for PageAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source_index, self.from, self.row)
    }
}

impl FromStr for PageAt {
    type Err = String;

    /// Parses the format of [`PageAt`]'s `Display`.
    fn from_str(text: &str) -> Result<PageAt, String> {
        let invalid = || format!("{text} is not SOURCE:BATCH:ROW");
        let [source, from, row] = *text.split(':').collect::<Vec<_>>() else { return Err(invalid()) };
        Ok(PageAt {
            source_index: source.parse().map_err(|_| invalid())?,
            from: from.parse().map_err(|_| invalid())?,
            row: row.parse().map_err(|_| invalid())?,
        })
    }
}

/// Tries a page in a process of its own, which calls [`try_page`](super::try_page), and returns how that process ended.
pub type Trial = fn(&PageAt) -> io::Result<ExitStatus>;
