//! Reads WARC archives (1.0 and 1.1): uncompressed, with one gzip member or zstd frame per record, or compressed as a whole.
//!
//! Damage affects as few records as possible: a record that cannot be read becomes a page with an error, and reading continues at
//! the next record that can be found. A file that ends within a record yields one such page at its end.
//!
//! A page is returned only after the end of its gzip member or zstd frame was found and its checksum compared. If that fails, the
//! first record of the frame becomes a page with an error, and the others of the frame are dropped. Only in a frame of more than
//! 8 MiB with several records, such as an archive compressed as a whole, pages are returned before.

mod header;
mod http;

use std::io;

use header::Header;

use super::frames::{Cursor, Frames, Input};
use super::page::{Layout, PageReader, RawPage, SourceKind, WarcInfo};

/// The maximum size of a record header. Real headers have some hundred bytes; chosen by hand.
const MAX_HEADER_BYTES: usize = 1 << 20;
/// The first bytes of every record, whatever its version.
const VERSION: &[u8] = b"WARC/";
/// The start of the addresses under which Wget keeps its own log and arguments.
const CRAWLER_NOTES: &str = "metadata://";
/// The error of the last record of a truncated file.
const TRUNCATED: &str = "the file ends within this record";

/// Reads the pages of one archive in order.
pub struct WarcReader {
    frames: Frames,
    filename: String,
    max_bytes: usize,
    /// An error that was found while looking for the next record. It is reported as the error of that record.
    pending_error: Option<io::Error>,
}

/// An error of a record. Damaged data affects only that record; an I/O error ends the reading.
enum RecordError {
    Data(String),
    Io(io::Error),
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        // Only errors of the operating system have an error code; errors of decoders do not.
        if error.raw_os_error().is_some() {
            return RecordError::Io(error);
        }
        match error.kind() {
            io::ErrorKind::UnexpectedEof => RecordError::Data(TRUNCATED.to_owned()),
            _ => RecordError::Data(format!("the compressed data is damaged: {error}")),
        }
    }
}

fn data_error<T>(message: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError::Data(message.into()))
}

impl PageReader for WarcReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        while self.find_record()? {
            if let Some(page) = self.read_record()? {
                return Ok(Some(page));
            }
        }
        Ok(None)
    }

    fn cursor(&self) -> Cursor {
        self.frames.cursor()
    }

    fn layout(&self) -> Layout {
        SourceKind::Archive.into()
    }
}

impl WarcReader {
    /// Reads the pages of an archive from a position that [`PageReader::cursor`] returned, or from the start of a record.
    /// `filename` is the file name that its pages report. A record longer than `max_bytes` becomes a page with an error.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn open(
        archive: Box<dyn Input>,
        from: Cursor,
        filename: String,
        max_bytes: usize,
    ) -> io::Result<WarcReader> {
        let frames = Frames::of_records(archive, from, VERSION)?;
        Ok(WarcReader { frames, filename, max_bytes, pending_error: None })
    }

    /// Moves to the expected start of the next record. Returns false at the end of the file.
    fn find_record(&mut self) -> io::Result<bool> {
        loop {
            let ready = match self.frames.available() {
                Ok(ready) => ready,
                Err(error) => {
                    self.pending_error = Some(error);
                    return Ok(true);
                }
            };
            let line_ends = ready.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let (is_at_end, is_found) = (ready.is_empty(), line_ends < ready.len());
            self.frames.consume(line_ends);
            if is_found || (is_at_end && !self.frames.next_frame()?) {
                return Ok(is_found);
            }
        }
    }

    /// Finds the next record after damaged data.
    fn resynchronize(&mut self) -> io::Result<()> {
        if self.frames.is_compressed() {
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

    /// Reads the record that starts here. None if it is not a page.
    fn read_record(&mut self) -> io::Result<Option<RawPage>> {
        let start = self.cursor();
        let warc = WarcInfo { filename: self.filename.clone(), cursor: start, ..WarcInfo::default() };
        let mut page = RawPage { warc: Some(warc), ..RawPage::default() };
        let mut is_page = true;
        let read = self.fill_page(&mut page).and_then(|filled| {
            is_page = filled;
            match self.frames.take_damage() {
                Some(damage) => Err(damage.into()),
                None => self.finish_record(),
            }
        });
        match read {
            Ok(()) => {}
            Err(RecordError::Io(error)) => return Err(error),
            Err(RecordError::Data(message)) => {
                self.resynchronize()?;
                (page.html, page.error, is_page) = (Vec::new(), Some(message), true);
            }
        }
        if let Some(warc) = &mut page.warc {
            // Records that share a frame share its offset. So no such record has a length in the file.
            let length = self.cursor().offset.checked_sub(start.offset);
            warc.length = length.filter(|length| *length > 0 && start.skip == 0);
            page.id = warc.id();
        }
        Ok(is_page.then_some(page))
    }

    /// Reads the header and the block into `page`. Returns false if the record is not a page.
    fn fill_page(&mut self, page: &mut RawPage) -> Result<bool, RecordError> {
        if let Some(error) = self.pending_error.take() {
            return Err(error.into());
        }
        let block = self.read_header()?;
        let header = Header::parse(&block);
        let Some(length) = header.get("content-length").and_then(|length| length.parse::<u64>().ok()) else {
            return data_error("the record has no valid Content-Length");
        };
        let kind = header.get("warc-type").unwrap_or_default().to_ascii_lowercase();
        let content_type = header.get("content-type").unwrap_or_default();
        let is_http = content_type.trim_start().to_ascii_lowercase().starts_with("application/http");
        let is_page = matches!((kind.as_str(), is_http), ("response", true) | ("resource" | "conversion", _));
        let target = header.get("warc-target-uri").map(|uri| uri.trim_matches(['<', '>']));
        if !is_page || target.is_some_and(|target| target.starts_with(CRAWLER_NOTES)) {
            self.skip(length)?;
            return Ok(false);
        }
        page.url = target.map(str::to_owned);
        if let Some(warc) = &mut page.warc {
            warc.read_header(|name| header.get(name).map(str::to_owned));
        }
        if length > self.max_bytes as u64 {
            page.error = Some(format!(
                "the record has {length} bytes, more than {}; raise --max-record-bytes to read it",
                self.max_bytes
            ));
            self.skip(length)?;
            return Ok(true);
        }
        let block = self.read_block(length)?;
        if is_http {
            self.fill_from_response(page, block);
        } else {
            page.content_type = Some(content_type.to_owned()).filter(|kind| !kind.is_empty());
            page.html = block;
        }
        Ok(true)
    }

    fn fill_from_response(&self, page: &mut RawPage, block: Vec<u8>) {
        let may_end_early = page.warc.as_ref().is_some_and(|warc| warc.truncated.is_some());
        match http::decode(block, self.max_bytes, may_end_early) {
            Ok(response) => {
                page.html = response.body;
                page.content_type = response.content_type;
                if let Some(warc) = &mut page.warc {
                    warc.http_status = response.status;
                }
            }
            Err(message) => page.error = Some(message),
        }
    }

    /// Reads the header of the record that starts here, including its final empty line.
    fn read_header(&mut self) -> Result<Vec<u8>, RecordError> {
        let mut block = Vec::new();
        loop {
            let ready = self.frames.available()?;
            if ready.is_empty() {
                self.continue_in_next_frame("the header of the record has no end")?;
                continue;
            }
            let line = memchr::memchr(b'\n', ready).map_or(ready.len(), |end| end + 1);
            block.extend_from_slice(&ready[..line]);
            let is_not_record = !block.starts_with(&VERSION[..VERSION.len().min(block.len())]);
            if is_not_record || block.len() > MAX_HEADER_BYTES {
                return data_error("the data here is not a WARC record");
            }
            self.frames.consume(line);
            if block.ends_with(b"\n\n") || block.ends_with(b"\n\r\n") {
                return Ok(block);
            }
        }
    }

    /// Reads the block of a record.
    fn read_block(&mut self, length: u64) -> Result<Vec<u8>, RecordError> {
        // The caller has checked that the length is not above the limit.
        let mut block = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
        self.for_each_piece(length, |piece| block.extend_from_slice(piece))?;
        Ok(block)
    }

    fn skip(&mut self, length: u64) -> Result<(), RecordError> {
        self.for_each_piece(length, |_| ())
    }

    /// Consumes `length` bytes of the record and calls `take` with each piece of them.
    fn for_each_piece(&mut self, length: u64, mut take: impl FnMut(&[u8])) -> Result<(), RecordError> {
        let mut left = length;
        while left > 0 {
            let ready = self.frames.available()?;
            let wanted = usize::try_from(left).unwrap_or(usize::MAX).min(ready.len());
            if wanted == 0 {
                let present = length - left;
                let message =
                    format!("the Content-Length is {length}, but the record ends after {present} bytes");
                self.continue_in_next_frame(&message)?;
                continue;
            }
            take(&ready[..wanted]);
            self.frames.consume(wanted);
            left -= wanted as u64;
        }
        Ok(())
    }

    /// Continues the record in the next frame. Returns an error with `message` if the next frame starts a new record.
    fn continue_in_next_frame(&mut self, message: &str) -> Result<(), RecordError> {
        if !self.frames.next_frame()? {
            return data_error(TRUNCATED);
        }
        if self.frames.available()?.starts_with(VERSION) { data_error(message) } else { Ok(()) }
    }

    /// Consumes the line ends after a record. If the frame ends there, checks that the frame is complete.
    fn finish_record(&mut self) -> Result<(), RecordError> {
        let mut left = b"\r\n\r\n".len();
        while left > 0 {
            let ready = self.frames.available()?;
            let line_ends = ready.iter().take(left).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            self.frames.consume(line_ends);
            left -= line_ends;
            if line_ends == 0 {
                break;
            }
        }
        if self.frames.available()?.is_empty() {
            self.frames.next_frame()?;
        }
        Ok(())
    }
}
