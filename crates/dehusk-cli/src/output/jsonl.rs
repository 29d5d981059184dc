//! JSON lines: one record per line for each page, including failed pages.

use std::io::{self, Write};

use super::page_writer::PageWriter;
use super::record::RunFacts;
use crate::page::PageOutcome;

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
