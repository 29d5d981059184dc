//! The HTTP response in a record: its header, and its body without chunks and compression.
//!
//! Crawlers often store a body that is unpacked already beside the header of the packed one, so that a body is unpacked only if
//! it looks packed.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::header::{self, Header};

/// Room for reading brotli, as its documentation proposes.
const BROTLI_BUFFER_BYTES: usize = 4096;
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// A zlib stream begins with two bytes whose number is a multiple of this (RFC 1950).
const ZLIB_CHECK: u16 = 31;
/// Layers of compression that are taken off; real bodies have one.
const MAX_LAYERS: usize = 4;

/// A response as a browser would get it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: Option<i32>,
    pub(super) content_type: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Takes a response apart. `may_end_early`: the crawler has cut it, so that what there is of its body will do.
///
/// # Errors
/// A sentence about what is wrong with it.
pub(super) fn unpack(mut block: Vec<u8>, max_bytes: usize, may_end_early: bool) -> Result<Response, String> {
    if !block.starts_with(b"HTTP/") {
        return Err("the response does not begin with an HTTP status line".to_owned());
    }
    let length = header::length(&block).ok_or("the HTTP header has no end")?;
    let body = block.split_off(length);
    let header = Header::read(&block);
    let status = header.first.split_ascii_whitespace().nth(1).and_then(|status| status.parse().ok());
    let content_type = header.get("content-type").map(str::to_owned);
    let limits = Limits { max_bytes, may_end_early };
    let body =
        if mentions(header.get("transfer-encoding"), "chunked") { joined(body, limits)? } else { body };
    let body = unpacked(body, header.get("content-encoding").unwrap_or_default(), limits)?;
    Ok(Response { status, content_type, body })
}

#[derive(Clone, Copy)]
struct Limits {
    max_bytes: usize,
    may_end_early: bool,
}

fn mentions(value: Option<&str>, word: &str) -> bool {
    value.is_some_and(|value| value.split(',').any(|one| one.trim().eq_ignore_ascii_case(word)))
}

/// A chunked body in one piece; a body that does not begin with a chunk is in one piece already.
fn joined(body: Vec<u8>, limits: Limits) -> Result<Vec<u8>, String> {
    let mut rest = body.as_slice();
    let mut joined = Vec::with_capacity(body.len());
    loop {
        let Some((length, chunk)) = chunk_head(rest) else {
            return match rest {
                _ if joined.is_empty() && !rest.is_empty() => Ok(body),
                _ if limits.may_end_early => Ok(joined),
                _ => Err("the chunked body is cut off or damaged".to_owned()),
            };
        };
        if length == 0 {
            return Ok(joined);
        }
        let whole = chunk.get(..length);
        joined.extend_from_slice(whole.unwrap_or(chunk));
        rest = whole.and(chunk.get(length..)).unwrap_or_default();
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
}

/// The length of the chunk that `bytes` begin with, and what follows its line.
fn chunk_head(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = memchr::memchr(b'\n', bytes)?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let digits = line.split(';').next()?.trim();
    Some((usize::from_str_radix(digits, 16).ok()?, &bytes[end + 1..]))
}

/// Takes the encodings off, the last one first.
fn unpacked(mut body: Vec<u8>, encodings: &str, limits: Limits) -> Result<Vec<u8>, String> {
    for encoding in encodings.rsplit(',').map(str::trim).take(MAX_LAYERS) {
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
            "deflate" => or_as_it_is(read(DeflateDecoder::new(body.as_slice()), "deflate", limits), body)?,
            "br" => {
                let decoder = brotli_decompressor::Decompressor::new(body.as_slice(), BROTLI_BUFFER_BYTES);
                or_as_it_is(read(decoder, "brotli", limits), body)?
            }
            "gzip" | "x-gzip" | "zstd" | "identity" | "none" | "" => body,
            // What is no encoding at all: some servers put the charset here.
            _ if looks_like_markup(&body) => body,
            _ => return Err(format!("the body has the unknown encoding {encoding:?}")),
        };
    }
    Ok(body)
}

/// Encodings without a mark of their own: where they fail, a body of markup was not packed.
fn or_as_it_is(unpacked: Result<Vec<u8>, String>, body: Vec<u8>) -> Result<Vec<u8>, String> {
    if unpacked.is_err() && looks_like_markup(&body) { Ok(body) } else { unpacked }
}

fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0f == 8 && u16::from_be_bytes([*first, *second]) % ZLIB_CHECK == 0)
}

fn looks_like_markup(body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"<")
}

fn read(decoder: impl Read, name: &str, limits: Limits) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    let read = decoder.take((limits.max_bytes as u64).saturating_add(1)).read_to_end(&mut body);
    match read {
        Ok(_) if body.len() > limits.max_bytes => {
            Err(format!("the body unpacks to more than {} bytes (--max-record-bytes)", limits.max_bytes))
        }
        Err(error) if !limits.may_end_early => Err(format!("the {name} body is cut off or damaged: {error}")),
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

    /// A brotli stream of one uncompressed block (RFC 7932, 9.2), for the crate has no encoder.
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

    fn body(fields: &str, packed: &[u8], may_end_early: bool) -> Result<Vec<u8>, String> {
        unpack(response(fields, packed), 1000, may_end_early).map(|response| response.body)
    }

    #[test]
    fn bodies_are_unpacked_or_are_so_already() {
        let packed = [
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
        for (encoding, packed) in packed {
            let fields = format!("Content-Encoding: {encoding}\r\n");
            assert_eq!(body(&fields, &packed, false).as_deref(), Ok(BODY), "{encoding}");
            assert_eq!(body(&fields, BODY, false).as_deref(), Ok(BODY), "{encoding}, unpacked already");
            assert_eq!(body(&fields, b"", false).as_deref(), Ok(&b""[..]), "{encoding}, empty");
            let chunks = chunked(&packed, 7);
            assert_eq!(
                body(&format!("{fields}transfer-encoding: Chunked\r\n"), &chunks, false).as_deref(),
                Ok(BODY)
            );
        }
    }

    #[test]
    fn a_body_in_one_piece_may_be_called_chunked() {
        assert_eq!(body("Transfer-Encoding: chunked\r\n", BODY, false).as_deref(), Ok(BODY));
    }

    #[test]
    fn what_is_cut_is_an_error_unless_the_crawler_cut_it() {
        let packed = gzip(BODY);
        let gzip = "Content-Encoding: gzip\r\n";
        assert!(
            body(gzip, &packed[..packed.len() - 9], false)
                .unwrap_err()
                .starts_with("the gzip body is cut off")
        );
        assert!(BODY.starts_with(&body(gzip, &packed[..packed.len() - 9], true).unwrap()));
        let chunks = chunked(BODY, 20);
        let fields = "Transfer-Encoding: chunked\r\n";
        assert!(body(fields, &chunks[..40], false).unwrap_err().contains("chunked"));
        assert_eq!(body(fields, &chunks[..40], true).as_deref(), Ok(&BODY[..22]));
    }

    #[test]
    fn a_bomb_is_an_error() {
        let packed = gzip(&[b' '; 100_000]);
        assert!(
            body("Content-Encoding: gzip\r\n", &packed, false).unwrap_err().contains("--max-record-bytes")
        );
    }

    #[test]
    fn what_is_no_response_is_named() {
        assert_eq!(
            unpack(b"HTTP/1.1 200 OK\r\nA: b\r\n".to_vec(), 9, false),
            Err("the HTTP header has no end".to_owned())
        );
        assert!(unpack(b"<p>".to_vec(), 9, false).unwrap_err().contains("status line"));
        assert!(
            body("Content-Encoding: compress\r\n", b"\x1f\x9d", false).unwrap_err().contains("\"compress\"")
        );
        let found = unpack(b"HTTP/1.1 404\r\n\r\n".to_vec(), 9, false).unwrap();
        assert_eq!((found.status, found.content_type), (Some(404), None));
    }
}
