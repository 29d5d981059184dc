//! `dehusk sites import`.

use std::fs;

use crate::run::{dehusk, folder_with, page_with_head};

const RULES: &[u8] =
    b"# The mill\nbody: //div[@id='article']\nstrip: //p[2]\nstrip: //p[contains(., 'Buy')]\n\
    title: //title\ntidy: no\nprune: no\ntest_url: https://mill.example/a\n";

#[test]
fn rules_are_converted_and_used_and_the_rest_is_named() {
    let page = page_with_head("plums", "<link rel=canonical href=https://news.mill.example/x>");
    let folder = folder_with(&[
        ("rules/mill.example.txt", RULES),
        ("rules/.b.example.txt", b"body: (//p)[1]\n"),
        ("rules/c.example.txt", b"body: //article\nhttp_header(cookie): a=b\n"),
        ("rules/.c.example.txt", b"body: //main\n"),
        ("rules/LICENSE.txt", b"none"),
        ("rules/\u{e4}.example.txt", b"\xFFbody: //article\nstrip: //aside\n"),
        ("page.html", page.as_bytes()),
    ]);
    let run = dehusk(folder.path(), &["sites", "import", "rules", "-o", "sites.toml"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    for line in [
        "dehusk: rules/mill.example.txt:4: strip: //p[contains(., 'Buy')]: it looks at the text of elements",
        "dehusk: rules/.b.example.txt:1: body: (//p)[1]: it takes an element by its position",
        "dehusk: rules/.b.example.txt: nothing in this file can be used",
        "dehusk: 5 files: 0 converted completely, 1 with all their selectors, 2 in part; 1 left out for another file of the same site, \
         1 have nothing to convert, 0 unreadable",
    ] {
        assert!(run.stderr.contains(line), "{line}\n{}", run.stderr);
    }
    let sites = fs::read_to_string(folder.path().join("sites.toml")).unwrap();
    assert!(sites.contains("[sites.\"mill.example\"]\n# https://mill.example/a\n"), "{sites}");
    let words = ["extract", "--sites", "sites.toml", "--format", "jsonl", "page.html"];
    let record = dehusk(folder.path(), &words).record("page.html");
    let text = record["text"].as_str().unwrap();
    assert!(
        text.contains("Paragraph 1 ") && !text.contains("Paragraph 2 ") && !text.contains("S1"),
        "{text}"
    );
    assert_eq!((&record["site_rule"]["site"], &record["method"]), (&"mill.example".into(), &"plain".into()));
}

#[test]
fn the_file_goes_to_standard_output_and_other_folders_are_refused() {
    let folder = folder_with(&[("mill.example.txt", RULES), ("empty/x", b"")]);
    let run = dehusk(folder.path(), &["sites", "import", "mill.example.txt"]);
    assert!(run.stdout.contains("select = \"div#article\""), "{}", run.stdout);
    for (from, words) in [
        ("empty", "no files such as"),
        ("missing.example.txt", "cannot read missing.example.txt"),
        ("nope", "cannot read nope; check the path"),
    ] {
        let run = dehusk(folder.path(), &["sites", "import", from]);
        assert!(run.stderr.contains(words), "{}", run.stderr);
        assert_eq!(run.code, 2);
    }
}
