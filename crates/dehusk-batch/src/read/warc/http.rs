//! Decodes the HTTP response in a WARC record: its header, and its body without chunked coding and compression.
//!
//! Crawlers often store a decoded body together with the original header. So a body is decoded only if it looks encoded.

use dehusk_http::content_coding::{self, CodingError, Limits};

use super::header::{self, Header};

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
    let body = if has_token(&header.list("transfer-encoding"), "chunked") {
        join_chunks(body, limits)?
    } else {
        body
    };
    let body = content_coding::decode(body, &header.list("content-encoding"), limits).map_err(clause)?;
    Ok(Response { status, content_type, body })
}

/// The clause about a body that cannot be decoded, with the option that may help.
fn clause(error: CodingError) -> String {
    match error {
        CodingError::TooLarge { .. } => format!("{error}; raise --max-record-bytes to read it"),
        error => error.to_string(),
    }
}

/// Whether a comma-separated header value contains the token.
fn has_token(value: &str, token: &str) -> bool {
    value.split(',').any(|found| found.trim().eq_ignore_ascii_case(token))
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
    fn bodies_are_decoded_after_their_chunks_were_joined() {
        let fields = "Content-Encoding: gzip\r\n";
        assert_eq!(body(fields, &gzip(BODY), false).as_deref(), Ok(BODY));
        let fields = format!("{fields}transfer-encoding: Chunked\r\n");
        assert_eq!(body(&fields, &chunked(&gzip(BODY), 7), false).as_deref(), Ok(BODY));
    }

    #[test]
    fn a_coding_in_two_lines_is_removed_twice() {
        let fields = "Content-Encoding: gzip\r\ncontent-encoding: gzip\r\n";
        for encoded in [gzip(&gzip(BODY)), gzip(BODY)] {
            assert_eq!(body(fields, &encoded, false).as_deref(), Ok(BODY));
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
