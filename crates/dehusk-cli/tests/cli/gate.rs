//! The committed evaluation: the floors in `evaluation/gate.toml` hold, and `evaluation/summary.csv` and the tables of
//! EVALUATION.md agree with what this program measures on the available corpora.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{dehusk, folder_with};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The unpacked corpora to which the committed files refer. If they are not available, prints a note and returns an empty list.
fn corpora() -> Vec<PathBuf> {
    let root = std::env::var_os("DEHUSK_CORPORA").map_or_else(|| project().join("../corpora"), PathBuf::from);
    let names: BTreeSet<String> =
        summary(&project().join("evaluation/summary.csv")).iter().map(|row| name_of(row)).collect();
    let folders = names.iter().map(|name| root.join(name)).filter(|folder| folder.is_dir());
    let folders: Vec<PathBuf> = folders.collect();
    if folders.is_empty() {
        eprintln!("skipped: there are no corpora in {} (set DEHUSK_CORPORA)", root.display());
    }
    folders
}

/// The rows of a summary without its header.
fn summary(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap().lines().skip(1).map(str::to_owned).collect()
}

fn name_of(row: &str) -> String {
    row.split(',').next().unwrap().to_owned()
}

/// Whether a row of the summary is about one corpus. Rows with means over all corpora depend on which corpora are available.
fn is_about_a_corpus(row: &str) -> bool {
    name_of(row) != "*"
}

#[test]
fn no_mean_is_below_its_floor_and_the_committed_means_are_current() {
    let corpora = corpora();
    if corpora.is_empty() {
        return;
    }
    let folder = folder_with(&[]);
    let evaluation = project().join("evaluation").canonicalize().unwrap();
    let gate = evaluation.join("gate.toml");
    let names = corpora.iter().map(|corpus| corpus.canonicalize().unwrap().display().to_string());
    let mut words = vec!["eval".to_owned()];
    words.extend(names);
    for word in
        ["--method", "all", "--by", "page_type", "--by", "language", "--summary", "measured.csv", "--gate"]
    {
        words.push(word.to_owned());
    }
    words.push(gate.display().to_string());
    let run = dehusk(folder.path(), &words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut measured = summary(&folder.path().join("measured.csv"));
    measured.retain(|row| is_about_a_corpus(row));
    let present: BTreeSet<String> = measured.iter().map(|row| name_of(row)).collect();
    let mut committed = summary(&evaluation.join("summary.csv"));
    committed.retain(|row| present.contains(&name_of(row)));
    let changed: Vec<_> = committed.iter().zip(&measured).filter(|(old, new)| old != new).collect();
    assert!(
        changed.is_empty(),
        "{} rows changed; run the command of EVALUATION.md: {:#?}",
        changed.len(),
        &changed[..1]
    );
    assert_eq!(committed.len(), measured.len());
}

#[test]
fn the_tables_of_evaluation_md_agree_with_the_committed_files() {
    let tool = project().join("tools/evaluation_tables.py");
    let Ok(checked) = Command::new("python3").arg("-B").arg(tool).arg("--check").output() else {
        eprintln!("skipped: python3 cannot be run");
        return;
    };
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}
