//! Writes tables in the file format of NumPy (`.npy`), version 1.0.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};

/// Writes a table from several parts. Each part has complete rows of `columns` values. `kind` is the data type
/// in NumPy's notation.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write<T: Copy>(
    path: &Path,
    kind: &str,
    columns: usize,
    parts: &[&[T]],
    bytes: impl Fn(T) -> [u8; 4],
) -> Result<()> {
    const PREFIX: usize = 10; // magic, version, length
    const ALIGNMENT: usize = 64;
    let rows = parts.iter().map(|part| part.len()).sum::<usize>() / columns;
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let length = (PREFIX + header.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    header.push_str(&" ".repeat(length - 1 - header.len()));
    header.push('\n');
    let mut out = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    for value in parts.iter().copied().flatten() {
        out.write_all(&bytes(*value))?;
    }
    out.flush()?;
    Ok(())
}
