//! Where the output goes: standard output, or a file made before any page is touched.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::PageWriter;
use crate::input::Input;
use crate::page::PageOutcome;

/// Room for a few pages of text between two writes.
const BUFFER_BYTES: usize = 256 * 1024;

pub(crate) struct Sink {
    out: BufWriter<Box<dyn Write>>,
    is_terminal: bool,
}

impl Sink {
    pub(crate) fn stdout() -> Sink {
        let is_terminal = io::stdout().is_terminal();
        Sink { out: BufWriter::with_capacity(BUFFER_BYTES, Box::new(io::stdout())), is_terminal }
    }

    /// Makes or empties the file at `path`, unless it is one of the `inputs`.
    pub(crate) fn file(path: &Path, inputs: &[Input]) -> anyhow::Result<Sink> {
        refuse_input(path, inputs)?;
        let file = File::create(path)
            .with_context(|| format!("cannot create the output file {}; check its folder", path.display()))?;
        Ok(Sink { out: BufWriter::with_capacity(BUFFER_BYTES, Box::new(file)), is_terminal: false })
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes one page and passes it on at once: whoever waits for it should not wait for the next as well.
    pub(crate) fn page(&mut self, writer: &mut dyn PageWriter, page: &PageOutcome) -> io::Result<()> {
        writer.page(&mut self.out, page)?;
        self.out.flush()
    }

    pub(crate) fn finish(&mut self, writer: &mut dyn PageWriter) -> io::Result<()> {
        writer.finish(&mut self.out)?;
        self.out.flush()
    }
}

/// An error if the file at `path` is one of the `inputs`.
pub(crate) fn refuse_input(path: &Path, inputs: &[Input]) -> anyhow::Result<()> {
    if path.exists() && inputs.iter().any(|input| is_same_file(path, input)) {
        bail!("the output file {} is one of the inputs; give it another name", path.display());
    }
    Ok(())
}

/// What makes a file the same file under any name; None for what does not exist or is no regular file.
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
