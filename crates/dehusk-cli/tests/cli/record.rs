//! Records and their JSON Schema: every record conforms to the schema.

use std::collections::BTreeSet;
use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;

use crate::run::{dehusk, folder_with, page};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../dehusk-record/schema/record.schema.json")).unwrap()
}

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).unwrap()
}

/// Returns the records of pages of every kind.
fn records(words: &[&str]) -> Vec<Value> {
    let comments = "<div id=comments><p class=comment><b class=author>Ann</b> <time datetime=2011-05-05></time>Nice</p>\
         <p class=comment>Old</p></div>";
    let rich = page("apples").replace(
        "</body>",
        &format!(
            "<table dir=rtl><caption>c</caption><tr><th>a<th>b<tr><td>1<td>2</table><figure><a rel=me href=/x><img src=i.png \
             alt=mill></a><figcaption>The mill</figcaption></figure><p>and the end</p><ul><li><a href=/1>Rye</a> €4<li><a href=/2>Oats</a> €5<li><a href=/3>Spelt</a> €6</ul><p hidden>unseen</p><p aria-hidden=true>unread</p>{comments}\
             <script type=application/ld+json>{{\"author\":\"Bo\"}}</script></body>"
        ),
    );
    let folder = folder_with(&[
        ("a.html", rich.as_bytes()),
        ("b.html", b""),
        ("c.html", b"%PDF-1.7"),
        ("d.html", page("pears").as_bytes()),
    ]);
    let all = [words, &["a.html", "b.html", "c.html", "d.html", "missing.html"]].concat();
    dehusk(folder.path(), &all).records()
}

fn check(validator: &Validator, record: &Value, what: &str) {
    let wrong: Vec<String> = validator.iter_errors(record).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{what}: {wrong:?} in {record}");
}

#[test]
fn every_record_conforms_to_the_schema() {
    let validator = validator();
    for words in [
        &["extract", "--format", "jsonl"][..],
        &["extract", "--format", "jsonl", "--with", "all,timing"],
        &["extract", "--format", "jsonl", "--with", "all", "--method", "plain", "--no-comments"],
        &["extract", "--format", "jsonl", "--with", "all", "--method", "r2l"],
        &[
            "extract",
            "--format",
            "jsonl",
            "--with",
            "all",
            "--method",
            "plain",
            "--hidden",
            "flag",
            "--explain",
        ],
        &["extract", "--format", "jsonl", "--with", "all", "--method", "grain", "--explain"],
        &["extract", "--format", "jsonl", "--with", "blocks", "--max-output", "60"],
        &["metadata", "--format", "jsonl"],
    ] {
        let records = records(words);
        assert_eq!(records.len(), 5);
        records.iter().for_each(|record| check(&validator, record, &words.join(" ")));
    }
}

#[test]
fn the_schema_has_no_unused_field() {
    let written: BTreeSet<String> = records(&[
        "extract",
        "--format",
        "jsonl",
        "--method",
        "plain",
        "--hidden",
        "auto",
        "--with",
        "all,timing",
    ])
    .iter()
    .flat_map(|record| record.as_object().unwrap().keys().cloned().collect::<Vec<_>>())
    .collect();
    let known: BTreeSet<String> = schema()["properties"].as_object().unwrap().keys().cloned().collect();
    let more: Vec<&String> = known.difference(&written).collect();
    // These fields are missing here: the method `plain` has no assessment, and other tests cover addresses, explanations, rules of
    // sites, invisible characters, malformed bytes and headers that are wrong.
    assert_eq!(
        more,
        [
            "explanation",
            "invisible",
            "looks_like_utf8",
            "page_type",
            "page_types",
            "quality",
            "replaced",
            "site_rule",
            "url"
        ]
    );
}

#[test]
fn each_extra_adds_its_fields_and_all_adds_all() {
    let keys = |with: &str| -> BTreeSet<String> {
        let record = records(&["extract", "--format", "jsonl", "--with", with]).remove(0);
        record.as_object().unwrap().keys().cloned().collect()
    };
    let (usual, all) = (keys("timing"), keys("all"));
    let mut added = BTreeSet::new();
    for (extra, field) in [
        ("metadata", "title"),
        ("markdown", "markdown"),
        ("html", "html"),
        ("blocks", "blocks"),
        ("links", "links"),
        ("images", "images"),
        ("tables", "tables"),
        ("items", "items"),
        ("comments", "comments"),
        ("jsonld", "raw_jsonld"),
    ] {
        let keys = keys(extra);
        assert!(keys.contains(field) && !usual.contains(field), "{extra}");
        added.extend(keys);
    }
    assert_eq!(added, all);
    assert!(usual.contains("timing_ms") && !all.contains("timing_ms"));
}

#[test]
fn offsets_of_records_index_the_text() {
    let records = records(&["extract", "--format", "jsonl", "--method", "plain", "--with", "all"]);
    let record = &records[0];
    let text = record["text"].as_str().unwrap();
    let slice = |of: &Value| {
        let offset = |name: &str| of[name].as_u64().map(|offset| offset as usize);
        Some(&text[offset("text_start")?..offset("text_end")?])
    };
    let blocks = record["blocks"].as_array().unwrap();
    let slices: Vec<&str> = blocks.iter().filter_map(slice).collect();
    assert_eq!(slices.join("\n"), text);
    assert_eq!(record["tables"][0]["rows"], serde_json::json!([["a", "b"], ["1", "2"]]));
    assert_eq!(record["images"][0]["caption"], "The mill");
    assert_eq!(
        (&record["comments"][0]["author"], &record["comments"][0]["text"]),
        (&"Ann".into(), &"Nice".into())
    );
    let items = record["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["kind"] == "products").unwrap();
    assert_eq!(item["text"], "Rye €4");
    assert_eq!(item["fields"][0]["name"], "title");
    assert_eq!(record["raw_jsonld"][0], "{\"author\":\"Bo\"}");
}

#[test]
fn equal_pages_have_equal_records() {
    let words = ["extract", "--format", "jsonl", "--with", "all", "--jobs", "3"];
    assert_eq!(records(&words), records(&words));
}

#[test]
fn the_schema_is_printed() {
    let run = dehusk(Path::new("."), &["extract", "--schema"]);
    assert_eq!((run.code, serde_json::from_str::<Value>(&run.stdout).unwrap()), (0, schema()));
}
