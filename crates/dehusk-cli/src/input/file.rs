//! Reads a file or standard input into memory, but no more than one byte beyond the limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use dehusk_http::content_coding::GZIP_MAGIC;
use flate2::read::MultiGzDecoder;

use super::extensions::is_gzip;
use super::read_error::ReadError;

/// The number of bytes that tell the format of a file which is not read. Chosen by hand: more than the header of an archive.
const HEAD_BYTES: usize = 4096;

/// Fills `buffer` with the file at `path`, decompressed if it is gzip data.
pub(super) fn read_file(path: &Path, max_bytes: usize, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
    let file = open(path, max_bytes)?;
    if is_gzip(path) {
        let decompressed = MultiGzDecoder::new(io::BufReader::new(file));
        return read_capped(decompressed, max_bytes, buffer, gzip_sentence);
    }
    read_capped(file, max_bytes, buffer, |error| format!("cannot read the file: {error}"))?;
    decompress_if_gzip(max_bytes, buffer)
}

pub(super) fn read_stdin(max_bytes: usize, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
    read_capped(io::stdin().lock(), max_bytes, buffer, |error| {
        format!("cannot read standard input: {error}")
    })?;
    decompress_if_gzip(max_bytes, buffer)
}

/// Decompresses what begins like gzip data, whatever its name.
fn decompress_if_gzip(max_bytes: usize, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
    if !buffer.starts_with(&GZIP_MAGIC) {
        return Ok(());
    }
    let mut decompressed = Vec::new();
    read_capped(MultiGzDecoder::new(buffer.as_slice()), max_bytes, &mut decompressed, gzip_sentence)?;
    *buffer = decompressed;
    Ok(())
}

fn gzip_sentence(error: &io::Error) -> String {
    format!("cannot decompress the gzip data: {error}; check that the file is complete and really compressed")
}

/// Reads to the end, or until more than `max_bytes` were read. `sentence` returns the message for an I/O error.
pub(super) fn read_capped(
    source: impl Read,
    max_bytes: usize,
    buffer: &mut Vec<u8>,
    sentence: impl Fn(&io::Error) -> String,
) -> Result<(), ReadError> {
    let cap = (max_bytes as u64).saturating_add(1);
    source.take(cap).read_to_end(buffer).map_err(|error| ReadError::Failed(sentence(&error)))?;
    if buffer.len() > max_bytes {
        buffer.truncate(HEAD_BYTES);
        return Err(ReadError::TooLarge { bytes: max_bytes as u64 + 1, head: std::mem::take(buffer) });
    }
    Ok(())
}

/// Opens the file unless its size on disk exceeds the limit.
fn open(path: &Path, max_bytes: usize) -> Result<File, ReadError> {
    let failed = |error: &io::Error| ReadError::Failed(cannot_open(error));
    let file = File::open(path).map_err(|error| failed(&error))?;
    let metadata = file.metadata().map_err(|error| failed(&error))?;
    if metadata.len() > max_bytes as u64 {
        return Err(ReadError::TooLarge { bytes: metadata.len(), head: read_head(file) });
    }
    Ok(file)
}

fn cannot_open(error: &io::Error) -> String {
    let advice = match error.kind() {
        io::ErrorKind::PermissionDenied => "check the permissions of the file and of the folders above it",
        _ => "check its path",
    };
    format!("cannot open the file: {error}; {advice}")
}

/// The first bytes of a file, decompressed if they are gzip data; fewer if they cannot be read.
fn read_head(file: File) -> Vec<u8> {
    let mut head = Vec::new();
    let _ = file.take(HEAD_BYTES as u64).read_to_end(&mut head);
    if !head.starts_with(&GZIP_MAGIC) {
        return head;
    }
    let mut decompressed = Vec::new();
    // The data ends within the member, which is an error after the bytes that are wanted.
    let _ = MultiGzDecoder::new(head.as_slice()).take(HEAD_BYTES as u64).read_to_end(&mut decompressed);
    decompressed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_may_not_be_read_has_advice_about_permissions() {
        let words = |kind: io::ErrorKind| cannot_open(&kind.into());
        assert!(words(io::ErrorKind::PermissionDenied).ends_with("the folders above it"));
        assert!(words(io::ErrorKind::NotFound).ends_with("check its path"));
    }

    fn capped(source: &[u8], max_bytes: usize) -> Result<usize, ReadError> {
        let mut buffer = Vec::new();
        read_capped(source, max_bytes, &mut buffer, io::Error::to_string).map(|()| buffer.len())
    }

    #[test]
    fn the_limit_is_inclusive() {
        assert_eq!(capped(&[b'a'; 10], 10).unwrap(), 10);
        assert!(matches!(capped(&[b'a'; 11], 10), Err(ReadError::TooLarge { bytes: 11, .. })));
    }

    #[test]
    fn an_endless_source_is_read_up_to_the_limit() {
        let mut buffer = Vec::new();
        let outcome = read_capped(io::repeat(b'a'), 1000, &mut buffer, io::Error::to_string);
        assert!(matches!(outcome, Err(ReadError::TooLarge { bytes: 1001, .. })));
    }
}
