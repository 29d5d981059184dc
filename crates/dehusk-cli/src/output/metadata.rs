//! Metadata as JSON says it: values under the names that users of other extractors know, and apart from them the origin of
//! each. Also the forms of `dehusk metadata`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::ValueEnum;
use dehusk::RULES_VERSION;
use dehusk::metadata::{Field, Metadata};
use serde::Serialize;

use super::PageWriter;
use super::record::SCHEMA_VERSION;
use crate::page::PageOutcome;
use crate::sanitize;

/// The metadata of a page; fields that it does not have are null or empty lists.
#[derive(Serialize, Default)]
pub(super) struct MetadataRecord<'a> {
    title: Option<&'a str>,
    /// All of `authors` in one text, as other extractors have it.
    author: Option<String>,
    authors: &'a [String],
    date: Option<&'a str>,
    date_modified: Option<&'a str>,
    sitename: Option<&'a str>,
    hostname: Option<&'a str>,
    description: Option<&'a str>,
    language: Option<&'a str>,
    direction: Option<&'a str>,
    image: Option<&'a str>,
    categories: &'a [String],
    tags: &'a [String],
    license: Option<&'a str>,
    canonical: Option<&'a str>,
    origins: BTreeMap<&'static str, &'static str>,
}

impl<'a> MetadataRecord<'a> {
    pub(super) fn of(metadata: &'a Metadata) -> MetadataRecord<'a> {
        let authors = list(&metadata.authors);
        MetadataRecord {
            title: text(&metadata.title),
            author: (!authors.is_empty()).then(|| authors.join("; ")),
            authors,
            date: text(&metadata.published),
            date_modified: text(&metadata.modified),
            sitename: text(&metadata.site_name),
            hostname: text(&metadata.hostname),
            description: text(&metadata.description),
            language: text(&metadata.language),
            direction: text(&metadata.direction),
            image: text(&metadata.image),
            categories: list(&metadata.categories),
            tags: list(&metadata.tags),
            license: text(&metadata.licence),
            canonical: text(&metadata.canonical),
            origins: metadata.origins().into_iter().map(|(name, origin)| (name, origin.as_str())).collect(),
        }
    }

    /// The fields that hold several values.
    const LISTS: [&'static str; 3] = ["authors", "categories", "tags"];

    /// Names and values of the fields that there are.
    fn fields(&self) -> Vec<(&'static str, Vec<&'a str>)> {
        let texts = [
            ("title", self.title),
            ("date", self.date),
            ("date_modified", self.date_modified),
            ("sitename", self.sitename),
            ("hostname", self.hostname),
            ("description", self.description),
            ("language", self.language),
            ("direction", self.direction),
            ("image", self.image),
            ("license", self.license),
            ("canonical", self.canonical),
        ];
        let lists = [("authors", self.authors), ("categories", self.categories), ("tags", self.tags)];
        let texts = texts.into_iter().filter_map(|(name, value)| Some((name, vec![value?])));
        let lists = lists.into_iter().filter(|(_, values)| !values.is_empty());
        texts.chain(lists.map(|(name, values)| (name, values.iter().map(String::as_str).collect()))).collect()
    }

    /// The same for a reader.
    fn lines(&self) -> Vec<(&'static str, String)> {
        self.fields().into_iter().map(|(name, values)| (name, values.join("; "))).collect()
    }
}

fn text(field: &Option<Field<String>>) -> Option<&str> {
    field.as_ref().map(|field| field.value.as_str())
}

fn list(field: &Option<Field<Vec<String>>>) -> &[String] {
    field.as_ref().map_or(&[], |field| &field.value)
}

/// Metadata as the YAML that Markdown begins with: texts between double quotes, lists between square brackets.
pub(super) fn front_matter(metadata: &Metadata) -> String {
    let record = MetadataRecord::of(metadata);
    let mut yaml = "---\n".to_owned();
    for (name, values) in record.fields() {
        let quoted: Vec<String> = values.iter().map(|value| quoted(value)).collect();
        match values.as_slice() {
            [_] if !MetadataRecord::LISTS.contains(&name) => yaml += &format!("{name}: {}\n", quoted[0]),
            _ => yaml += &format!("{name}: [{}]\n", quoted.join(", ")),
        }
    }
    yaml + "---\n\n"
}

/// A text between double quotes, as YAML and JSON have it; what YAML does not print is escaped.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\u{FEFF}' | '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}' => {
                quoted += &format!("\\u{:04X}", c as u32)
            }
            c if c.is_control() => quoted += &format!("\\u{:04X}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// One page of `dehusk metadata` in the JSON forms.
#[derive(Serialize)]
struct PageRecord<'a> {
    id: &'a str,
    status: &'static str,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    metadata: MetadataRecord<'a>,
    schema_version: u32,
    rules_version: &'static str,
}

/// A form of metadata alone, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetadataFormat {
    /// A line for each field, with the place where it was found; several pages are each headed by a line `==> id <==`
    Txt,
    /// One JSON object per page and line
    Jsonl,
    /// One indented JSON object, or an array of them for several pages
    Json,
}

/// Writes the metadata of pages and nothing else of them.
pub(crate) struct MetadataWriter {
    format: MetadataFormat,
    several: bool,
    pages: usize,
}

impl MetadataWriter {
    pub(crate) fn new(format: MetadataFormat, several: bool) -> MetadataWriter {
        MetadataWriter { format, several, pages: 0 }
    }

    fn text(&self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
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
        let record = PageRecord {
            id: &page.id,
            status: page.status.as_str(),
            reason: page.reason.as_deref(),
            error: page.error.as_deref(),
            metadata: page.metadata.as_deref().map(MetadataRecord::of).unwrap_or_default(),
            schema_version: SCHEMA_VERSION,
            rules_version: RULES_VERSION,
        };
        match self.format {
            MetadataFormat::Jsonl => {
                serde_json::to_writer(&mut *out, &record)?;
                out.write_all(b"\n")?;
            }
            MetadataFormat::Json => {
                let before = if self.several && self.pages == 0 { "[\n" } else { ",\n" };
                out.write_all(if self.several { before.as_bytes() } else { b"" })?;
                serde_json::to_writer_pretty(&mut *out, &record)?;
                out.write_all(if self.several { b"" } else { b"\n" })?;
            }
            MetadataFormat::Txt => self.text(out, page)?,
        }
        self.pages += 1;
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            MetadataFormat::Json if self.several && self.pages == 0 => out.write_all(b"[]\n"),
            MetadataFormat::Json if self.several => out.write_all(b"\n]\n"),
            _ => Ok(()),
        }
    }
}
