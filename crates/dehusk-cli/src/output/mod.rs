//! The forms that pages are written in: one file per form, each behind [`PageWriter`]. Where the bytes go is in
//! `sink`.

mod json;
mod jsonl;
mod record;
mod sink;
mod text;

use std::io::{self, Write};

use clap::ValueEnum;

pub(crate) use record::RunFacts;
pub(crate) use sink::{Sink, refuse_input};

use crate::page::PageOutcome;

/// A form of output, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The text alone; several pages are each headed by a line `==> id <==`
    Txt,
    /// One JSON object per page and line
    Jsonl,
    /// One indented JSON object, or an array of them for several pages
    Json,
}

/// Writes the pages of one run, one after the other.
pub(crate) trait PageWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()>;

    /// What comes after the last page.
    fn finish(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl Format {
    /// The writer of this form for one page or `several`; `for_terminal` when a person is going to see it as it is.
    pub(crate) fn writer(self, several: bool, for_terminal: bool, facts: RunFacts) -> Box<dyn PageWriter> {
        match self {
            Format::Txt => Box::new(text::TextWriter::new(several, for_terminal)),
            Format::Jsonl => Box::new(jsonl::JsonLinesWriter::new(facts)),
            Format::Json => Box::new(json::JsonWriter::new(several, facts)),
        }
    }
}

/// Writes to standard output. Whoever read it may have seen enough: `dehusk … | head` is a success.
pub(crate) fn print(text: &[u8]) -> io::Result<()> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
