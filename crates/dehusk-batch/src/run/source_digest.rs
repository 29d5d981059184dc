//! A digest of a source, which shows whether the source has changed since a part was made from it. Of a file, it covers only
//! samples, because archives have gigabytes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use crate::read::Source;

/// The bytes at the start and at the end of a file that are read. Chosen by hand: two reads that are cheap on every disk.
const END_BYTES: u64 = 64 << 10;
/// The number of samples from the rest of a file, evenly spaced. Chosen by hand.
const SAMPLES: u64 = 15;
/// The bytes of one sample. Chosen by hand: one page of most file systems.
const SAMPLE_BYTES: u64 = 4096;

/// What a manifest records of a source, so that a later run can see whether it has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceIdentity {
    pub(super) name: String,
    /// See [`source_digest`]. Empty without a manifest.
    pub(super) digest: String,
    /// When the file was last modified, in nanoseconds since 1970. None for a folder, and where the file system does not say.
    pub(super) modified: Option<u64>,
}

impl SourceIdentity {
    /// Reads the samples of a source.
    pub(super) fn of(source: &Source) -> io::Result<SourceIdentity> {
        let (name, digest, modified) = (source.name(), source_digest(source)?, modified(source));
        Ok(SourceIdentity { name, digest, modified })
    }

    /// The identity in a run without a manifest.
    pub(super) fn unknown() -> SourceIdentity {
        SourceIdentity { name: String::new(), digest: String::new(), modified: None }
    }
}

/// The SHA-256 of the length, both ends and the samples of a file, or of the names, lengths and times of modification of the pages
/// of a folder, in hexadecimal.
fn source_digest(source: &Source) -> io::Result<String> {
    let mut hash = Sha256::new();
    match source {
        Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
            hash_samples(path, &mut hash)?
        }
        Source::Files { pages, .. } => {
            for (id, path) in pages {
                // A file without metadata is reported as an error of its page.
                let metadata = path.metadata().ok();
                let length = metadata.as_ref().map_or(0, |metadata| metadata.len());
                let modified = metadata.and_then(|metadata| nanoseconds(metadata.modified().ok()?));
                hash.update(format!("{id}\n{length}\n{modified:?}\n"));
            }
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// See [`SourceIdentity::modified`].
fn modified(source: &Source) -> Option<u64> {
    match source {
        Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
            nanoseconds(path.metadata().ok()?.modified().ok()?)
        }
        Source::Files { .. } => None,
    }
}

fn nanoseconds(time: SystemTime) -> Option<u64> {
    u64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

fn hash_samples(path: &Path, hash: &mut Sha256) -> io::Result<()> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    hash.update(length.to_le_bytes());
    hash_at(&mut file, 0, END_BYTES, hash)?;
    hash_at(&mut file, length.saturating_sub(END_BYTES), END_BYTES, hash)?;
    let between = length.saturating_sub(2 * END_BYTES + SAMPLE_BYTES);
    for index in 0..if between > 0 { SAMPLES } else { 0 } {
        hash_at(&mut file, END_BYTES + between / SAMPLES * index, SAMPLE_BYTES, hash)?;
    }
    Ok(())
}

fn hash_at(file: &mut File, offset: u64, bytes: u64, hash: &mut Sha256) -> io::Result<()> {
    let mut sample = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    Read::take(file, bytes).read_to_end(&mut sample)?;
    hash.update(&sample);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A byte changed in place is noticed at both ends of a file, and everywhere in a small one.
    #[test]
    fn a_byte_changed_in_place_is_noticed_at_both_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.warc");
        let digest = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            source_digest(&Source::Warc(path.clone())).unwrap()
        };
        let end = END_BYTES as usize;
        let (small, large) = (vec![7; end], vec![7; 40 * end]);
        let changed = |bytes: &[u8], at: usize| {
            let mut bytes = bytes.to_vec();
            bytes[at] += 1;
            bytes
        };
        for at in [0, end / 2, end - 1] {
            assert_ne!(digest(&small), digest(&changed(&small, at)), "{at}");
            assert_ne!(digest(&large), digest(&changed(&large, at)), "{at}");
            assert_ne!(digest(&large), digest(&changed(&large, large.len() - 1 - at)), "{at} before the end");
        }
        assert_ne!(digest(&large), digest(&large[1..]));
        assert_eq!(digest(&large), digest(&large));
    }
}
