//! Indented JSON: the record of a single page, or an array of records that is written page by page.

use std::io::{self, Write};

use dehusk_record::PageOutcome;

use dehusk_record::RunFacts;

use super::page_writer::PageWriter;

/// The text before the first record of an array.
const FIRST: &str = "[\n";

pub(super) struct JsonWriter {
    several: bool,
    facts: RunFacts,
    /// The text before the next record of an array.
    separator: &'static str,
}

impl JsonWriter {
    pub(super) fn new(several: bool, facts: RunFacts) -> JsonWriter {
        JsonWriter { several, facts, separator: FIRST }
    }
}

impl PageWriter for JsonWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        let record = self.facts.record(page);
        if !self.several {
            serde_json::to_writer_pretty(&mut *out, &record)?;
            return out.write_all(b"\n");
        }
        out.write_all(self.separator.as_bytes())?;
        self.separator = ",\n";
        serde_json::to_writer_pretty(&mut *out, &record)?;
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match (self.several, self.separator) {
            (false, _) => Ok(()),
            (true, FIRST) => out.write_all(b"[]\n"),
            (true, _) => out.write_all(b"\n]\n"),
        }
    }
}
