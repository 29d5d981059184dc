//! `--site-noise`: text that several pages of a site share is removed.

use crate::run::{dehusk, folder_with};

fn page(head: &str, story: &str) -> Vec<u8> {
    let common = "<ul><li>Front page<li>Sport</ul>";
    format!("<head>{head}</head>{common}<p>{story}</p><p>Write to us.</p>").into_bytes()
}

#[test]
fn shared_texts_are_removed_and_change_the_options_hash() {
    let pages: Vec<(String, Vec<u8>)> =
        (0..4).map(|n| (format!("site/{n}.html"), page("", &format!("Story {n}.")))).collect();
    let pages: Vec<(&str, &[u8])> = pages.iter().map(|(name, page)| (name.as_str(), &page[..])).collect();
    let folder = folder_with(&pages);
    let extract = |more: &[&str]| {
        let words = ["extract", "--method", "plain", "--format", "jsonl", "site/1.html"];
        dehusk(folder.path(), &[&words, more].concat()).record("site/1.html")
    };
    let (with, without) = (extract(&["--site-noise", "site"]), extract(&[]));
    assert_eq!(with["text"], "Story 1.");
    assert_eq!(without["text"], "Front page\nSport\nStory 1.\nWrite to us.");
    assert_ne!(with["options_hash"], without["options_hash"]);
}

#[test]
fn pages_of_other_hosts_are_not_affected() {
    let head = |host: &str| format!("<link rel=canonical href=http://{host}/page>");
    let site = |host: &str, n: usize| page(&head(host), &format!("Story {n}."));
    let pages = [0, 1, 2].map(|n| (format!("site/{n}.html"), site("www.a.example", n)));
    let mut pages: Vec<(&str, &[u8])> = pages.iter().map(|(name, page)| (name.as_str(), &page[..])).collect();
    let (same, other) = (site("a.example", 8), site("b.example", 9));
    pages.extend([("same.html", &same[..]), ("other.html", &other[..])]);
    let folder = folder_with(&pages);
    let words = [
        "extract",
        "--method",
        "plain",
        "--format",
        "jsonl",
        "--site-noise",
        "site",
        "same.html",
        "other.html",
    ];
    let run = dehusk(folder.path(), &words);
    assert_eq!(run.record("same.html")["text"], "Story 8.");
    assert_eq!(run.record("other.html")["text"], "Front page\nSport\nStory 9.\nWrite to us.");
}

#[test]
fn too_few_pages_and_missing_folders_are_reported() {
    let folder = folder_with(&[("site/a.html", &page("", "Story.")[..]), ("site/b.html", b"")]);
    let run = dehusk(folder.path(), &["extract", "--method", "plain", "--site-noise", "site", "site/a.html"]);
    assert!(run.stderr.contains("none of its 2 pages shares a text with 2 other pages"), "{}", run.stderr);
    assert!(run.stderr.contains("b.html in site is skipped"), "{}", run.stderr);
    assert_eq!(run.code, 0);
    let run = dehusk(folder.path(), &["extract", "--site-noise", "site/a.html", "site/a.html"]);
    assert!(run.stderr.contains("--site-noise site/a.html: not a folder"), "{}", run.stderr);
    assert_eq!(run.code, 2);
}

#[test]
fn noise_that_is_all_of_the_answer_stays_and_the_record_says_so() {
    let pages: Vec<(String, Vec<u8>)> =
        (0..4).map(|n| (format!("site/{n}.html"), page("", &format!("Story {n}.")))).collect();
    let mut pages: Vec<(&str, &[u8])> = pages.iter().map(|(name, page)| (name.as_str(), &page[..])).collect();
    let list = page("", "");
    pages.push(("list.html", &list));
    let folder = folder_with(&pages);
    for step in ["before", "after"] {
        let words =
            ["extract", "--method", "plain", "--format", "jsonl", "--explain", "--site-noise", "site"];
        let run = dehusk(
            folder.path(),
            &[&words[..], &["--noise-step", step, "list.html", "site/1.html"]].concat(),
        );
        let list = run.record("list.html");
        assert_eq!((&list["status"], &list["reason"]), (&"ok".into(), &"noise_ignored".into()), "{step}");
        assert_eq!(list["text"], "Front page\nSport\nWrite to us.");
        assert_eq!(list["explanation"][0]["says"], "noise ignored");
        let story = run.record("site/1.html");
        assert_eq!((story["text"].as_str(), story["reason"].as_str()), (Some("Story 1."), None), "{step}");
        let kept =
            story["explanation"].as_array().unwrap().iter().map(|block| block["says"].as_str().unwrap());
        assert_eq!(kept.filter(|says| *says == "repeated on site").count(), 3, "{step}");
    }
    let run = dehusk(folder.path(), &["extract", "--noise-step", "before", "list.html"]);
    assert!(run.code == 2 && run.stderr.contains("--site-noise"), "{}", run.stderr);
}
