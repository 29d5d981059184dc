//! `dehusk eval --report`: what it writes, replaces and refuses. The contents of the report are tested in `dehusk-eval`.

use std::fs;

use tempfile::TempDir;

use crate::run::{Run, dehusk, folder_with, page};

/// A folder with the corpus `one`: a page and a file that is not a page.
fn corpus() -> TempDir {
    let folder = folder_with(&[]);
    let one = folder.path().join("one");
    for inside in ["pages", "gold"] {
        fs::create_dir_all(one.join(inside)).unwrap();
    }
    for (id, html) in [("mill", page("the mill")), ("broken", "%PDF-1.7".to_owned())] {
        fs::write(one.join(format!("pages/{id}.html")), html).unwrap();
        fs::write(one.join(format!("gold/{id}.txt")), "The mill.").unwrap();
    }
    fs::write(one.join("manifest.jsonl"), "{\"id\":\"mill\"}\n{\"id\":\"broken\"}\n").unwrap();
    folder
}

fn eval(folder: &TempDir, words: &str) -> Run {
    dehusk(folder.path(), &[&["eval"][..], &words.split(' ').collect::<Vec<_>>()].concat())
}

#[test]
fn a_report_is_written_and_replaced() {
    let folder = corpus();
    for cases in ["", " --cases all"] {
        let run = eval(&folder, &format!("one --method plain,dana --report report{cases}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("one: 2 pages"), "{}", run.stdout);
        let index = fs::read_to_string(folder.path().join("report/index.html")).unwrap();
        assert!(index.contains("--report report") && index.contains("\"pages\":[\"broken\"]"));
        assert!(folder.path().join("report/cases/one/2.html").is_file());
    }
    let run = eval(&folder, "one --method plain --report report --cases none");
    assert!(run.code == 0 && !folder.path().join("report/cases").exists(), "{}", run.stderr);
}

#[test]
fn invalid_report_folders_are_refused_before_any_work() {
    let folder = corpus();
    for (words, expected) in [
        ("one --report one", "cannot create the report one: the folder contains other files"),
        ("one --report no/report", "there is no folder no"),
        ("one --report one/manifest.jsonl", "it is a file; name a folder"),
        ("one --cases all", "--report"),
    ] {
        let run = eval(&folder, words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words}");
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
    assert_eq!(fs::read_dir(folder.path().join("one")).unwrap().count(), 3);
}
