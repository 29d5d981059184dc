//! A batch of pages as a reader returns it.

use std::io;

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::frames::{Cursor, invalid_data};

/// A batch of pages, and the position at which reading continues after it.
pub struct Chunk {
    /// The pages, with the columns that the kernel reads.
    pub batch: RecordBatch,
    /// The total number of bytes of the pages.
    pub bytes: u64,
    /// Where reading continues.
    pub after: Cursor,
}

/// Converts an error of Arrow, keeping an I/O error as it is.
pub(super) fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => invalid_data(other.to_string()),
    }
}
