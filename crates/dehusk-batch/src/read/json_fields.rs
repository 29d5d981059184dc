//! The fields of JSON lines that are copied to the output besides `id`, `url` and `content_type`.
//!
//! The columns of the output have to be known before its first row, so they are those of the first lines of each file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use arrow_schema::{DataType, Field};
use serde_json::value::RawValue;

use super::frames::{Cursor, Frames};

/// The byte order mark that some programs write at the start of a UTF-8 file. It is not part of the first line.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The number of decompressed bytes that are looked at in all files together, of each at least one line. Chosen by hand: it takes less
/// than a second.
const SAMPLE_BYTES: u64 = 64 << 20;

/// The metadata of a column whose cells are JSON: an extension type of Arrow
/// (<https://arrow.apache.org/docs/format/CanonicalExtensions.html#json>).
const JSON_TYPE: (&str, &str) = ("ARROW:extension:name", "arrow.json");

/// A field that is copied to the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonField {
    /// The name of the field.
    pub name: String,
    /// Whether all values in the first lines are strings. If not, the cells are JSON, so that no value is lost.
    pub is_text: bool,
}

impl JsonField {
    pub(super) fn column(&self) -> Field {
        let column = Field::new(&self.name, DataType::LargeUtf8, true);
        let (key, kind) = JSON_TYPE;
        if self.is_text { column } else { column.with_metadata([(key.to_owned(), kind.to_owned())]) }
    }

    /// The cell of a value. What is no string in a column of strings is JSON.
    pub(super) fn cell(&self, value: &RawValue) -> Option<String> {
        match value.get() {
            "null" => None,
            json if self.is_text && json.starts_with('"') => serde_json::from_str(json).ok(),
            json => Some(json.to_owned()),
        }
    }
}

/// Whether the cells of a column are JSON.
pub(crate) fn is_json(column: &Field) -> bool {
    let (key, kind) = JSON_TYPE;
    column.metadata().get(key).is_some_and(|found| found == kind)
}

/// The wanted fields, or else all fields in the first lines of these files, by name; each with [`JsonField::is_text`].
pub(super) fn fields_of(files: &[&Path], wanted: Option<&[&String]>) -> BTreeMap<String, bool> {
    let mut found = BTreeMap::new();
    for file in files {
        // A file that cannot be read is reported when it is its turn.
        let _ = look_at(file, SAMPLE_BYTES / files.len() as u64, wanted, &mut found);
    }
    match wanted {
        Some(names) => {
            names.iter().map(|&name| (name.clone(), found.get(name).copied().unwrap_or(true))).collect()
        }
        None => found,
    }
}

/// Whether no line can change what is known: all wanted fields have values that are not strings.
fn is_settled(wanted: Option<&[&String]>, found: &BTreeMap<String, bool>) -> bool {
    wanted.is_some_and(|names| names.iter().all(|&name| found.get(name) == Some(&false)))
}

/// Adds the fields of the first lines of a file, and whether their values are strings, as long as more lines can tell more.
fn look_at(
    file: &Path,
    max_bytes: u64,
    wanted: Option<&[&String]>,
    found: &mut BTreeMap<String, bool>,
) -> io::Result<()> {
    let mut frames = Frames::new(Box::new(File::open(file)?), Cursor::default())?;
    let (mut line, mut bytes) = (Vec::new(), 0);
    while (bytes == 0 || bytes < max_bytes) && !is_settled(wanted, found) {
        line.clear();
        match Read::take(&mut frames, SAMPLE_BYTES).read_until(b'\n', &mut line)? {
            0 => break,
            read => bytes += read as u64,
        }
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line);
        let fields: BTreeMap<String, &RawValue> = serde_json::from_slice(line).unwrap_or_default();
        for (name, value) in fields {
            *found.entry(name).or_insert(true) &= value.get().starts_with(['"', 'n']);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn lines_are_read_only_as_long_as_they_can_tell_more() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"c\": 3}\n").unwrap();
        let (a, b) = ("a".to_owned(), "b".to_owned());
        for (wanted, expected) in [
            (None, &[("a", false), ("b", true), ("c", false)][..]),
            (Some(vec![&a, &b]), &[("a", false), ("b", true), ("c", false)]),
            (Some(vec![&a]), &[("a", false), ("b", true)]),
            (Some(vec![]), &[]),
        ] {
            let mut found = BTreeMap::new();
            look_at(file.path(), SAMPLE_BYTES, wanted.as_deref(), &mut found).unwrap();
            let found: Vec<(&str, bool)> = found.iter().map(|(name, text)| (name.as_str(), *text)).collect();
            assert_eq!(found, expected, "{wanted:?}");
        }
    }
}
