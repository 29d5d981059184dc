//! `dehusk batch` and pages of archives: output, messages, and the files that a killed run leaves.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use crate::run::{Run, dehusk, dehusk_with_stdin, folder_with};

const ARCHIVES: usize = 3;
const PAGES: usize = 150;
/// For each of several consecutive runs, the number of output bytes after which it is killed.
const KILLED_AFTER: [u64; 6] = [0, 1, 20_000, 5_000, 60_000, 90_000];

pub(crate) fn record(id: &str, body: &str) -> Vec<u8> {
    gzip(&plain_record(id, body))
}

fn plain_record(id: &str, body: &str) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{body}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Target-URI: https://mill.example/{id}\r\n\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
    .into_bytes()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
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

/// Starts a run and kills it once it has written `after` bytes, unless it ends earlier.
fn start_and_kill(folder: &TempDir, out: &str, after: u64) {
    let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_dehusk"));
    run.current_dir(folder.path()).args(RUN).args(["-o", out]).stderr(Stdio::null());
    let mut run = run.spawn().unwrap();
    while run.try_wait().unwrap().is_none() {
        if bytes_in(&folder.path().join(out)) >= after {
            // This is SIGKILL on Unix.
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
fn a_run_that_is_killed_repeatedly_gives_the_same_output() {
    let (undisturbed, interrupted) = (archives(), archives());
    assert_eq!(batch(&undisturbed, "out").code, 0);
    for after in KILLED_AFTER {
        start_and_kill(&interrupted, "out", after);
    }
    let last = batch(&interrupted, "out");
    assert_eq!(last.code, 0, "{}", last.stderr);
    let (expected, found) = (parts(&undisturbed.path().join("out")), parts(&interrupted.path().join("out")));
    assert!(expected.len() > ARCHIVES);
    assert_eq!(expected, found);
    let again = batch(&interrupted, "out");
    assert!(
        again.stderr.contains(&format!("{} pages were finished by earlier runs", ARCHIVES * PAGES)),
        "{}",
        again.stderr
    );
}

#[test]
fn a_run_is_resumed_whatever_way_its_paths_are_written_and_refused_with_other_options() {
    let folder = archives();
    let run = |input: &str, options: &[&str]| {
        let words = ["batch", input, "--manifest", "m", "--method", "plain", "--with", "markdown"];
        dehusk(folder.path(), &[&words, options].concat())
    };
    let absolute = folder.path().join("out");
    let absolute = absolute.to_str().unwrap();
    assert_eq!(run("0.warc.gz", &["-o", "out", "--errors", "e"]).code, 0);
    for (input, out, errors) in [
        ("./0.warc.gz", "out/", "./e"),
        ("0.warc.gz", "./out", "e"),
        ("out/../0.warc.gz", absolute, "out/../e"),
    ] {
        let again = run(input, &["-o", out, "--errors", errors]);
        assert_eq!(again.code, 0, "{input} {out} {}", again.stderr);
        assert!(again.stderr.contains("finished by earlier runs"), "{}", again.stderr);
    }
    for (option, clause) in [
        (&["--no-links"][..], "--no-links is new;"),
        (&["--language", "en"], "--language was not given and is now en;"),
        (&["--title", "out"], "--title was auto and is now out;"),
        (&["--timeout-ms", "7000"], "--timeout-ms was 10000 and is now 7000;"),
    ] {
        let other = run("0.warc.gz", &[&["-o", "out", "--errors", "e"], option].concat());
        assert_eq!(other.code, 2, "{}", other.stderr);
        assert!(other.stderr.contains(clause), "{clause} {}", other.stderr);
    }
}

#[test]
fn a_page_of_an_archive_is_extracted_again_by_offset_and_by_id() {
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
fn a_page_of_an_archive_compressed_as_a_whole_is_found_by_offset_and_skip() {
    let folder = folder_with(&[]);
    let plain: Vec<u8> =
        ["one", "two"].iter().flat_map(|id| plain_record(id, &format!("<p>The mill of {id}"))).collect();
    fs::write(folder.path().join("whole.warc.gz"), gzip(&plain)).unwrap();
    dehusk(folder.path(), &["batch", "whole.warc.gz", "-o", "all.jsonl", "--method", "plain"]);
    let rows = fs::read_to_string(folder.path().join("all.jsonl")).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    let position = format!("{}+{}", row["warc_offset"], row["warc_skip"]);
    let page = dehusk(
        folder.path(),
        &["extract", "--warc", "whole.warc.gz", "--offset", &position, "--method", "plain"],
    );
    assert_eq!(
        (page.stdout.trim_end(), position.as_str()),
        ("The mill of two", position.as_str()),
        "{}",
        page.stderr
    );
}

#[test]
fn an_archive_without_a_page_is_reported_as_a_failure() {
    let folder = folder_with(&[("empty.warc", b"")]);
    let run = dehusk(folder.path(), &["batch", "empty.warc", "-o", "out.jsonl"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("no input contains a page"), "{}", run.stderr);
    // A shard without an input has nothing to do.
    let run = dehusk(folder.path(), &["batch", "empty.warc", "-o", "out2.jsonl", "--shard", "2/2"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains(
            "shard 2 of 2 has nothing to read, because the run has only 1 input; make no more shards"
        ),
        "{}",
        run.stderr
    );
}

#[test]
fn the_number_of_threads_is_limited() {
    let folder = archives();
    let run = dehusk(folder.path(), &["batch", "0.warc.gz", "-o", "out", "--jobs", "100000"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("--jobs 100000 is more than"), "{}", run.stderr);
}

#[test]
fn every_listed_column_is_written() {
    let folder = archives();
    let columns = [
        "metadata", "markdown", "html", "blocks", "links", "images", "tables", "items", "comments", "jsonld",
    ];
    for (with, made) in columns.iter().zip([
        "title",
        "markdown",
        "html",
        "blocks",
        "links",
        "images",
        "tables",
        "items",
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
fn blocks_equal_those_of_the_record() {
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
fn invalid_command_lines_are_refused_before_any_page() {
    let folder = archives();
    fs::write(folder.path().join("a.jsonl"), "").unwrap();
    fs::write(folder.path().join("a.txt"), "").unwrap();
    for (arguments, message) in [
        (&["a.txt", "-o", "out"][..], "the extension of a.txt is not supported"),
        (&["none.warc", "-o", "out"], "cannot read none.warc"),
        (
            &["0.warc.gz", "-o", "out.csv"],
            "out.csv is a file, or looks like one of a format that is not written",
        ),
        (&["0.warc.gz", "-o", "out.tar"], "out.tar is a file, or looks like one"),
        (&["0.warc.gz", "-o", "a.txt"], "a.txt is a file, or looks like one"),
        (&["0.warc.gz", "-o", "-"], "not written to standard output"),
        (&["0.warc.gz", "-o", "/dev/stdout"], "not written to standard output"),
        (&["-", "-o", "out"], "no archive from standard input"),
        (&["s3://bucket/0.warc.gz", "-o", "out"], "reads files only; download it first"),
        (&["--input-file", "none.txt", "-o", "out"], "cannot read the list none.txt"),
        (&["0.warc.gz", "-o", "out", "--errors", "none/e"], "cannot write the error file none/e"),
        (&["0.warc.gz", "-o", "out", "--language", "de,xx"], "write a language as its code"),
        (&["0.warc.gz", "-o", "out", "--language", "deu"], "write de"),
        (&["0.warc.gz", "a.jsonl", "-o", "out"], "different kinds"),
        (&["0.warc.gz", "-o", "a.parquet", "--manifest", "m"], "folder"),
        (&["0.warc.gz", "-o", "out", "--shard", "3/2"], "I/N"),
        (&["0.warc.gz", "-o", "a.txt/out"], "cannot write"),
    ] {
        let run = dehusk(folder.path(), &[&["batch"][..], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
    }
}

fn rows(folder: &TempDir, arguments: &[&str]) -> (Vec<serde_json::Value>, Run) {
    let run = dehusk(folder.path(), &[&["batch", "-o", "rows.jsonl"], arguments].concat());
    let text = fs::read_to_string(folder.path().join("rows.jsonl")).unwrap_or_default();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), run)
}

fn ids(rows: &[serde_json::Value]) -> Vec<&str> {
    rows.iter().map(|row| row["id"].as_str().unwrap()).collect()
}

/// Each option that `dehusk extract` has too: what a row has with it and not without it, or else the other way round.
#[test]
fn options_of_shape_scope_and_limits_change_the_rows() {
    let page = "<title>Mills</title><h1>Mills</h1><article><p>The <a href=https://mill.example/>mill</a> reopens.\
        <img src=https://mill.example/a.jpg alt=Wheel><ul><li>one<li>two</ul>\
        <table><tr><th>City<th>People<tr><td>Bath<td>90<tr><td>York<td>200</table></article><p class=share>Share this.";
    let folder = folder_with(&[("a.html", page.as_bytes())]);
    let row = |options: &[&str]| {
        let words = ["a.html", "--method", "plain", "--with", "markdown"];
        let (mut rows, run) = rows(&folder, &[&words, options].concat());
        assert_eq!(run.code, 0, "{options:?} {}", run.stderr);
        rows.remove(0)
    };
    let field = |row: &serde_json::Value, name: &str| row[name].as_str().unwrap().to_owned();
    let usual = row(&[]);
    for (options, name, words) in [
        (&["--no-links"][..], "markdown", "(https://mill.example/)"),
        (&["--no-images"], "markdown", "a.jpg"),
        (&["--list-marks"], "text", "- one"),
        (&["--table-rows"], "text", "City\tPeople"),
        (&["--no-tables"], "text", "City"),
        (&["--title", "out"], "text", "Mills"),
        (&["--select", "article"], "text", "Share"),
        (&["--exclude", ".share, aside"], "text", "Share"),
    ] {
        let row = row(options);
        assert_ne!(
            field(&row, name).contains(words),
            field(&usual, name).contains(words),
            "{options:?} {row}"
        );
    }
    for options in [
        &["--data-images"][..],
        &["--no-comments"],
        &["--max-depth", "9"],
        &["--max-elements", "900"],
        &["--max-output", "9K"],
        &["--max-memory", "90M"],
    ] {
        assert_ne!(row(options)["options_hash"], usual["options_hash"], "{options:?}");
    }
    let (_, run) = rows(&folder, &["a.html", "--no-links"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("add --with markdown or html"), "{}", run.stderr);
}

#[test]
fn inputs_are_read_from_a_list_and_each_once() {
    let folder = archives();
    let list = "\u{feff}# archives\n1.warc.gz\r\n\n./1.warc.gz\n2.warc.gz\n";
    fs::write(folder.path().join("list.txt"), list).unwrap();
    let (rows, run) = rows(&folder, &["2.warc.gz", "--input-file", "list.txt"]);
    assert_eq!((rows.len(), run.code), (2 * PAGES, 0), "{}", run.stderr);
    assert!(
        run.stderr.contains("2 inputs are named more than once, and read once: ./1.warc.gz, 2"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("written to 1 part\n"), "{}", run.stderr);
    let piped = dehusk_with_stdin(
        folder.path(),
        &["batch", "--input-file", "-", "-o", "piped.jsonl"],
        b"0.warc.gz\n",
    );
    assert_eq!(piped.code, 0, "{}", piped.stderr);
}

#[test]
fn a_folder_without_pages_gives_its_archives() {
    let folder = archives();
    fs::create_dir_all(folder.path().join("crawl/more")).unwrap();
    fs::copy(folder.path().join("0.warc.gz"), folder.path().join("crawl/a.warc.gz")).unwrap();
    fs::copy(folder.path().join("1.warc.gz"), folder.path().join("crawl/more/b.warc.gz")).unwrap();
    fs::write(folder.path().join("crawl/index.cdx"), " CDX N b a m s k r V g\n").unwrap();
    let (found, run) = rows(&folder, &["crawl"]);
    assert_eq!((found.len(), run.code), (2 * PAGES, 0), "{}", run.stderr);
    fs::write(folder.path().join("crawl/page.html"), "<p>The mill reopens.").unwrap();
    let (found, run) = rows(&folder, &["crawl"]);
    assert_eq!(ids(&found), ["page.html"], "{}", run.stderr);
    assert!(run.stderr.contains("2 .warc"), "{}", run.stderr);
}

#[test]
fn pages_of_several_folders_have_different_ids() {
    let page = b"<p>The mill reopens.";
    let folder = folder_with(&[("d1/1.html", page), ("d2/1.html", page)]);
    assert_eq!(ids(&rows(&folder, &["d1"]).0), ["1.html"]);
    assert_eq!(ids(&rows(&folder, &["d1/", "d2"]).0), ["d1/1.html", "d2/1.html"]);
}

#[test]
fn other_fields_of_json_lines_are_copied() {
    let lines = "{\"id\": 5, \"html\": \"<p>mill\", \"lang\": \"en\", \"rank\": 7, \"tags\": [\"a\", {\"b\": null}]}\n\
        {\"id\": 6, \"html\": \"<p>mill\", \"status\": \"new\", \"lang\": null, \"rank\": \"high\"}\n";
    let folder = folder_with(&[("a.jsonl", lines.as_bytes())]);
    let (found, run) = rows(&folder, &["a.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let cells =
        |row: &serde_json::Value| ["lang", "rank", "tags", "input_status"].map(|name| row[name].clone());
    let json = |cells: serde_json::Value| cells.as_array().unwrap().clone();
    assert_eq!(cells(&found[0]).to_vec(), json(serde_json::json!(["en", 7, ["a", {"b": null}], null])));
    assert_eq!(cells(&found[1]).to_vec(), json(serde_json::json!([null, "high", null, "new"])));
    for (columns, names) in [("--columns=lang,other", &["lang", "other"][..]), ("--columns=", &[])] {
        let (found, _) = rows(&folder, &["a.jsonl", columns]);
        for name in ["lang", "rank", "tags", "other"] {
            assert_eq!(found[0].get(name).is_some(), names.contains(&name), "{columns} {name}");
        }
    }
}

#[test]
fn columns_of_addresses_and_identifiers_may_have_other_names() {
    let line =
        "{\"key\": \"k\", \"page\": \"https://mill.example/a/\", \"html\": \"<p>The <a href=b>mill</a>.\"}\n";
    let folder = folder_with(&[("a.jsonl", line.as_bytes())]);
    let table = ["batch", "a.jsonl", "-o", "a.parquet", "--with", "html", "--method", "plain"];
    let made = dehusk(folder.path(), &table);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let options = ["--url-column", "page", "--id-column", "key", "--with", "markdown", "--method", "plain"];
    for input in [&["a.jsonl"][..], &["a.parquet", "--columns", "page,key"]] {
        let (found, run) = rows(&folder, &[input, &options].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!((&found[0]["id"], &found[0]["url"]), (&"k".into(), &"https://mill.example/a/".into()));
        assert!(found[0]["markdown"].as_str().unwrap().contains("(https://mill.example/a/b)"), "{found:?}");
        assert!(found[0].get("page").is_none() && found[0].get("key").is_none(), "{found:?}");
    }
    let (_, run) = rows(&folder, &["a.parquet", "--url-column", "address"]);
    assert!(run.stderr.contains("no column address; the file has id, url"), "{}", run.stderr);
    let (_, run) = rows(&folder, &["a.parquet", "--html-column", "body"]);
    assert!(run.stderr.contains("name the right one with --html-column"), "{}", run.stderr);
}

#[test]
fn failures_name_their_source() {
    let folder = folder_with(&[
        ("a.jsonl", b"{\"html\": \"<p>mill\"}\n{\"id\": 7, \"html\": null}\n"),
        ("b.jsonl", b"{\"id\": null, \"body\": \"\"}\n"),
    ]);
    let (_, run) = rows(&folder, &["a.jsonl", "b.jsonl", "--errors", "errors"]);
    assert!(run.stderr.contains("2 pages failed; errors lists them all\n"), "{}", run.stderr);
    assert!(run.stderr.contains("failed: a.jsonl: 7: error: the field \"html\" is null"), "{}", run.stderr);
    assert!(run.stderr.contains("failed: b.jsonl: @0: error: the object has no field"), "{}", run.stderr);
    let errors = fs::read_to_string(folder.path().join("errors")).unwrap();
    let lines: Vec<serde_json::Value> =
        errors.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found =
        |line: &serde_json::Value| ["source", "id"].map(|name| line[name].as_str().unwrap().to_owned());
    assert_eq!([found(&lines[0]), found(&lines[1])], [["a.jsonl", "7"], ["b.jsonl", "@0"]]);
    assert!(lines[0]["error"].as_str().unwrap().contains("is null"), "{errors}");
    assert!(lines[1]["error"].as_str().unwrap().contains("no field \"html\", but body, id"), "{errors}");
}

#[test]
fn the_first_of_many_failures_are_named() {
    let folder = folder_with(&[("a.jsonl", "{\"body\": \"\"}\n".repeat(60).as_bytes())]);
    let (_, run) = rows(&folder, &["a.jsonl"]);
    assert!(
        run.stderr.contains("60 pages failed; their rows have the reason, and --errors FILE"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.matches("failed: a.jsonl: @").count(), 5, "{}", run.stderr);
}

#[test]
fn pages_in_other_languages_are_counted_and_options_without_effect_are_named() {
    let page = |language: &str| format!("<html lang={language}><p>The mill reopens.");
    let files = ["de", "zh-TW", "en"].map(|language| (format!("d/{language}.html"), page(language)));
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, page)| (name.as_str(), page.as_bytes())).collect();
    let folder = folder_with(&files);
    let (_, run) =
        rows(&folder, &["d", "--method", "plain", "--language", "de, zh-Hant", "--html-column", "body"]);
    assert!(run.stderr.contains("other_language            1"), "{}", run.stderr);
    assert!(run.stderr.contains("--html-column has no effect"), "{}", run.stderr);
}

#[test]
fn the_unfinished_file_of_a_killed_run_is_removed_unless_it_is_in_use() {
    let folder = archives();
    let at = |name: &str| folder.path().join(name);
    for name in
        [".unfinished-1-2-0-rows.jsonl", ".unfinished-1-2-0-other.jsonl", ".unfinished-3-4-0-rows.jsonl"]
    {
        fs::write(at(name), "").unwrap();
    }
    let in_use = fs::File::open(at(".unfinished-3-4-0-rows.jsonl")).unwrap();
    in_use.lock().unwrap();
    rows(&folder, &["0.warc.gz"]);
    let left =
        [".unfinished-1-2-0-rows.jsonl", ".unfinished-1-2-0-other.jsonl", ".unfinished-3-4-0-rows.jsonl"];
    assert_eq!(left.map(|name| at(name).exists()), [false, true, true]);
}

#[test]
fn a_run_with_nothing_left_to_do_has_the_same_exit_code() {
    let folder = archives();
    let whole = record("cut", "<p>The mill reopens.");
    fs::write(folder.path().join("1.warc.gz"), &whole[..whole.len() - 9]).unwrap();
    for is_resumed in [false, true] {
        let run = batch(&folder, "out");
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert_eq!(run.stderr.contains("were finished by earlier runs"), is_resumed, "{}", run.stderr);
        assert!(run.stderr.contains("error            1"), "{}", run.stderr);
    }
}

#[test]
fn what_is_no_page_has_a_row_and_is_no_failure() {
    let folder = folder_with(&[]);
    let crawl =
        [record("page", "<p>The mill reopens."), record("report", "%PDF-1.7"), record("none", "")].concat();
    fs::write(folder.path().join("crawl.warc.gz"), crawl).unwrap();
    let (rows, run) = rows(&folder, &["crawl.warc.gz", "--errors", "errors", "--method", "plain"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let statuses: Vec<&str> = rows.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["ok", "not_html", "empty"]);
    assert_eq!(fs::read_to_string(folder.path().join("errors")).unwrap(), "");
}

#[test]
fn only_available_columns_are_listed() {
    let folder = archives();
    let help = dehusk(folder.path(), &["batch", "--help"]).stdout;
    assert!(help.contains("blocks:") && !help.contains("timing:"), "{help}");
    assert_eq!(dehusk(folder.path(), &["batch", "0.warc.gz", "-o", "out", "--with", "timing"]).code, 2);
}

/// `/dev/full` acts like a full disk.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_and_affects_no_finished_part() {
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
