//! Where a run of `dehusk batch` writes, as its `--output` says.

use std::path::Path;

use anyhow::bail;
use dehusk_batch::run::Output;
use dehusk_batch::write::FileFormat;

use super::args::BatchArgs;
use crate::input::STDIN;

/// Devices that stand for standard output. A file is given its name when it is complete, which these cannot be.
const STDOUT: [&str; 4] = [STDIN, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The output, and the format of its files.
pub(super) fn of(args: &BatchArgs) -> anyhow::Result<(Output, FileFormat)> {
    if STDOUT.iter().any(|name| args.output.as_os_str() == *name) {
        bail!(
            "the output is not written to standard output, because a run that fails would leave half of it; name a file, such as \
             pages.jsonl, or use dehusk extract --format jsonl"
        );
    }
    match FileFormat::from_path(&args.output) {
        Some(format) if !args.output.is_dir() => {
            if args.manifest.is_some() {
                bail!("--manifest requires a folder of parts; give -o a folder instead of a file");
            }
            if args.format.is_some_and(|typed| FileFormat::from(typed) != format) {
                bail!("--format contradicts the extension of the output file; remove --format");
            }
            Ok((Output::File(args.output.clone()), format))
        }
        None if is_named_like_a_file(&args.output) => bail!(
            "{} is a file, or looks like one of a format that is not written; give it the extension .parquet, .jsonl, .jsonl.gz or .jsonl.zst, or name \
             a folder for parts",
            args.output.display()
        ),
        _ => {
            let format = args.format.map_or(FileFormat::Parquet, FileFormat::from);
            Ok((Output::Folder(args.output.clone()), format))
        }
    }
}

/// Whether a path is a file, or is nothing yet and has the extension of one.
fn is_named_like_a_file(path: &Path) -> bool {
    /// Formats that other programs write. A folder may have any other dot in its name.
    const FORMATS: [&str; 33] = [
        "7z", "arrow", "avro", "br", "bz2", "cdx", "cdxj", "csv", "db", "duckdb", "feather", "gz", "htm",
        "html", "ipc", "json", "lz4", "md", "ndjson", "orc", "rar", "sqlite", "sqlite3", "tar", "tgz", "tsv",
        "txt", "warc", "xlsx", "xml", "xz", "zip", "zst",
    ];
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_format = FORMATS.contains(&extension.to_ascii_lowercase().as_str());
    !path.is_dir() && (path.exists() || is_format)
}
