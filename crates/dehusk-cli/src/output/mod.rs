//! Writes pages: one file per output format, each behind `PageWriter`. Where the bytes go is in `sink`: to one place (`destination`),
//! or to a file for each page (`page_files`, named by `page_names`). A file gets its name when it is complete (`output_file`).
//!
//! The modules depend on each other in one direction: `format` → `text`, `json`, `jsonl` → `page_writer`, and `format` → `sink` →
//! `destination` → `out`, and `out`, `page_files` → `output_file` → `same_file`, `extension`.
//! The record itself and the text of explanations are in the crate `dehusk-record`.

mod destination;
mod extension;
mod format;
mod json;
mod jsonl;
mod metadata_writer;
mod out;
mod output_file;
mod page_files;
mod page_names;
mod page_writer;
mod same_file;
mod sink;
mod text;

use std::io::{self, Write};

pub(crate) use extension::format_of;
pub(crate) use format::{Format, RunFormat};
pub(crate) use metadata_writer::MetadataFormat;
pub(crate) use out::Out;
pub(crate) use same_file::refuse_input;
pub(crate) use sink::{PageFormat, Sink};

/// The size of the buffer of an output: a few pages of text. Chosen by hand.
const BUFFER_BYTES: usize = 256 * 1024;
/// What failed, and what to do, if the output cannot be written.
pub(crate) const CANNOT_WRITE: &str = "cannot write the output; check the free disk space";

/// Writes to standard output. A broken pipe is a success: the reader of `dehusk … | head` has seen enough.
pub(crate) fn print(text: &[u8]) -> io::Result<()> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
