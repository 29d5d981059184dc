//! How a response is written down: a head like that of HTTP and the body as sent, together compressed by zstd with its checksum.

use std::io::{self, Read, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ureq::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use zstd::stream::{Decoder, Encoder};

/// The first line of a record. Another format gets another number, and records of this one are then unreadable and fetched again.
const FORMAT: &str = "dehusk-page 1";
/// The level of compression: the fastest, as a page that is sent uncompressed waits for it.
const LEVEL: i32 = 1;
/// Maximum length of a record in bytes, so that a damaged one cannot fill the memory. Chosen by hand, above every limit of pages.
const MAX_BYTES: u64 = 1 << 30;

/// A response that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// When the response arrived, or when its server last said that it is unchanged.
    pub(crate) time: SystemTime,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The body as sent, with its content coding.
    pub(crate) body: Vec<u8>,
}

impl Record {
    pub(super) fn encode(&self) -> io::Result<Vec<u8>> {
        let mut encoder = Encoder::new(Vec::new(), LEVEL)?;
        encoder.include_checksum(true)?;
        write!(encoder, "{FORMAT}\n{} {}\n", milliseconds(self.time), self.status.as_u16())?;
        for (name, value) in &self.headers {
            for part in [name.as_str().as_bytes(), b":", value.as_bytes(), b"\n"] {
                encoder.write_all(part)?;
            }
        }
        encoder.write_all(b"\n")?;
        encoder.write_all(&self.body)?;
        encoder.finish()
    }

    /// None if these bytes are not a complete record.
    pub(super) fn decode(bytes: &[u8]) -> Option<Record> {
        let mut text = Vec::new();
        Decoder::with_buffer(bytes).ok()?.take(MAX_BYTES).read_to_end(&mut text).ok()?;
        let mut rest = text.as_slice();
        if line(&mut rest)? != FORMAT.as_bytes() {
            return None;
        }
        let (time, status) = std::str::from_utf8(line(&mut rest)?).ok()?.split_once(' ')?;
        let time = UNIX_EPOCH.checked_add(Duration::from_millis(time.parse().ok()?))?;
        let status = StatusCode::from_bytes(status.as_bytes()).ok()?;
        let mut headers = HeaderMap::new();
        loop {
            let field = line(&mut rest)?;
            if field.is_empty() {
                break;
            }
            let colon = field.iter().position(|byte| *byte == b':')?;
            let value = HeaderValue::from_bytes(&field[colon + 1..]).ok()?;
            headers.append(HeaderName::from_bytes(&field[..colon]).ok()?, value);
        }
        Some(Record { time, status, headers, body: rest.to_vec() })
    }
}

/// Takes a line without its end.
fn line<'t>(rest: &mut &'t [u8]) -> Option<&'t [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (line, after) = (&rest[..end], &rest[end + 1..]);
    *rest = after;
    Some(line)
}

/// Milliseconds since 1970.
pub(super) fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn record() -> Record {
        let headers = [("content-type", "text/html"), ("etag", "\"a:b\""), ("vary", "a"), ("vary", "b")];
        let parsed = headers.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        let mut headers = HeaderMap::<HeaderValue>::new();
        for (name, value) in parsed {
            let name: HeaderName = name;
            headers.append(name, value);
        }
        let time = UNIX_EPOCH + Duration::from_millis(1_795_478_400_123);
        Record { time, status: StatusCode::OK, headers, body: b"<p>The mill\n\nturns".to_vec() }
    }

    #[test]
    fn a_changed_byte_never_gives_another_record() {
        let bytes = record().encode().unwrap();
        assert_eq!(Record::decode(&bytes), Some(record()));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Record::decode(&damaged).is_none_or(|found| found == record()), "byte {at}");
            assert_eq!(Record::decode(&bytes[..at]), None, "{at} bytes");
        }
    }

    proptest! {
        #[test]
        fn a_record_is_read_as_it_was_written(
            body in proptest::collection::vec(any::<u8>(), 0..200),
            value in proptest::collection::vec(0x20_u8..0x7f, 0..20),
            status in 100_u16..1000,
        ) {
            let headers = HeaderMap::from_iter([("x-a".parse().unwrap(), HeaderValue::from_bytes(&value).unwrap())]);
            let record = Record { headers, body, status: StatusCode::from_u16(status).unwrap(), ..record() };
            prop_assert_eq!(Record::decode(&record.encode().unwrap()), Some(record));
        }

        #[test]
        fn anything_else_is_no_record(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(Record::decode(&bytes), None);
        }
    }
}
