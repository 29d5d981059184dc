//! Where the output goes, and that it never overwrites an input.

use std::fs;
use std::path::Path;

use crate::run::{Run, dehusk, folder_with, page};

fn refused(folder: &Path, words: &[&str], input: &str) {
    let run = dehusk(folder, words);
    assert_eq!(run.code, 2, "{words:?}: {}", run.stderr);
    assert!(run.stderr.contains("is one of the inputs"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(folder.join(input)).unwrap(), page("mills"), "{words:?}");
}

#[test]
fn an_output_that_is_an_input_is_refused_and_unchanged() {
    let folder = folder_with(&[("in/z.html", page("mills").as_bytes())]);
    let path = folder.path();
    fs::hard_link(path.join("in/z.html"), path.join("hard.txt")).unwrap();
    refused(path, &["extract", "in/z.html", "-o", "in/z.html"], "in/z.html");
    refused(path, &["extract", "in/z.html", "-o", "in/../in/z.html"], "in/z.html");
    refused(path, &["extract", "in/z.html", "-o", "hard.txt"], "in/z.html");
    refused(path, &["extract", "in", "-o", "in/z.html"], "in/z.html");
}

#[cfg(unix)]
#[test]
fn an_output_that_links_to_an_input_is_refused() {
    let folder = folder_with(&[("z.html", page("mills").as_bytes())]);
    std::os::unix::fs::symlink("z.html", folder.path().join("link.txt")).unwrap();
    refused(folder.path(), &["extract", "z.html", "-o", "link.txt"], "z.html");
    refused(folder.path(), &["extract", ".", "-o", "link.txt"], "z.html");
}

#[cfg(unix)]
#[test]
fn an_output_that_is_standard_input_is_refused() {
    let folder = folder_with(&[("z.html", page("mills").as_bytes())]);
    let input = folder.path().join("z.html");
    let program = assert_cmd::cargo::cargo_bin("dehusk");
    let line = format!("'{}' extract -o z.html < z.html", program.display());
    let shell =
        std::process::Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    assert_eq!(shell.status.code(), Some(2));
    assert_eq!(fs::read_to_string(input).unwrap(), page("mills"));
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder_with(&[("z.html", page("mills").as_bytes())]);
    let Run { stdout, code, .. } = dehusk(folder.path(), &["extract", "z.html", "-o", "-"]);
    assert!(code == 0 && stdout.contains("mills"));
    assert!(!folder.path().join("-").exists());
}

#[cfg(unix)]
#[test]
fn folders_reached_twice_by_links_are_listed_once() {
    let folder = folder_with(&[("a/end/z.html", page("mills").as_bytes())]);
    let mut inner = folder.path().join("a");
    for level in 0..18 {
        let outer = folder.path().join(format!("level{level}"));
        fs::create_dir(&outer).unwrap();
        std::os::unix::fs::symlink(&inner, outer.join("left")).unwrap();
        std::os::unix::fs::symlink(&inner, outer.join("right")).unwrap();
        inner = outer;
    }
    let run = dehusk(&inner, &["extract", ".", "--format", "jsonl"]);
    assert_eq!(run.records().len(), 1, "{}", run.stderr);
}

#[test]
fn a_password_in_an_address_is_not_shown() {
    let folder = folder_with(&[]);
    let run = dehusk(folder.path(), &["extract", "http://me:secret@127.0.0.1:1/", "--format", "jsonl"]);
    assert_eq!(run.code, 1);
    assert!(!run.stdout.contains("secret") && !run.stderr.contains("secret"), "{}{}", run.stdout, run.stderr);
}
