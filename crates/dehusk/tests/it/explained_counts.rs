//! The counts in explanations: those of the Thai method equal its worked example, and every count agrees with its verdict.

use dehusk::budget::Deadline;
use dehusk::explain::{BlockCounts, ColumnCounts, Explanation};
use dehusk::methods::{self, Method, Thai};
use dehusk::page::Page;
use dehusk::selection::Reason;
use dehusk::source::Source;
use dehusk::{Extractor, Options};

fn explain(method: &str, page: &str) -> Explanation {
    let mut extractor = Extractor::new(Options::new());
    let mut page = extractor.open(page.as_bytes(), Some("text/html; charset=utf-8"));
    page.explain(&*methods::by_name(method).unwrap()).unwrap()
}

/// The method's own counts of a page.
fn counts(method: &dyn Method, page: &Page<'_>) -> Vec<(dehusk::source::Span, BlockCounts)> {
    method.counts(page, &mut Deadline::after(None)).unwrap()
}

#[test]
fn the_table_of_the_worked_example_is_repeated() {
    let text = include_str!("../cases/thai-1/page.html");
    let page = Page::parse(Source::from_text(text));
    let mut rows: Vec<(String, [u64; 4], bool)> = Vec::new();
    for (_, counts) in counts(&Thai::DEFAULT, &page) {
        let BlockCounts::Anchors(counts) = counts else { panic!("{counts:?}") };
        let numbers = [counts.texts.into(), counts.anchors.into(), counts.length, counts.anchor_length];
        let row = (counts.xpath.clone(), numbers, counts.is_lowest);
        if !rows.contains(&row) {
            rows.push(row);
        }
        assert!((counts.ratio - 0.75 * counts.text_ratio - 0.25 * counts.node_ratio).abs() < 1e-9);
    }
    let expected = [
        ("/html/body/div[1]/ul[1]", [3, 3, 15, 15], true),
        ("/html/body/div[3]", [6, 1, 61, 8], false),
        ("/html/body/div[3]/p[2]", [3, 1, 27, 8], true),
        ("/html/body/div[4]", [2, 0, 23, 0], true),
    ];
    assert_eq!(rows, expected.map(|(xpath, numbers, lowest)| (xpath.to_owned(), numbers, lowest)));
}

#[test]
fn the_counts_of_the_thai_method_imply_its_verdicts() {
    let mut checked = 0;
    for text in crate::hostile::pages() {
        let page = Page::parse(Source::from_text(&text));
        let verdicts = Thai::DEFAULT.select(&page, &mut Deadline::after(None)).unwrap().verdicts;
        for (span, counts) in counts(&Thai::DEFAULT, &page) {
            let BlockCounts::Anchors(counts) = counts else { panic!("{counts:?}") };
            let around = |v: &&dehusk::selection::Verdict| {
                v.span.start() <= span.start() && span.end() <= v.span.end()
            };
            let verdict = verdicts.iter().find(around).unwrap();
            let few = counts.anchors < methods::thai::FEW_ANCHORS && counts.texts > methods::thai::MANY_TEXTS;
            let kept = counts.ratio < methods::thai::MAX_ANCHOR_RATIO || few;
            assert_eq!(verdict.kept, kept, "{counts:?} {verdict:?} in {text:?}");
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn blocks_that_danag_does_not_mention_are_below_the_axis() {
    let mut below = 0;
    for text in crate::hostile::pages() {
        for method in ["danag", "addanag"] {
            for block in explain(method, &text).blocks {
                // Text that only the tree makes visible, as in a broken `noscript`, is not counted.
                let Some(BlockCounts::Columns(columns)) = &block.counts else { continue };
                let verdict = block.verdict.unwrap_or_else(|| panic!("{method} {block:?} in {text:?}"));
                assert!(columns.first <= columns.highest && columns.highest <= columns.last);
                let is_below = verdict.reason == Reason::BelowAxis;
                assert!(!is_below || columns.is_below_axis() && !block.kept, "{block:?}");
                below += usize::from(is_below);
            }
        }
    }
    assert!(below > 100, "{below}");
}

#[test]
fn a_block_below_the_axis_says_its_numbers() {
    let page = "<ul><li><a href='/a/very/long/address/of/a/section/of/the/paper'>News</a></ul>";
    for (method, says) in [
        ("danag", "below axis: segment 2: 4 content - 9 code = -5, with both neighbors -69"),
        ("r2l", "below axis: line 3: 0 content - 61 code = -61, with both neighbors -69"),
    ] {
        let explanation = explain(method, page);
        assert_eq!((explanation.blocks[0].reason().as_str(), explanation.blocks[0].kept), (says, false));
    }
    let explanation = explain("lqf", page);
    assert_eq!(
        (explanation.blocks[0].reason().as_str(), &explanation.blocks[0].counts),
        ("many links", &None)
    );
}

#[test]
fn deep_nesting_does_not_make_long_paths() {
    let page = format!("{}<p>one<p>two", "<div>".repeat(200));
    let page = Page::parse(Source::from_text(&page));
    let counts = counts(&Thai::DEFAULT, &page);
    assert_eq!(counts.len(), 2);
    for (_, counts) in counts {
        let BlockCounts::Anchors(counts) = counts else { panic!("{counts:?}") };
        assert!(counts.xpath.starts_with("…/div[1]/") && counts.xpath.len() < 400, "{}", counts.xpath);
    }
}

#[test]
fn a_span_beyond_the_page_has_no_counts() {
    let page = Page::parse(Source::from_text("<p>Some words"));
    let density =
        methods::by_name("danag").unwrap().density(&page, &mut Deadline::after(None)).unwrap().unwrap();
    assert_eq!(ColumnCounts::of(&density, dehusk::source::Span::new(900, 901)), None);
}
