//! The interface of all output formats.

use std::io::{self, Write};

use dehusk_record::PageOutcome;

/// Writes the pages of a run one after the other.
pub(crate) trait PageWriter {
    /// Writes one page.
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()>;

    /// Writes the end of the output, after the last page.
    fn finish(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
