//! Structure of Markdown on a corpus of our own: `tests/structure` has pages with every construct and the Markdown that a person wrote
//! for them. A new page needs its three files and a line in the manifest, and no code. The floors are in `gate.toml`; `dehusk eval
//! crates/dehusk-eval/tests/structure --method grain,plain --write-gate crates/dehusk-eval/tests/structure/gate.toml` raises them.

use std::path::Path;

use dehusk_eval::gate::Gate;
use dehusk_eval::metrics::{Construct, Structure};
use dehusk_eval::report::{self, Report};
use dehusk_eval::{Corpus, Entrant, Measure};

use crate::made::{corpus, four_pages, results};

fn own_corpus() -> Corpus {
    Corpus::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/structure")).unwrap()
}

#[test]
fn no_kind_of_structure_falls_below_its_floor() {
    let corpus = own_corpus();
    let gate = Gate::read(&corpus.folder().join("gate.toml")).unwrap();
    gate.check_corpora(std::slice::from_ref(&corpus)).unwrap();
    let corpora = [corpus];
    let results = results(&corpora, &Entrant::methods("grain,plain").unwrap());
    let report = Report::new(&results, Measure::Word, &[], None, String::new());
    let verdict = gate.judge(&report);
    assert!(verdict.failures.is_empty(), "{:#?}", verdict.failures);
    // Two methods, each with four measures of the text and seven kinds of structure.
    assert_eq!((verdict.checked, verdict.skipped.len()), (22, 0), "{:?}", verdict.skipped);
}

#[test]
fn every_page_of_the_corpus_has_markdown_and_every_construct_is_on_several() {
    /// Minimum number of pages of the corpus.
    const MIN_PAGES: usize = 60;
    /// Minimum number of pages with each construct.
    const MIN_PAGES_WITH: usize = 3;
    let corpus = own_corpus();
    let gold: Vec<String> =
        corpus.pages().iter().map(|page| corpus.read_markdown(page).unwrap().expect(&page.id)).collect();
    assert!(gold.len() >= MIN_PAGES, "{}", gold.len());
    for construct in Construct::ALL {
        let has = |markdown: &&String| Structure::compare(markdown, "").get(construct).expected > 0;
        let pages = gold.iter().filter(has).count();
        assert!(pages >= MIN_PAGES_WITH, "{}: {pages}", construct.name());
    }
}

#[test]
fn pages_without_markdown_are_not_scored_and_reports_have_the_others() {
    let (folder, without) = corpus("small", &four_pages());
    let entrants = Entrant::methods("plain").unwrap();
    let path = folder.path().join("small");
    let table = |corpora: &[Corpus]| {
        let results = results(corpora, &entrants);
        let report = Report::new(&results, Measure::Word, &[], None, String::new());
        (report::table(&report), report::json(&report)["groups"][0]["methods"][0]["structure"].clone())
    };
    let (text, json) = table(&[without]);
    assert!(!text.contains("Markdown") && json.is_null(), "{text}");

    std::fs::create_dir(path.join("markdown")).unwrap();
    std::fs::write(path.join("markdown/en.md"), "# Old\n\n[Home](/home) [Home](/none)\n").unwrap();
    let (text, json) = table(&[Corpus::load(&path).unwrap()]);
    assert!(text.contains("Markdown, F1 (1 pages)") && text.contains("0.000"), "{text}");
    assert_eq!(
        (&json["pages"], &json["headings"]["f1"], &json["code"]),
        (&1.into(), &0.0.into(), &().into())
    );
    // The page has twelve links to /home; gold has one of them, and one that the page has not.
    assert_eq!((&json["links"]["common"], &json["links"]["expected"]), (&1.into(), &2.into()), "{json}");

    std::fs::write(path.join("markdown/other.md"), "").unwrap();
    let error = Corpus::load(&path).unwrap_err().to_string();
    assert!(error.contains("markdown/other.md has no page pages/other.html"), "{error}");
}
