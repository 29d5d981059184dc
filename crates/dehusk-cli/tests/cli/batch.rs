//! `dehusk batch` and pages of archives: what is written and said, and what is left when a run is killed.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use crate::run::{Run, dehusk, folder_with};

const ARCHIVES: usize = 3;
const PAGES: usize = 150;
/// Bytes of output after which runs are killed, one after the other.
const KILLED_AFTER: [u64; 6] = [0, 1, 20_000, 5_000, 60_000, 90_000];

fn record(id: &str, body: &str) -> Vec<u8> {
    packed(&record_of(id, body))
}

fn record_of(id: &str, body: &str) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{body}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Target-URI: https://mill.example/{id}\r\n\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
    .into_bytes()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn archives() -> TempDir {
    let folder = folder_with(&[]);
    for archive in 0..ARCHIVES {
        let page = |id: usize| {
            let text = format!("The mill of page {id} in archive {archive} reopens. ").repeat(id % 40);
            record(&format!("{archive}-{id}"), &format!("<p>{text}"))
        };
        let records: Vec<u8> = (0..PAGES).flat_map(page).collect();
        fs::write(folder.path().join(format!("{archive}.warc.gz")), records).unwrap();
    }
    folder
}

const RUN: [&str; 12] = [
    "batch",
    "0.warc.gz",
    "1.warc.gz",
    "2.warc.gz",
    "--manifest",
    "manifest",
    "--format",
    "jsonl",
    "--part-bytes",
    "30000",
    "--method",
    "plain",
];

fn batch(folder: &TempDir, out: &str) -> Run {
    dehusk(folder.path(), &[&RUN[..], &["-o", out]].concat())
}

fn bytes_in(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries.filter_map(|entry| entry.ok()?.metadata().ok()).map(|metadata| metadata.len()).sum()
}

/// Begins the run and kills it once it has written so many bytes, if it has not ended by then.
fn killed(folder: &TempDir, out: &str, after: u64) {
    let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_dehusk"));
    run.current_dir(folder.path()).args(RUN).args(["-o", out]).stderr(Stdio::null());
    let mut run = run.spawn().unwrap();
    while run.try_wait().unwrap().is_none() {
        if bytes_in(&folder.path().join(out)) >= after {
            // On Unix this is SIGKILL.
            run.kill().unwrap();
            run.wait().unwrap();
            return;
        }
        thread::yield_now();
    }
}

fn parts(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
    let parts = entries.filter(|entry| !name(entry).starts_with('.'));
    let mut parts: Vec<_> =
        parts.map(|entry| (name(&entry), fs::read_to_string(entry.path()).unwrap())).collect();
    parts.sort();
    parts
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_one_that_is_not() {
    let (calm, killed_often) = (archives(), archives());
    assert_eq!(batch(&calm, "out").code, 0);
    for after in KILLED_AFTER {
        killed(&killed_often, "out", after);
    }
    let last = batch(&killed_often, "out");
    assert_eq!(last.code, 0, "{}", last.stderr);
    let (expected, found) = (parts(&calm.path().join("out")), parts(&killed_often.path().join("out")));
    assert!(expected.len() > ARCHIVES);
    assert_eq!(expected, found);
    let again = batch(&killed_often, "out");
    assert!(
        again.stderr.contains(&format!("{} pages were done before", ARCHIVES * PAGES)),
        "{}",
        again.stderr
    );
}

#[test]
fn a_page_of_an_archive_is_extracted_again_by_place_and_by_name() {
    let folder = archives();
    let run = dehusk(folder.path(), &["batch", "1.warc.gz", "-o", "all.jsonl", "--method", "plain"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows = fs::read_to_string(folder.path().join("all.jsonl")).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(33).unwrap()).unwrap();
    let offset = row["warc_offset"].to_string();
    for which in [["--offset", &offset], ["--record", "<urn:uuid:1-33>"], ["--record", "urn:uuid:1-33"]] {
        let words = [&["extract", "--method", "plain", "--warc", "1.warc.gz"][..], &which].concat();
        let page = dehusk(folder.path(), &words);
        assert_eq!(page.stdout.trim_end(), row["text"].as_str().unwrap(), "{which:?} {}", page.stderr);
    }
    for (which, value) in [("--offset", "1"), ("--offset", "0+100000000"), ("--record", "none")] {
        let page = dehusk(folder.path(), &["extract", "--warc", "1.warc.gz", which, value]);
        assert_eq!((page.code, page.stdout.as_str()), (1, ""), "{}", page.stderr);
    }
}

#[test]
fn a_page_of_an_archive_packed_as_a_whole_is_found_by_offset_and_skip() {
    let folder = folder_with(&[]);
    let plain: Vec<u8> =
        ["one", "two"].iter().flat_map(|id| record_of(id, &format!("<p>The mill of {id}"))).collect();
    fs::write(folder.path().join("whole.warc.gz"), packed(&plain)).unwrap();
    dehusk(folder.path(), &["batch", "whole.warc.gz", "-o", "all.jsonl", "--method", "plain"]);
    let rows = fs::read_to_string(folder.path().join("all.jsonl")).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    let place = format!("{}+{}", row["warc_offset"], row["warc_skip"]);
    let page = dehusk(
        folder.path(),
        &["extract", "--warc", "whole.warc.gz", "--offset", &place, "--method", "plain"],
    );
    assert_eq!(
        (page.stdout.trim_end(), place.as_str()),
        ("The mill of two", place.as_str()),
        "{}",
        page.stderr
    );
}

#[test]
fn an_archive_without_a_page_is_a_failure_that_is_said() {
    let folder = folder_with(&[("empty.warc", b"")]);
    let run = dehusk(folder.path(), &["batch", "empty.warc", "-o", "out.jsonl"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("no input has a page"), "{}", run.stderr);
    // A shard without an input has nothing to do.
    let run = dehusk(folder.path(), &["batch", "empty.warc", "-o", "out2.jsonl", "--shard", "2/2"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn threads_that_no_machine_has_use_for_are_not_started() {
    let folder = archives();
    let run = dehusk(folder.path(), &["batch", "0.warc.gz", "-o", "out", "--jobs", "100000"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("--jobs 100000 is more than"), "{}", run.stderr);
}

#[test]
fn every_column_that_is_listed_is_made() {
    let folder = archives();
    let columns =
        ["metadata", "markdown", "html", "blocks", "links", "images", "tables", "comments", "jsonld"];
    for (with, made) in columns.iter().zip([
        "title",
        "markdown",
        "html",
        "blocks",
        "links",
        "images",
        "tables",
        "comments",
        "raw_jsonld",
    ]) {
        let out = format!("{with}.jsonl");
        let run =
            dehusk(folder.path(), &["batch", "0.warc.gz", "-o", &out, "--with", with, "--method", "plain"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = fs::read_to_string(folder.path().join(out)).unwrap();
        let row: serde_json::Value = serde_json::from_str(text.lines().nth(33).unwrap()).unwrap();
        assert!(row.get(made).is_some(), "{with}: {row}");
    }
    dehusk(folder.path(), &["batch", "0.warc.gz", "-o", "all.parquet", "--with", "all"]);
    assert!(folder.path().join("all.parquet").exists());
}

#[test]
fn blocks_in_json_are_those_of_the_record() {
    let folder = archives();
    dehusk(folder.path(), &["batch", "0.warc.gz", "-o", "all.jsonl", "--with", "blocks"]);
    let rows = fs::read_to_string(folder.path().join("all.jsonl")).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(33).unwrap()).unwrap();
    let id = row["id"].as_str().unwrap();
    let record = dehusk(
        folder.path(),
        &["extract", "--warc", "0.warc.gz", "--record", id, "--format", "json", "--with", "blocks"],
    );
    let record: serde_json::Value = serde_json::from_str(&record.stdout).unwrap();
    assert_eq!(row["blocks"], record["blocks"]);
    assert_eq!(row["page_type"], record["page_type"]);
}

#[test]
fn a_command_line_that_cannot_be_carried_out_is_refused_before_any_page() {
    let folder = archives();
    fs::write(folder.path().join("a.jsonl"), "").unwrap();
    fs::write(folder.path().join("a.txt"), "").unwrap();
    for (words, said) in [
        (&["a.txt", "-o", "out"][..], "does not say what it is"),
        (&["none.warc", "-o", "out"], "cannot read none.warc"),
        (&["0.warc.gz", "a.jsonl", "-o", "out"], "different kinds"),
        (&["0.warc.gz", "-o", "a.parquet", "--manifest", "m"], "folder"),
        (&["0.warc.gz", "-o", "out", "--shard", "3/2"], "I/N"),
        (&["0.warc.gz", "-o", "a.txt/out"], "cannot write"),
    ] {
        let run = dehusk(folder.path(), &[&["batch"][..], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
        assert!(run.stderr.contains(said), "{words:?}: {}", run.stderr);
    }
}

#[test]
fn a_run_that_finds_all_done_ends_as_the_one_that_did_it() {
    let folder = archives();
    fs::write(folder.path().join("1.warc.gz"), record("pdf", "%PDF-1.7")).unwrap();
    for done_before in [false, true] {
        let run = batch(&folder, "out");
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert_eq!(run.stderr.contains("were done before"), done_before, "{}", run.stderr);
        assert!(run.stderr.contains("not_html            1"), "{}", run.stderr);
    }
}

#[test]
fn only_columns_that_can_be_had_are_listed() {
    let folder = archives();
    let help = dehusk(folder.path(), &["batch", "--help"]).stdout;
    assert!(help.contains("blocks:") && !help.contains("timing:"), "{help}");
    assert_eq!(dehusk(folder.path(), &["batch", "0.warc.gz", "-o", "out", "--with", "timing"]).code, 2);
}

/// `/dev/full` is a disk without room.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_said_and_costs_no_part_that_is_done() {
    let folder = archives();
    fs::create_dir(folder.path().join("out")).unwrap();
    let second = folder.path().join("out/.unfinished-part-00001-0000.jsonl");
    std::os::unix::fs::symlink("/dev/full", second).unwrap();
    let run = dehusk(folder.path(), &[&RUN[..], &["-o", "out", "--jobs", "1"]].concat());
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("No space left"), "{}", run.stderr);
    assert!(folder.path().join("out/part-00000-0000.jsonl").exists());
    assert_eq!(batch(&folder, "out").code, 0);
    assert_eq!(
        parts(&folder.path().join("out")).iter().map(|(_, text)| text.lines().count()).sum::<usize>(),
        ARCHIVES * PAGES
    );
}
