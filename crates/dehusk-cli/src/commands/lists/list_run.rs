//! What both commands share: reading files and addresses in turn, writing lines, and reporting problems.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use clap::ValueEnum;
use serde::Serialize;

use crate::exit::Exit;
use crate::fetching::Fetching;
use crate::input::{self, Extensions, Input, ReadError, Reader, STDIN};
use crate::output::{CANNOT_WRITE, Out};
use crate::report::{Progress, counted, first_names, print_message};
use crate::sanitize;

/// The values of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// One address per line
    #[value(alias = "text")]
    Txt,
    /// JSON lines: one object per page
    #[value(alias = "ndjson")]
    Jsonl,
}

/// A file that was read.
pub(super) struct ReadFile {
    pub(super) bytes: Vec<u8>,
    /// Its address after all redirects, if it was fetched.
    pub(super) address: Option<String>,
}

/// How large a file may be.
#[derive(Clone, Copy)]
pub(super) struct FileLimit {
    pub(super) bytes: usize,
    /// What to do about a file that is larger, or why it cannot be read.
    pub(super) advice: &'static str,
}

/// One run of a command.
pub(super) struct ListRun {
    limit: FileLimit,
    pub(super) fetching: Arc<Fetching>,
    reader: Reader,
    out: Out,
    progress: Progress,
    has_failed: bool,
    has_written: bool,
}

impl ListRun {
    pub(super) fn new(
        fetching: Fetching,
        limit: FileLimit,
        output: Option<&Path>,
        inputs: &[Input],
    ) -> anyhow::Result<ListRun> {
        let out = Out::open(output.filter(|path| path.as_os_str() != STDIN), inputs)?;
        let fetching = Arc::new(fetching);
        // A file or an address may name others to fetch.
        let progress = Progress::new(0, false).fetching(io::stderr().is_terminal(), &fetching.pending);
        let reader = Reader::new(limit.bytes, Arc::clone(&fetching));
        Ok(ListRun { limit, fetching, reader, out, progress, has_failed: false, has_written: false })
    }

    /// Reads an input. An address that the archive does not have is fetched when its host may be asked again. A problem is reported.
    pub(super) fn read(&mut self, input: &Input) -> Option<ReadFile> {
        let fetching = Arc::clone(&self.fetching);
        let _turn = match input {
            Input::Url { address, .. } if !fetching.has(address) => Some(fetching.wait_for_turn(address)),
            _ => None,
        };
        let sentence = match self.reader.read_any(input) {
            Ok((bytes, address)) => return Some(ReadFile { bytes: bytes.to_vec(), address }),
            Err(ReadError::TooLarge { .. }) => {
                format!("the file has more than {} bytes; {}", self.limit.bytes, self.limit.advice)
            }
            Err(ReadError::NotHtml { content_type }) => {
                format!("the server sent the content type {content_type}")
            }
            Err(ReadError::Failed(sentence)) => sentence,
        };
        self.fail(input.id(), &sentence);
        None
    }

    /// Fetches an address that a list or a page names.
    pub(super) fn fetch(&mut self, address: &str) -> Option<ReadFile> {
        let address = OsString::from(address);
        let input = input::list(&[address], &Extensions::default()).inputs.pop()?;
        self.read(&input)
    }

    /// Reports that something could not be read.
    pub(super) fn fail(&mut self, id: &str, sentence: &str) {
        self.has_failed = true;
        self.note(&format!("{id}: error: {sentence}"));
    }

    /// Reports entries whose addresses are not those of web pages.
    pub(super) fn fail_invalid(&mut self, id: &str, count: usize, invalid: &[impl AsRef<str>]) {
        if count == 0 {
            return;
        }
        let entries = counted(count, "entry is not a web address", "entries are not web addresses");
        self.fail(id, &format!("{entries}: {}", first_names(invalid)));
    }

    /// Prints a message.
    pub(super) fn note(&self, sentence: &str) {
        self.progress.suspend(|| print_message(sentence));
    }

    /// Writes an address on a line of its own.
    pub(super) fn write_address(&mut self, address: &str) -> io::Result<()> {
        self.has_written = true;
        let ListRun { out, progress, .. } = self;
        // A line feed in an address would make two of it.
        progress.suspend(|| writeln!(out, "{}", sanitize::one_line(address)))
    }

    /// Writes a record on a line of its own.
    pub(super) fn write_record(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.has_written = true;
        let ListRun { out, progress, .. } = self;
        progress.suspend(|| {
            serde_json::to_writer(&mut *out, record)?;
            out.write_all(b"\n")
        })
    }

    /// Writes what was not written yet, so that the next program in a pipe can begin.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let ListRun { out, progress, .. } = self;
        progress.suspend(|| out.flush())
    }

    /// Ends the run. `written` is the outcome of all writing.
    pub(super) fn finish(mut self, written: io::Result<()>) -> anyhow::Result<Exit> {
        let written = written.and_then(|()| self.flush());
        self.progress.finish();
        self.fetching.finish()?;
        match written {
            // The reader of `dehusk … | head` has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Success),
            Err(error) => Err(error).context(CANNOT_WRITE),
            Ok(()) => self.complete(),
        }
    }

    /// Gives the output its name, unless there is nothing but failures.
    fn complete(self) -> anyhow::Result<Exit> {
        let exit = if self.has_failed { Exit::SomePageFailed } else { Exit::Success };
        let Out::File { file, .. } = self.out else { return Ok(exit) };
        if self.has_failed && !self.has_written {
            print_message("nothing was found, so the output file is not written");
            return Ok(exit);
        }
        file.complete().map(|()| exit)
    }
}

/// The inputs of a command that reads single files. A folder is refused.
pub(super) fn files(arguments: Vec<OsString>) -> anyhow::Result<Vec<Input>> {
    let arguments = input::arguments_or_stdin(arguments, io::stdin().is_terminal())?;
    if let Some(folder) = arguments.iter().find(|argument| Path::new(argument).is_dir()) {
        anyhow::bail!("{} is a folder; name its files", folder.display());
    }
    Ok(input::list(&arguments, &Extensions::default()).inputs)
}
