//! Runs: answers of entrants, failures, and independence of the number of threads.

use std::fs;
use std::sync::Mutex;

use dehusk::Status;
use dehusk::budget::{Deadline, Limits, TimedOut};
use dehusk::methods::Method;
use dehusk::page::Page;
use dehusk::selection::Selection;
use dehusk_eval::answers::Answers;
use dehusk_eval::report::{Report, json, pages_csv, summary_csv, table};
use dehusk_eval::summary::GroupBy;
use dehusk_eval::{Corpus, Entrant, Measure, Observer, PageView, Results, Settings, run};
use serde_json::json;
use tempfile::TempDir;

use crate::made::{self, Made, corpus, four_pages, observed, results, settings};

/// A method that panics on pages that contain the given word. On all other pages, it works like `plain`.
#[derive(Clone, Debug)]
struct Fragile(&'static str);

impl Method for Fragile {
    fn name(&self) -> &'static str {
        "fragile"
    }
    fn summary(&self) -> &'static str {
        ""
    }
    fn paper(&self) -> &'static str {
        ""
    }
    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        assert!(!page.source().text().contains(self.0), "found {}", self.0);
        dehusk::methods::Plain.select(page, deadline)
    }
}

fn with_fragile() -> Vec<Entrant> {
    let mut entrants = Entrant::methods("plain,addanag").unwrap();
    entrants.insert(1, Entrant::Method { label: "fragile".to_owned(), method: Box::new(Fragile("mill")) });
    entrants
}

fn report(results: &Results) -> Report<'_> {
    Report::new(results, Measure::Word, &[GroupBy::Language, GroupBy::Site], Some(0), String::new())
}

#[test]
fn texts_in_four_scripts_are_extracted_completely() {
    let (_folder, corpus) = corpus("small", &four_pages());
    let results = results(&[corpus], &Entrant::methods("addanag,plain").unwrap());
    for page in &results.pages {
        let [addanag, plain] = &page.outcomes[..] else { panic!() };
        assert_eq!((addanag.status, addanag.scores.word.f1), (Status::Ok, 1.0), "{}", page.id);
        assert_eq!(addanag.scores.char.f1, 1.0);
        assert!(plain.scores.word.recall == 1.0 && plain.scores.word.precision < 1.0, "{}", page.id);
    }
    let english = &results.pages[0];
    assert_eq!([0, 1].map(|it| english.outcomes[it].scores.must_not), [Some(1.0), Some(0.0)]);
    assert_eq!(english.outcomes[0].scores.must, Some(1.0));
}

#[test]
fn a_method_that_panics_fails_alone_and_is_listed() {
    let (_folder, corpus) = corpus("small", &four_pages());
    let results = results(&[corpus], &with_fragile());
    let statuses: Vec<Status> = results.pages[0].outcomes.iter().map(|outcome| outcome.status).collect();
    assert_eq!(statuses, [Status::Ok, Status::Error, Status::Ok]);
    let failed = &results.pages[0].outcomes[1];
    assert_eq!((failed.reason.as_deref(), failed.scores.word.f1), (Some("panic: found mill"), 0.0));
    let fragile = &report(&results).groups[0].entrants[1];
    assert_eq!((fragile.failed, fragile.empty), (1, 0));
    assert!(fragile.get(Measure::Word).pages.recall == 0.75, "the failed page counts in the mean");
    assert!(table(&report(&results)).contains("small, fragile, error (panic: found mill): en\n"));
    assert_eq!(
        json(&report(&results))["failed"][0],
        json!({ "corpus": "small", "method": "fragile", "status": "error", "reason": "panic: found mill",
            "pages": ["en"] })
    );
}

#[test]
fn a_file_that_is_not_html_fails_for_every_method() {
    let mut pages = four_pages();
    pages[2].html = "%PDF-1.7 nothing to see".to_owned();
    let (_folder, corpus) = corpus("small", &pages);
    let results = results(&[corpus], &Entrant::methods("plain,r2l").unwrap());
    for outcome in &results.pages[2].outcomes {
        assert_eq!((outcome.status, outcome.scores.char.f1), (Status::NotHtml, 0.0));
    }
    assert_eq!(report(&results).groups[0].entrants.iter().map(|it| it.failed).collect::<Vec<_>>(), [1, 1]);
}

/// A page that exceeds a limit is not parsed for the noise of its site.
#[test]
fn the_limits_hold_for_the_noise_of_a_site() {
    let mut pages = four_pages();
    for page in &mut pages {
        let padding = if page.id == "zh" { String::new() } else { format!("<!--{}-->", " ".repeat(9999)) };
        page.html += &format!("<p>Call us.</p>{padding}");
        page.manifest["site"] = "a.example".into();
    }
    let bytes_of_smallest = pages.iter().map(|page| page.html.len()).min().unwrap();
    let (_folder, corpus) = corpus("small", &pages);
    let corpora = [corpus];
    for (max_bytes, is_noise) in [(Limits::default().max_bytes, true), (bytes_of_smallest, false)] {
        let seen = Seen::default();
        let limits = Limits { max_bytes, ..Limits::default() };
        let settings = Settings { limits, site_noise: true, ..settings(1) };
        let _ = run(&corpora, &Entrant::methods("plain").unwrap(), &settings, &[&seen]);
        let seen = seen.0.into_inner().unwrap();
        let (.., texts) = seen.iter().find(|(id, ..)| id == "zh").unwrap();
        assert_eq!(!texts[0].ends_with("Call us."), is_noise, "{texts:?}");
    }
}

/// A page that exceeds a limit is not parsed for its generator.
#[test]
fn the_limits_hold_for_the_generator_of_a_page() {
    let mut pages = four_pages();
    pages[0].html.insert_str(0, "<meta name=generator content='WordPress 6.5'>");
    let bytes = pages[0].html.len();
    let (_folder, corpus) = corpus("small", &pages);
    let corpora = [corpus];
    let generator = |max_bytes, methods: &str| {
        let limits = Limits { max_bytes, ..Limits::default() };
        let settings = Settings { limits, site_noise: true, ..settings(1) };
        run(&corpora, &Entrant::methods(methods).unwrap(), &settings, &[]).pages[0].generator.clone()
    };
    for methods in ["plain", "plain,addanag"] {
        assert_eq!(generator(bytes, methods).as_deref(), Some("wordpress"), "{methods}");
        assert_eq!(generator(bytes - 1, methods), None, "{methods}");
    }
}

#[test]
fn nothing_but_times_depends_on_the_number_of_threads() {
    let (_folder, corpus) = corpus("small", &four_pages());
    let corpora = [corpus];
    let files = |jobs| {
        let results = run(&corpora, &with_fragile(), &settings(jobs), &[]);
        let (mut pages, mut summary) = (Vec::new(), Vec::new());
        pages_csv(&results, &mut pages).unwrap();
        summary_csv(&report(&results), &mut summary).unwrap();
        (pages, summary)
    };
    assert_eq!(files(1), files(2));
    assert_eq!(files(2), files(7));
}

#[test]
fn a_limit_uses_the_first_pages_of_the_manifest() {
    let (_folder, corpus) = corpus("small", &four_pages());
    let limited = dehusk_eval::Settings { limit: Some(2), ..settings(1) };
    let results = run(&[corpus], &Entrant::methods("plain").unwrap(), &limited, &[]);
    assert_eq!(results.pages.iter().map(|page| page.id.as_str()).collect::<Vec<_>>(), ["en", "fa"]);
    assert_eq!(results.corpora[0].pages, 4);
}

#[test]
fn site_noise_is_text_that_several_pages_of_a_site_contain() {
    let mut pages = four_pages();
    for page in &mut pages {
        page.html += "<p>Call us.</p>";
        page.manifest["site"] = if page.id == "zh" { "b.example" } else { "a.example" }.into();
    }
    let (_folder, corpus) = corpus("small", &pages);
    let seen = Seen::default();
    let settings = dehusk_eval::Settings { site_noise: true, ..settings(2) };
    let _ = run(&[corpus], &Entrant::methods("plain").unwrap(), &settings, &[&seen]);
    let mut seen = seen.0.into_inner().unwrap();
    seen.sort_by_key(|(id, ..)| id.clone());
    assert!(seen[..3].iter().all(|(_, gold, texts)| texts[0] == *gold), "{seen:?}");
    assert!(seen[3].2[0].ends_with("Call us."), "{seen:?}");
}

#[derive(Default)]
struct Seen(Mutex<Vec<(String, String, Vec<String>)>>);

impl Observer for Seen {
    fn page(&self, view: &PageView<'_>) {
        assert!(!view.html.is_empty() && view.corpus.name() == "small");
        assert_eq!(view.texts.len(), view.result.outcomes.len());
        let texts = view.texts.iter().map(|text| (*text).to_owned()).collect();
        self.0.lock().unwrap().push((view.page.id.clone(), view.gold.to_owned(), texts));
    }
}

#[test]
fn observers_see_every_page_once_with_its_texts() {
    let (_folder, corpus) = corpus("small", &four_pages());
    let seen = Seen::default();
    observed(&[corpus], &with_fragile(), &[&seen]);
    let seen = seen.0.into_inner().unwrap();
    assert_eq!(seen.iter().map(|(id, ..)| id.as_str()).collect::<Vec<_>>(), ["en", "fa", "th", "zh"]);
    let (_, gold, texts) = &seen[0];
    assert!(texts[0].contains(gold.as_str()) && texts[1].is_empty(), "{texts:?}");
}

#[test]
fn a_file_that_disappears_fails_only_its_page() {
    let (folder, corpus) = corpus("small", &four_pages());
    fs::remove_file(folder.path().join("small/pages/fa.html")).unwrap();
    let results = results(&[corpus], &Entrant::methods("plain").unwrap());
    let outcome = &results.pages[1].outcomes[0];
    assert!(outcome.has_failed() && outcome.reason.as_deref().unwrap().contains("fa.html"), "{outcome:?}");
    assert_eq!(results.pages[2].outcomes[0].status, Status::Ok);
}

fn answers(lines: &str, corpora: &[Corpus]) -> Result<Answers, dehusk_eval::Error> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("answers.jsonl");
    fs::write(&file, lines).unwrap();
    Answers::read(&file, corpora)
}

#[test]
fn answers_of_another_tool_are_scored_and_missing_answers_fail() {
    let (_folder, corpus) = corpus("small", &four_pages());
    let corpora = [corpus];
    let lines = format!(
        "{}\n{}\n{}\n",
        json!({ "id": "en", "text": four_pages()[0].gold, "title": "Old  mill", "author": "N. N.", "date": "2025-01-03" }),
        json!({ "id": "fa", "text": null }),
        json!({ "id": "elsewhere", "text": "of another corpus" }),
    );
    let entrant = Entrant::Answers { label: "tool".to_owned(), answers: answers(&lines, &corpora).unwrap() };
    let results = results(&corpora, &[entrant]);
    let outcomes: Vec<_> = results.pages.iter().map(|page| &page.outcomes[0]).collect();
    assert_eq!(
        outcomes.iter().map(|it| (it.status, it.reason.as_deref())).collect::<Vec<_>>(),
        [
            (Status::Ok, None),
            (Status::Empty, None),
            (Status::Error, Some("missing")),
            (Status::Error, Some("missing"))
        ]
    );
    let scores = outcomes[0].scores;
    assert_eq!(
        (scores.word.f1, scores.title, scores.author, scores.date),
        (1.0, Some(true), None, Some(false))
    );
    assert!(table(&report(&results)).contains("small, tool, error (missing): th, zh\n"));
}

#[test]
fn answers_that_match_no_page_or_two_pages_are_rejected() {
    let (_one, one) = corpus("one", &four_pages());
    let (_two, two) = corpus("two", &four_pages());
    let corpora = [one, two];
    let refusal = |lines: &str| answers(lines, &corpora).unwrap_err().to_string();
    assert!(
        refusal("{\"id\":\"nowhere\",\"text\":\"\"}").contains("has no answer for any page of these corpora")
    );
    assert!(
        refusal("{\"id\":\"en\",\"text\":\"\"}")
            .contains("page \"en\" is in both one and two; add \"corpus\"")
    );
    let named = "{\"id\":\"en\",\"text\":\"1\",\"corpus\":\"one\"}\n{\"id\":\"en\",\"text\":\"2\",\"corpus\":\"two\"}";
    let answers = answers(named, &corpora).unwrap();
    assert_eq!(answers.get("two", "en").unwrap().text, "2");
}

#[test]
fn two_empty_texts_agree_fully() {
    let nothing = Made { id: "nothing", html: "<p></p>".to_owned(), gold: "", manifest: json!({}) };
    let (_folder, corpus) = corpus("small", &[nothing]);
    let results = made::results(&[corpus], &Entrant::methods("plain").unwrap());
    let outcome = &results.pages[0].outcomes[0];
    assert!(outcome.is_empty() && outcome.scores.word.f1 == 1.0 && outcome.scores.bag.f1 == 1.0);
}
