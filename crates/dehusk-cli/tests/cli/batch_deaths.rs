//! `dehusk batch` with a page that ends the process: the run is resumed, the page becomes an error, and all other rows stay as
//! they are. The process dies for lack of address space, which the shell limits.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use dehusk_batch::read::{Cursor, ReadOptions, Source};
use dehusk_batch::write::FileFormat;
use tempfile::TempDir;

use crate::batch::record;
use crate::run::folder_with;

const PAGES: usize = 60;
/// The page that takes too much memory.
const LARGE_PAGE: usize = 25;
/// The bytes of that page. It may take 36 times as much, which is far more than the address space.
const LARGE_PAGE_BYTES: usize = 20 << 20;
/// The address space of a run in KiB: enough for the program, its threads and the archive, but not for the trees of the page.
const ADDRESS_SPACE: usize = 480 << 10;

/// Two archives; the first has the large page in its middle.
fn archives() -> TempDir {
    let folder = folder_with(&[]);
    for archive in 0..2 {
        let page = |id: usize| {
            let body = match (archive, id) {
                (0, LARGE_PAGE) => "<li>x".repeat(LARGE_PAGE_BYTES / 5),
                _ => format!("<p>{}", format!("The mill of page {id} reopens. ").repeat(id)),
            };
            record(&format!("{archive}-{id}"), &body)
        };
        fs::write(
            folder.path().join(format!("{archive}.warc.gz")),
            (0..PAGES).flat_map(page).collect::<Vec<u8>>(),
        )
        .unwrap();
    }
    folder
}

fn batch(folder: &Path, out: &str, format: &str, jobs: &str, limit: Option<usize>) -> Output {
    let limit = limit.map_or_else(String::new, |kilobytes| format!("ulimit -v {kilobytes}; ulimit -c 0; "));
    let words =
        ["0.warc.gz", "1.warc.gz", "--part-bytes", "100000", "--format", format, "--jobs", jobs, "-o", out];
    let manifest = format!("{out}.manifest");
    Command::new("sh")
        .current_dir(folder)
        // A backtrace of the abort would take longer than all the rest.
        .env("RUST_BACKTRACE", "0")
        .args(["-c", &format!("{limit}exec \"$0\" batch \"$@\""), env!("CARGO_BIN_EXE_dehusk")])
        .args(words)
        .args(["--manifest", &manifest])
        .output()
        .unwrap()
}

/// The rows of all parts as text. Rows of Parquet are written as JSON lines first.
fn rows(folder: &Path) -> Vec<String> {
    let mut parts: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.retain(|path| !path.file_name().unwrap().to_string_lossy().starts_with('.'));
    parts.sort();
    parts.iter().flat_map(|part| part_rows(part)).collect()
}

fn part_rows(part: &Path) -> Vec<String> {
    let name = part.to_string_lossy();
    if name.ends_with(".parquet") {
        return part_rows(&as_json_lines(part));
    }
    let bytes = fs::read(part).unwrap();
    let mut text = String::new();
    let read = |reader: &mut dyn std::io::Read, text: &mut String| reader.read_to_string(text).unwrap();
    if name.ends_with(".gz") {
        read(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut text);
    } else if name.ends_with(".zst") {
        read(&mut zstd::Decoder::new(&bytes[..]).unwrap(), &mut text);
    } else {
        read(&mut &bytes[..], &mut text);
    }
    text.lines().map(str::to_owned).collect()
}

/// Writes the rows of a Parquet file as JSON lines, because the dictionaries of two files may differ although their rows do not.
fn as_json_lines(part: &Path) -> PathBuf {
    let source = Source::from_path(part).unwrap();
    let options = ReadOptions::default();
    let path = part.with_extension("jsonl");
    let schema = source.schema(&options).unwrap();
    let mut writer = FileFormat::JsonLines.writer(File::create(&path).unwrap(), schema).unwrap();
    let mut reader = source.open(&options, Cursor::default()).unwrap();
    while let Some(chunk) = reader.next_chunk(u64::MAX).unwrap() {
        writer.write(&chunk.batch).unwrap();
    }
    writer.finish().unwrap();
    path
}

#[test]
fn a_page_that_ends_the_process_becomes_an_error() {
    let folder = archives();
    let whole = batch(folder.path(), "whole", "jsonl", "2", None);
    assert_eq!(whole.status.code(), Some(0), "{whole:?}");
    let expected = rows(&folder.path().join("whole"));
    for (format, jobs) in [("jsonl", "1"), ("parquet", "2"), ("jsonl.gz", "2"), ("jsonl.zst", "3")] {
        // With a dot, the name would be that of a file.
        let out = format!("limited-{}", format.replace('.', "-"));
        let limited = || batch(folder.path(), &out, format, jobs, Some(ADDRESS_SPACE));
        let died = limited();
        assert_eq!(died.status.code(), None, "{format}: the page fits: {died:?}");
        let begun = folder.path().join(format!("{out}.manifest.begun"));
        assert!(begun.exists());
        let resumed = limited();
        assert_eq!(resumed.status.code(), Some(1), "{format}: {resumed:?}");
        assert!(!begun.exists(), "the file of begun pages is left");

        let found = rows(&folder.path().join(&out));
        assert_eq!((expected.len(), found.len()), (2 * PAGES, 2 * PAGES));
        for (row, (expected, found)) in expected.iter().zip(&found).enumerate() {
            if row == LARGE_PAGE {
                assert!(
                    found.contains("extracting this page ends the process (signal: 6"),
                    "{format}: {found}"
                );
            } else {
                assert_eq!(expected, found, "{format}, row {row}");
            }
        }
        let again = limited();
        assert_eq!(again.status.code(), Some(1), "{format}: {again:?}");
    }
}
