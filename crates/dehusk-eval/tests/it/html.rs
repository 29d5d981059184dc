//! The HTML report: which files are written, that links lead to files, that no data can become markup and, if
//! `node` is installed, that the scripts run and compare texts like the crate.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use dehusk_eval::report::Report;
use dehusk_eval::report::html::{Cases, HtmlReport, WORST, check};
use dehusk_eval::summary::GroupBy;
use dehusk_eval::{Corpus, Entrant, Measure, Observer, run, text};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::made::{Made, four_pages, settings, write_corpus};

const HOSTILE_ID: &str = "<script><!--<b id=x onclick='y'>&amp;\"&#?%41 \u{2028}é";
const HOSTILE_GOLD: &str = "</script><script>alert(1)</script>\n<!-- \u{2028} & \u{202e}gold";

fn hostile() -> Made {
    let html = format!("<!DOCTYPE html><meta charset=utf-8><p>{}", HOSTILE_GOLD.replace('<', "&lt;"));
    let manifest =
        json!({ "url": "javascript:alert(1)", "site": "</script><img src=x>", "language": "\"><b>" });
    Made { id: HOSTILE_ID, html, gold: HOSTILE_GOLD, manifest }
}

/// Pages of a corpus: more than [`WORST`].
fn many() -> Vec<Made> {
    let names = (0..WORST + 15).map(|number| &*Box::leak(format!("p{number}").into_boxed_str()));
    let page = |id| Made { id, html: format!("<p>the mill {id}</p>"), gold: "the mill", manifest: json!({}) };
    names.map(page).collect()
}

/// A folder with the corpora `small` and `so many #1` (a name that needs escaping), and the report of a run
/// in it.
fn reported(cases: Cases, jobs: usize) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let mut small = four_pages();
    small.push(hostile());
    write_corpus(folder.path(), "small", &small);
    write_corpus(folder.path(), "so many #1", &many());
    let report = folder.path().join("report");
    report_to(&report, folder.path(), cases, jobs);
    (folder, report)
}

fn report_to(report: &Path, corpora: &Path, cases: Cases, jobs: usize) {
    let corpora = ["small", "so many #1"].map(|name| Corpus::load(&corpora.join(name)).unwrap());
    let entrants = Entrant::methods("plain,addanag,r2l").unwrap();
    let html = HtmlReport::begin(report, cases, &corpora, &entrants, Measure::Word).unwrap();
    let results = run(&corpora, &entrants, &settings(jobs), &[&html as &dyn Observer]);
    let command = "dehusk eval </script>".to_owned();
    html.finish(&Report::new(&results, Measure::Word, &[GroupBy::Language], Some(0), command)).unwrap();
}

fn index(report: &Path) -> String {
    fs::read_to_string(report.join("index.html")).unwrap()
}

/// The text of the script element that begins with `tag`.
fn script<'a>(page: &'a str, tag: &str) -> &'a str {
    let (_, rest) = page.split_once(tag).unwrap();
    rest.split_once("</script>").unwrap().0
}

fn data(report: &Path) -> Value {
    serde_json::from_str(script(&index(report), "<script type=\"application/json\" id=\"data\">")).unwrap()
}

/// The bytes of every file below the folder, with the speeds removed from the index.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
                continue;
            }
            let mut bytes = fs::read(entry.path()).unwrap();
            if entry.file_name() == "index.html" {
                let text = String::from_utf8(bytes).unwrap();
                let (before, after) = text.split_once("\"speed\":[").unwrap();
                bytes = (before.to_owned() + after.split_once("]]").unwrap().1).into();
            }
            files.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), bytes);
        }
    }
    files
}

#[test]
fn reports_are_the_same_except_for_speeds() {
    for cases in [Cases::All, Cases::Worst, Cases::None] {
        let (_one_folder, one) = reported(cases, 1);
        let (other_folder, other) = reported(cases, 2);
        assert!(files(&one) == files(&other), "{cases:?}");
        report_to(&other, other_folder.path(), cases, 3);
        assert!(files(&one) == files(&other), "over an earlier one, {cases:?}");
    }
}

#[test]
fn every_link_leads_to_a_file() {
    for (cases, expected) in [(Cases::All, WORST + 20), (Cases::Worst, WORST + 5), (Cases::None, 0)] {
        let (_folder, report) = reported(cases, 2);
        let data = data(&report);
        let pages = &data["pages"];
        let count = pages["ids"].as_array().unwrap().len();
        assert_eq!(count, WORST + 20);
        let mut linked = 0;
        for page in 0..count {
            let corpus = &data["head"]["corpora"][pages["corpora"][page].as_u64().unwrap() as usize];
            let name = format!("{}/{}.html", corpus["cases"].as_str().unwrap(), pages["numbers"][page]);
            let has_case = pages["cases"][page] == 1;
            linked += usize::from(has_case);
            assert_eq!(report.join("cases").join(name).is_file(), has_case);
            let saved = format!("pages/{}.html", pages["ids"][page].as_str().unwrap());
            let link = corpus["link"].as_str().unwrap().replace("%20", " ").replace("%23", "#");
            assert!(report.join(link).join(&saved).is_file(), "{saved}");
        }
        assert_eq!(linked, expected);
        assert_eq!(report.join("cases").exists(), cases != Cases::None);
    }
}

#[test]
fn data_of_a_corpus_never_becomes_markup() {
    let (_folder, report) = reported(Cases::All, 1);
    let mut pages = 0;
    for (path, bytes) in files(&report).iter().filter(|(path, _)| path.extension().unwrap() == "html") {
        let page = String::from_utf8(bytes.clone()).unwrap();
        assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (2, 2), "{path:?}");
        assert!(!page.contains("<b ") && !page.contains("<img") && !page.contains("<!--"), "{path:?}");
        assert!(page.contains("default-src 'none'"), "{path:?}");
        pages += 1;
    }
    assert_eq!(pages, 1 + WORST + 20);
    assert!(!index(&report).contains('\u{2028}'));
    let data = data(&report);
    let hostile = data["pages"]["ids"].as_array().unwrap().iter().position(|id| id == HOSTILE_ID).unwrap();
    assert!(data["pages"]["urls"][hostile].is_null(), "only http and https URLs are linked");
    assert_eq!(data["head"]["command"], "dehusk eval </script>");
}

#[test]
fn other_folders_are_rejected_and_not_changed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    fs::write(path.join("file"), "").unwrap();
    fs::create_dir(path.join("other")).unwrap();
    fs::write(path.join("other/index.html"), "<title>mine</title>").unwrap();
    for (name, expected) in
        [("file", "it is a file"), ("other", "contains other files"), ("no/report", "there is no folder")]
    {
        let line = check(&path.join(name)).unwrap_err().to_string();
        assert!(line.contains(expected) && line.lines().count() == 1, "{line}");
        assert!(HtmlReport::begin(&path.join(name), Cases::All, &[], &[], Measure::Word).is_err());
    }
    assert_eq!(fs::read_to_string(path.join("other/index.html")).unwrap(), "<title>mine</title>");
    assert_eq!(fs::read_dir(path.join("other")).unwrap().count(), 1);
}

#[test]
fn an_aborted_run_leaves_a_report_that_says_so_and_can_be_replaced() {
    let (folder, report) = reported(Cases::Worst, 1);
    let html = HtmlReport::begin(&report, Cases::None, &[], &[], Measure::Word).unwrap();
    drop(html);
    assert!(index(&report).contains("has not finished") && !report.join("cases").exists());
    report_to(&report, folder.path(), Cases::Worst, 1);
    assert!(!index(&report).contains("has not finished"));
}

const NO_NODE: &str = "skipped: node is not installed";

/// Runs JavaScript with node and returns its output; `None` if node is not installed, which only CI must not accept.
fn node(arguments: &[&str]) -> Option<String> {
    match Command::new("node").args(arguments).output() {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Some(String::from_utf8(output.stdout).unwrap())
        }
        Err(error) => {
            assert!(env::var_os("CI").is_none(), "node cannot be started: {error}");
            None
        }
    }
}

#[test]
fn the_scripts_parse() {
    let (folder, report) = reported(Cases::All, 1);
    let path = folder.path().join("index.js");
    fs::write(&path, script(&index(&report), "<script>\n")).unwrap();
    for path in [path, report.join("cases/case.js")] {
        if node(&["--check", path.to_str().unwrap()]).is_none() {
            println!("{NO_NODE}");
        }
    }
}

const CASES_TEST: &str = include_str!("cases.js");

#[test]
fn cases_unpack_and_compare_like_the_crate() {
    let (folder, report) = reported(Cases::All, 1);
    let case = fs::read_to_string(report.join("cases/small/5.html")).unwrap();
    let texts = [
        "Hello, ภาษา 世界!\n한국어 東京タワー、x",
        "می‌خواهم\u{200b} \u{202b}بروم\u{feff}\r\n\u{a0}a\u{ad}b ก\u{200b}ข \u{200e} 𠀀𠀁x",
        HOSTILE_GOLD,
        "",
    ];
    let expected = texts.map(|it| text::words(&text::folded(it)).map(str::to_owned).collect::<Vec<_>>());
    let given = json!({
        "texts": texts,
        "words": expected,
        "packed": script(&case, "<script type=\"text/plain\" id=\"texts\">"),
        "gold": HOSTILE_GOLD,
        "id": HOSTILE_ID,
    });
    let shared = fs::read_to_string(report.join("cases/case.js")).unwrap();
    let path = folder.path().join("test.js");
    fs::write(
        &path,
        format!("globalThis.addEventListener = () => {{}};\n{shared}\nconst given = {given};\n{CASES_TEST}"),
    )
    .unwrap();
    match node(&[path.to_str().unwrap()]) {
        Some(output) => assert_eq!(output.trim(), "all checks passed"),
        None => println!("{NO_NODE}"),
    }
}
