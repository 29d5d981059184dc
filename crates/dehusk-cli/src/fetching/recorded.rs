//! The pages that the archive of an earlier run has.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use dehusk_batch::read::{Cursor, PageReader, RawPage, WarcReader};
use dehusk_fetch::{Fetched, without_credentials};
use url::Url;

/// Pages by their addresses, and where they are in the archive.
#[derive(Debug)]
pub(super) struct Recorded {
    path: PathBuf,
    max_bytes: usize,
    pages: HashMap<String, Cursor>,
    /// Where the last complete response ends.
    end: u64,
}

impl Recorded {
    /// Reads the whole archive. What an interrupted run did not write completely is passed over.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn read(path: &Path, max_bytes: usize) -> io::Result<Recorded> {
        let mut recorded = Recorded { path: path.to_owned(), max_bytes, pages: HashMap::new(), end: 0 };
        let mut reader = recorded.open(Cursor::default())?;
        while let Some(page) = reader.next_page()? {
            recorded.add(page);
        }
        Ok(recorded)
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn has(&self, address: &str) -> bool {
        key(address).is_some_and(|key| self.pages.contains_key(&key))
    }

    /// The page at an address. None if there is none, or it cannot be read any more.
    pub(super) fn page(&self, address: &str) -> Option<Fetched> {
        let address = key(address)?;
        let cursor = self.pages.get(&address)?;
        let page = self.open(*cursor).ok()?.next_page().ok()??;
        let status = page.warc.and_then(|warc| warc.http_status).and_then(|status| status.try_into().ok())?;
        Some(Fetched { address, status, content_type: page.content_type, body: page.html })
    }

    fn open(&self, from: Cursor) -> io::Result<WarcReader> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        WarcReader::open(Box::new(File::open(&self.path)?), from, name, self.max_bytes)
    }

    /// Adds a page that was fetched successfully and completely.
    fn add(&mut self, page: RawPage) {
        let (Some(warc), Some(address), None) = (page.warc, page.url, page.error) else { return };
        let Some(length) = warc.length else { return };
        self.end = self.end.max(warc.cursor.offset + length);
        let is_page = warc.truncated.is_none() && warc.http_status.is_some_and(|status| status / 100 == 2);
        if let Some(key) = key(&address).filter(|_| is_page) {
            self.pages.insert(key, warc.cursor);
        }
    }
}

/// The address as an archive has it: without user, password and fragment.
fn key(address: &str) -> Option<String> {
    let mut url = Url::parse(address).ok()?;
    url.set_fragment(None);
    Some(without_credentials(url.as_str()))
}
