//! Means, intervals, paired comparisons, and the files of reports.

use std::fs::File;

use dehusk_eval::report::{Report, json, pages_csv, pages_parquet, summary_csv, table};
use dehusk_eval::summary::GroupBy;
use dehusk_eval::{CorpusFacts, EntrantFacts, Measure, Outcome, PageResult, Prf, Results, Scores};
use parquet::file::reader::{FileReader, SerializedFileReader};

/// Results of two entrants. Each page is given by its site, the word F1 of the first entrant, and the word F1
/// of the second entrant.
fn results(pages: &[(&str, f64, f64)]) -> Results {
    let entrant = |label: &str| EntrantFacts { label: label.to_owned(), params: Vec::new(), answers: None };
    let outcome = |f1: f64| Outcome {
        status: dehusk::Status::Ok,
        reason: None,
        scores: Scores { word: Prf { precision: f1, recall: f1, f1 }, ..Scores::default() },
    };
    let page = |(index, (site, one, two)): (usize, &(&str, f64, f64))| PageResult {
        corpus: 0,
        id: format!("page, \"{index}\""),
        site: (!site.is_empty()).then(|| (*site).to_owned()),
        language: Some("en".to_owned()),
        page_type: None,
        generator: None,
        bytes: 10,
        outcomes: vec![outcome(*one), outcome(*two)],
    };
    Results {
        corpora: vec![CorpusFacts { name: "small".to_owned(), digest: "d".repeat(64), pages: pages.len() }],
        entrants: vec![entrant("one"), entrant("two")],
        pages: pages.iter().enumerate().map(page).collect(),
        times: vec![vec![std::time::Duration::from_micros(1), std::time::Duration::ZERO]],
    }
}

const PAGES: [(&str, f64, f64); 5] =
    [("a", 1.0, 0.5), ("a", 0.8, 0.5), ("a", 0.6, 0.7), ("b", 0.2, 0.2), ("", 0.4, 0.1)];

fn report(results: &Results) -> Report<'_> {
    Report::new(
        results,
        Measure::Word,
        &[GroupBy::Site, GroupBy::PageType],
        Some(1),
        "dehusk eval small".to_owned(),
    )
}

#[test]
fn the_mean_over_pages_is_not_the_mean_over_sites() {
    let results = results(&PAGES);
    let report = report(&results);
    let whole = &report.groups[0];
    assert_eq!((whole.pages, whole.sites), (5, 3));
    let one = whole.entrants[0].get(Measure::Word);
    assert!((one.pages.f1 - 0.6).abs() < 1e-12 && (one.sites_f1 - (0.8 + 0.2 + 0.4) / 3.0).abs() < 1e-12);
    assert!(one.f1_interval.low < 0.6 && one.f1_interval.high > 0.6);
}

#[test]
fn groups_are_by_properties_that_the_manifest_states() {
    let results = results(&PAGES);
    let report = report(&results);
    let groups: Vec<_> = report.groups.iter().map(|it| (it.by, it.group.as_str(), it.pages)).collect();
    assert_eq!(
        groups,
        [(GroupBy::All, "all", 5), (GroupBy::Site, "-", 1), (GroupBy::Site, "a", 3), (GroupBy::Site, "b", 1)]
    );
}

#[test]
fn pages_are_paired() {
    let results = results(&PAGES);
    let report = report(&results);
    let (against, pairs) = report.paired.as_ref().unwrap();
    let pair = &pairs[0];
    assert_eq!((*against, pairs.len(), pair.entrant), (1, 1, 0));
    assert_eq!((pair.wins, pair.losses, pair.ties), (3, 1, 1));
    assert!((pair.difference - 0.2).abs() < 1e-12 && (pair.p - 0.625).abs() < 1e-12);
}

#[test]
fn the_table_is_at_most_100_columns_wide() {
    let mut results = results(&PAGES);
    results.entrants[0].label = "a:".to_owned() + &"very=long,".repeat(20);
    let text = table(&report(&results));
    let after_head = text.split_once("draws of sites\n").unwrap().1;
    assert!(
        text.contains("the other measures are F1; means")
            && after_head.lines().all(|line| line.chars().count() <= 100),
        "{after_head}"
    );
    assert!(
        text.contains("small, 5 of 5 pages, sha256 ddd") && text.contains("command dehusk eval small"),
        "{text}"
    );
}

#[test]
fn json_has_everything_except_pages() {
    let results = results(&PAGES);
    let json = json(&report(&results));
    let f1 = json["groups"][0]["methods"][0]["word"]["f1"].as_f64().unwrap();
    assert!((f1 - 0.6).abs() < 1e-12);
    assert_eq!(
        (json["paired"]["comparisons"][0]["wins"].as_u64(), json["paired"]["against"].as_str()),
        (Some(3), Some("two"))
    );
    let speed = |entrant: usize| json["speed"][entrant]["megabytes_per_second"].as_f64();
    assert_eq!((speed(0).map(f64::round), speed(1)), (Some(50.0), None));
}

#[test]
fn the_summary_has_a_row_for_each_group_and_entrant() {
    let results = results(&PAGES);
    let mut bytes = Vec::new();
    summary_csv(&report(&results), &mut bytes).unwrap();
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let f1 = reader.headers().unwrap().iter().position(|name| name == "word_f1").unwrap();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!((rows.len(), &rows[0][0], &rows[0][f1]), (8, "small", "0.600000"));
}

#[test]
fn means_over_several_corpora_weigh_corpora_or_pages_equally() {
    let mut results = results(&PAGES);
    results.corpora.push(CorpusFacts { name: "other".to_owned(), digest: String::new(), pages: 1 });
    results.times.push(results.times[0].clone());
    results.pages[4].corpus = 1;
    let report = report(&results);
    let overall = report.overall.as_ref().unwrap();
    assert!((overall.by_corpus[0][0].f1 - (0.65 + 0.4) / 2.0).abs() < 1e-12);
    assert!((overall.by_page[0].get(Measure::Word).pages.f1 - 0.6).abs() < 1e-12);
    assert_eq!(report.paired.as_ref().unwrap().1.len(), 3);
    let mut bytes = Vec::new();
    summary_csv(&report, &mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("\n*,,corpora,all,one,") && text.contains("\n*,,pages,all,two,"), "{text}");
}

#[test]
fn parquet_has_the_rows_of_the_csv() {
    let results = results(&PAGES);
    let mut bytes = Vec::new();
    pages_csv(&results, &mut bytes).unwrap();
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();

    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("pages.parquet");
    pages_parquet(&results, File::create(&path).unwrap()).unwrap();
    let file = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let read: Vec<_> = file.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!((read.len(), rows.len()), (10, 10));
    for (row, expected) in read.iter().zip(&rows) {
        for ((name, field), (expected_name, cell)) in row.get_column_iter().zip(names.iter().zip(expected)) {
            assert_eq!(name, expected_name);
            assert_eq!(as_csv(field), cell, "{name}");
        }
    }
}

fn as_csv(field: &parquet::record::Field) -> String {
    use parquet::record::Field;
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Double(number) => format!("{number:.6}"),
        Field::Long(number) => number.to_string(),
        Field::Bool(flag) => flag.to_string(),
        other => panic!("{other:?}"),
    }
}
