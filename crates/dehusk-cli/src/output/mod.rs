//! The forms that pages are written in: one file per form, each behind [`PageWriter`]. Where the bytes go is in
//! `sink`.

mod explanation;
mod json;
mod jsonl;
mod metadata;
mod record;
mod sink;
mod text;

use std::io::{self, Write};

use clap::ValueEnum;
use dehusk::render::Markup;

pub(crate) use metadata::{MetadataFormat, MetadataWriter};
pub(crate) use record::RunFacts;
pub(crate) use sink::{Sink, refuse_input};
use text::Form;

use crate::page::PageOutcome;

/// A form of output, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The text alone; several pages are each headed by a line `==> id <==`
    Txt,
    /// GitHub's Markdown; several pages as in txt
    Md,
    /// A document of a few safe elements; several pages are each headed by a comment `==> id <==`
    Html,
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

/// What `--with` adds to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Extra {
    /// The field `markdown`
    Markdown,
    /// The field `html`
    Html,
}

impl Format {
    /// What has to be made of every page for this form and the extras of a record.
    pub(crate) fn markup(self, extras: &[Extra]) -> Markup {
        let mut markup = Markup::NONE;
        markup.markdown = self == Format::Md || extras.contains(&Extra::Markdown);
        markup.html = self == Format::Html || extras.contains(&Extra::Html);
        markup
    }

    /// Whether pages are written as records.
    pub(crate) fn has_records(self) -> bool {
        matches!(self, Format::Json | Format::Jsonl)
    }

    /// The writer of this form for one page or `several`; `for_terminal` when a person is going to see it as it is.
    pub(crate) fn writer(self, several: bool, for_terminal: bool, facts: RunFacts) -> Box<dyn PageWriter> {
        match self {
            Format::Txt if facts.explains => {
                Box::new(text::TextWriter::new(Form::Tree, several, for_terminal))
            }
            Format::Txt => Box::new(text::TextWriter::new(Form::Text, several, for_terminal)),
            Format::Md => Box::new(text::TextWriter::new(Form::Markdown, several, for_terminal)),
            Format::Html => Box::new(text::TextWriter::new(Form::Html, several, for_terminal)),
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
