//! Where the pages of a run go: to one place, or each to a file of its own.

use std::io;
use std::path::Path;

use anyhow::Context;
use dehusk_record::PageOutcome;

use super::CANNOT_WRITE;
use super::destination::Destination;
use super::extension::is_folder;
use super::page_files::PageFiles;
use super::page_writer::PageWriter;
use crate::input::Listing;

/// Makes the writer of a format.
pub(crate) trait PageFormat {
    /// The extension of a file in this format.
    fn extension(&self) -> String;

    /// Returns a writer for one page or for several pages. If `for_terminal` is true, text is escaped for a terminal.
    fn writer(&self, several: bool, for_terminal: bool) -> Box<dyn PageWriter>;
}

/// Receives the pages of a run in order.
pub(crate) enum Sink<'f> {
    One { destination: Destination, writer: Box<dyn PageWriter> },
    Each { files: PageFiles, format: &'f dyn PageFormat },
}

impl<'f> Sink<'f> {
    /// Begins the output of a run: a file, a folder of files, or standard output.
    ///
    /// # Errors
    /// If the file or folder cannot be made, or would overwrite an input.
    pub(crate) fn open(
        output: Option<&Path>,
        listing: &Listing,
        format: &'f dyn PageFormat,
    ) -> anyhow::Result<Sink<'f>> {
        if let Some(folder) = output.filter(|path| is_folder(path)) {
            let files = PageFiles::create(folder, &listing.inputs, &format.extension())?;
            return Ok(Sink::Each { files, format });
        }
        let destination = Destination::open(output, &listing.inputs)?;
        let writer = format.writer(listing.several, destination.is_terminal());
        Ok(Sink::One { destination, writer })
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Sink::One { destination, .. } if destination.is_terminal())
    }

    /// Writes the next page of the run, unless it is left out.
    pub(crate) fn page(&mut self, page: &PageOutcome) -> anyhow::Result<()> {
        match self {
            Sink::Each { files, format } => files.page(format.writer(false, false).as_mut(), page),
            Sink::One { .. } if page.is_left_out() => Ok(()),
            Sink::One { destination, writer } => written(destination.page(writer.as_mut(), page)),
        }
    }

    /// Ends the output, and returns what to say if nothing was extracted.
    pub(crate) fn finish(self) -> anyhow::Result<Option<String>> {
        match self {
            Sink::Each { files, .. } => Ok(files.sentence()),
            Sink::One { mut destination, mut writer } => {
                written(destination.finish(writer.as_mut()))?;
                destination.complete()
            }
        }
    }
}

fn written(outcome: io::Result<()>) -> anyhow::Result<()> {
    outcome.context(CANNOT_WRITE)
}
