//! Loading corpora: errors, and the digest.

use std::fs;
use std::path::Path;

use dehusk_eval::Corpus;
use tempfile::TempDir;

use crate::made::{corpus, four_pages, write_corpus};

/// The error when loading a corpus after `change` was applied to its folder.
fn error_after(change: impl FnOnce(&Path)) -> String {
    let folder = TempDir::new().unwrap();
    write_corpus(folder.path(), "small", &four_pages());
    change(&folder.path().join("small"));
    let error = Corpus::load(&folder.path().join("small")).unwrap_err().to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn a_corpus_has_the_content_of_its_files() {
    let (_folder, corpus) = corpus("small", &four_pages());
    assert_eq!((corpus.name(), corpus.pages().len(), corpus.digest().len()), ("small", 4, 64));
    let sites: Vec<_> = corpus.pages().iter().map(|page| page.site.as_deref()).collect();
    assert_eq!(sites, [Some("a.example"), Some("a.example"), Some("b.example"), None]);
    assert_eq!(corpus.read_gold(&corpus.pages()[3]).unwrap(), four_pages()[3].gold);
    assert!(corpus.read_page(&corpus.pages()[3]).unwrap().starts_with(b"<!DOCTYPE"));
}

#[test]
fn the_digest_depends_on_every_byte_but_not_on_the_folder() {
    let (_folder, one) = corpus("small", &four_pages());
    let (_elsewhere, same) = corpus("other-name", &four_pages());
    assert_eq!(one.digest(), same.digest());
    for change in ["pages/en.html", "gold/en.txt", "manifest.jsonl"] {
        let (folder, _) = corpus("small", &four_pages());
        let file = folder.path().join("small").join(change);
        let longer = [fs::read(&file).unwrap(), b" ".into()].concat();
        fs::write(&file, longer).unwrap();
        assert_ne!(Corpus::load(&folder.path().join("small")).unwrap().digest(), one.digest(), "{change}");
    }
}

#[test]
fn other_files_do_not_matter() {
    let (folder, one) = corpus("small", &four_pages());
    fs::write(folder.path().join("small/README.md"), "about").unwrap();
    fs::write(folder.path().join("small/pages/notes"), "about").unwrap();
    assert_eq!(Corpus::load(&folder.path().join("small")).unwrap().digest(), one.digest());
}

#[test]
fn missing_files_are_named() {
    let cases: [(&str, &[&str]); 5] = [
        ("gold/en.txt", &["page \"en\" has no gold text gold/en.txt"]),
        ("pages/en.html", &["gold text \"en\" has no page pages/en.html"]),
        ("manifest.jsonl", &["has no manifest.jsonl; a corpus is a folder with"]),
        ("pages", &["cannot read", "pages"]),
        ("gold", &["cannot read", "gold"]),
    ];
    for (missing, expected) in cases {
        let error = error_after(|folder| {
            let path = folder.join(missing);
            if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
        });
        assert!(expected.iter().all(|part| error.contains(part)), "{missing}: {error}");
    }
}

#[test]
fn several_missing_files_are_counted() {
    let error = error_after(|folder| {
        for id in ["fa", "th", "zh"] {
            fs::remove_file(folder.join(format!("gold/{id}.txt"))).unwrap();
        }
    });
    assert!(error.contains("page \"fa\"") && error.contains("(and 2 more like it)"), "{error}");
}

#[test]
fn pages_and_manifest_must_agree() {
    let error = error_after(|folder| {
        fs::write(folder.join("pages/new.html"), "").unwrap();
        fs::write(folder.join("gold/new.txt"), "").unwrap();
    });
    assert!(error.contains("page \"new\" is not in manifest.jsonl"), "{error}");
    let error = error_after(|folder| {
        fs::remove_file(folder.join("pages/en.html")).unwrap();
        fs::remove_file(folder.join("gold/en.txt")).unwrap();
    });
    assert!(error.contains("manifest.jsonl names page \"en\", but there is no pages/en.html"), "{error}");
}

#[test]
fn errors_name_the_invalid_line_of_the_manifest() {
    for (line, expected) in [
        ("{", "manifest.jsonl:5: this line does not describe a page"),
        ("{\"id\":\"../en\"}", "manifest.jsonl:5: the id \"../en\" cannot be a file name"),
        ("{\"id\":\"en\"}", "manifest.jsonl:5: page \"en\" is also on line 1"),
    ] {
        let error = error_after(|folder| {
            let file = folder.join("manifest.jsonl");
            fs::write(&file, fs::read_to_string(&file).unwrap() + line).unwrap();
        });
        assert!(error.contains(expected), "{error}");
    }
    let error = error_after(|folder| fs::write(folder.join("manifest.jsonl"), "\n").unwrap());
    assert!(error.contains("lists no pages"), "{error}");
}

#[test]
fn gold_must_be_utf8() {
    let error = error_after(|folder| fs::write(folder.join("gold/en.txt"), b"caf\xe9").unwrap());
    assert!(error.contains("gold/en.txt is not UTF-8; save it as UTF-8"), "{error}");
}

#[test]
fn the_open_corpora_can_be_loaded() {
    let Some(corpora) = std::env::var_os("DEHUSK_CORPORA") else {
        println!("skipped: DEHUSK_CORPORA is not set");
        return;
    };
    // The folder `more` is none: it holds further corpora.
    let folders = fs::read_dir(corpora).unwrap().map(|entry| entry.unwrap().path());
    for folder in folders.filter(|path| path.is_dir() && !path.ends_with("more")) {
        let corpus = Corpus::load(&folder).unwrap();
        assert!(!corpus.pages().is_empty(), "{}", corpus.name());
    }
}
