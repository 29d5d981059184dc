//! JSON lines: an object in each line, the page in one field, `id`, `url` and `content_type` in others. Further fields are
//! not read. The pages are text, whatever charset they declare.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use memchr::{memchr, memmem};
use serde_json::value::RawValue;

use super::packed::{Cursor, Frames};
use super::page::RawPage;
use super::{Kind, Layout, PageReader};

/// JSON says a byte with six letters at most (`\u003c`).
const MAX_LETTERS_PER_BYTE: usize = 6;
/// Of an escaped unit of UTF-16: `\ud83d`.
const ESCAPE_LETTERS: usize = 6;
/// What some programs begin a file in UTF-8 with; no part of its first line.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads line after line.
pub struct JsonLinesReader {
    frames: Frames,
    html_field: String,
    max_bytes: usize,
    line: Vec<u8>,
    /// Where the last line began; what is called by no name is called by its place.
    place: Cursor,
}

impl JsonLinesReader {
    /// The pages of a file, in this field. Longer pages than `max_bytes` are errors.
    #[must_use]
    pub fn new(frames: Frames, html_field: String, max_bytes: usize) -> JsonLinesReader {
        JsonLinesReader { frames, html_field, max_bytes, line: Vec::new(), place: Cursor::default() }
    }

    fn strip_mark(&mut self) {
        if self.place == Cursor::default() && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
    }

    fn page(&self) -> Result<RawPage, String> {
        if self.line.len() > self.max_line() {
            return Err(format!("the line is longer than {} bytes (--max-record-bytes)", self.max_bytes));
        }
        let no_object = |error: serde_json::Error| format!("the line is no JSON object: {error}");
        let fields: BTreeMap<String, &RawValue> = serde_json::from_slice(&self.line).map_err(no_object)?;
        let text = |name: &str| {
            let Some(value) = fields.get(name) else { return Ok(None) };
            let value = serde_json::from_str::<Option<String>>(value.get());
            value.map_err(|_| format!("the field {name:?} is no string"))
        };
        let id = match fields.get("id") {
            Some(value) if !value.get().starts_with('"') => value.get().to_owned(),
            _ => text("id")?.unwrap_or_else(|| self.place_name()),
        };
        let html = text(&self.html_field)?;
        let error = match &html {
            None => Some(format!("there is no field {:?}", self.html_field)),
            Some(html) if html.len() > self.max_bytes => {
                Some(format!("the page has more than {} bytes (--max-record-bytes)", self.max_bytes))
            }
            Some(_) => None,
        };
        let html = html.filter(|_| error.is_none()).unwrap_or_default().into_bytes();
        let (url, content_type) = (text("url")?, text("content_type")?);
        Ok(RawPage { id, html, url, content_type, error, archived: None })
    }

    fn place_name(&self) -> String {
        format!("@{}", self.place.offset + self.place.skip)
    }

    fn max_line(&self) -> usize {
        self.max_bytes.saturating_mul(MAX_LETTERS_PER_BYTE)
    }

    /// Reads a line, of which no more is kept than one byte beyond the limit; false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let room = self.max_line().saturating_add(1);
        let mut is_any = false;
        loop {
            let ready = self.frames.fill_buf()?;
            if ready.is_empty() {
                return Ok(is_any);
            }
            is_any = true;
            let end = memchr(b'\n', ready);
            let taken = end.map_or(ready.len(), |end| end + 1);
            let kept = taken.min(room - self.line.len());
            self.line.extend_from_slice(&ready[..kept]);
            self.frames.consume(taken);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

/// Makes U+FFFD of every escape that is one half of a surrogate pair without the other, as Python writes them; no text has such.
/// The line stays as long as it is.
fn mend_halves(line: &mut [u8]) {
    let may_have =
        |line: &[u8]| [r"\ud", r"\uD"].iter().any(|half| memmem::find(line, half.as_bytes()).is_some());
    let mut at = if may_have(line) { memchr(b'\\', line) } else { None };
    while let Some(here) = at {
        let next = match (escaped_unit(line, here), escaped_unit(line, here + ESCAPE_LETTERS)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => here + 2 * ESCAPE_LETTERS,
            (Some(0xD800..=0xDFFF), _) => {
                line[here..here + ESCAPE_LETTERS].copy_from_slice(br"\ufffd");
                here + ESCAPE_LETTERS
            }
            // Whatever is escaped has one letter at least.
            _ => here + 2,
        };
        at = line.get(next..).and_then(|rest| memchr(b'\\', rest)).map(|found| next + found);
    }
}

/// The unit of UTF-16 that is escaped here.
fn escaped_unit(line: &[u8], at: usize) -> Option<u16> {
    let digits = line.get(at..at + ESCAPE_LETTERS)?.strip_prefix(br"\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

impl PageReader for JsonLinesReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        loop {
            self.place = self.frames.cursor();
            let read = self.read_line();
            self.strip_mark();
            mend_halves(&mut self.line);
            match read {
                Ok(false) => return Ok(None),
                Ok(true) if self.line.trim_ascii().is_empty() => {}
                Ok(true) => {
                    let unread =
                        |error| RawPage { id: self.place_name(), error: Some(error), ..RawPage::default() };
                    return Ok(Some(self.page().unwrap_or_else(unread)));
                }
                Err(error) if error.raw_os_error().is_some() => return Err(error),
                Err(error) => {
                    let error = Some(format!("the packed data are cut off or damaged: {error}"));
                    return Ok(Some(RawPage { id: self.place_name(), error, ..RawPage::default() }));
                }
            }
        }
    }

    fn cursor(&self) -> Cursor {
        self.frames.cursor()
    }

    fn layout(&self) -> Layout {
        Kind::JsonLines.into()
    }
}
