//! Output formats: text, Markdown, HTML, JSON lines and JSON, to standard output or to a file.

use std::fs;
use std::io::Read;

use serde_json::Value;

use crate::run::{Run, dehusk, folder_with, page};

const FEED: &[u8] = b"<rss version='2.0'><channel><item><title>A</title><link>https://mill.example/1</link></item></channel></rss>";

const KEYS: [&str; 14] = [
    "id",
    "status",
    "reason",
    "method",
    "encoding",
    "encoding_origin",
    "bytes",
    "page_type",
    "page_types",
    "quality",
    "text",
    "schema_version",
    "rules_version",
    "options_hash",
];

fn two_pages(words: &[&str]) -> Run {
    let folder = folder_with(&[("a.html", page("apples").as_bytes()), ("b.html", page("pears").as_bytes())]);
    dehusk(folder.path(), words)
}

/// The keys of one record, in the order in which they are written.
fn keys(line: &str) -> Vec<String> {
    let mut places: Vec<(usize, String)> = serde_json::from_str::<Value>(line)
        .unwrap()
        .as_object()
        .unwrap()
        .keys()
        .map(|key| (line.find(&format!("\"{key}\":")).unwrap(), key.clone()))
        .collect();
    places.sort();
    places.into_iter().map(|(_, key)| key).collect()
}

#[test]
fn the_text_of_one_page_ends_with_one_newline_and_has_no_heading() {
    let run = two_pages(&["extract", "a.html"]);
    assert!(run.stdout.contains("at some length about apples"), "{}", run.stdout);
    assert!(run.stdout.ends_with('\n') && !run.stdout.ends_with("\n\n"));
    assert!(!run.stdout.contains("==>") && !run.stdout.contains("<p>"));
}

#[test]
fn an_array_of_no_records_is_valid_json() {
    let run = two_pages(&["extract", "--language", "fr", "--format", "json", "."]);
    assert_eq!(run.stdout, "[]\n");
}

#[test]
fn the_texts_of_several_pages_have_headings() {
    let run = two_pages(&["extract", "."]);
    assert!(run.stdout.starts_with("==> a.html <==\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\n\n==> b.html <==\n"), "{}", run.stdout);
}

#[test]
fn markdown_and_html_of_several_pages_have_headings() {
    let run = two_pages(&["extract", "--format", "md", "."]);
    assert!(run.stdout.starts_with("==> a.html <==\n"), "{}", run.stdout);
    let run = two_pages(&["extract", "--format", "html", "."]);
    assert!(run.stdout.starts_with("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<!-- ==> a.html <== -->\n<"));
    assert_eq!(run.stdout.matches("<!DOCTYPE").count(), 1, "{}", run.stdout);
    let run = two_pages(&["extract", "--format", "html", "a.html"]);
    assert!(run.stdout.contains("about apples") && !run.stdout.contains("==>"), "{}", run.stdout);
}

#[test]
fn json_lines_have_their_keys_in_the_documented_order() {
    let run = two_pages(&["extract", "--format", "jsonl", "a.html", "missing.html"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(keys(lines[0]), KEYS);
    // A page that was not read has no assessment.
    let with_error = [&KEYS[..3], &["error"], &KEYS[3..7], &KEYS[10..]].concat();
    assert_eq!(keys(lines[1]), with_error);
}

#[test]
fn a_record_has_the_method_and_versions() {
    let record = two_pages(&["extract", "--format", "jsonl", "a.html"]).record("a.html");
    assert_eq!(record["method"], dehusk::Options::new().method());
    assert_eq!(record["reason"], Value::Null);
    assert_eq!(record["encoding"], "UTF-8");
    assert_eq!(record["bytes"], page("apples").len());
    assert_eq!(record["schema_version"], 1);
    assert!(record["rules_version"].is_string());
    assert_eq!(record["options_hash"].as_str().unwrap().len(), 16);
}

#[test]
fn a_page_that_was_never_read_has_no_encoding() {
    let record = two_pages(&["extract", "--format", "jsonl", "missing.html"]).record("missing.html");
    assert_eq!((&record["encoding"], &record["encoding_origin"]), (&Value::Null, &Value::Null));
}

#[test]
fn json_of_one_page_is_an_object() {
    let run = two_pages(&["extract", "--format", "json", "a.html"]);
    let value: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(value["id"], "a.html");
    assert!(run.stdout.lines().count() > KEYS.len());
}

#[test]
fn json_of_several_pages_is_an_array_even_when_some_fail() {
    let run = two_pages(&["extract", "--format", "json", "a.html", "missing.html", "b.html"]);
    let value: Value = serde_json::from_str(&run.stdout).unwrap();
    let statuses: Vec<&str> =
        value.as_array().unwrap().iter().map(|record| record["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["ok", "error", "ok"]);
}

#[test]
fn json_of_a_folder_is_an_array_even_with_one_page() {
    let folder = folder_with(&[("pages/a.html", page("apples").as_bytes())]);
    let run = dehusk(folder.path(), &["extract", "--format", "json", "pages"]);
    let value: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(value.as_array().unwrap().len(), 1);
}

#[test]
fn an_output_file_has_the_same_bytes_as_standard_output() {
    let folder = folder_with(&[("a.html", page("apples").as_bytes()), ("b.html", b"")]);
    for format in ["txt", "md", "html", "jsonl", "json"] {
        let words = ["extract", "--format", format, "a.html", "b.html"];
        let expected = dehusk(folder.path(), &words);
        let run = dehusk(folder.path(), &[&words[..], &["-o", "out"]].concat());
        assert_eq!((run.stdout.as_str(), run.code), ("", 1));
        assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), expected.stdout);
    }
}

#[test]
fn a_run_whose_output_file_cannot_be_created_does_not_start() {
    let run = two_pages(&["extract", "a.html", "-o", "no/such/folder/out"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("no/such/folder/out"), "{}", run.stderr);
}

#[test]
fn an_output_file_that_is_an_input_is_refused_and_unchanged() {
    let folder = folder_with(&[("a.html", page("apples").as_bytes())]);
    let run = dehusk(folder.path(), &["extract", ".", "-o", "./a.html"]);
    assert_eq!(run.code, 2);
    assert_eq!(fs::read_to_string(folder.path().join("a.html")).unwrap(), page("apples"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let run = two_pages(&["extract", "a.html", "-o", "/dev/full"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot write the output"), "{}", run.stderr);
}

#[test]
fn the_extension_of_the_output_decides_in_every_command() {
    let folder = folder_with(&[("a.html", page("mills").as_bytes()), ("feed.xml", FEED)]);
    for (words, output) in [
        (&["extract", "a.html"][..], "a.jsonl"),
        (&["extract", "a.html"], "a.ndjson"),
        (&["metadata", "a.html"], "m.json"),
        (&["feeds", "feed.xml"], "f.jsonl"),
    ] {
        let run = dehusk(folder.path(), &[words, &["-o", output]].concat());
        let written = fs::read_to_string(folder.path().join(output)).unwrap();
        assert!(serde_json::from_str::<Value>(&written).is_ok(), "{output}: {written}{}", run.stderr);
    }
    for (words, output, known) in [
        (&["extract", "a.html"][..], "a.csv", ".txt, .md, .html, .jsonl or .json"),
        (&["metadata", "a.html"], "a.md", ".txt, .jsonl or .json"),
        (&["feeds", "feed.xml"], "a.json", ".txt or .jsonl"),
        (&["sitemap", "map.xml"], "a.xml", ".txt or .jsonl"),
    ] {
        let run = dehusk(folder.path(), &[words, &["-o", output]].concat());
        assert!(run.stderr.contains(&format!("use {known}, each also with .gz")), "{}", run.stderr);
        assert!(run.code == 2 && !folder.path().join(output).exists());
    }
    let run = dehusk(folder.path(), &["extract", "a.html", "-f", "md", "-o", "a.csv"]);
    assert!(run.code == 0 && folder.path().join("a.csv").exists(), "{}", run.stderr);
}

#[test]
fn output_named_gz_is_compressed() {
    let folder = folder_with(&[("a.html", page("mills").as_bytes())]);
    for (output, words) in [("a.jsonl.gz", "\"id\":\"a.html\""), ("a.gz", "about mills")] {
        dehusk(folder.path(), &["extract", "a.html", "-o", output]);
        let compressed = fs::read(folder.path().join(output)).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(compressed.as_slice()).read_to_string(&mut text).unwrap();
        assert!(text.contains(words), "{output}: {text}");
    }
}
