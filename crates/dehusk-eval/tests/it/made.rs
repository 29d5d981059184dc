//! Helpers that write small corpora and run methods on them. Contains no tests.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use dehusk_eval::{Corpus, Entrant, Observer, Results, Settings, run};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A page: its HTML, its gold text, and its manifest entry except for the id.
pub(crate) struct Made {
    pub(crate) id: &'static str,
    pub(crate) html: String,
    pub(crate) gold: &'static str,
    pub(crate) manifest: Value,
}

const ENGLISH: &str =
    "The old mill by the river reopens on Monday, after ten years of careful repair by its neighbours.";
const PERSIAN: &str =
    "آسیاب کهنه‌ی کنار رودخانه پس از ده سال بازسازی به دست همسایگان روز دوشنبه دوباره باز می‌شود.";
const THAI: &str = "โรงสีเก่าริมแม่น้ำจะเปิดอีกครั้งในวันจันทร์หลังจากเพื่อนบ้านซ่อมแซมมานานสิบปี";
const CHINESE: &str = "河边的老磨坊经过邻居们十年的精心修缮，将于星期一重新开放，欢迎大家前来参观。\
    磨坊里保存着旧石磨、木制水车和几十年前的照片，老人们会在门口讲述过去的故事，孩子们可以亲手磨面，\
    带一小袋新鲜的面粉回家。开放时间是上午九点到下午五点，不收门票，雨天照常开放。";

/// A menu followed, at some distance, by an article of one sentence.
fn html(sentence: &str) -> String {
    let menu = "<div class=\"menu\"><a href=\"/home\" title=\"home\">Home</a></div>\n".repeat(12);
    let rules =
        "<hr class=\"a rule between menu and article, with a long description and nothing to read\">\n"
            .repeat(30);
    format!("<!DOCTYPE html>\n<meta charset=utf-8>\n{menu}{rules}<article>\n<p>{sentence}</p>\n</article>\n")
}

/// Four pages in four languages, from three sites.
pub(crate) fn four_pages() -> Vec<Made> {
    let page = |id, gold, manifest| Made { id, html: html(gold), gold, manifest };
    vec![
        page(
            "en",
            ENGLISH,
            json!({ "site": "a.example", "language": "en", "title": "Old mill", "date": "2025-01-02",
            "must": ["The old mill"], "must_not": ["Home"] }),
        ),
        page("fa", PERSIAN, json!({ "site": "a.example", "language": "fa" })),
        page("th", THAI, json!({ "url": "https://b.example/1", "language": "th" })),
        page("zh", CHINESE, json!({ "language": "zh" })),
    ]
}

/// Writes a corpus as the folder `name` of `folder`.
pub(crate) fn write_corpus(folder: &Path, name: &str, pages: &[Made]) {
    let folder = folder.join(name);
    fs::create_dir_all(folder.join("pages")).unwrap();
    fs::create_dir_all(folder.join("gold")).unwrap();
    let mut manifest = String::new();
    for Made { id, html, gold, manifest: entry } in pages {
        fs::write(folder.join(format!("pages/{id}.html")), html).unwrap();
        fs::write(folder.join(format!("gold/{id}.txt")), gold).unwrap();
        let mut line = entry.clone();
        line["id"] = (*id).into();
        manifest += &format!("{line}\n");
    }
    fs::write(folder.join("manifest.jsonl"), manifest).unwrap();
}

/// A corpus with these pages, and the temporary folder that contains it.
pub(crate) fn corpus(name: &str, pages: &[Made]) -> (TempDir, Corpus) {
    let folder = TempDir::new().unwrap();
    write_corpus(folder.path(), name, pages);
    let corpus = Corpus::load(&folder.path().join(name)).unwrap();
    (folder, corpus)
}

pub(crate) fn settings(jobs: usize) -> Settings {
    Settings {
        jobs: NonZeroUsize::new(jobs).unwrap(),
        limit: None,
        limits: dehusk::budget::Limits::default(),
        site_noise: false,
        noise_step: None,
        hidden: None,
    }
}

/// Runs entrants on one thread.
pub(crate) fn results(corpora: &[Corpus], entrants: &[Entrant]) -> Results {
    observed(corpora, entrants, &[])
}

pub(crate) fn observed(corpora: &[Corpus], entrants: &[Entrant], observers: &[&dyn Observer]) -> Results {
    run(corpora, entrants, &settings(1), observers)
}
