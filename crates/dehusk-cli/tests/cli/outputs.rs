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

/// An old output file and its text.
const OLD: (&str, &[u8]) = ("good.md", b"precious\n");

#[test]
fn an_old_output_stays_if_nothing_is_extracted() {
    let folder = folder_with(&[OLD, ("empty.html", b"<html><body></body></html>")]);
    for (words, code) in [
        (&["extract", "missing.html", "-o", "good.md"][..], 1),
        (&["extract", "-f", "jsonl", "missing.html", "-o", "good.md"], 1),
        (&["metadata", "missing.html", "-o", "good.md", "--format", "jsonl"], 1),
        (&["extract", "empty.html", "-o", "good.md"], 0),
        (&["feeds", "missing.xml", "--format", "jsonl", "-o", "good.md"], 1),
    ] {
        let run = dehusk(folder.path(), words);
        assert_eq!(fs::read(folder.path().join("good.md")).unwrap(), OLD.1, "{words:?}");
        assert_eq!(run.code, code, "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains("nothing was "), "{words:?}: {}", run.stderr);
    }
    let new = dehusk(folder.path(), &["extract", "missing.html", "-o", "new.md"]);
    assert!(
        new.stderr.contains("new.md: nothing was extracted, so there is no output file"),
        "{}",
        new.stderr
    );
    let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["empty.html", "good.md"]);
}

#[test]
fn an_old_output_is_replaced_by_the_new_one() {
    let folder = folder_with(&[OLD, ("z.html", page("mills").as_bytes())]);
    let run = dehusk(folder.path(), &["extract", "z.html", "missing.html", "-o", "good.md"]);
    let text = fs::read_to_string(folder.path().join("good.md")).unwrap();
    assert!(run.code == 1 && text.contains("about mills") && !text.contains("precious"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_page_by_page() {
    let folder = folder_with(&[("z.html", page("mills").as_bytes())]);
    let program = assert_cmd::cargo::cargo_bin("dehusk");
    let line = format!("mkfifo pipe; cat pipe & '{}' extract z.html -o pipe; wait", program.display());
    let shell =
        std::process::Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    assert!(String::from_utf8(shell.stdout).unwrap().contains("about mills"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_folder_gets_a_file_for_every_page() {
    let (mills, pears) = (page("mills"), page("pears"));
    let folder = folder_with(&[
        ("in/z.html", mills.as_bytes()),
        ("in/sub/Z.htm", pears.as_bytes()),
        ("in/bad.html", b"%PDF-1.7"),
        ("in/empty.html", b"<html><body></body></html>"),
    ]);
    let run = dehusk(folder.path(), &["extract", "in", "-f", "md", "--front-matter", "-o", "out/x/"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let read = |name: &str| fs::read_to_string(folder.path().join("out/x").join(name)).unwrap();
    assert!(read("z.md").starts_with("---\n") && read("z.md").contains("about mills"));
    assert!(read("sub/Z.md").contains("about pears") && !read("sub/Z.md").contains("==>"));
    assert_eq!(fs::read_dir(folder.path().join("out/x")).unwrap().count(), 2);
    let metadata = dehusk(folder.path(), &["metadata", "in", "--format", "json", "-o", "out"]);
    assert!(metadata.stdout.is_empty());
    assert!(fs::read_to_string(folder.path().join("out/z.json")).unwrap().contains("\"title\": \"mills\""));
}

#[test]
fn a_folder_with_inputs_is_never_overwritten() {
    let folder = folder_with(&[("in/z.html", page("mills").as_bytes())]);
    refused(folder.path(), &["extract", "in", "-f", "html", "-o", "in"], "in/z.html");
    refused(folder.path(), &["extract", "in/z.html", "-f", "html", "-o", "./in/"], "in/z.html");
    let nothing = dehusk(folder.path(), &["extract", "missing.html", "-o", "in"]);
    assert!(
        nothing.stderr.contains("in: nothing was extracted, so no file was written"),
        "{}",
        nothing.stderr
    );
    let feeds = dehusk(folder.path(), &["feeds", "missing.xml", "-o", "in/"]);
    assert!(feeds.stderr.contains("is a folder; name a file in it"), "{}", feeds.stderr);
}
