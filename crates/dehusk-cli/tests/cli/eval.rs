//! `dehusk eval`: output, files, refusals and exit codes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::{Run, dehusk, folder_with, page};

/// A folder with the corpora `one` and `two`. Each page is about its own subject; one file of the second corpus is not a page.
fn corpora() -> TempDir {
    let folder = folder_with(&[]);
    corpus(folder.path(), "one", &[("mill", page("the mill")), ("river", page("the river"))]);
    corpus(folder.path(), "two", &[("bridge", page("the bridge")), ("broken", "%PDF-1.7".to_owned())]);
    folder
}

fn corpus(folder: &Path, name: &str, pages: &[(&str, String)]) {
    let folder = folder.join(name);
    fs::create_dir_all(folder.join("pages")).unwrap();
    fs::create_dir_all(folder.join("gold")).unwrap();
    let mut manifest = String::new();
    for (id, html) in pages {
        fs::write(folder.join(format!("pages/{id}.html")), html).unwrap();
        fs::write(folder.join(format!("gold/{id}.txt")), gold(html)).unwrap();
        manifest += &format!("{{\"id\":\"{id}\",\"site\":\"{id}.example\",\"language\":\"en\"}}\n");
    }
    fs::write(folder.join("manifest.jsonl"), manifest).unwrap();
}

/// The text of the paragraphs of a page, as a person would copy it.
fn gold(html: &str) -> String {
    let paragraphs = html.lines().filter_map(|line| line.strip_prefix("<p>")?.strip_suffix("</p>"));
    let gold: Vec<&str> = paragraphs.collect();
    if gold.is_empty() { "A text that cannot be had.".to_owned() } else { gold.join("\n") }
}

/// Runs `dehusk eval` with arguments separated by spaces.
fn eval(folder: &TempDir, words: &str) -> Run {
    dehusk(folder.path(), &[&["eval"][..], &words.split(' ').collect::<Vec<_>>()].concat())
}

fn read(folder: &TempDir, file: &str) -> String {
    fs::read_to_string(folder.path().join(file)).unwrap()
}

#[test]
fn the_table_has_a_row_for_each_method_and_corpus_and_one_over_all() {
    let folder = corpora();
    let run = eval(&folder, "one two --method plain,addanag,addanag:P=30");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for line in [
        "one: 2 pages, 2 sites",
        "two: 2 pages, 2 sites",
        "all corpora, mean of 2 corpora",
        "all corpora, mean of pages",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("addanag:P=30 ")).count(), 4);
    assert!(run.stdout.contains("command dehusk eval one two --method plain,addanag,addanag:P=30\n"));
}

#[test]
fn the_default_is_the_default_method_of_the_library() {
    let folder = corpora();
    let report: Value = serde_json::from_str(&eval(&folder, "one --format json").stdout).unwrap();
    assert_eq!(report["methods"].as_array().unwrap().len(), 1);
    assert_eq!(report["methods"][0]["label"], dehusk::Options::new().method());
    assert_eq!(report["groups"][0]["methods"][0]["word"]["f1"], 1.0);
}

#[test]
fn all_means_all_untrained_methods_and_failed_pages_are_listed() {
    let folder = corpora();
    let run = eval(&folder, "two --method all");
    assert_eq!(run.code, 0, "a failed page is a result: {}", run.stderr);
    for method in dehusk::methods::all() {
        let line = format!("  two, {}, not_html (", method.name());
        let named = run.stdout.lines().find(|it| it.starts_with(&line));
        if method.is_trained() {
            assert_eq!(named, None, "it may have seen the pages");
            continue;
        }
        assert!(named.is_some_and(|it| it.ends_with(": broken")), "{}: {}", method.name(), run.stdout);
    }
}

#[test]
fn files_do_not_depend_on_the_number_of_jobs() {
    let folder = corpora();
    for jobs in ["1", "2"] {
        let words = format!(
            "one two --method all --by site --by language --jobs {jobs} --pages p{jobs}.csv --summary s{jobs}.csv --format csv"
        );
        let run = eval(&folder, &words);
        assert_eq!(run.stdout, read(&folder, &format!("s{jobs}.csv")), "{}", run.stderr);
    }
    for file in ["p", "s"] {
        assert_eq!(read(&folder, &format!("{file}1.csv")), read(&folder, &format!("{file}2.csv")));
    }
    assert_eq!(eval(&folder, "one --pages p.parquet").code, 0);
    assert!(fs::read(folder.path().join("p.parquet")).unwrap().starts_with(b"PAR1"));
}

#[test]
fn answers_of_another_tool_are_measured_too() {
    let folder = corpora();
    let answer = json!({ "id": "mill", "text": gold(&page("the mill")), "title": "the mill" });
    fs::write(folder.path().join("answers.jsonl"), format!("{answer}\n")).unwrap();
    let run = eval(&folder, "one --method plain --outputs tool=answers.jsonl --against plain --metric bag");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("  one, tool, error (missing): river\n"), "{}", run.stdout);
    assert!(run.stdout.contains("against plain, F1 by bag, page by page"), "{}", run.stdout);
}

#[test]
fn a_gate_passes_and_fails_and_is_lowered_on_request() {
    let folder = corpora();
    // One of the two pages of this corpus fails, so its means are one half.
    assert_eq!(eval(&folder, "two --method plain,addanag --write-gate gate.toml").code, 0);
    let pass = eval(&folder, "two --gate gate.toml");
    assert_eq!((pass.code, pass.stderr.as_str()), (0, "dehusk: gate: 0 of 8 means are below their floors\n"));
    let written = read(&folder, "gate.toml");
    fs::write(folder.path().join("gate.toml"), written.replacen("word_f1 = 0.5", "word_f1 = 0.75", 1))
        .unwrap();
    let fail = eval(&folder, "one two --gate gate.toml");
    assert_eq!(fail.code, 1);
    let below = "gate: two: mean word_f1 of addanag is 0.5000, 0.2500 below its floor 0.7500";
    assert!(fail.stderr.contains(below), "{}", fail.stderr);
    assert!(fail.stderr.contains("gate: not checked: corpus one has no floors"), "{}", fail.stderr);
    let sunk = eval(&folder, "two --method addanag --write-gate gate.toml");
    assert_eq!(sunk.code, 1);
    assert!(sunk.stderr.contains("gate.toml is unchanged: 1 floor would be lowered"), "{}", sunk.stderr);
    assert_eq!(eval(&folder, "two --method addanag --write-gate gate.toml --lower").code, 0);
    assert_eq!(read(&folder, "gate.toml"), written);
    let nothing = eval(&folder, "two --method bte --gate gate.toml");
    assert!(nothing.code == 1 && nothing.stderr.contains("nothing was compared"), "{}", nothing.stderr);
}

#[test]
fn silent_losses_are_reported() {
    let folder = corpora();
    let answers = "{\"id\":\"mill\",\"text\":\"x\"}\n{\"id\":\"nosuch\",\"text\":\"x\"}\n";
    fs::write(folder.path().join("answers.jsonl"), answers).unwrap();
    let run = eval(&folder, "one --outputs tool=answers.jsonl");
    assert!(
        run.code == 0
            && run.stderr.contains("tool: number of answers for pages that are not in these corpora: 1"),
        "{}",
        run.stderr
    );
    let same = eval(&folder, "one --summary same.csv --pages same.csv");
    assert!(same.code == 2 && same.stderr.contains("two outputs use the file same.csv"), "{}", same.stderr);
    fs::remove_file(folder.path().join("one/pages/mill.html")).unwrap();
    fs::create_dir(folder.path().join("one/pages/mill.html")).unwrap();
    let special = eval(&folder, "one");
    assert!(
        special.code == 2 && special.stderr.contains("mill.html is not a regular file"),
        "{}",
        special.stderr
    );
}

#[test]
fn a_corpus_that_changed_is_refused_by_its_gate() {
    let folder = corpora();
    eval(&folder, "one --write-gate gate.toml");
    fs::write(folder.path().join("one/gold/mill.txt"), "another text").unwrap();
    let run = eval(&folder, "one --gate gate.toml");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("corpus one has changed since its floors were pinned"), "{}", run.stderr);
}

#[test]
fn errors_are_one_line_before_any_work() {
    let folder = corpora();
    fs::create_dir_all(folder.path().join("bare/pages")).unwrap();
    fs::create_dir_all(folder.path().join("again")).unwrap();
    corpus(&folder.path().join("again"), "one", &[("mill", page("the mill"))]);
    corpus(folder.path(), "half", &[("mill", page("the mill")), ("river", page("the river"))]);
    fs::remove_file(folder.path().join("half/gold/mill.txt")).unwrap();
    fs::write(folder.path().join("answers.jsonl"), "{}").unwrap();
    for (words, expected) in [
        ("nowhere", "there is no corpus folder nowhere"),
        ("bare", "bare has no manifest.jsonl"),
        ("half", "page \"mill\" has no gold text gold/mill.txt"),
        ("one again/one", "two corpora are named one"),
        ("one --method danagg", "there is no method \"danagg\"; there are"),
        ("one --method r2l:Q=1", "method r2l has no parameter \"Q\""),
        ("one --method r2l:P=x", "parameter P of method r2l takes"),
        ("one --method r2l,P=3", "\"P=3\" does not belong to a method"),
        ("one --against r2l", "--against r2l: not one of the measured methods"),
        ("one --outputs tool=nowhere.jsonl", "cannot read nowhere.jsonl"),
        ("one --outputs tool=answers.jsonl", "answers.jsonl:1: this line is not an answer"),
        ("one --pages pages.txt", "the extension must be .csv or .parquet"),
        ("one --summary nowhere/s.csv", "cannot write nowhere/s.csv: the folder nowhere does not exist"),
        ("one --pages one", "the extension must be"),
        ("one --gate nowhere.toml", "cannot read nowhere.toml"),
        ("one --gate answers.jsonl", "answers.jsonl:1: this is not a gate file"),
    ] {
        let run = eval(&folder, words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words}");
        assert!(run.stderr.contains(expected) && run.stderr.lines().count() == 1, "{words}: {}", run.stderr);
    }
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let folder = corpora();
    for words in [
        "one --lower",
        "one --limit 1 --gate g",
        "one --limit 0",
        "one --gate g --write-gate g",
        "one --by colour",
        "one --outputs tool",
    ] {
        let run = eval(&folder, words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words}: {}", run.stderr);
    }
    assert_eq!(dehusk(folder.path(), &["eval"]).code, 2);
}

#[test]
fn the_name_of_a_tool_must_be_unique() {
    let folder = corpora();
    fs::write(folder.path().join("a.jsonl"), "{\"id\":\"mill\",\"text\":\"\"}").unwrap();
    let run = eval(&folder, "one --method plain --outputs plain=a.jsonl");
    assert!(
        run.code == 2 && run.stderr.contains("--outputs plain: this name is already used"),
        "{}",
        run.stderr
    );
}
