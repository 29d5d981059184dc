//! Reads one page of a WARC archive, by the ID or the position of its record.

use std::fs::File;
use std::path::Path;

use anyhow::Context;
use dehusk_batch::read::{Cursor, PageReader, RawPage, WarcReader};

use super::page_input::Input;

/// Selects a record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RecordKey<'w> {
    Id(&'w str),
    Position(Cursor),
}

/// Reads the page at once, because its ID and address are part of the input.
pub(crate) fn read_page(path: &Path, key: RecordKey<'_>, max_bytes: usize) -> anyhow::Result<Input> {
    let failed = || format!("cannot read {}", path.display());
    let from = if let RecordKey::Position(cursor) = key { cursor } else { Cursor::default() };
    let file = File::open(path).with_context(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut reader = WarcReader::open(Box::new(file), from, name, max_bytes).with_context(failed)?;
    while let Some(page) = reader.next_page().with_context(failed)? {
        match key {
            RecordKey::Id(id) if page.id != id.trim_matches(['<', '>']) => {}
            RecordKey::Position(wanted) if position(&page) != Some(wanted) => break,
            _ => return Ok(to_input(page)),
        }
    }
    let (id, clause) = match key {
        RecordKey::Id(id) => (id.to_owned(), format!("with the record ID {id}")),
        RecordKey::Position(cursor) => {
            (format!("{}@{cursor}", path.display()), format!("that starts at byte {cursor}"))
        }
    };
    Ok(Input::Refused { id, sentence: format!("{} has no page {clause}", path.display()) })
}

fn position(page: &RawPage) -> Option<Cursor> {
    page.warc.as_ref().map(|warc| warc.cursor)
}

fn to_input(page: RawPage) -> Input {
    match page.error {
        Some(sentence) => Input::Refused { id: page.id, sentence },
        None => {
            Input::InMemory { id: page.id, url: page.url, content_type: page.content_type, bytes: page.html }
        }
    }
}
