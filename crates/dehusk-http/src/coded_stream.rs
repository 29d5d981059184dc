//! Removes the content codings of a body that is still arriving. Unlike [`content_coding`](crate::content_coding), it does not limit the
//! length of the result: whoever reads it does.

use std::io::{self, BufReader, Cursor, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::content_coding::{
    BROTLI_BUFFER_BYTES, Coding, CodingError, GZIP_MAGIC, ZSTD_MAGIC, codings, is_zlib, unzstd,
};

/// How many first bytes of a stream say whether it is encoded: those of [`ZSTD_MAGIC`], the longest mark.
const MARK_BYTES: u64 = 4;

/// Content codings that can be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codings(Vec<Coding>);

type Stream = Box<dyn Read + Send>;

impl Codings {
    /// The codings that a header `Content-Encoding` lists.
    ///
    /// ```
    /// use std::io::Read;
    /// use dehusk_http::coded_stream::Codings;
    /// let mut body = Vec::new();
    /// Codings::parse("gzip").unwrap().decoder(&b"not encoded"[..]).read_to_end(&mut body).unwrap();
    /// assert_eq!(body, b"not encoded");
    /// assert!(Codings::parse("rot13").is_err());
    /// ```
    ///
    /// # Errors
    /// [`CodingError::Unknown`] and [`CodingError::TooMany`].
    pub fn parse(encodings: &str) -> Result<Codings, CodingError> {
        codings(encodings)?.iter().map(|name| Coding::named(name)).collect::<Result<_, _>>().map(Codings)
    }

    /// Whether there is nothing to remove.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The decoded stream of an encoded one. A stream that is declared as gzip or zstd and does not begin so is returned as it is.
    pub fn decoder(&self, encoded: impl Read + Send + 'static) -> Box<dyn Read + Send> {
        self.0.iter().rev().fold(Box::new(encoded) as Stream, |stream, coding| {
            Box::new(Decoder::Waiting { coding: *coding, stream: Some(stream) })
        })
    }
}

impl Coding {
    /// Begins to decode a stream. Reads its first bytes.
    fn open(self, mut stream: Stream) -> io::Result<Stream> {
        let mut mark = Vec::new();
        stream.by_ref().take(MARK_BYTES).read_to_end(&mut mark)?;
        let whole = Cursor::new(mark.clone()).chain(stream);
        Ok(match self {
            Coding::Gzip if mark.starts_with(&GZIP_MAGIC) => Box::new(MultiGzDecoder::new(whole)),
            Coding::Zstd if mark.starts_with(&ZSTD_MAGIC) => Box::new(unzstd(BufReader::new(whole))?),
            Coding::Deflate if is_zlib(&mark) => Box::new(ZlibDecoder::new(whole)),
            Coding::Deflate if !mark.is_empty() => Box::new(DeflateDecoder::new(whole)),
            Coding::Brotli if !mark.is_empty() => {
                Box::new(brotli_decompressor::Decompressor::new(whole, BROTLI_BUFFER_BYTES))
            }
            _ => Box::new(whole),
        })
    }
}

/// A stream whose decoder is made when it is read first.
enum Decoder {
    Waiting { coding: Coding, stream: Option<Stream> },
    Open(Stream),
}

impl Read for Decoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Decoder::Open(stream) => return stream.read(buffer),
                Decoder::Waiting { coding, stream } => {
                    let Some(stream) = stream.take() else { return Ok(0) };
                    *self = Decoder::Open(coding.open(stream)?);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content_coding::encoders::{deflate, gzip, zlib};

    const BODY: &[u8] = b"{\"id\": \"mill\"}\n{\"id\": \"wheel\"}\n";

    /// A stream that arrives byte by byte.
    struct Slow(Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn decoded(encodings: &str, body: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut decoded = Vec::new();
        let codings = Codings::parse(encodings).unwrap();
        codings.decoder(Slow(Cursor::new(body))).read_to_end(&mut decoded).map(|_| decoded)
    }

    #[test]
    fn streams_are_decoded_as_they_arrive() {
        for (encodings, encoded) in [
            ("", BODY.to_vec()),
            ("identity", BODY.to_vec()),
            ("gzip", gzip(BODY)),
            ("X-GZIP", [gzip(&BODY[..9]), gzip(&BODY[9..])].concat()),
            ("deflate", zlib(BODY)),
            ("deflate", deflate(BODY)),
            ("zstd", zstd::encode_all(BODY, 3).unwrap()),
            ("deflate, gzip", gzip(&zlib(BODY))),
            ("gzip", BODY.to_vec()),
        ] {
            assert_eq!(decoded(encodings, encoded).unwrap(), BODY, "{encodings}");
        }
        for encodings in ["gzip", "deflate", "br", "zstd"] {
            assert_eq!(decoded(encodings, Vec::new()).unwrap(), b"", "{encodings}");
        }
    }

    #[test]
    fn damaged_streams_are_errors() {
        for (encodings, mut encoded) in [("gzip", gzip(BODY)), ("deflate", zlib(BODY)), ("br", BODY.to_vec())]
        {
            encoded.truncate(encoded.len() - 9);
            assert!(decoded(encodings, encoded).is_err(), "{encodings}");
        }
    }

    #[test]
    fn unknown_codings_are_named() {
        assert_eq!(Codings::parse("gzip, Rot13"), Err(CodingError::Unknown("rot13".to_owned())));
        assert_eq!(Codings::parse("gzip,gzip,gzip,gzip,gzip"), Err(CodingError::TooMany));
        assert!(Codings::parse("identity, ").unwrap().is_empty());
    }
}
