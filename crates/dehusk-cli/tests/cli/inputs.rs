//! Files, folders, compressed files and standard input.

use crate::run::{dehusk, dehusk_with_stdin, folder_with, gzip, page};

#[test]
fn the_pages_of_a_folder_are_in_path_order() {
    let page = page("apples");
    let compressed = gzip(page.as_bytes());
    let folder = folder_with(&[
        ("pages/b.html", page.as_bytes()),
        ("pages/a/z.html.gz", &compressed),
        ("pages/a/sub/k.xhtml", page.as_bytes()),
        ("pages/a-b/c.HTM", page.as_bytes()),
        ("pages/a.htm", page.as_bytes()),
        ("pages/notes.txt", b"no page"),
        ("pages/a/picture.png", b"no page"),
    ]);
    let run = dehusk(folder.path(), &["extract", "--format", "jsonl", "pages"]);
    assert_eq!(run.ids(), ["a/sub/k.xhtml", "a/z.html.gz", "a-b/c.HTM", "a.htm", "b.html"]);
    assert!(run.records().iter().all(|record| record["status"] == "ok"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn several_inputs_keep_their_order() {
    let page = page("apples");
    let files = [("x/2.html", page.as_bytes()), ("x/1.html", page.as_bytes()), ("y.html", page.as_bytes())];
    let folder = folder_with(&files);
    let words = ["extract", "--format", "jsonl", "y.html", "x", "-", "x/2.html"];
    let run = dehusk_with_stdin(folder.path(), &words, page.as_bytes());
    assert_eq!(run.ids(), ["y.html", "1.html", "2.html", "-", "x/2.html"]);
}

#[cfg(unix)]
#[test]
fn a_link_back_into_its_own_folder_is_not_followed() {
    let folder = folder_with(&[("pages/sub/a.html", page("apples").as_bytes())]);
    std::os::unix::fs::symlink("..", folder.path().join("pages/sub/loop")).unwrap();
    std::os::unix::fs::symlink("sub", folder.path().join("pages/other")).unwrap();
    let run = dehusk(folder.path(), &["extract", "--format", "jsonl", "pages"]);
    assert_eq!(run.ids(), ["sub/a.html"]);
}

/// This test runs only on Linux, where file systems accept any bytes in a name.
#[cfg(target_os = "linux")]
#[test]
fn different_names_that_are_not_utf8_have_different_ids() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder_with(&[]);
    for name in [b"a\xFE.html", b"a\xFF.html"] {
        std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), page("apples")).unwrap();
    }
    let run = dehusk(folder.path(), &["extract", "--format", "jsonl", "."]);
    assert_eq!(run.ids(), ["a\\xFE.html", "a\\xFF.html"]);
    assert!(run.records().iter().all(|record| record["status"] == "ok"));
}

#[cfg(unix)]
#[test]
fn a_dangling_link_in_a_folder_is_an_error() {
    let folder = folder_with(&[("pages/a.html", page("apples").as_bytes())]);
    std::os::unix::fs::symlink("nowhere", folder.path().join("pages/b.html")).unwrap();
    let run = dehusk(folder.path(), &["extract", "--format", "jsonl", "pages"]);
    assert_eq!(run.record("b.html")["status"], "error");
    assert_eq!(run.code, 1);
}

#[test]
fn a_folder_without_pages_is_an_error() {
    let folder = folder_with(&[("pages/notes.txt", b"no page")]);
    let run = dehusk(folder.path(), &["extract", "pages"]);
    assert!(run.line_about("pages").contains("contains no"), "{}", run.stderr);
    assert_eq!(run.code, 1);
}

#[test]
fn a_compressed_file_gives_the_same_text() {
    let page = page("apples");
    let (first, second) = page.as_bytes().split_at(100);
    let members = [gzip(first), gzip(second)].concat();
    let compressed = gzip(page.as_bytes());
    let folder =
        folder_with(&[("a.html", page.as_bytes()), ("b.html.gz", &compressed), ("c.html.gz", &members)]);
    let plain = dehusk(folder.path(), &["extract", "a.html"]);
    for name in ["b.html.gz", "c.html.gz"] {
        let run = dehusk(folder.path(), &["extract", name]);
        assert_eq!((run.code, &run.stdout), (0, &plain.stdout));
    }
}

#[test]
fn the_limit_is_inclusive_for_plain_and_compressed_files() {
    let page = page("apples");
    let folder = folder_with(&[("a.html", page.as_bytes()), ("b.html.gz", &gzip(page.as_bytes()))]);
    for (limit, code) in [(page.len(), 0), (page.len() - 1, 1)] {
        for name in ["a.html", "b.html.gz"] {
            assert_eq!(
                dehusk(folder.path(), &["extract", "--max-bytes", &limit.to_string(), name]).code,
                code
            );
        }
    }
}

#[test]
fn standard_input_is_read_with_a_dash_and_without_arguments() {
    let page = page("apples");
    let folder = folder_with(&[("a.html", page.as_bytes())]);
    let file = dehusk(folder.path(), &["extract", "a.html"]);
    for words in [&["extract"][..], &["extract", "-"]] {
        let run = dehusk_with_stdin(folder.path(), words, page.as_bytes());
        assert_eq!((run.code, &run.stdout), (0, &file.stdout));
    }
}

#[test]
fn standard_input_over_the_limit_is_too_large() {
    let folder = folder_with(&[]);
    let words = ["extract", "--format", "jsonl", "--max-bytes", "1000"];
    let run = dehusk_with_stdin(folder.path(), &words, &[b'a'; 100_000]);
    assert_eq!((run.record("-")["status"].as_str(), run.code), (Some("too_large"), 1));
}
