//! The forms that pages are written in: one file per form, each behind [`PageWriter`]. Where the bytes go is in
//! `sink`.

mod explanation;
mod json;
mod jsonl;
mod metadata;
mod parts_record;
mod record;
mod sink;
mod text;

use std::io::{self, Write};

use clap::ValueEnum;
use dehusk::parts::Parts;
use dehusk::render::Markup;

pub(crate) use metadata::{MetadataFormat, MetadataWriter};
pub(crate) use record::{RunFacts, SCHEMA};
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
    /// Title, author, date, site, language and more, and where each was found: see `dehusk metadata --help`
    Metadata,
    /// The main content as GitHub's Markdown, and what of it Markdown could not express (`lost`)
    Markdown,
    /// The main content as HTML of a few safe elements, and `lost`
    Html,
    /// Every block of the page, kept or removed, with score, reason, offsets and XPath
    Blocks,
    /// The links of the main content
    Links,
    /// The images of the main content
    Images,
    /// The tables of the main content, cell by cell
    Tables,
    /// Comments of readers, each with author and date where they are marked
    Comments,
    /// The JSON-LD of the page as it is written: `raw_jsonld`
    Jsonld,
    /// All of these
    All,
    /// Milliseconds for the page (`timing_ms`), the one field that is not the same each time
    Timing,
}

impl Extra {
    /// Whether it is asked for, by name or among all.
    pub(crate) fn is_in(self, extras: &[Extra]) -> bool {
        extras.contains(&self) || (self != Extra::Timing && extras.contains(&Extra::All))
    }

    /// Which lists are asked for.
    pub(crate) fn parts(extras: &[Extra]) -> Parts {
        record::parts_of(extras)
    }
}

impl Format {
    /// What has to be made of every page for this form and the extras of a record.
    pub(crate) fn markup(self, extras: &[Extra]) -> Markup {
        let mut markup = Markup::NONE;
        markup.markdown = self == Format::Md || Extra::Markdown.is_in(extras);
        markup.html = self == Format::Html || Extra::Html.is_in(extras);
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
