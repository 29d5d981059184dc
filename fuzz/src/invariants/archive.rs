//! Archives, lines and HTTP bodies: whatever is damaged, reading ends, goes forward, and can be resumed after every page.

use super::{Broken, digest, ensure};
use dehusk_batch::read::{Cursor, Frames, JsonLinesReader, PageReader, RawPage, ReadOptions, WarcReader};
use dehusk_http::content_coding;
use std::io;

/// The limit on a record. Chosen by hand: small inputs can exceed it.
const MAX_RECORD_BYTES: usize = 1 << 16;
/// Pages of one input that are read at most. An input of this many bytes has no more records.
const MAX_PAGES: usize = 1 << 16;

/// Opens a source at a position.
type Open<'i> = dyn Fn(Cursor) -> io::Result<Box<dyn PageReader>> + 'i;

/// Checks a WARC archive, compressed or not.
///
/// # Errors
/// What is broken.
pub fn check_warc(input: &[u8]) -> Result<(), Broken> {
    resumable(input, &|from| {
        let archive = Box::new(io::Cursor::new(input.to_vec()));
        let reader = WarcReader::open(archive, from, "a.warc".to_owned(), MAX_RECORD_BYTES)?;
        Ok(Box::new(reader))
    })
}

/// Checks an HTTP response, as the body of a WARC record.
///
/// # Errors
/// What is broken.
pub fn check_response(response: &[u8]) -> Result<(), Broken> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
        response.len()
    );
    check_warc(&[head.as_bytes(), response, b"\r\n\r\n"].concat())?;
    for coding in ["gzip", "deflate", "br", "zstd", "gzip, deflate", "x"] {
        for may_end_early in [false, true] {
            let limits = content_coding::Limits { max_bytes: MAX_RECORD_BYTES, may_end_early };
            let decoded = content_coding::decode(response.to_vec(), coding, limits);
            let length = decoded.as_ref().map_or(0, Vec::len);
            // A body without the coding comes back as it is.
            ensure(length <= MAX_RECORD_BYTES.max(response.len()), || format!("{coding}: {length} bytes"))?;
        }
    }
    Ok(())
}

/// Checks JSON lines, compressed or not.
///
/// # Errors
/// What is broken.
pub fn check_jsonl(input: &[u8]) -> Result<(), Broken> {
    resumable(input, &|from| {
        let frames = Frames::new(Box::new(io::Cursor::new(input.to_vec())), from)?;
        let options = ReadOptions { max_record_bytes: MAX_RECORD_BYTES, ..ReadOptions::default() };
        Ok(Box::new(JsonLinesReader::new(frames, options)))
    })
}

/// A page, without a description of the error, which may name positions in another way.
fn described(page: &RawPage) -> String {
    format!("{page:?}")
}

/// Reads all pages, and again from the position after one of them, which the input chooses.
fn resumable(input: &[u8], open: &Open<'_>) -> Result<(), Broken> {
    let (pages, positions) = read(open, Cursor::default())?;
    if positions.is_empty() {
        return Ok(());
    }
    let from = digest(input) % positions.len();
    let (rest, _) = read(open, positions[from])?;
    let expected = &pages[from + 1..];
    ensure(rest == expected, || format!("resumed at {}: {rest:?}, not {expected:?}", positions[from]))
}

/// Reads from a position to the end, or to an error of the whole source. Returns the pages, with the position after each.
fn read(open: &Open<'_>, from: Cursor) -> Result<(Vec<String>, Vec<Cursor>), Broken> {
    let Ok(mut reader) = open(from) else { return Ok(Default::default()) };
    let (mut pages, mut positions) = (Vec::new(), Vec::new());
    let mut last = from;
    while let Ok(Some(page)) = reader.next_page() {
        let position = reader.cursor();
        ensure(position > last, || format!("{position} after {last}"))?;
        ensure(pages.len() < MAX_PAGES, || "more pages than bytes".to_owned())?;
        pages.push(described(&page));
        positions.push(position);
        last = position;
    }
    Ok((pages, positions))
}
