//! Indexes of web archives: each line names a file, an offset and a length, and the record there is read.
//!
//! CDXJ (a JSON object in each line, as Common Crawl has it) and CDX of eleven or nine fields, the last of which are the offset and the
//! file. Files lie beside the index, or where its name for them leads from there. A line that cannot be read is a page with an error.

use std::fs::File;
use std::io::{self, BufRead};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::packed::{Cursor, Frames};
use super::page::{Archived, RawPage};
use super::warc::WarcReader;
use super::{Kind, Layout, PageReader};

/// Longer lines are none of an index.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The last two fields of a line of CDX: the offset and the file.
const CDX_FIELDS: usize = 9;

/// Reads the records that the lines of an index name.
pub struct CdxReader {
    frames: Frames,
    folder: PathBuf,
    max_bytes: usize,
    line: Vec<u8>,
}

/// A number that may be written as a string.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Number(u64),
    Text(String),
}

#[derive(Deserialize)]
struct JsonEntry {
    filename: String,
    offset: Number,
}

impl CdxReader {
    /// The pages of an index whose archives lie in `folder`.
    #[must_use]
    pub fn new(frames: Frames, folder: PathBuf, max_bytes: usize) -> CdxReader {
        CdxReader { frames, folder, max_bytes, line: Vec::new() }
    }

    fn record(&self, line: &str) -> Result<RawPage, String> {
        let (filename, offset) = entry(line)?;
        let path = self.find(filename.as_ref())?;
        let failed = |error: io::Error| {
            format!("cannot read {}: {error}; archives lie beside their index", path.display())
        };
        let name = Path::new(&filename).file_name().map(|name| name.to_string_lossy().into_owned());
        let file = File::open(&path).map_err(failed)?;
        let place = Cursor { offset, skip: 0 };
        let frames = Frames::new(Box::new(file), place).map_err(failed)?;
        let mut reader = WarcReader::new(frames, name.unwrap_or_default(), self.max_bytes);
        match reader.next_page().map_err(failed)? {
            Some(page) if page.archived.as_ref().is_some_and(|archived| archived.place == place) => Ok(page),
            _ => Err(format!("{} has no page at {offset}", path.display())),
        }
    }

    /// Beside the index, by the whole name or by its last part.
    fn find(&self, filename: &Path) -> Result<PathBuf, String> {
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !filename.components().all(is_inside) {
            return Err(format!(
                "the index leads out of its folder, to {}; nothing is read there",
                filename.display()
            ));
        }
        let whole = self.folder.join(filename);
        Ok(match filename.file_name() {
            Some(name) if !whole.exists() => self.folder.join(name),
            _ => whole,
        })
    }
}

/// File and offset of a line.
fn entry(line: &str) -> Result<(String, u64), String> {
    let unread = || "the line of the index names no file and offset".to_owned();
    if let Some(begin) = line.find('{') {
        let entry: JsonEntry =
            serde_json::from_str(&line[begin..]).map_err(|error| format!("{}: {error}", unread()))?;
        let offset = match entry.offset {
            Number::Number(offset) => Some(offset),
            Number::Text(text) => text.parse().ok(),
        };
        return Ok((entry.filename, offset.ok_or_else(unread)?));
    }
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    match fields.as_slice() {
        [.., offset, filename] if fields.len() >= CDX_FIELDS => {
            Ok(((*filename).to_owned(), offset.parse().map_err(|_| unread())?))
        }
        _ => Err(unread()),
    }
}

impl PageReader for CdxReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        loop {
            let place = self.frames.cursor();
            self.line.clear();
            let taken =
                io::Read::take(&mut self.frames, MAX_LINE_BYTES as u64).read_until(b'\n', &mut self.line);
            let line = String::from_utf8_lossy(&self.line);
            let record = match taken {
                Ok(0) => return Ok(None),
                // The first line of a CDX file says what its fields are.
                Ok(_) if line.trim().is_empty() || line.starts_with(" CDX") => continue,
                Ok(_) => self.record(&line),
                Err(error) if error.raw_os_error().is_some() => return Err(error),
                Err(error) => Err(format!("the packed data are cut off or damaged: {error}")),
            };
            return Ok(Some(record.unwrap_or_else(|error| RawPage {
                id: format!("@{}", place.offset + place.skip),
                error: Some(error),
                archived: Some(Archived::default()),
                ..RawPage::default()
            })));
        }
    }

    fn cursor(&self) -> Cursor {
        self.frames.cursor()
    }

    fn layout(&self) -> Layout {
        Kind::Archive.into()
    }
}
