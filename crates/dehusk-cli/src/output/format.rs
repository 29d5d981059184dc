//! The output formats of `dehusk extract`.

use clap::ValueEnum;
use dehusk::render::Markup;
use dehusk_record::Extra;
use dehusk_record::RunFacts;

use super::extension::extension_of;
use super::json::JsonWriter;
use super::jsonl::JsonLinesWriter;
use super::page_writer::PageWriter;
use super::sink::PageFormat;
use super::text::{TextForm, TextWriter};

/// An output format, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text; with several pages, each starts with a line `==> id <==`
    #[value(alias = "text")]
    Txt,
    /// GitHub Flavored Markdown; several pages as with txt
    #[value(alias = "markdown")]
    Md,
    /// An HTML document with only a few safe elements; with several pages, each starts with a comment `==> id <==`
    #[value(alias = "htm")]
    Html,
    /// JSON lines: one object per page
    #[value(alias = "ndjson")]
    Jsonl,
    /// Indented JSON: one object, or an array of objects for several pages
    Json,
}

impl Format {
    /// The markup that this format and these extra fields need.
    pub(crate) fn markup(self, extras: &[Extra]) -> Markup {
        let mut markup = Markup::NONE;
        (markup.markdown, markup.html) = (self == Format::Md, self == Format::Html);
        Extra::add_markup(extras, &mut markup);
        markup
    }

    /// Whether the format consists of records.
    pub(crate) fn has_records(self) -> bool {
        matches!(self, Format::Json | Format::Jsonl)
    }
}

/// The format of a run.
pub(crate) struct RunFormat {
    pub(crate) format: Format,
    pub(crate) facts: RunFacts,
}

impl PageFormat for RunFormat {
    fn extension(&self) -> String {
        extension_of(self.format)
    }

    fn writer(&self, several: bool, for_terminal: bool) -> Box<dyn PageWriter> {
        let facts = self.facts.clone();
        match self.format {
            Format::Txt if facts.explains => Box::new(TextWriter::new(TextForm::Tree, several, for_terminal)),
            Format::Txt => Box::new(TextWriter::new(TextForm::Text, several, for_terminal)),
            Format::Md => Box::new(TextWriter::new(TextForm::Markdown, several, for_terminal)),
            Format::Html => Box::new(TextWriter::new(TextForm::Html, several, for_terminal)),
            Format::Jsonl => Box::new(JsonLinesWriter::new(facts)),
            Format::Json => Box::new(JsonWriter::new(several, facts)),
        }
    }
}
