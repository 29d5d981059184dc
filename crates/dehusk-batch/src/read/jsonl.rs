//! Reads JSON lines: each line is an object with the page in one field, and `id`, `url` and `content_type` in others. Of the other
//! fields, those of [`ReadOptions::json_fields`] are copied. The pages are decoded text, whatever charset they declare.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use memchr::{memchr, memmem};
use serde_json::value::RawValue;

use super::frames::{Cursor, Frames};
use super::json_fields::{BYTE_ORDER_MARK, JsonField};
use super::page::{Layout, PageReader, RawPage, SourceKind};
use super::read_options::ReadOptions;

/// The maximum number of characters with which JSON writes one byte: an escape such as `\u003c`.
const MAX_JSON_BYTES_PER_BYTE: usize = 6;
/// The length in bytes of an escaped UTF-16 code unit such as `\ud83d`.
const ESCAPE_BYTES: usize = 6;

/// The maximum number of fields that a message names. Chosen by hand.
const MAX_NAMED_FIELDS: usize = 8;

/// The first byte of a line. After damaged data, reading continues with the next frame that starts with it.
const OBJECT_START: &[u8] = b"{";

/// Reads one line after the other.
pub struct JsonLinesReader {
    frames: Frames,
    options: ReadOptions,
    line: Vec<u8>,
    /// The position of the line that was read last. It serves as the ID of a page without an `id`.
    line_start: Cursor,
}

impl JsonLinesReader {
    /// Reads the pages of a file. A page longer than [`ReadOptions::max_record_bytes`] becomes a page with an error.
    #[must_use]
    pub fn new(frames: Frames, options: ReadOptions) -> JsonLinesReader {
        JsonLinesReader { frames, options, line: Vec::new(), line_start: Cursor::default() }
    }

    fn strip_byte_order_mark(&mut self) {
        if self.line_start == Cursor::default() && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
    }

    fn page(&self) -> Result<RawPage, String> {
        if self.line.len() > self.max_line_bytes() {
            return Err(format!(
                "the line is longer than {} bytes; raise --max-record-bytes to read it",
                self.max_line_bytes()
            ));
        }
        let not_object = |error: serde_json::Error| format!("the line is not a JSON object: {error}");
        let fields: BTreeMap<String, &RawValue> = serde_json::from_slice(&self.line).map_err(not_object)?;
        let text = |name: &str| {
            let Some(value) = fields.get(name) else { return Ok(None) };
            let value = serde_json::from_str::<Option<String>>(value.get());
            value.map_err(|_| format!("the field {name:?} is not a string"))
        };
        let (html_field, max_bytes) = (&self.options.html_column, self.options.max_record_bytes);
        let id_field = self.options.id_name();
        let id = match fields.get(id_field) {
            Some(value) if !value.get().starts_with(['"', 'n']) => value.get().to_owned(),
            _ => text(id_field)?.unwrap_or_else(|| self.line_id()),
        };
        let html = text(html_field)?;
        let error = match &html {
            None if fields.contains_key(html_field) => {
                Some(format!("the field {html_field:?} is null: the line has no page"))
            }
            None => {
                let names: Vec<&str> = fields.keys().map(String::as_str).take(MAX_NAMED_FIELDS).collect();
                Some(format!(
                    "the object has no field {html_field:?}, but {}; --html-column names the field with the page",
                    names.join(", ")
                ))
            }
            Some(html) if html.len() > max_bytes => Some(format!(
                "the page is larger than {max_bytes} bytes; raise --max-record-bytes to read it"
            )),
            Some(_) => None,
        };
        let html = html.filter(|_| error.is_none()).unwrap_or_default().into_bytes();
        let (url, content_type) = (text(self.options.url_name())?, text("content_type")?);
        let cell = |field: &JsonField| field.cell(fields.get(&field.name)?);
        let cells = self.options.json_fields.iter().map(cell).collect();
        Ok(RawPage { id, html, url, content_type, error, warc: None, cells })
    }

    fn line_id(&self) -> String {
        format!("@{}", self.line_start.offset + self.line_start.skip)
    }

    fn max_line_bytes(&self) -> usize {
        self.options.max_record_bytes.saturating_mul(MAX_JSON_BYTES_PER_BYTE)
    }

    /// Reads a line and keeps at most one byte more than the limit. Returns false at the end of the file.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let capacity = self.max_line_bytes().saturating_add(1);
        let mut has_bytes = false;
        loop {
            let ready = self.frames.fill_buf()?;
            if ready.is_empty() {
                return Ok(has_bytes);
            }
            has_bytes = true;
            let end = memchr(b'\n', ready);
            let taken = end.map_or(ready.len(), |end| end + 1);
            let kept = taken.min(capacity - self.line.len());
            self.line.extend_from_slice(&ready[..kept]);
            self.frames.consume(taken);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

/// Replaces every escaped lone surrogate, which Python may write, by U+FFFD. The length of the line does not change.
fn replace_lone_surrogates(line: &mut [u8]) {
    let may_have_surrogates =
        |line: &[u8]| [r"\ud", r"\uD"].iter().any(|start| memmem::find(line, start.as_bytes()).is_some());
    let mut at = if may_have_surrogates(line) { memchr(b'\\', line) } else { None };
    while let Some(here) = at {
        let next = match (escaped_unit(line, here), escaped_unit(line, here + ESCAPE_BYTES)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => here + 2 * ESCAPE_BYTES,
            (Some(0xD800..=0xDFFF), _) => {
                line[here..here + ESCAPE_BYTES].copy_from_slice(br"\ufffd");
                here + ESCAPE_BYTES
            }
            // Every other escape has at least one character after the backslash.
            _ => here + 2,
        };
        at = line.get(next..).and_then(|rest| memchr(b'\\', rest)).map(|found| next + found);
    }
}

/// The UTF-16 code unit whose escape starts at offset `at`, if there is one.
fn escaped_unit(line: &[u8], at: usize) -> Option<u16> {
    let digits = line.get(at..at + ESCAPE_BYTES)?.strip_prefix(br"\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

impl PageReader for JsonLinesReader {
    fn next_page(&mut self) -> io::Result<Option<RawPage>> {
        loop {
            self.line_start = self.frames.cursor();
            let read = self.read_line();
            self.strip_byte_order_mark();
            replace_lone_surrogates(&mut self.line);
            match read {
                Ok(false) => return Ok(None),
                Ok(true) if self.line.trim_ascii().is_empty() => {}
                Ok(true) => {
                    let failed =
                        |error| RawPage { id: self.line_id(), error: Some(error), ..RawPage::default() };
                    return Ok(Some(self.page().unwrap_or_else(failed)));
                }
                Err(error) => {
                    let error = Some(self.frames.recover(error, OBJECT_START)?);
                    return Ok(Some(RawPage { id: self.line_id(), error, ..RawPage::default() }));
                }
            }
        }
    }

    fn cursor(&self) -> Cursor {
        self.frames.cursor()
    }

    fn layout(&self) -> Layout {
        SourceKind::JsonLines.into()
    }

    fn fields(&self) -> &[JsonField] {
        &self.options.json_fields
    }
}
