//! A digest of a source, which shows whether the source has changed since a part was made from it. Of a file, it covers only
//! samples, because archives have gigabytes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::read::Source;

/// The number of samples taken from a file: evenly spaced, the first at its start and the last at its end. Chosen by hand.
const SAMPLES: u64 = 17;
/// The bytes of one sample. Chosen by hand: one page of most file systems.
const SAMPLE_BYTES: u64 = 4096;

/// The SHA-256 of the length and the samples of a file, or of the names and lengths of the pages of a folder, in hexadecimal.
pub(super) fn source_digest(source: &Source) -> io::Result<String> {
    let mut hash = Sha256::new();
    match source {
        Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
            hash_samples(path, &mut hash)?
        }
        Source::Files { pages, .. } => {
            for (id, path) in pages {
                // A file without metadata is reported as an error of its page.
                let length = path.metadata().map_or(0, |metadata| metadata.len());
                hash.update(format!("{id}\n{length}\n"));
            }
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn hash_samples(path: &Path, hash: &mut Sha256) -> io::Result<()> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    hash.update(length.to_le_bytes());
    let last = length.saturating_sub(SAMPLE_BYTES);
    for index in 0..SAMPLES {
        let mut sample = Vec::new();
        file.seek(SeekFrom::Start(last / (SAMPLES - 1) * index))?;
        Read::take(&mut file, SAMPLE_BYTES).read_to_end(&mut sample)?;
        hash.update(&sample);
    }
    Ok(())
}
