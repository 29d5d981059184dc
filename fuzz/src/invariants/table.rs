//! Parquet: a damaged file is an error or a batch of rows, and what is read goes through the kernel.

use super::{Broken, ensure};
use crate::forms;
use dehusk_batch::read::{Cursor, ReadOptions, Source};
use dehusk_batch::{BatchExtractor, BatchOptions};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// Bytes of pages in a batch.
const BATCH_BYTES: u64 = 1 << 20;

/// Checks a Parquet file. Parquet is read from files, so the input is written to `folder`.
///
/// # Errors
/// What is broken, or that the file cannot be written.
pub fn check(input: &[u8], folder: &std::path::Path) -> Result<(), Broken> {
    let path: PathBuf = folder.join(format!("{}.parquet", std::process::id()));
    File::create(&path).and_then(|mut file| file.write_all(input)).map_err(|error| error.to_string())?;
    let Some(source) = Source::from_path(&path) else { return Err("not taken for Parquet".to_owned()) };
    let Ok(mut reader) = source.open(&ReadOptions::default(), Cursor::default()) else { return Ok(()) };
    let mut kernel = BatchExtractor::new(BatchOptions::new(forms::everything("plain")));
    while let Ok(Some(chunk)) = reader.next_chunk(BATCH_BYTES) {
        let Ok(answers) = kernel.extract(&chunk.batch) else { return Ok(()) };
        let (rows, expected) = (answers.num_rows(), chunk.batch.num_rows());
        ensure(rows == expected, || format!("{rows} answers for {expected} rows"))?;
    }
    Ok(())
}
