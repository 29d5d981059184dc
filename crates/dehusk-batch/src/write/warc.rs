//! Writes a WARC archive (ISO 28500:2017, WARC 1.1) of fetched pages: one gzip member per record, so that a
//! truncated file loses its last record only.
//!
//! Nothing is fetched here. [`crate::read::WarcReader`] and other programs read the archive.

use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dehusk::metadata::Date;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// A request and its response.
#[derive(Clone, Debug)]
pub struct Capture<'c> {
    /// The address that was requested.
    pub url: &'c str,
    /// When it was requested.
    pub date: SystemTime,
    /// The request line and header of the request, including the empty line after it.
    pub request: &'c [u8],
    /// The status line and header of the response, including the empty line after it.
    pub response: &'c [u8],
    /// The body of the response.
    pub body: &'c [u8],
    /// Why the body is not complete: `length`, `time` or `disconnect`.
    pub truncated: Option<&'c str>,
}

/// Writes one record after the other.
///
/// ```
/// use std::time::SystemTime;
/// use dehusk_batch::write::warc::{Capture, WarcWriter};
/// let mut archive = WarcWriter::new(Vec::new(), "dehusk/0.1.0", SystemTime::now())?;
/// archive.write(&Capture {
///     url: "https://mill.example/",
///     date: SystemTime::now(),
///     request: b"GET / HTTP/1.1\r\nHost: mill.example\r\n\r\n",
///     response: b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
///     body: b"<p>The mill reopens.",
///     truncated: None,
/// })?;
/// assert_eq!(archive.into_inner()[..2], [0x1f, 0x8b]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WarcWriter<W> {
    out: W,
    /// The number of records so far, which makes their IDs different.
    records: u64,
}

impl<W: Write> WarcWriter<W> {
    /// Begins an archive with a record about it. `software` is the name and version of the program.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(out: W, software: &str, date: SystemTime) -> io::Result<WarcWriter<W>> {
        let mut writer = WarcWriter { out, records: 0 };
        let about = format!("software: {software}\r\nformat: WARC File Format 1.1\r\n");
        let fields = [("Content-Type", "application/warc-fields")];
        writer.record("warcinfo", date, &fields, &[about.as_bytes()])?;
        Ok(writer)
    }

    /// Writes a response and its request.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn write(&mut self, capture: &Capture<'_>) -> io::Result<()> {
        let (url, date) = (capture.url, capture.date);
        let digest = digest(&[capture.body]);
        let mut fields = vec![
            ("WARC-Target-URI", url),
            ("Content-Type", "application/http; msgtype=response"),
            ("WARC-Payload-Digest", &digest),
        ];
        fields.extend(capture.truncated.map(|reason| ("WARC-Truncated", reason)));
        let response = self.record("response", date, &fields, &[capture.response, capture.body])?;
        let fields = [
            ("WARC-Target-URI", url),
            ("Content-Type", "application/http; msgtype=request"),
            ("WARC-Concurrent-To", &response),
        ];
        self.record("request", date, &fields, &[capture.request])?;
        self.out.flush()
    }

    /// Returns what was written to. Every record is complete.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Writes one record, whose block is the concatenation of `block`, and returns its ID.
    fn record(
        &mut self,
        kind: &str,
        date: SystemTime,
        fields: &[(&str, &str)],
        block: &[&[u8]],
    ) -> io::Result<String> {
        let (date, digest) = (timestamp(date), digest(block));
        let id = self.next_id(&[kind.as_bytes(), date.as_bytes(), digest.as_bytes()]);
        let length: usize = block.iter().map(|part| part.len()).sum();
        let mut header =
            format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {id}\r\nWARC-Date: {date}\r\n");
        for (name, value) in fields {
            header.push_str(&format!("{name}: {}\r\n", one_line(value)));
        }
        header.push_str(&format!("WARC-Block-Digest: {digest}\r\nContent-Length: {length}\r\n\r\n"));
        // In memory first, so that a full disk never leaves half a record behind a whole one without an error.
        let mut member = GzEncoder::new(Vec::new(), Compression::default());
        member.write_all(header.as_bytes())?;
        block.iter().try_for_each(|part| member.write_all(part))?;
        member.write_all(b"\r\n\r\n")?;
        self.out.write_all(&member.finish()?)?;
        Ok(id)
    }

    /// An ID that no other record has: a UUID (RFC 9562, version 8) made of a digest of the record, its number
    /// and this process.
    fn next_id(&mut self, parts: &[&[u8]]) -> String {
        self.records += 1;
        let mut hasher = Sha256::new();
        parts.iter().for_each(|part| hasher.update(part));
        hasher.update(self.records.to_le_bytes());
        hasher.update(std::process::id().to_le_bytes());
        let mut bytes: [u8; 16] = [0; 16];
        bytes.copy_from_slice(&hasher.finalize()[..16]);
        bytes[6] = (bytes[6] & 0x0f) | 0x80;
        bytes[8] = (bytes[8] & 0x3f) | 0x80;
        let hex = hex(&bytes);
        format!("<urn:uuid:{}-{}-{}-{}-{}>", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
    }
}

/// A digest as WARC writes it. Base 16 is one of the two usual forms, and the one that `sha256sum` prints.
fn digest(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    parts.iter().for_each(|part| hasher.update(part));
    format!("sha256:{}", hex(&hasher.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A value without line breaks, which would end its field.
fn one_line(value: &str) -> String {
    value.chars().filter(|c| !c.is_control()).collect()
}

/// A date in UTC with seconds, such as `2026-11-23T16:18:39Z`. Dates before 1970 are that of 1970, dates after 9999 the last of 9999.
fn timestamp(date: SystemTime) -> String {
    /// The last second of the year 9999.
    const LAST_SECOND: i64 = 253_402_300_799;
    let seconds = date.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let seconds = i64::try_from(seconds).unwrap_or(LAST_SECOND).min(LAST_SECOND);
    let (day, second) = Date::of_unix_time(seconds).unwrap_or((Date::LATEST, 0));
    format!("{day}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::read::{Cursor, PageReader, RawPage, WarcReader};

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn capture<'c>(url: &'c str, body: &'c [u8], truncated: Option<&'c str>) -> Capture<'c> {
        Capture {
            url,
            date: at(1_000_000_000),
            request: b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n",
            response: b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n",
            body,
            truncated,
        }
    }

    fn pages(archive: Vec<u8>) -> Vec<RawPage> {
        let file = Box::new(io::Cursor::new(archive));
        let mut reader = WarcReader::open(file, Cursor::default(), "a.warc.gz".to_owned(), 1 << 20).unwrap();
        std::iter::from_fn(|| reader.next_page().unwrap()).collect()
    }

    #[test]
    fn dates_are_written_in_utc() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_000_000_000, "2001-09-09T01:46:40Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(at(seconds)), expected);
        }
    }

    #[test]
    fn the_archive_is_read_back_as_it_was_written() {
        let mut writer = WarcWriter::new(Vec::new(), "test/1", at(0)).unwrap();
        let bodies: [&[u8]; 4] = [b"<p>one", b"", b"WARC/1.1\r\n\r\n<p>two", b"<p>one"];
        for body in bodies {
            writer.write(&capture("https://a.example/x\r\nWARC-Type: evil", body, None)).unwrap();
        }
        writer.write(&capture("https://a.example/cut", b"<p>cu", Some("disconnect"))).unwrap();
        let pages = pages(writer.into_inner());
        let read: Vec<&[u8]> = pages.iter().map(|page| page.html.as_slice()).collect();
        assert_eq!(read, [&bodies[..], &[b"<p>cu"]].concat());
        assert_eq!(pages[0].url.as_deref(), Some("https://a.example/xWARC-Type: evil"));
        let info = |page: &RawPage| page.warc.as_ref().map(|warc| (warc.http_status, warc.date.clone()));
        assert_eq!(info(&pages[0]), Some((Some(200), Some("2001-09-09T01:46:40Z".to_owned()))));
        assert_eq!(pages[4].warc.as_ref().unwrap().truncated.as_deref(), Some("disconnect"));
        let ids: HashSet<&str> = pages.iter().map(|page| page.id.as_str()).collect();
        assert_eq!(ids.len(), pages.len(), "{ids:?}");
    }

    #[test]
    fn a_truncated_archive_loses_its_last_record_only() {
        let mut writer = WarcWriter::new(Vec::new(), "test/1", at(0)).unwrap();
        writer.write(&capture("https://a.example/1", b"<p>one", None)).unwrap();
        let first = writer.out.len();
        writer.write(&capture("https://a.example/2", b"<p>two", None)).unwrap();
        let mut archive = writer.into_inner();
        archive.truncate(first + 40);
        let pages = pages(archive);
        assert_eq!((pages[0].html.as_slice(), pages.len()), (&b"<p>one"[..], 2));
        assert!(pages[1].error.is_some());
    }
}
