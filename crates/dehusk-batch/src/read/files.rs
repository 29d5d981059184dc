//! Reads files with one page each, HTML or MHTML, compressed or not, in the given order.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::frames::{Cursor, Frames};
use super::mhtml;
use super::page::{Layout, PageReader, RawPage, SourceKind};

/// Reads one file after the other. In its cursors, `offset` is a number of files.
pub struct FilesReader {
    pages: Vec<(String, PathBuf)>,
    max_bytes: usize,
    next: usize,
}

impl FilesReader {
    /// Reads the pages of these files from a position on. A file longer than `max_bytes` becomes a page with an error.
    #[must_use]
    pub fn new(pages: Vec<(String, PathBuf)>, max_bytes: usize, from: Cursor) -> FilesReader {
        let next = usize::try_from(from.offset).unwrap_or(usize::MAX);
        FilesReader { pages, max_bytes, next }
    }
}

impl PageReader for FilesReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        let Some((id, path)) = self.pages.get(self.next) else { return Ok(None) };
        self.next += 1;
        let page = RawPage { id: id.clone(), ..RawPage::default() };
        Ok(Some(match read(path, self.max_bytes) {
            Ok(html) if html.len() > self.max_bytes => {
                let error = format!(
                    "the file is larger than {} bytes; raise --max-record-bytes to read it",
                    self.max_bytes
                );
                RawPage { error: Some(error), ..page }
            }
            Ok(bytes) if mhtml::is_mhtml(&bytes) => from_mhtml(page, &bytes),
            Ok(html) => RawPage { html, ..page },
            Err(error) => RawPage { error: Some(format!("cannot read the file: {error}")), ..page },
        }))
    }

    fn cursor(&self) -> Cursor {
        Cursor { offset: self.next as u64, skip: 0 }
    }

    fn layout(&self) -> Layout {
        SourceKind::Files.into()
    }
}

fn from_mhtml(page: RawPage, bytes: &[u8]) -> RawPage {
    match mhtml::read(bytes) {
        Ok(saved) => RawPage { html: saved.html, url: saved.url, content_type: saved.content_type, ..page },
        Err(error) => RawPage { error: Some(error), ..page },
    }
}

/// Reads a file, but at most one byte more than `max_bytes`.
fn read(path: &Path, max_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = (max_bytes as u64).saturating_add(1);
    Frames::new(Box::new(File::open(path)?), Cursor::default())?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
