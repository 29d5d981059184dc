//! Where the output goes: standard output, or a file that gets its name at the end.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use dehusk_record::PageOutcome;

use super::output_file::OutputFile;
use super::page_writer::PageWriter;
use crate::input::Input;

/// The size of the buffer of standard output: a few pages of text. Chosen by hand.
const BUFFER_BYTES: usize = 256 * 1024;

/// Standard output, or a file.
pub(crate) struct Destination {
    out: Out,
    written: Written,
}

enum Out {
    Stdout(BufWriter<Stdout>),
    File { path: PathBuf, file: OutputFile },
}

/// What was written so far.
#[derive(Default)]
struct Written {
    bytes: u64,
    /// Whether a page did not fail.
    has_page: bool,
}

impl Destination {
    pub(crate) fn stdout() -> Destination {
        let out = Out::Stdout(BufWriter::with_capacity(BUFFER_BYTES, io::stdout()));
        Destination { out, written: Written::default() }
    }

    /// Begins the file at `path`, unless it is one of the inputs.
    pub(crate) fn file(path: &Path, inputs: &[Input]) -> anyhow::Result<Destination> {
        refuse_input(path, inputs)?;
        let out = Out::File { path: path.to_owned(), file: OutputFile::create(path)? };
        Ok(Destination { out, written: Written::default() })
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
        let count = match &mut self.out {
            Out::Stdout(out) => out.write(bytes),
            Out::File { file, .. } => file.write(bytes),
        }?;
        self.written.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Stdout(out) => out.flush(),
            Out::File { file, .. } => file.flush(),
        }
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

/// Returns an error if the file at `path` is one of the inputs, so that no input is overwritten.
pub(crate) fn refuse_input(path: &Path, inputs: &[Input]) -> anyhow::Result<()> {
    if path.exists() && inputs.iter().any(|input| is_same_file(path, input)) {
        bail!("the output file {} is one of the inputs; choose another name", path.display());
    }
    Ok(())
}

/// The identity of a file, independent of its name. None for a file that does not exist or is not a regular file.
#[cfg(unix)]
fn identity(metadata: io::Result<fs::Metadata>) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = metadata.ok().filter(fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(unix)]
fn is_same_file(output: &Path, input: &Input) -> bool {
    use std::os::fd::AsFd;
    let of_input = match input {
        Input::File { path, .. } => fs::metadata(path),
        Input::Stdin => {
            io::stdin().as_fd().try_clone_to_owned().and_then(|stdin| fs::File::from(stdin).metadata())
        }
        _ => return false,
    };
    let output = identity(fs::metadata(output));
    output.is_some() && output == identity(of_input)
}

#[cfg(not(unix))]
fn is_same_file(output: &Path, input: &Input) -> bool {
    let Input::File { path, .. } = input else { return false };
    matches!((fs::canonicalize(path), fs::canonicalize(output)), (Ok(input), Ok(output)) if input == output)
}
