//! Gates: floors that are reached, that are missed, that would be lowered, and that belong to other corpora.

use std::fs;

use dehusk_eval::gate::Gate;
use dehusk_eval::report::Report;
use dehusk_eval::{Corpus, Entrant, Measure, Results};
use tempfile::TempDir;

use crate::made::{corpus, four_pages, results};

fn report(results: &Results) -> Report<'_> {
    Report::new(results, Measure::Word, &[], None, String::new())
}

fn small() -> (TempDir, Corpus) {
    corpus("small", &four_pages())
}

fn of(corpus: &Corpus, methods: &str) -> Results {
    results(std::slice::from_ref(corpus), &Entrant::methods(methods).unwrap())
}

fn read(text: &str) -> Result<Gate, String> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("gate.toml");
    fs::write(&file, text).unwrap();
    Gate::read(&file).map_err(|error| error.to_string())
}

#[test]
fn a_gate_holds_on_the_run_that_wrote_it() {
    let (_folder, corpus) = small();
    let results = of(&corpus, "plain,addanag");
    let text = Gate::pinned(None, &report(&results), false).unwrap().text().unwrap();
    let gate = read(&text).unwrap();
    gate.check_corpora(std::slice::from_ref(&corpus)).unwrap();
    let verdict = gate.judge(&report(&results));
    assert_eq!((verdict.checked, verdict.failures.len(), verdict.skipped.len()), (8, 0, 0));
    assert_eq!(gate.methods(&[corpus]).into_iter().collect::<Vec<_>>(), ["addanag", "plain"]);
}

#[test]
fn a_mean_below_its_floor_is_named_with_the_difference() {
    let (_folder, corpus) = small();
    let results = of(&corpus, "plain");
    let text = Gate::pinned(None, &report(&results), false).unwrap().text().unwrap();
    let floor = text.lines().find(|line| line.starts_with("word_f1 = ")).unwrap();
    let raised = |by: f64| {
        let value: f64 = floor.trim_start_matches("word_f1 = ").parse().unwrap();
        read(&text.replace(floor, &format!("word_f1 = {}", value + by)))
            .unwrap()
            .judge(&report(&results))
            .failures
    };
    let failures = raised(0.1);
    assert_eq!(failures.len(), 1);
    assert!(
        failures[0].starts_with("small: mean word_f1 of plain is 0.")
            && failures[0].contains("below its floor")
    );
    assert!(raised(0.0003).is_empty(), "0.0003 is within the noise");
}

#[test]
fn a_floor_or_margin_outside_of_0_to_1_is_rejected() {
    let text =
        "noise = 0.0005\n[corpus.c]\nsha256 = \"\"\npages = 1\n[corpus.c.method.plain]\nword_f1 = 0.5\n";
    assert!(read(text).is_ok());
    for (old, new) in
        [("0.0005", "nan"), ("0.0005", "5"), ("0.0005", "-1.0"), ("0.5\n", "inf\n"), ("0.5\n", "1.5\n")]
    {
        let error = read(&text.replace(old, new)).unwrap_err().to_string();
        assert!(error.contains("is out of range"), "{new}: {error}");
    }
}

#[test]
fn what_was_not_run_is_reported() {
    let (_folder, corpus) = small();
    let both = of(&corpus, "plain,addanag");
    let text = Gate::pinned(None, &report(&both), false).unwrap().text().unwrap()
        + "\n[corpus.other]\nsha256 = \"\"\npages = 1\nmethod = {}\n";
    let gate = read(&text).unwrap();
    let verdict = gate.judge(&report(&of(&corpus, "plain")));
    assert_eq!(
        verdict.skipped,
        ["corpus other has floors but was not given", "small: method addanag has floors but was not run"]
    );
    assert_eq!(verdict.checked, 4);
}

#[test]
fn a_changed_corpus_is_an_error_before_the_run() {
    let (folder, before) = small();
    let text = Gate::pinned(None, &report(&of(&before, "plain")), false).unwrap().text().unwrap();
    fs::write(folder.path().join("small/gold/en.txt"), "changed").unwrap();
    let after = Corpus::load(&folder.path().join("small")).unwrap();
    let error = read(&text).unwrap().check_corpora(&[after]).unwrap_err().to_string();
    assert!(error.starts_with("corpus small has changed since its floors were pinned"), "{error}");
}

#[test]
fn a_gate_without_floors_for_the_corpora_is_an_error() {
    let (_folder, one) = small();
    let (_other, other) = corpus("other", &four_pages());
    let gate = Gate::pinned(None, &report(&of(&one, "plain")), false).unwrap();
    let error = gate.check_corpora(&[other]).unwrap_err().to_string();
    assert!(error.contains("has no floors for these corpora, only for small"), "{error}");
}

#[test]
fn floors_are_raised_freely_and_lowered_only_on_request() {
    let (_folder, corpus) = small();
    let results = of(&corpus, "plain");
    let text = Gate::pinned(None, &report(&results), false).unwrap().text().unwrap();
    let raised_by_hand = text.replacen("word_f1 = 0.", "word_f1 = 0.99", 1);
    assert_ne!(text, raised_by_hand);
    let earlier = read(&raised_by_hand).unwrap();
    let error = Gate::pinned(Some(&earlier), &report(&results), false).unwrap_err().to_string();
    assert!(error.starts_with("1 floor would be lowered, first small, plain: word_f1 from 0.99"), "{error}");
    assert_eq!(Gate::pinned(Some(&earlier), &report(&results), true).unwrap().text().unwrap(), text);
    let lower_by_hand = read(&text.replacen("word_f1 = 0.", "word_f1 = 0.0", 1)).unwrap();
    assert_eq!(Gate::pinned(Some(&lower_by_hand), &report(&results), false).unwrap().text().unwrap(), text);
}

#[test]
fn floors_that_were_not_measured_are_kept() {
    let (_folder, corpus) = small();
    let first = Gate::pinned(None, &report(&of(&corpus, "plain")), false).unwrap();
    let both = Gate::pinned(Some(&first), &report(&of(&corpus, "addanag")), false).unwrap();
    assert_eq!(both.methods(&[corpus]).len(), 2);
}

#[test]
fn an_invalid_gate_file_is_rejected_with_the_line() {
    for (text, expected) in [
        ("noise = 0\n[corpus", "gate.toml:2: this is not a gate file"),
        ("noise = 0.1\nmethod = 1\n", "unknown field `method`"),
        (
            "noise = 0\n[corpus.a]\nsha256 = \"\"\npages = 1\n[corpus.a.method.r2l]\nf1 = 0.5\n",
            "there is no metric \"f1\"; there are word_p,",
        ),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected) && !error.contains('\n'), "{error}");
    }
}
