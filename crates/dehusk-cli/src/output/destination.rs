//! Where the output goes: standard output, or a file that gets its name at the end.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use dehusk_record::PageOutcome;

use super::out::Out;
use super::page_writer::PageWriter;
use crate::input::Input;

/// Standard output, or a file.
pub(crate) struct Destination {
    out: Out,
    written: Written,
}

/// What was written so far.
#[derive(Default)]
struct Written {
    bytes: u64,
    /// Whether a page did not fail.
    has_page: bool,
}

impl Destination {
    /// Begins the file at `path`, unless it is one of the inputs; standard output without a path.
    ///
    /// # Errors
    /// If the file is an input, or cannot be written.
    pub(crate) fn open(path: Option<&Path>, inputs: &[Input]) -> anyhow::Result<Destination> {
        Ok(Destination { out: Out::open(path, inputs)?, written: Written::default() })
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.out, Out::Stdout(_)) && io::stdout().is_terminal()
    }

    /// Writes one page and flushes it, so that a reader does not have to wait for the next page.
    pub(crate) fn page(&mut self, writer: &mut dyn PageWriter, page: &PageOutcome) -> io::Result<()> {
        writer.page(self, page)?;
        self.written.has_page |= !page.failed();
        self.flush()
    }

    /// Writes the end of the output, after the last page.
    pub(crate) fn finish(&mut self, writer: &mut dyn PageWriter) -> io::Result<()> {
        writer.finish(self)?;
        self.flush()
    }

    /// Gives the file its name, unless nothing was extracted: then an old file stays as it was, and the sentence says so.
    ///
    /// # Errors
    /// If the file cannot be written completely.
    pub(crate) fn complete(self) -> anyhow::Result<Option<String>> {
        let Destination { out: Out::File { path, file }, written } = self else { return Ok(None) };
        if written.is_nothing(file.replaces()) {
            let sentence = match file.replaces() {
                true => "nothing was extracted, so the output file stays as it was",
                false => "nothing was extracted, so there is no output file",
            };
            return Ok(Some(format!("{}: {sentence}", path.display())));
        }
        file.complete().map(|()| None)
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.written.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Written {
    /// Whether the output is not worth its name: an old file is not replaced by failures alone or by nothing, and without a page
    /// there is no new file without a byte.
    fn is_nothing(&self, replaces: bool) -> bool {
        let is_empty = self.bytes == 0;
        if replaces { is_empty || !self.has_page } else { is_empty && !self.has_page }
    }
}
