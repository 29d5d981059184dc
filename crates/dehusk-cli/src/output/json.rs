//! Indented JSON: the record of the one page, or an array of records written as the pages come.

use std::io::{self, Write};

use super::{PageWriter, RunFacts};
use crate::page::PageOutcome;

pub(super) struct JsonWriter {
    several: bool,
    facts: RunFacts,
    /// What stands before the next record of an array.
    before: &'static str,
}

impl JsonWriter {
    pub(super) fn new(several: bool, facts: RunFacts) -> JsonWriter {
        JsonWriter { several, facts, before: "[\n" }
    }
}

impl PageWriter for JsonWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        let record = self.facts.record(page);
        if !self.several {
            serde_json::to_writer_pretty(&mut *out, &record)?;
            return out.write_all(b"\n");
        }
        out.write_all(self.before.as_bytes())?;
        self.before = ",\n";
        serde_json::to_writer_pretty(&mut *out, &record)?;
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.several { out.write_all(b"\n]\n") } else { Ok(()) }
    }
}
