//! A digest of a source that tells whether it is still the one that a part was made of. It reads samples, not all of a file:
//! archives have gigabytes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::read::Source;

/// Samples of a file, evenly spread, the first at its beginning and the last at its end.
const SAMPLES: u64 = 17;
/// Bytes of each.
const SAMPLE_BYTES: u64 = 4096;

/// SHA-256 of lengths and samples.
pub(super) fn of_source(source: &Source) -> io::Result<String> {
    let mut hash = Sha256::new();
    match source {
        Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
            sample(path, &mut hash)?
        }
        Source::Files { pages, .. } => {
            for (id, path) in pages {
                // What cannot be looked at is an error of its page.
                let length = path.metadata().map_or(0, |metadata| metadata.len());
                hash.update(format!("{id}\n{length}\n"));
            }
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn sample(path: &Path, hash: &mut Sha256) -> io::Result<()> {
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
