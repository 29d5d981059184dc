//! Writes pages: one file per output format, each behind [`PageWriter`]. Where the bytes go is in `destination`.
//!
//! The modules depend on each other in one direction: `format` → `text`, `json`, `jsonl` → `page_writer`.
//! The record itself and the text of explanations are in the crate `dehusk-record`.

mod destination;
mod extension;
mod format;
mod json;
mod jsonl;
mod metadata_writer;
mod output_file;
mod page_writer;
mod text;

use std::io::{self, Write};

pub(crate) use destination::{Destination, refuse_input};
pub(crate) use extension::format_of;
pub(crate) use format::Format;
pub(crate) use metadata_writer::{MetadataFormat, MetadataWriter};
pub(crate) use output_file::OutputFile;
pub(crate) use page_writer::PageWriter;

/// Writes to standard output. A broken pipe is a success: the reader of `dehusk … | head` has seen enough.
pub(crate) fn print(text: &[u8]) -> io::Result<()> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
