//! Removes the content codings of a body: gzip, deflate, brotli and zstd, alone or one after the other.
//!
//! Servers and crawlers often declare a coding for a body that is not encoded, or is no longer. So a body is decoded only if it looks
//! encoded. The length of the result is limited, also between two codings.

use std::io::{self, BufRead, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// The codings that [`decode`] removes, as the value of a header `Accept-Encoding`.
pub const ACCEPTED: &str = "gzip, deflate, br, zstd";

/// The size of brotli's input buffer, as its documentation suggests.
pub(crate) const BROTLI_BUFFER_BYTES: usize = 4096;
/// The first bytes of a gzip member (RFC 1952).
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd frame (RFC 8878).
pub const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The base-2 logarithm of the largest window of a zstd body: 8 MB (RFC 9659, 3). The window is kept in memory.
const MAX_ZSTD_WINDOW_LOG: u32 = 23;
/// The first two bytes of a zlib stream, as a big-endian number, are a multiple of this (RFC 1950, 2.2).
const ZLIB_CHECK_DIVISOR: u16 = 31;
/// The maximum number of content codings. Real bodies have one; chosen by hand.
const MAX_CODINGS: usize = 4;

/// How much of a body is decoded.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum length of the body in bytes, after each coding.
    pub max_bytes: usize,
    /// Whether a body that ends too early is accepted as far as it goes.
    pub may_end_early: bool,
}

/// Why a body cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodingError {
    /// The decoded body is longer than the limit.
    #[error("the decompressed body is larger than {max_bytes} bytes")]
    TooLarge {
        /// The limit.
        max_bytes: usize,
    },
    /// The encoded body is truncated or damaged.
    #[error("the {coding} body is truncated or damaged: {reason}")]
    Damaged {
        /// The coding.
        coding: &'static str,
        /// What the decoder found.
        reason: String,
    },
    /// The coding is unknown.
    #[error("the body has the unknown content encoding {0:?}")]
    Unknown(String),
    /// The header lists too many codings.
    #[error("the body has more than {MAX_CODINGS} content encodings")]
    TooMany,
}

/// A content coding that can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

impl Coding {
    /// The coding with this name in lowercase.
    pub(crate) fn named(name: &str) -> Result<Coding, CodingError> {
        match name {
            "gzip" | "x-gzip" => Ok(Coding::Gzip),
            "deflate" => Ok(Coding::Deflate),
            "br" => Ok(Coding::Brotli),
            "zstd" => Ok(Coding::Zstd),
            _ => Err(CodingError::Unknown(name.to_owned())),
        }
    }
}

/// Removes the codings that a header `Content-Encoding` lists, the last one first.
///
/// ```
/// use dehusk_http::content_coding::{Limits, decode};
/// let limits = Limits { max_bytes: 1000, may_end_early: false };
/// assert_eq!(decode(b"<p>mill".to_vec(), "identity", limits), Ok(b"<p>mill".to_vec()));
/// assert!(decode(vec![0; 9], "rot13", limits).is_err());
/// ```
///
/// # Errors
/// [`CodingError`] if the body is damaged, longer than the limit, or has a coding that is not known.
pub fn decode(mut body: Vec<u8>, encodings: &str, limits: Limits) -> Result<Vec<u8>, CodingError> {
    for coding in codings(encodings)?.iter().rev() {
        if body.is_empty() {
            break;
        }
        body = decode_one(body, coding, limits)?;
    }
    Ok(body)
}

/// The codings of a header `Content-Encoding` in lowercase, in its order.
pub(crate) fn codings(encodings: &str) -> Result<Vec<String>, CodingError> {
    let codings = encodings.split(',').map(str::trim).filter(|coding| !is_identity(coding));
    let codings: Vec<String> = codings.map(str::to_ascii_lowercase).collect();
    if codings.len() > MAX_CODINGS { Err(CodingError::TooMany) } else { Ok(codings) }
}

fn is_identity(coding: &str) -> bool {
    coding.is_empty() || coding.eq_ignore_ascii_case("identity") || coding.eq_ignore_ascii_case("none")
}

fn decode_one(body: Vec<u8>, coding: &str, limits: Limits) -> Result<Vec<u8>, CodingError> {
    match Coding::named(coding) {
        Ok(Coding::Gzip) if body.starts_with(&GZIP_MAGIC) => gunzip(&body, limits),
        Ok(Coding::Zstd) if body.starts_with(&ZSTD_MAGIC) => {
            read(unzstd(body.as_slice()).map_err(|error| damaged("zstd", &error))?, "zstd", limits)
        }
        Ok(Coding::Gzip | Coding::Zstd) => Ok(body),
        Ok(Coding::Deflate) => or_unencoded(inflate(&body, limits), body),
        Ok(Coding::Brotli) => {
            let decoder = brotli_decompressor::Decompressor::new(body.as_slice(), BROTLI_BUFFER_BYTES);
            or_unencoded(read(decoder, "brotli", limits), body)
        }
        // Not a content coding: some servers put the charset here.
        Err(_) if looks_like_markup(&body) => Ok(body),
        Err(unknown) => Err(unknown),
    }
}

/// Decodes members of gzip. Zero bytes after a single one are padding, which servers add and `gzip` ignores.
fn gunzip(body: &[u8], limits: Limits) -> Result<Vec<u8>, CodingError> {
    let decoded = read(MultiGzDecoder::new(body), "gzip", limits);
    if !body.ends_with(&[0]) || !matches!(decoded, Err(CodingError::Damaged { .. })) {
        return decoded;
    }
    let mut member = flate2::bufread::GzDecoder::new(body);
    let alone = read(&mut member, "gzip", limits);
    let is_padded = member.into_inner().iter().all(|byte| *byte == 0);
    if is_padded { alone } else { decoded }
}

/// Decodes a zlib stream, which the standard calls "deflate", or a raw deflate stream, which some servers send. The first two bytes of
/// a raw stream may look like those of zlib.
fn inflate(body: &[u8], limits: Limits) -> Result<Vec<u8>, CodingError> {
    let raw = || read(DeflateDecoder::new(body), "deflate", limits);
    if !is_zlib(body) {
        return raw();
    }
    match read(ZlibDecoder::new(body), "deflate", limits) {
        Err(CodingError::Damaged { coding, reason }) => {
            raw().map_err(|_| CodingError::Damaged { coding, reason })
        }
        decoded => decoded,
    }
}

/// The decoder of a zstd body, with a limited window.
pub(crate) fn unzstd<R: BufRead>(body: R) -> io::Result<zstd::stream::read::Decoder<'static, R>> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(body)?;
    decoder.window_log_max(MAX_ZSTD_WINDOW_LOG)?;
    Ok(decoder)
}

/// Returns the decoded body or, if decoding failed and `body` looks like markup, `body` itself: it was not encoded. Used for
/// codings without a magic number.
fn or_unencoded(decoded: Result<Vec<u8>, CodingError>, body: Vec<u8>) -> Result<Vec<u8>, CodingError> {
    if decoded.is_err() && looks_like_markup(&body) { Ok(body) } else { decoded }
}

pub(crate) fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0f == 8 && u16::from_be_bytes([*first, *second]) % ZLIB_CHECK_DIVISOR == 0)
}

fn looks_like_markup(body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"<")
}

fn damaged(coding: &'static str, error: &io::Error) -> CodingError {
    CodingError::Damaged { coding, reason: error.to_string() }
}

fn read(decoder: impl Read, coding: &'static str, limits: Limits) -> Result<Vec<u8>, CodingError> {
    let mut body = Vec::new();
    let read = decoder.take((limits.max_bytes as u64).saturating_add(1)).read_to_end(&mut body);
    match read {
        _ if body.len() > limits.max_bytes => Err(CodingError::TooLarge { max_bytes: limits.max_bytes }),
        Err(error) if !limits.may_end_early => Err(damaged(coding, &error)),
        _ => Ok(body),
    }
}

#[cfg(test)]
pub(crate) mod encoders {
    //! Encoded bodies for tests.

    use std::io::Write;

    pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    pub(crate) fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::encoders::{deflate, gzip, zlib};
    use super::*;

    const BODY: &[u8] = b"<p>The mill reopens on Monday. The mill reopens on Monday.</p>";

    /// Makes a brotli stream with one uncompressed block (RFC 7932, 9.2), because the brotli crate in use has no encoder.
    fn brotli(bytes: &[u8]) -> Vec<u8> {
        // WBITS 16 (one bit 0), ISLAST 0, MNIBBLES 0 (four), MLEN - 1 in sixteen bits, ISUNCOMPRESSED 1.
        let length = u32::try_from(bytes.len() - 1).unwrap();
        let head = (length << 4) | (1 << 20);
        [&head.to_le_bytes()[..3], bytes, &[3]].concat()
    }

    /// A raw deflate stream whose first bytes look like a zlib header (08 1D): an empty stored block with odd padding bits, and data.
    fn deflate_like_zlib(bytes: &[u8]) -> Vec<u8> {
        // Bit 0: not final; bits 1 and 2: stored; bits 3 to 7: padding, here 00001. Then the length 1D 00 and its complement.
        let filler = [b' '; 0x1d];
        [&[0x08, 0x1d, 0x00, 0xe2, 0xff][..], &filler, &deflate(bytes)].concat()
    }

    fn decoded(encoding: &str, body: &[u8], may_end_early: bool) -> Result<Vec<u8>, CodingError> {
        decode(body.to_vec(), encoding, Limits { max_bytes: 1000, may_end_early })
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
            assert_eq!(decoded(encoding, &encoded, false).as_deref(), Ok(BODY), "{encoding}");
            assert_eq!(decoded(encoding, BODY, false).as_deref(), Ok(BODY), "{encoding}, already decoded");
            assert_eq!(decoded(encoding, b"", false).as_deref(), Ok(&b""[..]), "{encoding}, empty");
        }
    }

    #[test]
    fn raw_deflate_that_looks_like_zlib_is_decoded() {
        let stream = deflate_like_zlib(BODY);
        assert!(is_zlib(&stream));
        assert!(decoded("deflate", &stream, false).unwrap().ends_with(BODY));
    }

    #[test]
    fn a_truncated_body_is_an_error_unless_it_may_end_early() {
        for (encoding, encoded) in
            [("gzip", gzip(BODY)), ("deflate", zlib(BODY)), ("zstd", zstd::encode_all(BODY, 3).unwrap())]
        {
            let cut = &encoded[..encoded.len() - 9];
            assert!(matches!(decoded(encoding, cut, false), Err(CodingError::Damaged { .. })), "{encoding}");
            assert!(BODY.starts_with(&decoded(encoding, cut, true).unwrap()), "{encoding}");
        }
    }

    #[test]
    fn zero_bytes_after_gzip_are_ignored() {
        let padded = |rest: &[u8]| decoded("gzip", &[&gzip(BODY), rest].concat(), false);
        assert_eq!(padded(&[0; 512]).as_deref(), Ok(BODY));
        assert!(matches!(padded(b"x\0"), Err(CodingError::Damaged { .. })));
        let cut = &gzip(BODY)[..20];
        assert!(matches!(decoded("gzip", &[cut, &[0]].concat(), false), Err(CodingError::Damaged { .. })));
    }

    #[test]
    fn decompression_bombs_are_errors() {
        let bomb = [b' '; 100_000];
        let bombs = [
            ("gzip", gzip(&bomb)),
            ("deflate", zlib(&bomb)),
            ("deflate", deflate(&bomb)),
            ("zstd", zstd::encode_all(&bomb[..], 3).unwrap()),
            ("gzip, gzip", gzip(&gzip(&bomb))),
        ];
        for (encoding, encoded) in bombs {
            for may_end_early in [false, true] {
                assert_eq!(
                    decoded(encoding, &encoded, may_end_early),
                    Err(CodingError::TooLarge { max_bytes: 1000 }),
                    "{encoding}"
                );
            }
        }
    }

    #[test]
    fn a_zstd_window_above_8_mb_is_an_error() {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        encoder.window_log(24).unwrap();
        encoder.write_all(BODY).unwrap();
        assert!(matches!(
            decoded("zstd", &encoder.finish().unwrap(), false),
            Err(CodingError::Damaged { coding: "zstd", .. })
        ));
    }

    #[test]
    fn unknown_and_too_many_codings_are_errors() {
        assert_eq!(decoded("compress", b"\x1f\x9d", false), Err(CodingError::Unknown("compress".to_owned())));
        assert_eq!(decoded("gzip,gzip,gzip,gzip,gzip", b"x", false), Err(CodingError::TooMany));
        assert_eq!(decoded("identity, ,none,,gzip,identity", &gzip(BODY), false).as_deref(), Ok(BODY));
    }
}
