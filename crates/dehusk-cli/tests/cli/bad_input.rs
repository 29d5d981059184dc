//! Bad pages between good pages. Each bad page is reported on standard error, has its own status and determines the exit code. No
//! good page is lost.

use std::fs::{self, File};
use std::path::Path;

use crate::run::{Run, dehusk, dehusk_with_stdin, folder_with, gzip, page, page_with_head};

/// The size in bytes of a sparse file: above every default limit, although the file takes no disk space.
const SPARSE_BYTES: u64 = 2 << 30;

/// Extracts the bad page between two good ones, and checks that the good ones were extracted.
fn between_good_pages(folder: &Path, bad: &str, more: &[&str]) -> Run {
    fs::write(folder.join("good1.html"), page("apples")).unwrap();
    fs::write(folder.join("good2.html"), page("pears")).unwrap();
    let words = [&["extract", "--format", "jsonl", "good1.html", bad, "good2.html"], more].concat();
    let run = dehusk(folder, &words);
    assert_eq!(run.ids(), ["good1.html", bad, "good2.html"]);
    for (id, subject) in [("good1.html", "apples"), ("good2.html", "pears")] {
        let record = run.record(id);
        assert_eq!(record["status"], "ok");
        assert!(record["text"].as_str().unwrap().contains(&format!("at some length about {subject}")));
    }
    run
}

fn bad_page(bytes: &[u8]) -> Run {
    let folder = folder_with(&[("bad.html", bytes)]);
    between_good_pages(folder.path(), "bad.html", &[])
}

/// Asserts that the page failed: a message with its status, exit code 1, and a summary.
fn assert_failed(run: &Run, id: &str, status: &str) {
    assert_eq!(run.record(id)["status"], status);
    assert!(run.line_about(id).starts_with(&format!("dehusk: {id}: {status}: ")), "{}", run.stderr);
    assert!(run.stderr.ends_with("dehusk: 3 pages: 2 ok, 0 empty, 1 failed\n"), "{}", run.stderr);
    assert_eq!(run.code, 1);
}

/// Asserts that the page was extracted, with a warning about replaced bytes.
fn assert_warned(run: &Run, id: &str) {
    assert!(run.line_about(id).contains(": warning: "), "{}", run.stderr);
    assert_eq!(run.code, 0);
}

#[test]
fn an_empty_file_is_empty_and_fails() {
    let run = bad_page(b"");
    assert_failed(&run, "bad.html", "empty");
    assert_eq!(run.record("bad.html")["bytes"], 0);
}

#[test]
fn empty_standard_input_fails() {
    let folder = folder_with(&[]);
    let run = dehusk_with_stdin(folder.path(), &["extract"], b"");
    assert!(run.line_about("-").contains("0 bytes"), "{}", run.stderr);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
}

#[test]
fn a_binary_file_is_not_html() {
    let mut picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    picture.extend((0..5000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8));
    assert_failed(&bad_page(&picture), "bad.html", "not_html");
}

#[test]
fn utf8_truncated_within_a_character_is_extracted_with_a_warning() {
    let mut bytes = page("plums").into_bytes();
    bytes.extend("<p>and at the very end of it there is a plain é".as_bytes());
    bytes.pop();
    let run = bad_page(&bytes);
    assert_warned(&run, "bad.html");
    assert!(run.record("bad.html")["text"].as_str().unwrap().contains("about plums"));
}

#[test]
fn utf16_is_read_by_its_byte_order_mark() {
    let page = page_with_head("ซูชิ", "");
    for (to_bytes, mark, name) in [
        (u16::to_le_bytes as fn(u16) -> [u8; 2], [0xff, 0xfe], "UTF-16LE"),
        (u16::to_be_bytes, [0xfe, 0xff], "UTF-16BE"),
    ] {
        let mut bytes = mark.to_vec();
        bytes.extend(page.encode_utf16().flat_map(to_bytes));
        let run = bad_page(&bytes);
        let record = run.record("bad.html");
        assert_eq!((&record["encoding"], &record["encoding_origin"]), (&name.into(), &"bom".into()));
        assert!(record["text"].as_str().unwrap().contains("about ซูชิ"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    }
}

#[test]
fn utf16_truncated_within_a_character_is_extracted_with_a_warning() {
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(page("plums").encode_utf16().flat_map(u16::to_le_bytes));
    bytes.push(b'x');
    assert_warned(&bad_page(&bytes), "bad.html");
}

#[test]
fn a_page_with_a_wrong_declared_encoding_is_extracted() {
    let bytes = page_with_head("Käse für Öfen", "<meta charset=\"utf-8\">");
    let latin1: Vec<u8> = bytes.chars().map(|c| c as u8).collect();
    let run = bad_page(&latin1);
    let record = run.record("bad.html");
    assert_eq!(record["status"], "ok");
    assert!(record["text"].as_str().unwrap().contains("at some length about K"));
    assert_eq!(run.code, 0);
}

#[test]
fn a_page_with_null_characters_is_extracted() {
    let bytes = page("plums").replace("at some length", "at some\0 length").replace("<div", "<d\0iv");
    let run = bad_page(bytes.as_bytes());
    let record = run.record("bad.html");
    assert_eq!(record["status"], "ok");
    assert!(record["text"].as_str().unwrap().contains("about plums"));
    assert_eq!(run.code, 0);
}

#[test]
fn a_huge_file_is_not_read() {
    let folder = folder_with(&[]);
    File::create(folder.path().join("huge.html")).unwrap().set_len(SPARSE_BYTES).unwrap();
    let run = between_good_pages(folder.path(), "huge.html", &[]);
    assert_failed(&run, "huge.html", "too_large");
    assert_eq!(run.record("huge.html")["bytes"], SPARSE_BYTES);
    assert!(run.line_about("huge.html").contains("--max-bytes"));
}

#[test]
fn a_gzip_bomb_is_read_up_to_the_limit() {
    let bomb = gzip(&vec![b' '; 3_000_000]);
    assert!(bomb.len() < 100_000);
    let folder = folder_with(&[("bomb.html.gz", &bomb)]);
    let run = between_good_pages(folder.path(), "bomb.html.gz", &["--max-bytes", "1000000"]);
    assert_failed(&run, "bomb.html.gz", "too_large");
}

#[test]
fn broken_gzip_data_is_an_error() {
    let whole = gzip(page("plums").as_bytes());
    for bytes in [&whole[..whole.len() / 2], b"<p>not compressed at all"] {
        let folder = folder_with(&[("bad.html.gz", bytes)]);
        let run = between_good_pages(folder.path(), "bad.html.gz", &[]);
        assert_failed(&run, "bad.html.gz", "error");
        assert!(run.record("bad.html.gz")["error"].as_str().unwrap().contains("gzip"));
    }
}

#[test]
fn a_missing_path_is_an_error() {
    let folder = folder_with(&[]);
    let run = between_good_pages(folder.path(), "missing.html", &[]);
    assert_failed(&run, "missing.html", "error");
    assert!(run.record("missing.html")["error"].is_string());
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder_with(&[("secret.html", b"<p>secret")]);
    let path = folder.path().join("secret.html");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        return; // Root may read everything.
    }
    let run = between_good_pages(folder.path(), "secret.html", &[]);
    assert_failed(&run, "secret.html", "error");
}

/// The file is a link to the memory of the process. Reading it at address 0 fails for every user, including root.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_opens_but_cannot_be_read_is_an_error() {
    let folder = folder_with(&[]);
    std::os::unix::fs::symlink("/proc/self/mem", folder.path().join("broken.html")).unwrap();
    let run = between_good_pages(folder.path(), "broken.html", &[]);
    assert_failed(&run, "broken.html", "error");
}

#[test]
fn an_address_with_an_unknown_scheme_is_an_error() {
    let folder = folder_with(&[]);
    let run = between_good_pages(folder.path(), "ftp://example.org/a.html", &[]);
    assert_failed(&run, "ftp://example.org/a.html", "error");
}

#[test]
fn control_characters_of_a_name_do_not_reach_the_terminal() {
    let folder = folder_with(&[]);
    let run = dehusk(folder.path(), &["extract", "evil\x1b[2J\nname.html"]);
    assert!(run.stderr.starts_with("dehusk: evil\\u{1b}[2J\\u{a}name.html: error: "), "{}", run.stderr);
    assert_eq!((run.code, run.stderr.lines().count()), (1, 1));
}

#[test]
fn pages_without_main_content_are_not_failures() {
    let folder = folder_with(&[("a.html", b"<html><body></body></html>")]);
    let run = dehusk(folder.path(), &["extract", "a.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let message = "dehusk: a.html: empty: no main content was found (";
    assert!(run.stderr.starts_with(message) && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[test]
fn a_list_of_addresses_is_not_a_page() {
    let list = b"https://a.example/\nhttps://b.example/\n";
    let folder = folder_with(&[("urls.txt", list), ("note.txt", b"See https://a.example/ for more words.")]);
    for (words, stdin, advice) in [
        (&["extract", "urls.txt"][..], &b""[..], "`dehusk extract --input-file urls.txt` fetches"),
        (&["metadata", "urls.txt"], b"", "`dehusk extract --input-file urls.txt` fetches"),
        (&["extract"], b"https://a.example/", "`dehusk extract --input-file -` fetches"),
    ] {
        let run = dehusk_with_stdin(folder.path(), words, stdin);
        assert!(run.stderr.contains(advice), "{}", run.stderr);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{words:?}");
    }
    let note = dehusk(folder.path(), &["extract", "note.txt"]);
    assert!(note.code == 0 && note.stdout.contains("more words"), "{}", note.stderr);
}
