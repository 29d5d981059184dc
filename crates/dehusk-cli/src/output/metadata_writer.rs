//! The output formats of `dehusk metadata`.

use std::io::{self, Write};

use clap::ValueEnum;
use dehusk_record::{MetadataPage, MetadataRecord, PageOutcome};

use super::extension::extension_of;
use super::json::JsonRecords;
use super::page_writer::PageWriter;
use super::sink::PageFormat;
use crate::sanitize;

/// An output format of `dehusk metadata`, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetadataFormat {
    /// One line per field, with the place where it was found; with several pages, each starts with a line `==> id <==`
    #[value(alias = "text")]
    Txt,
    /// JSON lines: one object per page
    #[value(alias = "ndjson")]
    Jsonl,
    /// Indented JSON: one object, or an array of objects for several pages
    Json,
}

impl PageFormat for MetadataFormat {
    fn extension(&self) -> String {
        extension_of(*self)
    }

    fn writer(&self, several: bool, _for_terminal: bool) -> Box<dyn PageWriter> {
        Box::new(MetadataWriter::new(*self, several))
    }
}

/// Writes only the metadata of pages.
struct MetadataWriter {
    format: MetadataFormat,
    several: bool,
    json: JsonRecords,
    pages: usize,
}

impl MetadataWriter {
    fn new(format: MetadataFormat, several: bool) -> MetadataWriter {
        MetadataWriter { format, several, json: JsonRecords::new(several), pages: 0 }
    }

    fn write_text(&self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        if self.several {
            let blank_line = if self.pages == 0 { "" } else { "\n" };
            writeln!(out, "{blank_line}==> {} <==", sanitize::one_line(&page.id))?;
        }
        let Some(metadata) = page.metadata.as_deref() else { return Ok(()) };
        let record = MetadataRecord::of(metadata);
        for (name, value) in record.lines() {
            let origin = record.origins.get(name).copied().unwrap_or_default();
            writeln!(out, "{name}: {}  ({origin})", sanitize::one_line(&value))?;
        }
        Ok(())
    }
}

impl PageWriter for MetadataWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        let record = MetadataPage::of(page);
        match self.format {
            MetadataFormat::Jsonl => {
                serde_json::to_writer(&mut *out, &record)?;
                out.write_all(b"\n")?;
            }
            MetadataFormat::Json => self.json.add(out, &record)?,
            MetadataFormat::Txt => self.write_text(out, page)?,
        }
        self.pages += 1;
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == MetadataFormat::Json { self.json.finish(out) } else { Ok(()) }
    }
}
