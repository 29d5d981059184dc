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
    let note = "dehusk: pages: 1 file is not read (1 .txt); --ext txt reads it as a page\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, note));
}

#[test]
fn other_files_of_a_folder_are_named_and_read_on_request() {
    let page = page("apples");
    let files = ["a.html", "b.php", "c", "d.PHP", "e.pdf", "f.css"].map(|name| (name, page.as_bytes()));
    let folder = folder_with(&files);
    let extract =
        |more: &[&str]| dehusk(folder.path(), &[&["extract", "--format", "jsonl", "."], more].concat());
    let run = extract(&[]);
    assert_eq!((run.ids(), run.code), (vec!["a.html".to_owned()], 0));
    let note = "dehusk: .: 4 files are not read (2 .php, 1 without an extension, 1 .pdf); --ext php,none reads them as pages\n";
    assert_eq!(run.stderr, note);
    let run = extract(&["--ext", "php,none,pdf"]);
    assert_eq!(run.ids(), ["a.html", "b.php", "c", "d.PHP", "e.pdf"]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert_eq!(extract(&["--ext", "all"]).ids().len(), 6);
}

#[test]
fn files_that_are_no_pages_are_named_by_their_content() {
    let feed = b"<rss version='2.0'><channel></channel></rss>";
    let warc = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n".repeat(9000);
    let epub = [&b"PK\x03\x04"[..], &[0; 26], b"mimetypeapplication/epub+zip"].concat();
    let folder = folder_with(&[
        ("a.html", feed),
        ("b.html", &warc),
        ("c.html", &gzip(&warc)),
        ("d.html", &epub),
        ("e.html", b"%PDF-1.7"),
        ("f.html", b"{\"html\": \"<p>\"}\n{\"html\": \"<p>\"}\n"),
    ]);
    for (name, reason, advice) in [
        ("a.html", "rss", "`dehusk feeds a.html`"),
        ("b.html", "warc", "save it as in.warc; `dehusk batch in.warc -o"),
        ("c.html", "warc", "`dehusk batch in.warc -o"),
        ("d.html", "epub", "an EPUB book, not a page; unzip it"),
        ("e.html", "pdf", "pdftohtml"),
        ("f.html", "json_lines", "field html"),
    ] {
        for limit in ["100000000", "10000"] {
            let run = dehusk(folder.path(), &["extract", "--format", "jsonl", "--max-bytes", limit, name]);
            let record = run.record(name);
            assert_eq!(
                (&record["status"], &record["reason"]),
                (&"not_html".into(), &reason.into()),
                "{limit}"
            );
            assert!(run.line_about(name).contains(advice), "{}", run.stderr);
            assert_eq!(run.code, 1);
        }
    }
}

#[test]
fn saved_pages_are_read_with_their_address() {
    let part = |text: &str| {
        format!(
            "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n--b\r\n\
             Content-Type: text/html\r\nContent-Location: https://mill.example/news\r\n\r\n{text}\r\n--b--\r\n"
        )
    };
    let saved = part(&page("<a href=/x>apples</a>"));
    let folder =
        folder_with(&[("pages/a.mhtml", saved.as_bytes()), ("pages/b.mht.gz", &gzip(saved.as_bytes()))]);
    let run = dehusk(folder.path(), &["extract", "--format", "jsonl", "--with", "markdown", "pages"]);
    for id in ["a.mhtml", "b.mht.gz"] {
        let record = run.record(id);
        assert_eq!((&record["status"], &record["url"]), (&"ok".into(), &"https://mill.example/news".into()));
        assert!(record["markdown"].as_str().unwrap().contains("(https://mill.example/x)"), "{record}");
    }
    let run = dehusk_with_stdin(folder.path(), &["extract"], saved.as_bytes());
    assert!(run.stdout.contains("about apples"), "{}", run.stdout);
    let batch = dehusk(folder.path(), &["batch", "pages", "-o", "out.jsonl"]);
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let rows = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    assert_eq!(rows.matches("\"url\":\"https://mill.example/news\"").count(), 2, "{rows}");
    let broken = dehusk_with_stdin(
        folder.path(),
        &["extract"],
        &saved.as_bytes()[..saved.find("Content-Location").unwrap() - 30],
    );
    assert!(broken.line_about("-").contains("MHTML file has no HTML page"), "{}", broken.stderr);
    assert_eq!(broken.code, 1);
    let single = dehusk(folder.path(), &["batch", "pages/a.mhtml", "pages/b.mht.gz", "-o", "single.jsonl"]);
    assert_eq!(single.code, 0, "{}", single.stderr);
    let rows = std::fs::read_to_string(folder.path().join("single.jsonl")).unwrap();
    assert!(rows.contains("\"id\":\"pages/a.mhtml\"") && rows.lines().count() == 2, "{rows}");
}

#[test]
fn a_saved_page_without_its_end_is_partial() {
    let saved = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n\
        Content-Type: text/html\r\n\r\n"
        .to_owned()
        + &page("apples");
    let cut = &saved.as_bytes()[..saved.find("</p>").unwrap()];
    let folder = folder_with(&[("a.mhtml", cut)]);
    let run = dehusk(folder.path(), &["extract", "--format", "jsonl", "a.mhtml"]);
    let record = run.record("a.mhtml");
    assert_eq!((&record["status"], &record["reason"]), (&"partial".into(), &"truncated".into()));
    assert!(record["text"].as_str().unwrap().contains("about apples"), "{record}");
    assert!(run.line_about("a.mhtml").contains("save the page again"), "{}", run.stderr);
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

#[test]
fn a_folder_of_archives_is_for_batch() {
    let folder = folder_with(&[("warcs/crawl.warc.gz", b"")]);
    let run = dehusk(folder.path(), &["extract", "warcs"]);
    let advice =
        "1 file is not read (1 .warc); `dehusk batch warcs -o pages.jsonl` reads archives and tables";
    assert!(run.line_about("warcs").ends_with(advice), "{}", run.stderr);
}
