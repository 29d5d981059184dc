//! Reads the records that an index of WARC archives lists: each line of the index has a file name, an offset and a length.
//!
//! Supported are CDXJ (lines with a JSON object, as Common Crawl publishes) and CDX with nine or eleven fields, the last two of
//! which are the offset and the file name. File names are relative to the folder of the index. If that path does not exist, the
//! archive is looked up by its last path component in the folder itself. A line that cannot be read becomes a page with an error.

use std::fs::File;
use std::io::{self, BufRead};
use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

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

/// The type of a record that refers to an earlier one, as indexes name it.
const REVISIT: &str = "warc/revisit";
/// The number of the field of a CDX line with the address of the page, from 0, and that with its type.
const CDX_URL: usize = 2;
const CDX_MIME: usize = 3;

/// Reads the records listed in an index.
pub struct CdxReader {
    frames: Frames,
    folder: PathBuf,
    max_bytes: usize,
    line: Vec<u8>,
}

/// What a line of the index says about a record.
#[derive(Debug, Default, PartialEq, Eq)]
struct Entry {
    filename: String,
    offset: u64,
    url: Option<String>,
    mime: Option<String>,
}

impl Entry {
    /// Whether the record only refers to an earlier one with the same page. A run of the archive has no row for it either.
    fn is_revisit(&self) -> bool {
        self.mime.as_deref() == Some(REVISIT)
    }

    /// The name of the archive, without folders.
    fn archive(&self) -> String {
        let name = Path::new(&self.filename).file_name();
        name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// The row of a record that cannot be read.
    fn failed(self, error: String) -> RawPage {
        let cursor = Cursor { offset: self.offset, skip: 0 };
        let warc = WarcInfo { filename: self.archive(), cursor, ..WarcInfo::default() };
        RawPage { url: self.url, error: Some(error), warc: Some(warc), ..RawPage::default() }
    }
}

impl CdxReader {
    /// Reads the pages of an index whose archives are in `folder`.
    #[must_use]
    pub fn new(frames: Frames, folder: PathBuf, max_bytes: usize) -> CdxReader {
        CdxReader { frames, folder, max_bytes, line: Vec::new() }
    }

    fn record(&self, entry: &Entry) -> Result<RawPage, String> {
        let path = self.find(entry.filename.as_ref())?;
        let failed = |error: io::Error| {
            format!("cannot read {}: {error}; put archives into the folder of their index", path.display())
        };
        let file = Box::new(File::open(&path).map_err(failed)?);
        let start = Cursor { offset: entry.offset, skip: 0 };
        let mut reader = WarcReader::open(file, start, entry.archive(), self.max_bytes).map_err(failed)?;
        match reader.next_page().map_err(failed)? {
            Some(page) if page.warc.as_ref().is_some_and(|warc| warc.cursor == start) => Ok(page),
            _ => Err(format!("{} has no page at offset {}", path.display(), entry.offset)),
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

/// Parses a line of the index.
fn entry(line: &str) -> Result<Entry, String> {
    let found = match line.find('{') {
        Some(start) => json_entry(&line[start..])?,
        None => cdx_entry(line),
    };
    found.ok_or_else(|| "the line of the index has no file name and offset".to_owned())
}

fn json_entry(object: &str) -> Result<Option<Entry>, String> {
    let invalid = |error| format!("the line of the index has no valid JSON object: {error}");
    let fields: Map<String, Value> = serde_json::from_str(object.trim()).map_err(invalid)?;
    let text = |name| fields.get(name).and_then(Value::as_str).map(str::to_owned);
    // Common Crawl writes numbers as strings.
    let offset =
        fields.get("offset").and_then(|value| value.as_u64().or_else(|| value.as_str()?.parse().ok()));
    let place = text("filename").zip(offset);
    Ok(place.map(|(filename, offset)| Entry { filename, offset, url: text("url"), mime: text("mime") }))
}

fn cdx_entry(line: &str) -> Option<Entry> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let [.., offset, filename] = fields.as_slice() else { return None };
    let offset = offset.parse().ok().filter(|_| fields.len() >= MIN_CDX_FIELDS)?;
    let text = |at: usize| fields.get(at).map(|field| (*field).to_owned());
    Some(Entry { filename: (*filename).to_owned(), offset, url: text(CDX_URL), mime: text(CDX_MIME) })
}

impl PageReader for CdxReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        loop {
            let start = self.frames.cursor();
            self.line.clear();
            let read =
                io::Read::take(&mut self.frames, MAX_LINE_BYTES as u64).read_until(b'\n', &mut self.line);
            let line = String::from_utf8_lossy(&self.line);
            let entry = match read {
                Ok(0) => return Ok(None),
                // The first line of a CDX file declares its fields.
                Ok(_) if line.trim().is_empty() || line.starts_with(" CDX") => continue,
                Ok(_) => entry(&line),
                Err(error) => Err(self.frames.recover(error, ANY_START)?),
            };
            if entry.as_ref().is_ok_and(Entry::is_revisit) {
                continue;
            }
            let read = entry.map_err(|error| (Entry::default(), error));
            let read = read.and_then(|entry| self.record(&entry).map_err(|error| (entry, error)));
            return Ok(Some(read.unwrap_or_else(|(entry, error)| RawPage {
                id: format!("@{}", start.offset + start.skip),
                ..entry.failed(error)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_a_record() {
        let found = |mime: &str| Entry {
            filename: "a/b.warc.gz".to_owned(),
            offset: 7,
            url: Some("https://mill.example/".to_owned()),
            mime: Some(mime.to_owned()),
        };
        let cdxj = "example,mill)/ 2026 {\"url\": \"https://mill.example/\", \"mime\": \"text/html\", \"offset\": \"7\", \"filename\": \
            \"a/b.warc.gz\"}";
        let cdx = "example,mill)/ 2026 https://mill.example/ warc/revisit - ABC - - 99 7 a/b.warc.gz\n";
        assert_eq!(entry(cdxj), Ok(found("text/html")));
        assert_eq!(entry(&cdxj.replace("\"7\"", "7")), Ok(found("text/html")));
        assert_eq!(entry(cdx), Ok(found("warc/revisit")));
        assert!(entry(cdx).unwrap().is_revisit());
        let failed = found("text/html").failed("no page".to_owned());
        let warc = failed.warc.unwrap();
        assert_eq!((failed.url, warc.filename.as_str(), warc.cursor.offset), (found("").url, "b.warc.gz", 7));
        for line in ["{\"filename\": \"a\", \"offset\": {}}", "{\"offset\": 1}", "a b 7 c", "{\"a\"", ""] {
            let error = entry(line).unwrap_err();
            assert!(
                error.starts_with("the line of the index has no ") && !error.contains("untagged"),
                "{error}"
            );
        }
    }
}
