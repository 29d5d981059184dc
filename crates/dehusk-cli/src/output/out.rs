//! What a command writes to: standard output, or a file that gets its name at the end.

use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use super::BUFFER_BYTES;
use super::output_file::OutputFile;
use super::same_file::refuse_input;
use crate::input::Input;

/// Standard output, or a file.
pub(crate) enum Out {
    Stdout(BufWriter<Stdout>),
    File { path: PathBuf, file: OutputFile },
}

impl Out {
    /// Begins the file at `path`, unless it is one of the inputs; standard output without a path.
    ///
    /// # Errors
    /// If the file is an input, or cannot be written.
    pub(crate) fn open(path: Option<&Path>, inputs: &[Input]) -> anyhow::Result<Out> {
        let Some(path) = path else {
            return Ok(Out::Stdout(BufWriter::with_capacity(BUFFER_BYTES, io::stdout())));
        };
        refuse_input(path, inputs)?;
        Ok(Out::File { path: path.to_owned(), file: OutputFile::create(path)? })
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stdout(out) => out.write(bytes),
            Out::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stdout(out) => out.flush(),
            Out::File { file, .. } => file.flush(),
        }
    }
}
