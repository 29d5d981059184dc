//! Decodes the HTTP response in a WARC record: its header, and its body without chunked coding and compression.
//!
//! Crawlers often store a decoded body together with the original header. So a body is decoded only if it looks encoded.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::header::{self, Header};

/// The size of brotli's input buffer, as its documentation suggests.
const BROTLI_BUFFER_BYTES: usize = 4096;
/// The first bytes of a gzip member (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd frame (RFC 8878).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first two bytes of a zlib stream, as a big-endian number, are a multiple of this (RFC 1950, 2.2).
const ZLIB_CHECK_DIVISOR: u16 = 31;
/// The maximum number of content codings that are removed. Real bodies have one; chosen by hand.
const MAX_CODINGS: usize = 4;

/// A decoded response.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: Option<i32>,
    pub(super) content_type: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Decodes a response. `may_end_early` is true if the crawler truncated the response; an incomplete body is then accepted.
///
/// # Errors
/// The error is a clause that says what is wrong with the response.
pub(super) fn decode(mut block: Vec<u8>, max_bytes: usize, may_end_early: bool) -> Result<Response, String> {
    if !block.starts_with(b"HTTP/") {
        return Err("the response does not start with an HTTP status line".to_owned());
    }
    let length = header::length(&block).ok_or("the HTTP header has no end")?;
    let body = block.split_off(length);
    let header = Header::parse(&block);
    let status = header.start_line.split_ascii_whitespace().nth(1).and_then(|status| status.parse().ok());
    let content_type = header.get("content-type").map(str::to_owned);
    let limits = Limits { max_bytes, may_end_early };
    let body =
        if has_token(header.get("transfer-encoding"), "chunked") { join_chunks(body, limits)? } else { body };
    let body = decode_body(body, header.get("content-encoding").unwrap_or_default(), limits)?;
    Ok(Response { status, content_type, body })
}

#[derive(Clone, Copy)]
struct Limits {
    max_bytes: usize,
    may_end_early: bool,
}

/// Whether a comma-separated header value contains the token.
fn has_token(value: Option<&str>, token: &str) -> bool {
    value.is_some_and(|value| value.split(',').any(|found| found.trim().eq_ignore_ascii_case(token)))
}

/// Joins the chunks of a body. A body that does not start with a chunk is already decoded.
fn join_chunks(body: Vec<u8>, limits: Limits) -> Result<Vec<u8>, String> {
    let mut rest = body.as_slice();
    let mut joined = Vec::with_capacity(body.len());
    loop {
        let Some((length, chunk)) = chunk_head(rest) else {
            return match rest {
                _ if joined.is_empty() && !rest.is_empty() => Ok(body),
                _ if limits.may_end_early => Ok(joined),
                _ => Err("the chunked body is truncated or damaged".to_owned()),
            };
        };
        if length == 0 {
            return Ok(joined);
        }
        let complete = chunk.get(..length);
        joined.extend_from_slice(complete.unwrap_or(chunk));
        rest = complete.and(chunk.get(length..)).unwrap_or_default();
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
}

/// The length of the chunk at the start of `bytes`, and the bytes after its first line.
fn chunk_head(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = memchr::memchr(b'\n', bytes)?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let digits = line.split(';').next()?.trim();
    Some((usize::from_str_radix(digits, 16).ok()?, &bytes[end + 1..]))
}

/// Removes the content codings, the last one first.
fn decode_body(mut body: Vec<u8>, encodings: &str, limits: Limits) -> Result<Vec<u8>, String> {
    for encoding in encodings.rsplit(',').map(str::trim).take(MAX_CODINGS) {
        if body.is_empty() {
            break;
        }
        let encoding = encoding.to_ascii_lowercase();
        body = match encoding.as_str() {
            "gzip" | "x-gzip" if body.starts_with(&GZIP_MAGIC) => {
                read(MultiGzDecoder::new(body.as_slice()), "gzip", limits)?
            }
            "zstd" if body.starts_with(&ZSTD_MAGIC) => {
                let decoder = zstd::stream::read::Decoder::new(body.as_slice());
                read(decoder.map_err(|error| error.to_string())?, "zstd", limits)?
            }
            "deflate" if is_zlib(&body) => read(ZlibDecoder::new(body.as_slice()), "deflate", limits)?,
            "deflate" => or_unencoded(read(DeflateDecoder::new(body.as_slice()), "deflate", limits), body)?,
            "br" => {
                let decoder = brotli_decompressor::Decompressor::new(body.as_slice(), BROTLI_BUFFER_BYTES);
                or_unencoded(read(decoder, "brotli", limits), body)?
            }
            "gzip" | "x-gzip" | "zstd" | "identity" | "none" | "" => body,
            // Not a content coding: some servers put the charset here.
            _ if looks_like_markup(&body) => body,
            _ => return Err(format!("the body has the unknown content encoding {encoding:?}")),
        };
    }
    Ok(body)
}

/// Returns the decoded body or, if decoding failed and `body` looks like markup, `body` itself: it was not encoded. Used for
/// codings without a magic number.
fn or_unencoded(decoded: Result<Vec<u8>, String>, body: Vec<u8>) -> Result<Vec<u8>, String> {
    if decoded.is_err() && looks_like_markup(&body) { Ok(body) } else { decoded }
}

fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0f == 8 && u16::from_be_bytes([*first, *second]) % ZLIB_CHECK_DIVISOR == 0)
}

fn looks_like_markup(body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"<")
}

fn read(decoder: impl Read, name: &str, limits: Limits) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    let read = decoder.take((limits.max_bytes as u64).saturating_add(1)).read_to_end(&mut body);
    match read {
        Ok(_) if body.len() > limits.max_bytes => Err(format!(
            "the decompressed body is larger than {} bytes; raise --max-record-bytes to read it",
            limits.max_bytes
        )),
        Err(error) if !limits.may_end_early => {
            Err(format!("the {name} body is truncated or damaged: {error}"))
        }
        _ => Ok(body),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const BODY: &[u8] = b"<p>The mill reopens on Monday. The mill reopens on Monday.</p>";

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Makes a brotli stream with one uncompressed block (RFC 7932, 9.2), because the brotli crate in use has no encoder.
    fn brotli(bytes: &[u8]) -> Vec<u8> {
        // WBITS 16 (one bit 0), ISLAST 0, MNIBBLES 0 (four), MLEN - 1 in sixteen bits, ISUNCOMPRESSED 1.
        let length = u32::try_from(bytes.len() - 1).unwrap();
        let head = (length << 4) | (1 << 20);
        [&head.to_le_bytes()[..3], bytes, &[3]].concat()
    }

    fn chunked(bytes: &[u8], size: usize) -> Vec<u8> {
        let chunks = bytes
            .chunks(size)
            .map(|chunk| [format!("{:x};x=y\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
        [chunks.collect::<Vec<_>>().concat(), b"0\r\n\r\n".to_vec()].concat()
    }

    fn response(fields: &str, body: &[u8]) -> Vec<u8> {
        [format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n").as_bytes(), body].concat()
    }

    fn body(fields: &str, encoded: &[u8], may_end_early: bool) -> Result<Vec<u8>, String> {
        decode(response(fields, encoded), 1000, may_end_early).map(|response| response.body)
    }

    #[test]
    fn bodies_are_decoded_unless_they_already_are() {
        let encoded = [
            ("gzip", gzip(BODY)),
            ("X-GZIP", gzip(BODY)),
            ("deflate", zlib(BODY)),
            ("deflate", deflate(BODY)),
            ("br", brotli(BODY)),
            ("zstd", zstd::encode_all(BODY, 3).unwrap()),
            ("deflate, gzip", gzip(&zlib(BODY))),
            ("identity", BODY.to_vec()),
            ("utf-8", BODY.to_vec()),
        ];
        for (encoding, encoded) in encoded {
            let fields = format!("Content-Encoding: {encoding}\r\n");
            assert_eq!(body(&fields, &encoded, false).as_deref(), Ok(BODY), "{encoding}");
            assert_eq!(body(&fields, BODY, false).as_deref(), Ok(BODY), "{encoding}, already decoded");
            assert_eq!(body(&fields, b"", false).as_deref(), Ok(&b""[..]), "{encoding}, empty");
            let chunks = chunked(&encoded, 7);
            assert_eq!(
                body(&format!("{fields}transfer-encoding: Chunked\r\n"), &chunks, false).as_deref(),
                Ok(BODY)
            );
        }
    }

    #[test]
    fn a_body_without_chunks_may_be_declared_as_chunked() {
        assert_eq!(body("Transfer-Encoding: chunked\r\n", BODY, false).as_deref(), Ok(BODY));
    }

    #[test]
    fn a_truncated_body_is_an_error_unless_the_crawler_truncated_it() {
        let encoded = gzip(BODY);
        let gzip = "Content-Encoding: gzip\r\n";
        assert!(
            body(gzip, &encoded[..encoded.len() - 9], false)
                .unwrap_err()
                .starts_with("the gzip body is truncated")
        );
        assert!(BODY.starts_with(&body(gzip, &encoded[..encoded.len() - 9], true).unwrap()));
        let chunks = chunked(BODY, 20);
        let fields = "Transfer-Encoding: chunked\r\n";
        assert!(body(fields, &chunks[..40], false).unwrap_err().contains("chunked"));
        assert_eq!(body(fields, &chunks[..40], true).as_deref(), Ok(&BODY[..22]));
    }

    #[test]
    fn a_decompression_bomb_is_an_error() {
        let encoded = gzip(&[b' '; 100_000]);
        assert!(
            body("Content-Encoding: gzip\r\n", &encoded, false).unwrap_err().contains("--max-record-bytes")
        );
    }

    #[test]
    fn invalid_responses_are_errors() {
        assert_eq!(
            decode(b"HTTP/1.1 200 OK\r\nA: b\r\n".to_vec(), 9, false),
            Err("the HTTP header has no end".to_owned())
        );
        assert!(decode(b"<p>".to_vec(), 9, false).unwrap_err().contains("status line"));
        assert!(
            body("Content-Encoding: compress\r\n", b"\x1f\x9d", false).unwrap_err().contains("\"compress\"")
        );
        let found = decode(b"HTTP/1.1 404\r\n\r\n".to_vec(), 9, false).unwrap();
        assert_eq!((found.status, found.content_type), (Some(404), None));
    }
}
