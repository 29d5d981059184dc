//! `dehusk metadata` and `dehusk extract --with metadata`.

use serde_json::Value;

use crate::run::{dehusk, dehusk_with_stdin, folder_with};

const PAGE: &str = "<!DOCTYPE html><html lang=en-GB><head><title>The mill reopens | Valley News</title>\
    <meta property=og:site_name content='Valley News'><meta property=article:published_time content=2011-05-05T08:00:00Z>\
    <link rel=canonical href=https://valley.example/mill><script type=application/ld+json>{\"@type\":\"NewsArticle\",\
    \"author\":[{\"name\":\"Ann Smith\"},{\"name\":\"Bo Lee\"}],}</script></head><body><h1>The mill reopens</h1>\
    <p>After ten years of slow repair work the old mill by the river grinds again, says the miller.</p></body></html>";

#[test]
fn every_field_has_its_origin() {
    let folder = folder_with(&[("a.html", PAGE.as_bytes())]);
    let run = dehusk(folder.path(), &["metadata", "a.html"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for line in [
        "authors: Ann Smith; Bo Lee  (json-ld)",
        "date: 2011-05-05T08:00:00Z  (open-graph)",
        "sitename: Valley News  (open-graph)",
        "canonical: https://valley.example/mill  (link)",
        "language: en-GB  (html)",
    ] {
        assert!(run.stdout.lines().any(|found| found == line), "{line}: {}", run.stdout);
    }
    assert!(run.stdout.contains("title: The mill reopens  ("), "{}", run.stdout);
}

#[test]
fn records_have_metadata_only_on_request() {
    let folder = folder_with(&[("a.html", PAGE.as_bytes())]);
    let record = |more: &[&str]| {
        let words = ["extract", "--method", "plain", "--format", "jsonl", "a.html"];
        dehusk(folder.path(), &[&words, more].concat()).record("a.html")
    };
    let (with, without) = (record(&["--with", "metadata"]), record(&[]));
    assert_eq!((&with["title"], &with["author"]), (&"The mill reopens".into(), &"Ann Smith; Bo Lee".into()));
    assert!(without.get("title").is_none() && without.get("origins").is_none());
    assert_eq!((&with["text"], &with["options_hash"]), (&without["text"], &without["options_hash"]));
}

#[test]
fn every_format_contains_every_page() {
    let folder = folder_with(&[("a.html", PAGE.as_bytes()), ("b.html", b"<p>x"), ("c.html", b"%PDF-1.7")]);
    let run =
        |form: &str| dehusk(folder.path(), &["metadata", "--format", form, "a.html", "b.html", "c.html"]);
    let (text, lines, json) = (run("txt"), run("jsonl"), run("json"));
    assert_eq!((text.code, lines.code, json.code), (1, 1, 1));
    assert!(text.stdout.contains("==> b.html <=="), "{}", text.stdout);
    let json: Vec<Value> = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json, lines.records());
    assert_eq!((&json[2]["status"], &json[2]["title"]), (&"not_html".into(), &Value::Null));
}

#[test]
fn standard_input_is_a_page() {
    let folder = folder_with(&[]);
    let run = dehusk_with_stdin(folder.path(), &["metadata", "--format", "json"], PAGE.as_bytes());
    let record: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(record["authors"], serde_json::json!(["Ann Smith", "Bo Lee"]));
}
