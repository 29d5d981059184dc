//! Each setting changes the record or the options, unknown ones are errors, and the record conforms to its schema.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use dehusk::{Extractor, PageInput};
use dehusk_record::{RunFacts, SCHEMA, Settings, answer};
use serde_json::{Value, json};

/// A page with something for each setting.
const PAGE: &str = r#"<!DOCTYPE html><html><head><title>The mill on the hill</title><meta name="author" content="Ann Fell"></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav><article><h1>The mill on the hill</h1>
<p>The old mill reopens on Monday, after ten years of <a href="/repair">repair</a>, and visitors may watch it grind again.</p>
<p style="display:none">A sentence that nobody who reads the page can see, because the page hides it from them.</p>
<p><img src="mill.jpg" alt="The mill" width="800" height="500"><img alt="a dot" width="300" height="300" src="data:image/png;base64,iVBORw0KGgo="></p>
<ul><li>Monday to Friday from nine in the morning to five in the afternoon</li><li>On Saturdays until noon, except in winter</li></ul>
<table><tr><th>Year</th><th>Flour in tons</th></tr><tr><td>1910</td><td>412</td></tr><tr><td>1911</td><td>397</td></tr></table>
<p>Everybody is welcome to the opening, which the mayor will attend together with the miller and her two &#x200B;sons.</p></article>
<section class="comments" id="comments"><h2>Comments</h2><div class="comment"><b>Bob</b><p>I have been waiting for this for many years, thank you all for the work.</p></div>
<div class="comment"><b>Cleo</b><p>My grandfather was a miller there before the war, and we shall come and see it.</p></div></section></body></html>"#;

/// The record of the page with these settings.
fn record(settings: &str) -> Value {
    record_of(PAGE.as_bytes(), settings)
}

fn record_of(page: &[u8], settings: &str) -> Value {
    let settings: Settings = serde_json::from_str(settings).unwrap();
    let options = settings.options().unwrap();
    let facts = RunFacts::new(&options, &settings.with).explaining(settings.explain);
    let page = PageInput { address: Some("https://a.example/mill"), ..PageInput::new(page) };
    let outcome = answer(&mut Extractor::new(options), "mill", &page, settings.wanted());
    serde_json::to_value(facts.record(&outcome)).unwrap()
}

/// Settings, and settings without the one that must make a difference.
const PAIRS: [(&str, &str); 20] = [
    (r#"{"method": "plain"}"#, "{}"),
    (r#"{"method": "addanag", "params": {"P": 1}}"#, r#"{"method": "addanag", "params": {"P": "40"}}"#),
    (r#"{"with": ["metadata"]}"#, "{}"),
    (r#"{"languages": ["de", "pt-BR"]}"#, "{}"),
    (r#"{"select": ["ul"]}"#, "{}"),
    (r#"{"exclude": ["ul"]}"#, "{}"),
    (r#"{"hidden": "keep"}"#, "{}"),
    (r#"{"invisible": "strip"}"#, "{}"),
    (r#"{"title": "out", "with": ["md"]}"#, r#"{"with": ["md"]}"#),
    (r#"{"no_links": true, "with": ["md"]}"#, r#"{"with": ["md"]}"#),
    (r#"{"no_images": true, "with": ["md"]}"#, r#"{"with": ["md"]}"#),
    (r#"{"data_images": true, "with": ["html"]}"#, r#"{"with": ["html"]}"#),
    (r#"{"no_comments": true, "method": "plain"}"#, r#"{"method": "plain"}"#),
    (r#"{"no_tables": true, "method": "plain"}"#, r#"{"method": "plain"}"#),
    (r#"{"list_marks": true}"#, "{}"),
    (r#"{"table_rows": true, "method": "plain"}"#, r#"{"method": "plain"}"#),
    (r#"{"explain": true}"#, "{}"),
    (r#"{"max_bytes": 100}"#, "{}"),
    (r#"{"max_elements": 5}"#, "{}"),
    (r#"{"max_output": 20}"#, "{}"),
];

#[test]
fn each_setting_changes_the_record() {
    for (with, without) in PAIRS {
        let (mut changed, mut unchanged) = (record(with), record(without));
        for record in [&mut changed, &mut unchanged] {
            record.as_object_mut().unwrap().remove("options_hash");
        }
        assert_ne!(changed, unchanged, "{with}");
    }
}

#[test]
fn limits_of_time_depth_and_memory_are_options() {
    for text in
        [r#"{"timeout_ms": 0}"#, r#"{"timeout_ms": 7}"#, r#"{"max_depth": 3}"#, r#"{"max_memory": 9}"#]
    {
        let settings: Settings = serde_json::from_str(text).unwrap();
        let (set, default) = (settings.options().unwrap(), Settings::default().options().unwrap());
        assert_ne!(format!("{:?}", set.limits()), format!("{:?}", default.limits()), "{text}");
    }
}

#[test]
fn focus_is_the_parameter_of_grain() {
    let hash = |text: &str| serde_json::from_str::<Settings>(text).unwrap().options().unwrap().hash();
    assert_eq!(hash(r#"{"focus": "recall"}"#), hash(r#"{"params": {"focus": "recall"}}"#));
    assert_ne!(hash(r#"{"focus": "recall"}"#), hash("{}"));
}

#[test]
fn unknown_names_and_values_are_errors() {
    for text in
        [r#"{"methods": "grain"}"#, r#"{"with": ["nothing"]}"#, r#"{"title": "yes"}"#, r#"{"focus": 7}"#]
    {
        assert!(serde_json::from_str::<Settings>(text).is_err(), "{text}");
    }
    for text in [
        r#"{"method": "nothing"}"#,
        r#"{"params": {"nothing": 1}}"#,
        r#"{"focus": "nothing"}"#,
        r#"{"select": ["["]}"#,
        r#"{"exclude": [""]}"#,
        r#"{"hidden": "nothing"}"#,
        r#"{"invisible": "nothing"}"#,
    ] {
        let settings: Settings = serde_json::from_str(text).unwrap();
        assert!(settings.options().is_err(), "{text}");
    }
}

#[test]
fn the_record_conforms_to_its_schema() {
    let validator = jsonschema::validator_for(&serde_json::from_str(SCHEMA).unwrap()).unwrap();
    for settings in ["{}", r#"{"with": ["all"], "explain": true}"#] {
        let record = record(settings);
        assert!(validator.is_valid(&record), "{settings}: {:?}", validator.iter_errors(&record).next());
        assert!(record["text"].as_str().unwrap().contains("The old mill reopens"), "{settings}");
    }
}

#[test]
fn a_record_says_whether_malformed_bytes_were_replaced() {
    let validator = jsonschema::validator_for(&serde_json::from_str(SCHEMA).unwrap()).unwrap();
    let malformed =
        [b"<meta charset=utf-8><p>The old mill reopens on Monday. \xe2\x82", PAGE.as_bytes()].concat();
    let record_of_malformed = record_of(&malformed, "{}");
    assert!(validator.is_valid(&record_of_malformed));
    assert_eq!(record_of_malformed["replaced"], true);
    assert_eq!(record("{}").get("replaced"), None);
}

#[test]
fn an_explanation_has_codes_and_values_beside_its_words() {
    let record = record(r#"{"explain": true}"#);
    let blocks = record["explanation"].as_array().unwrap();
    let block =
        blocks.iter().find(|block| block["beginning"].as_str().unwrap().starts_with("Monday")).unwrap();
    assert_eq!(block["group"], "item 1 of 2 (items of a list; all 2 kept)");
    assert_eq!(block["item"], json!({"noun": "item", "number": 1, "count": 2, "form": "list", "kept": 2}));
    let found = |name: &str| {
        let signal =
            block["signals"].as_array().unwrap().iter().find(|signal| signal["signal"] == name).unwrap();
        json!([signal["says"], signal["code"], signal["values"]])
    };
    assert_eq!(found("text"), json!(["54 characters, no sentence", "no_sentence", {"characters": 54}]));
    assert_eq!(found("links"), json!(["no links", "no_links", null]));
}

#[test]
fn an_explanation_tells_which_signals_its_sentences_name() {
    let record = record(r#"{"explain": true}"#);
    let mut count = 0;
    for block in record["explanation"].as_array().unwrap() {
        let signals = block["signals"].as_array().into_iter().flatten();
        let named: Vec<&str> = signals
            .filter(|signal| signal["named"] == true)
            .map(|signal| signal["says"].as_str().unwrap())
            .collect();
        assert!(block["says"].as_str().unwrap().ends_with(&named.join("; ")), "{block}");
        count += named.len();
    }
    assert!(count > 0);
}

#[test]
fn no_signals_are_named_for_what_the_caller_decided() {
    let record = record(r#"{"explain": true, "title": "out", "no_tables": true, "hidden": "drop"}"#);
    let mut reasons: Vec<&str> = Vec::new();
    for block in record["explanation"].as_array().unwrap() {
        let reason = block["reason"].as_str().unwrap();
        if ["title", "table", "hidden"].contains(&reason) {
            let mut signals = block["signals"].as_array().into_iter().flatten();
            assert!(signals.all(|signal| signal.get("named").is_none()), "{block}");
            reasons.push(reason);
        }
    }
    reasons.dedup();
    assert_eq!(reasons, ["title", "hidden", "table"]);
}
