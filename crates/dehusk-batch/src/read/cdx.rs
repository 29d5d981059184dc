//! Reads the records that an index of WARC archives lists: each line of the index has a file name, an offset and a length.
//!
//! Supported are CDXJ (lines with a JSON object, as Common Crawl publishes) and CDX with nine or eleven fields, the last two of
//! which are the offset and the file name. File names are relative to the folder of the index. If that path does not exist, the
//! archive is looked up by its last path component in the folder itself. A line that cannot be read becomes a page with an error.

use std::fs::File;
use std::io::{self, BufRead};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::frames::{Cursor, Frames};
use super::page::{Layout, PageReader, RawPage, SourceKind, WarcInfo};
use super::warc::WarcReader;

/// The maximum length of a line. A longer line cannot be part of an index. Chosen by hand.
const MAX_LINE_BYTES: usize = 1 << 20;
/// A line may start with any byte.
const ANY_START: &[u8] = b"";
/// The minimum number of fields of a CDX line. The last two are the offset and the file name
/// (<https://iipc.github.io/warc-specifications/specifications/cdx-format/cdx-2015/>).
const MIN_CDX_FIELDS: usize = 9;

/// Reads the records listed in an index.
pub struct CdxReader {
    frames: Frames,
    folder: PathBuf,
    max_bytes: usize,
    line: Vec<u8>,
}

/// A JSON number, which may be written as a string.
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
    /// Reads the pages of an index whose archives are in `folder`.
    #[must_use]
    pub fn new(frames: Frames, folder: PathBuf, max_bytes: usize) -> CdxReader {
        CdxReader { frames, folder, max_bytes, line: Vec::new() }
    }

    fn record(&self, line: &str) -> Result<RawPage, String> {
        let (filename, offset) = entry(line)?;
        let path = self.find(filename.as_ref())?;
        let failed = |error: io::Error| {
            format!("cannot read {}: {error}; put archives into the folder of their index", path.display())
        };
        let name = Path::new(&filename).file_name().map(|name| name.to_string_lossy().into_owned());
        let file = File::open(&path).map_err(failed)?;
        let start = Cursor { offset, skip: 0 };
        let (file, name) = (Box::new(file), name.unwrap_or_default());
        let mut reader = WarcReader::open(file, start, name, self.max_bytes).map_err(failed)?;
        match reader.next_page().map_err(failed)? {
            Some(page) if page.warc.as_ref().is_some_and(|warc| warc.cursor == start) => Ok(page),
            _ => Err(format!("{} has no page at offset {offset}", path.display())),
        }
    }

    /// The path of an archive: `filename` relative to the folder of the index or, if that does not exist, its last component in
    /// that folder.
    fn find(&self, filename: &Path) -> Result<PathBuf, String> {
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !filename.components().all(is_inside) {
            return Err(format!(
                "the index refers to {}, which is outside the folder of the index; move the archive into that folder",
                filename.display()
            ));
        }
        let relative = self.folder.join(filename);
        Ok(match filename.file_name() {
            Some(name) if !relative.exists() => self.folder.join(name),
            _ => relative,
        })
    }
}

/// Parses the file name and the offset in a line of the index.
fn entry(line: &str) -> Result<(String, u64), String> {
    let invalid = || "the line of the index has no file name and offset".to_owned();
    if let Some(start) = line.find('{') {
        let entry: JsonEntry =
            serde_json::from_str(&line[start..]).map_err(|error| format!("{}: {error}", invalid()))?;
        let offset = match entry.offset {
            Number::Number(offset) => Some(offset),
            Number::Text(text) => text.parse().ok(),
        };
        return Ok((entry.filename, offset.ok_or_else(invalid)?));
    }
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    match fields.as_slice() {
        [.., offset, filename] if fields.len() >= MIN_CDX_FIELDS => {
            Ok(((*filename).to_owned(), offset.parse().map_err(|_| invalid())?))
        }
        _ => Err(invalid()),
    }
}

impl PageReader for CdxReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        loop {
            let start = self.frames.cursor();
            self.line.clear();
            let read =
                io::Read::take(&mut self.frames, MAX_LINE_BYTES as u64).read_until(b'\n', &mut self.line);
            let line = String::from_utf8_lossy(&self.line);
            let record = match read {
                Ok(0) => return Ok(None),
                // The first line of a CDX file declares its fields.
                Ok(_) if line.trim().is_empty() || line.starts_with(" CDX") => continue,
                Ok(_) => self.record(&line),
                Err(error) => Err(self.frames.recover(error, ANY_START)?),
            };
            return Ok(Some(record.unwrap_or_else(|error| RawPage {
                id: format!("@{}", start.offset + start.skip),
                error: Some(error),
                warc: Some(WarcInfo::default()),
                ..RawPage::default()
            })));
        }
    }

    fn cursor(&self) -> Cursor {
        self.frames.cursor()
    }

    fn layout(&self) -> Layout {
        SourceKind::Archive.into()
    }
}
