//! Many pages: the output does not depend on the number of jobs, and pages are written in order.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::run::{Run, dehusk, folder_with, page};

const PAGES: usize = 60;

/// Pages of very different sizes; every seventh is empty.
fn many_pages() -> TempDir {
    let folder = folder_with(&[]);
    for number in 0..PAGES {
        let repeat = if number % 10 == 0 { 200 } else { 1 };
        let bytes =
            if number % 7 == 6 { String::new() } else { page(&format!("page {number}")).repeat(repeat) };
        fs::write(folder.path().join(format!("{number:03}.html")), bytes).unwrap();
    }
    folder
}

fn with_jobs(folder: &TempDir, format: &str, jobs: &str) -> Run {
    dehusk(folder.path(), &["extract", "--format", format, "--jobs", jobs, "."])
}

#[test]
fn output_and_messages_do_not_depend_on_the_number_of_jobs() {
    let folder = many_pages();
    for format in ["txt", "jsonl", "json"] {
        let alone = with_jobs(&folder, format, "1");
        assert_eq!(alone.code, 1);
        for jobs in ["2", "8", "1000"] {
            let run = with_jobs(&folder, format, jobs);
            assert!(run.stdout == alone.stdout, "{format} with {jobs} jobs differs");
            assert_eq!((run.stderr, run.code), (alone.stderr.clone(), 1));
        }
    }
}

#[test]
fn pages_are_in_the_order_of_their_paths() {
    let folder = many_pages();
    let run = with_jobs(&folder, "jsonl", "8");
    let expected: Vec<String> = (0..PAGES).map(|number| format!("{number:03}.html")).collect();
    assert_eq!(run.ids(), expected);
}

#[test]
fn the_summary_counts_every_page() {
    let run = with_jobs(&many_pages(), "jsonl", "2");
    assert!(run.stderr.ends_with("dehusk: 60 pages: 52 ok, 0 empty, 8 failed\n"), "{}", run.stderr);
}

#[test]
fn there_is_no_summary_without_a_failure_or_a_terminal() {
    let folder = folder_with(&[("a.html", page("apples").as_bytes()), ("b.html", page("pears").as_bytes())]);
    assert_eq!(dehusk(folder.path(), &["extract", "."]).stderr, "");
}

#[test]
fn a_page_is_written_before_the_next_one_is_read() {
    let folder = folder_with(&[("a.html", page("apples").as_bytes())]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_dehusk"))
        .args(["extract", "--format", "jsonl", "a.html", "-"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.contains("about apples"));
    drop(stdin);
    stdout.read_to_string(&mut line).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_broken_pipe_ends_the_program_quietly() {
    let folder = many_pages();
    for number in 100..400 {
        fs::write(folder.path().join(format!("{number}.html")), page("more").repeat(20)).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_dehusk"))
        .args(["extract", "."])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(!stderr.to_lowercase().contains("pipe") && !stderr.contains("panic"), "{stderr}");
}
