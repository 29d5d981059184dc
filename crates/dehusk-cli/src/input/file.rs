//! Reads one file or standard input into memory, never more than the limit and one byte.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::Unread;

/// Fills `buffer` with the file at `path`, unpacked if its name ends with `.gz`.
pub(super) fn read_file(path: &Path, max_bytes: usize, buffer: &mut Vec<u8>) -> Result<(), Unread> {
    let file = open(path, max_bytes)?;
    if is_packed(path) {
        let unpacked = MultiGzDecoder::new(io::BufReader::new(file));
        return read_capped(unpacked, max_bytes, buffer, |error| {
            format!(
                "cannot unpack its gzip data: {error}; check that the file is complete and not only named .gz"
            )
        });
    }
    read_capped(file, max_bytes, buffer, |error| format!("cannot read this file: {error}"))
}

pub(super) fn read_stdin(max_bytes: usize, buffer: &mut Vec<u8>) -> Result<(), Unread> {
    read_capped(io::stdin().lock(), max_bytes, buffer, |error| format!("cannot read standard input: {error}"))
}

/// Reads to the end, or until it is clear that the end is beyond `max_bytes`. `sentence` words a failure.
pub(super) fn read_capped(
    source: impl Read,
    max_bytes: usize,
    buffer: &mut Vec<u8>,
    sentence: impl Fn(&io::Error) -> String,
) -> Result<(), Unread> {
    let cap = (max_bytes as u64).saturating_add(1);
    source.take(cap).read_to_end(buffer).map_err(|error| Unread::Failed(sentence(&error)))?;
    if buffer.len() > max_bytes {
        return Err(Unread::TooLarge { bytes: buffer.len() as u64 });
    }
    Ok(())
}

/// Opens the file unless its size alone is over the limit.
fn open(path: &Path, max_bytes: usize) -> Result<File, Unread> {
    let failed =
        |error: &io::Error| Unread::Failed(format!("cannot open this file: {error}; check its path"));
    let file = File::open(path).map_err(|error| failed(&error))?;
    let metadata = file.metadata().map_err(|error| failed(&error))?;
    if metadata.len() > max_bytes as u64 {
        return Err(Unread::TooLarge { bytes: metadata.len() });
    }
    Ok(file)
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capped(source: &[u8], max_bytes: usize) -> Result<usize, Unread> {
        let mut buffer = Vec::new();
        read_capped(source, max_bytes, &mut buffer, io::Error::to_string).map(|()| buffer.len())
    }

    #[test]
    fn exactly_the_limit_is_read_and_one_byte_more_is_not() {
        assert_eq!(capped(&[b'a'; 10], 10).unwrap(), 10);
        assert!(matches!(capped(&[b'a'; 11], 10), Err(Unread::TooLarge { bytes: 11 })));
    }

    #[test]
    fn an_endless_source_is_left_after_the_limit() {
        let mut buffer = Vec::new();
        let outcome = read_capped(io::repeat(b'a'), 1000, &mut buffer, io::Error::to_string);
        assert!(matches!(outcome, Err(Unread::TooLarge { bytes: 1001 })));
    }
}
