//! Where the output goes: standard output, or a file that is created before any page is read.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, bail};
use dehusk_record::PageOutcome;

use super::page_writer::PageWriter;
use crate::input::Input;

/// The size of the output buffer: a few pages of text. Chosen by hand.
const BUFFER_BYTES: usize = 256 * 1024;

/// Standard output, or a file.
pub(crate) struct Destination {
    out: BufWriter<Box<dyn Write>>,
    is_terminal: bool,
}

impl Destination {
    pub(crate) fn stdout() -> Destination {
        let is_terminal = io::stdout().is_terminal();
        Destination { out: BufWriter::with_capacity(BUFFER_BYTES, Box::new(io::stdout())), is_terminal }
    }

    /// Creates or truncates the file at `path`, unless it is one of the inputs.
    pub(crate) fn file(path: &Path, inputs: &[Input]) -> anyhow::Result<Destination> {
        refuse_input(path, inputs)?;
        let file = File::create(path)
            .with_context(|| format!("cannot create the output file {}; check its folder", path.display()))?;
        Ok(Destination { out: BufWriter::with_capacity(BUFFER_BYTES, Box::new(file)), is_terminal: false })
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes one page and flushes it, so that a reader does not have to wait for the next page.
    pub(crate) fn page(&mut self, writer: &mut dyn PageWriter, page: &PageOutcome) -> io::Result<()> {
        writer.page(&mut self.out, page)?;
        self.out.flush()
    }

    pub(crate) fn finish(&mut self, writer: &mut dyn PageWriter) -> io::Result<()> {
        writer.finish(&mut self.out)?;
        self.out.flush()
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
            io::stdin().as_fd().try_clone_to_owned().and_then(|stdin| File::from(stdin).metadata())
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
