//! What the name of an output says: its format, and whether it is a folder.

use std::path::{MAIN_SEPARATOR, Path};

use anyhow::bail;
use clap::ValueEnum;

use crate::input::is_gzip;

/// The format as typed, or else that of the output file by its extension, or else `default`.
///
/// # Errors
/// If the file has an extension that no format has: its name would say what it is not.
pub(crate) fn format_of<F: ValueEnum>(
    typed: Option<F>,
    output: Option<&Path>,
    default: F,
) -> anyhow::Result<F> {
    match (typed, output) {
        (Some(format), _) => Ok(format),
        (None, Some(path)) => Ok(by_extension(path)?.unwrap_or(default)),
        (None, None) => Ok(default),
    }
}

/// The extension of files in a format: its name.
pub(super) fn extension_of<F: ValueEnum>(format: F) -> String {
    format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Whether an output is a folder: it is one, or its name ends with a slash.
pub(super) fn is_folder(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    path.is_dir() || name.ends_with(b"/") || name.ends_with(&[MAIN_SEPARATOR as u8])
}

/// The format of a file. None for one without an extension, and for a folder.
fn by_extension<F: ValueEnum>(path: &Path) -> anyhow::Result<Option<F>> {
    let name = if is_gzip(path) { path.with_extension("") } else { path.to_owned() };
    let Some(extension) = name.extension().filter(|_| !is_folder(path)) else { return Ok(None) };
    let extension = extension.to_string_lossy();
    match F::from_str(&extension, true) {
        Ok(format) => Ok(Some(format)),
        Err(_) => bail!(
            "no format of this command has the extension .{extension} of the output file {}; use {}, each also with .gz, or name the \
             format with --format",
            path.display(),
            extensions::<F>()
        ),
    }
}

/// The extensions of all formats: `.txt, .md or .json`.
fn extensions<F: ValueEnum>() -> String {
    let values = F::value_variants().iter().cloned();
    let mut names: Vec<String> = values.map(|value| format!(".{}", extension_of(value))).collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Format, MetadataFormat};

    #[test]
    fn an_extension_names_a_format() {
        for (path, format) in [
            ("a/news.md", Format::Md),
            ("news.HTM", Format::Html),
            ("news.jsonl", Format::Jsonl),
            ("news.ndjson.gz", Format::Jsonl),
            ("news.gz", Format::Txt),
            ("news", Format::Txt),
            ("-", Format::Txt),
            (".", Format::Txt),
            ("pages.d/", Format::Txt),
        ] {
            assert_eq!(format_of(None, Some(Path::new(path)), Format::Txt).unwrap(), format, "{path}");
        }
        assert_eq!(format_of(Some(Format::Md), Some(Path::new("a.csv")), Format::Txt).unwrap(), Format::Md);
    }

    #[test]
    fn an_unknown_extension_is_refused_with_those_that_are_known() {
        let error =
            |path| format_of(None, Some(Path::new(path)), MetadataFormat::Txt).unwrap_err().to_string();
        for path in ["a.csv", "a.md", "a.csv.gz"] {
            let error = error(path);
            assert!(error.contains("use .txt, .jsonl or .json, each also with .gz"), "{error}");
        }
    }
}
