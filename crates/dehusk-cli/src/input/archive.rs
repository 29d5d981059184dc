//! One page of a web archive, by the identifier of its record or by its place.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, bail};
use dehusk_batch::read::{Cursor, Frames, PageReader, RawPage, WarcReader};

use super::Input;

/// Which record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which<'w> {
    Id(&'w str),
    Offset(u64),
}

/// Reads the page now, for what is known of it is part of its listing.
pub(crate) fn page(path: &Path, which: Which<'_>, max_bytes: usize) -> anyhow::Result<Input> {
    let failed = || format!("cannot read {}", path.display());
    let offset = if let Which::Offset(offset) = which { offset } else { 0 };
    let file = File::open(path).with_context(failed)?;
    let frames = Frames::new(Box::new(file), Cursor { offset, skip: 0 }).with_context(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut reader = WarcReader::new(frames, name, max_bytes);
    while let Some(page) = reader.next_page().with_context(failed)? {
        match which {
            Which::Id(id) if page.id != id.trim_matches(['<', '>']) => {}
            Which::Offset(offset) if place(&page) != Some(offset) => break,
            _ => return Ok(held(page)),
        }
    }
    match which {
        Which::Id(id) => bail!("{} has no page with the record ID {id}", path.display()),
        Which::Offset(offset) => bail!("{} has no page that begins at byte {offset}", path.display()),
    }
}

fn place(page: &RawPage) -> Option<u64> {
    page.archived.as_ref().map(|archived| archived.offset)
}

fn held(page: RawPage) -> Input {
    match page.error {
        Some(sentence) => Input::Refused { id: page.id, sentence },
        None => Input::Held { id: page.id, url: page.url, content_type: page.content_type, bytes: page.html },
    }
}
