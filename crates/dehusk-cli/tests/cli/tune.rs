//! `dehusk tune` and `dehusk extract --sites`: parameters are found for each site and then used.

use std::fs;

use crate::run::{Run, dehusk, folder_with};

const MANIFEST: &[u8] =
    b"{\"id\":\"a\",\"site\":\"wide.example\"}\n{\"id\":\"b\",\"site\":\"wide.example\"}\n";

/// Two paragraphs with a gap of 12 lines between them, on a page with a canonical address.
fn page() -> String {
    let paragraph = "<p>امروز در شهر تهران باران شدید بارید و هوا خنک شد و مردم شاد شدند</p>\n";
    let head = "<head><link rel=canonical href=\"https://www.wide.example/news/1\"></head>";
    format!(
        "<html>{head}<body>\n{paragraph}{}{paragraph}</body></html>\n",
        "<hr class=\"line\">\n".repeat(12)
    )
}

fn corpus() -> tempfile::TempDir {
    let (page, paragraph) = (page(), "امروز در شهر تهران باران شدید بارید و هوا خنک شد و مردم شاد شدند");
    let gold = format!("{paragraph}\n{paragraph}\n");
    let folder = folder_with(&[("c/manifest.jsonl", MANIFEST)]);
    for id in ["a", "b"] {
        for (kind, ending, text) in [("pages", "html", &page), ("gold", "txt", &gold)] {
            fs::create_dir_all(folder.path().join("c").join(kind)).unwrap();
            fs::write(folder.path().join(format!("c/{kind}/{id}.{ending}")), text).unwrap();
        }
    }
    folder
}

fn run(folder: &tempfile::TempDir, words: &str) -> Run {
    dehusk(folder.path(), &words.split(' ').collect::<Vec<_>>())
}

#[test]
fn extract_uses_the_parameters_that_tune_finds() {
    let folder = corpus();
    let tuned = run(&folder, "tune c --method r2l --param P=1..20 --sites sites.toml --surface surface.csv");
    assert_eq!((tuned.code, tuned.stderr.as_str()), (0, ""));
    assert!(tuned.stdout.contains("wide.example") && tuned.stdout.contains("P=12"), "{}", tuned.stdout);
    let sites = fs::read_to_string(folder.path().join("sites.toml")).unwrap();
    assert!(sites.starts_with("# Made by: dehusk tune c ") && sites.contains("P = \"12\""), "{sites}");
    assert_eq!(fs::read_to_string(folder.path().join("surface.csv")).unwrap().lines().count(), 1 + 2 * 20);
    let lines = |words: &str| run(&folder, words).stdout.lines().count();
    assert_eq!(lines("extract c/pages/a.html --method r2l"), 1);
    assert_eq!(lines("extract c/pages/a.html --method r2l --sites sites.toml"), 2);
    let records = run(&folder, "extract c/pages --format jsonl --sites sites.toml");
    assert_eq!(records.records()[0]["method"], "r2l", "{}", records.stdout);
    let defaults = run(&folder, "extract c/pages --format jsonl --method r2l");
    assert_ne!(records.records()[0]["options_hash"], defaults.records()[0]["options_hash"]);
}

#[test]
fn sites_without_a_gain_on_left_out_pages_are_written_only_on_request() {
    let folder = corpus();
    let few = run(&folder, "tune c --method r2l --param P=8,9 --sites sites.toml");
    assert!(few.stderr.contains("wrote 0 of 1 sites"), "{}", few.stderr);
    let every = run(&folder, "tune c --method r2l --param P=8,9 --sites sites.toml --every-site");
    assert_eq!((every.code, every.stderr.as_str()), (0, ""));
    assert!(fs::read_to_string(folder.path().join("sites.toml")).unwrap().contains("wide.example"));
}

#[test]
fn pages_of_other_sites_use_the_method_of_the_command_line() {
    let folder = corpus();
    fs::write(folder.path().join("sites.toml"), "[sites.\"other.example\"]\nmethod = \"plain\"\n").unwrap();
    let with = run(&folder, "extract c/pages/a.html --method r2l --sites sites.toml");
    assert_eq!(with.stdout, run(&folder, "extract c/pages/a.html --method r2l").stdout);
}

#[test]
fn rules_select_exclude_and_find_fields() {
    let folder = corpus();
    let page = "<link rel=canonical href=https://news.wide.example/1><title>T</title><div id=a><h3>The mill</h3><i>By Ann \
        Smith</i><p>It reopens.</p><q>Advert</q></div><p>Other text stands here, and it is much longer than the mill's.</p>";
    fs::write(folder.path().join("p.html"), page).unwrap();
    let rules = "[sites.\"wide.example\"]\nselect = \"#a\"\nexclude = [\"q\", \"h3\", \"#a > i\"]\nmethod = \"plain\"\n\
        title = [\"h2\", \"h3\"]\nauthor = \"i\"\ndate = \"time\"\n";
    fs::write(folder.path().join("sites.toml"), rules).unwrap();
    let with = run(&folder, "extract p.html --format jsonl --with metadata --sites sites.toml");
    let record = with.record("p.html");
    assert_eq!((record["text"].as_str(), with.code), (Some("It reopens."), 0));
    assert_eq!((&record["title"], &record["authors"][0]), (&"The mill".into(), &"Ann Smith".into()));
    assert_eq!(record["origins"]["title"], "rule");
    assert_eq!(record["site_rule"], serde_json::json!({"site": "wide.example", "unmatched": ["date"]}));
    assert!(
        with.stderr.contains("site wide.example: the selectors date of its rule match nothing on p.html"),
        "{}",
        with.stderr
    );
}

#[test]
fn an_outdated_rule_is_ignored_and_reported_once() {
    let folder = corpus();
    let rules = "[sites.\"wide.example\"]\nselect = \"#gone\"\nexclude = \"p\"\nmethod = \"plain\"\n";
    fs::write(folder.path().join("sites.toml"), rules).unwrap();
    let with = run(&folder, "extract c/pages --format jsonl --method r2l --sites sites.toml");
    let without = run(&folder, "extract c/pages --format jsonl --method r2l");
    for (record, expected) in with.records().iter().zip(without.records()) {
        assert_eq!(record["text"], expected["text"]);
        assert_eq!(record["options_hash"], expected["options_hash"]);
        assert_eq!(record["site_rule"], serde_json::json!({"site": "wide.example", "unmatched": ["select"]}));
    }
    assert_eq!(
        with.stderr.matches("the selectors select of its rule match nothing").count(),
        1,
        "{}",
        with.stderr
    );
}

#[test]
fn errors_are_reported_in_one_line_before_any_work() {
    let folder = corpus();
    fs::write(folder.path().join("bad.toml"), "[sites.x]\nmethod = \"nosuch\"\n").unwrap();
    for (words, expected) in [
        ("tune nosuch --method r2l --param P=1", "no corpus folder nosuch"),
        ("tune c --method nosuch --param P=1", "no method \"nosuch\""),
        ("tune c --method r2l --param Q=1", "no parameter \"Q\""),
        ("tune c --method r2l --param P=9..1", "\"9..1\" is not a range"),
        ("tune c --method r2l --param P=1 --sites nosuch/sites.toml", "the folder nosuch does not exist"),
        ("extract c/pages --sites nosuch.toml", "cannot read the sites file nosuch.toml"),
        ("extract c/pages --sites bad.toml", "bad.toml: site x: there is no method \"nosuch\""),
    ] {
        let run = run(&folder, words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words}");
        assert!(run.stderr.contains(expected) && run.stderr.lines().count() == 1, "{words}: {}", run.stderr);
    }
}
