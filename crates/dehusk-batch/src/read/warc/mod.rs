//! Web archives: WARC 1.0 and 1.1, plain, with a gzip member or a zstd frame for each record, or packed as a whole.
//!
//! Damage costs what it hits: a record that cannot be read becomes a page with an error, and reading goes on at the next
//! record that can be found. A file that ends within a record has one such page at its end.

mod header;
mod http;

use std::io;

use header::Header;

use super::packed::{Cursor, Frames};
use super::page::{Archived, RawPage};
use super::{Kind, Layout, PageReader};

/// A header is some hundred bytes; what has no end after so many is none.
const MAX_HEADER_BYTES: usize = 1 << 20;
/// How every record begins, of whichever version.
const VERSION: &[u8] = b"WARC/";
/// What is wrong with the last record of a file that was not saved as a whole.
const CUT: &str = "the file ends within this record";

/// The pages of one archive, in their order.
pub struct WarcReader {
    frames: Frames,
    filename: String,
    max_bytes: usize,
    /// What was wrong where the next record should be.
    trouble: Option<io::Error>,
}

/// What is wrong with a record: its data, which ends with it, or the disk, which ends everything.
enum Trouble {
    Data(String),
    Disk(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        // Only the system's own errors have a number; decoders make theirs without.
        if error.raw_os_error().is_some() {
            return Trouble::Disk(error);
        }
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Trouble::Data(CUT.to_owned()),
            _ => Trouble::Data(format!("the packed data are damaged: {error}")),
        }
    }
}

fn data<T>(what: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Data(what.into()))
}

impl PageReader for WarcReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        while self.find_record()? {
            if let Some(page) = self.record()? {
                return Ok(Some(page));
            }
        }
        Ok(None)
    }

    fn cursor(&self) -> Cursor {
        self.frames.cursor()
    }

    fn layout(&self) -> Layout {
        Kind::Archive.into()
    }
}

impl WarcReader {
    /// Reads the pages of `frames`; `filename` is what they say about where they are. Records longer than `max_bytes` are errors.
    #[must_use]
    pub fn new(frames: Frames, filename: String, max_bytes: usize) -> WarcReader {
        WarcReader { frames, filename, max_bytes, trouble: None }
    }

    /// Goes to where the next record should begin; false at the end of the file.
    fn find_record(&mut self) -> io::Result<bool> {
        loop {
            let ready = match self.frames.available() {
                Ok(ready) => ready,
                Err(error) => {
                    self.trouble = Some(error);
                    return Ok(true);
                }
            };
            let blank = ready.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let (is_over, is_found) = (ready.is_empty(), blank < ready.len());
            self.frames.consume(blank);
            if is_found || (is_over && !self.frames.next_frame()?) {
                return Ok(is_found);
            }
        }
    }

    /// Looks for the next record after something that is none.
    fn resynchronise(&mut self) -> io::Result<()> {
        if self.frames.is_packed() {
            return self.frames.find_frame(VERSION).map(drop);
        }
        loop {
            let ready = self.frames.available()?;
            if ready.is_empty() || ready.starts_with(VERSION) {
                return Ok(());
            }
            let line = memchr::memchr(b'\n', ready).map_or(ready.len(), |end| end + 1);
            self.frames.consume(line);
        }
    }

    /// Reads the record that begins here. None if it is no page.
    fn record(&mut self) -> io::Result<Option<RawPage>> {
        let begin = self.cursor();
        let archived = Archived { filename: self.filename.clone(), place: begin, ..Archived::default() };
        let mut page = RawPage { archived: Some(archived), ..RawPage::default() };
        let mut is_page = true;
        let read = self.fill(&mut page).and_then(|filled| {
            is_page = filled;
            self.end_of_record()
        });
        match read {
            Ok(()) => {}
            Err(Trouble::Disk(error)) => return Err(error),
            Err(Trouble::Data(what)) => {
                self.resynchronise()?;
                (page.html, page.error, is_page) = (Vec::new(), Some(what), true);
            }
        }
        if let Some(archived) = &mut page.archived {
            // Records that share a frame share its offset; none of them has a length of its own.
            let length = self.cursor().offset.checked_sub(begin.offset);
            archived.length = length.filter(|length| *length > 0 && begin.skip == 0);
            page.id = archived.id();
        }
        Ok(is_page.then_some(page))
    }

    /// Reads header and block into `page`; false if it is no page.
    fn fill(&mut self, page: &mut RawPage) -> Result<bool, Trouble> {
        if let Some(error) = self.trouble.take() {
            return Err(error.into());
        }
        let block = self.header()?;
        let header = Header::read(&block);
        let Some(length) = header.get("content-length").and_then(|length| length.parse::<u64>().ok()) else {
            return data("the record has no Content-Length that can be read");
        };
        let kind = header.get("warc-type").unwrap_or_default().to_ascii_lowercase();
        let content_type = header.get("content-type").unwrap_or_default();
        let is_http = content_type.trim_start().to_ascii_lowercase().starts_with("application/http");
        let is_page = matches!((kind.as_str(), is_http), ("response", true) | ("resource" | "conversion", _));
        if !is_page {
            self.skip(length)?;
            return Ok(false);
        }
        page.url = header.get("warc-target-uri").map(|uri| uri.trim_matches(['<', '>']).to_owned());
        if let Some(archived) = &mut page.archived {
            archived.describe(|name| header.get(name).map(str::to_owned));
        }
        if length > self.max_bytes as u64 {
            page.error = Some(format!(
                "the record has {length} bytes, more than {} (--max-record-bytes)",
                self.max_bytes
            ));
            self.skip(length)?;
            return Ok(true);
        }
        let block = self.block(length)?;
        if is_http {
            self.response(page, block);
        } else {
            page.content_type = Some(content_type.to_owned()).filter(|kind| !kind.is_empty());
            page.html = block;
        }
        Ok(true)
    }

    fn response(&self, page: &mut RawPage, block: Vec<u8>) {
        let may_end_early = page.archived.as_ref().is_some_and(|archived| archived.truncated.is_some());
        match http::unpack(block, self.max_bytes, may_end_early) {
            Ok(response) => {
                page.html = response.body;
                page.content_type = response.content_type;
                if let Some(archived) = &mut page.archived {
                    archived.http_status = response.status;
                }
            }
            Err(what) => page.error = Some(what),
        }
    }

    /// The header of the record that begins here, its blank line included.
    fn header(&mut self) -> Result<Vec<u8>, Trouble> {
        let mut block = Vec::new();
        loop {
            let ready = self.frames.available()?;
            if ready.is_empty() {
                self.continue_in_next_frame("its header has no end")?;
                continue;
            }
            let line = memchr::memchr(b'\n', ready).map_or(ready.len(), |end| end + 1);
            block.extend_from_slice(&ready[..line]);
            let is_none = !block.starts_with(&VERSION[..VERSION.len().min(block.len())]);
            if is_none || block.len() > MAX_HEADER_BYTES {
                return data("there is something here that is no WARC record");
            }
            self.frames.consume(line);
            if block.ends_with(b"\n\n") || block.ends_with(b"\n\r\n") {
                return Ok(block);
            }
        }
    }

    fn block(&mut self, length: u64) -> Result<Vec<u8>, Trouble> {
        // No longer than the limit, which was looked at.
        let mut block = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
        self.each_piece(length, |piece| block.extend_from_slice(piece))?;
        Ok(block)
    }

    fn skip(&mut self, length: u64) -> Result<(), Trouble> {
        self.each_piece(length, |_| ())
    }

    fn each_piece(&mut self, length: u64, mut take: impl FnMut(&[u8])) -> Result<(), Trouble> {
        let mut left = length;
        while left > 0 {
            let ready = self.frames.available()?;
            let wanted = usize::try_from(left).unwrap_or(usize::MAX).min(ready.len());
            if wanted == 0 {
                let there = length - left;
                let what =
                    format!("its Content-Length says {length}, but the record ends after {there} bytes");
                self.continue_in_next_frame(&what)?;
                continue;
            }
            take(&ready[..wanted]);
            self.frames.consume(wanted);
            left -= wanted as u64;
        }
        Ok(())
    }

    /// A record may go on in the next frame, unless that begins with a record of its own.
    fn continue_in_next_frame(&mut self, else_what: &str) -> Result<(), Trouble> {
        if !self.frames.next_frame()? {
            return data(CUT);
        }
        if self.frames.available()?.starts_with(VERSION) { data(else_what) } else { Ok(()) }
    }

    /// Takes the line ends after a record and, if its frame ends there, looks whether that is whole.
    fn end_of_record(&mut self) -> Result<(), Trouble> {
        let mut left = b"\r\n\r\n".len();
        while left > 0 {
            let ready = self.frames.available()?;
            let blank = ready.iter().take(left).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            self.frames.consume(blank);
            left -= blank;
            if blank == 0 {
                break;
            }
        }
        if self.frames.available()?.is_empty() {
            self.frames.next_frame()?;
        }
        Ok(())
    }
}
