//! JSON lines: one record per line for each page, including failed pages.

use std::io::{self, Write};

use dehusk_record::PageOutcome;

use dehusk_record::RunFacts;

use super::page_writer::PageWriter;

pub(super) struct JsonLinesWriter {
    facts: RunFacts,
}

impl JsonLinesWriter {
    pub(super) fn new(facts: RunFacts) -> JsonLinesWriter {
        JsonLinesWriter { facts }
    }
}

impl PageWriter for JsonLinesWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self.facts.record(page))?;
        out.write_all(b"\n")
    }
}
