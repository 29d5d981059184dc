//! The learned method gives the same probabilities as the training library, on pages written for this project.
//! `train/train.py final` writes the expected probabilities, and also compares a thousand corpus pages.

use dehusk::budget::Deadline;
use dehusk::grain::{Blocks, FORESTS, Model};
use dehusk::page::Page;
use dehusk::source::Source;
use std::collections::BTreeMap;
use std::path::Path;

const TOLERANCE: f64 = 1e-5;

fn probabilities(page: &str) -> Vec<f32> {
    let model = Model::built_in();
    let page = Page::parse(Source::from_text(page));
    let never = &mut Deadline::after(None);
    let blocks = Blocks::of(&page, never).unwrap();
    let streamed = blocks.probabilities(&model, never).unwrap();
    let last = FORESTS - 1;
    assert_eq!(model.probabilities(last, &blocks.rows_for(last, &model, never).unwrap()), streamed);
    streamed
}

#[test]
fn probabilities_equal_those_of_the_training_library() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let list = include_str!("grain_predictions.tsv");
    let mut expected: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for line in list.lines() {
        let [page, _, probability] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        expected.entry(page).or_default().push(probability.parse().unwrap());
    }
    assert!(expected.values().map(Vec::len).sum::<usize>() > 100);
    for (name, expected) in expected {
        let page = std::fs::read_to_string(cases.join(name).join("page.html")).unwrap();
        let found = probabilities(&page);
        assert_eq!(found.len(), expected.len(), "{name}");
        for (block, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            assert!((f64::from(found) - expected).abs() < TOLERANCE, "{name} {block}: {found} {expected}");
        }
    }
}

#[test]
fn every_block_has_a_verdict_with_a_reason() {
    let page = "<nav><a href=/>Home</a></nav><p>The story is told here, in a few plain words.</p><p hidden>x";
    let options = dehusk::Options::new().with_method("grain").unwrap();
    let answer = dehusk::Extractor::new(options).extract(page.as_bytes(), None);
    let verdicts = &answer.selection().unwrap().verdicts;
    assert_eq!(verdicts.len(), 3);
    assert!(verdicts.iter().all(|verdict| !verdict.reason.as_str().is_empty()));
}
