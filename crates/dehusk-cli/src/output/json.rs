//! Indented JSON: the record of a single page, or an array of records that is written page by page.

use std::io::{self, Write};

use dehusk_record::PageOutcome;
use dehusk_record::RunFacts;
use serde::Serialize;

use super::page_writer::PageWriter;

/// Writes one record, or an array of records.
pub(super) struct JsonRecords {
    several: bool,
    is_empty: bool,
}

impl JsonRecords {
    pub(super) fn new(several: bool) -> JsonRecords {
        JsonRecords { several, is_empty: true }
    }

    pub(super) fn add(&mut self, out: &mut dyn Write, record: &impl Serialize) -> io::Result<()> {
        let (before, after) = match (self.several, self.is_empty) {
            (false, _) => ("", "\n"),
            (true, true) => ("[\n", ""),
            (true, false) => (",\n", ""),
        };
        self.is_empty = false;
        out.write_all(before.as_bytes())?;
        serde_json::to_writer_pretty(&mut *out, record)?;
        out.write_all(after.as_bytes())
    }

    pub(super) fn finish(&self, out: &mut dyn Write) -> io::Result<()> {
        match (self.several, self.is_empty) {
            (false, _) => Ok(()),
            (true, true) => out.write_all(b"[]\n"),
            (true, false) => out.write_all(b"\n]\n"),
        }
    }
}

pub(super) struct JsonWriter {
    records: JsonRecords,
    facts: RunFacts,
}

impl JsonWriter {
    pub(super) fn new(several: bool, facts: RunFacts) -> JsonWriter {
        JsonWriter { records: JsonRecords::new(several), facts }
    }
}

impl PageWriter for JsonWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        self.records.add(out, &self.facts.record(page))
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.records.finish(out)
    }
}
