//! Compares our methods with the independent Python reference on corpus pages.
//!
//! The reference finds tags by the lenient rules of C2; our parser follows the HTML standard. The results may differ if the
//! markup of a page is broken or if the reference has a defect. `explain` must explain each difference by a property of the page.
//! A difference without an explanation is an error.

use crate::shared;
use crate::tidy::{outline, tidied};
use dehusk::Extractor;
use dehusk::markup::{Tag, TextKind, TokenKind};
use dehusk::page::{Element, Mark, Page};
use dehusk::source::Source;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Methods that read the source, with their parameters, by the names that the driver of the reference uses.
const OF_SOURCE: [&str; 19] = [
    "plain",
    "r2l",
    "dana",
    "danag",
    "addanag",
    "r2l,P=3,s1=r2l_blocks,split=always",
    "danag,L=40,P=5,seed_rule=column,snap=none",
    "addanag,L=100,anchor_overhead=7,fill_gaps=true,snap=word",
    "bte",
    "dsc",
    "dsc,w=12,ratio=0.8,run=2",
    "tccb",
    "tccb,r=18",
    "cetr",
    "cetr,mode=1d",
    "cetr,mode=threshold,lambda=0.5,wrap=40,r=3",
    "ccb",
    "accb",
    "ccb,r=10,t=0.5,iters=2",
];
/// Methods that read the tree. They run on tidied pages, for which all parsers build the same tree. So only the methods can
/// differ.
const OF_TREE: [&str; 14] = [
    "density",
    "density,c1=0.1,c2=2",
    "lqf",
    "lqf,q=0.75",
    "crunch",
    "crunch,ignore_text_links=false,ignore_forms=false,letters=4,min_text=20",
    "fe",
    "kfe",
    "kfe,K=5",
    "cetd",
    "boilerpipe",
    "boilerpipe,rule=density",
    "thai",
    "thai,drop_form=none,ar_max=0.3,w_text=0.5,min_len=20,footers=the",
];
/// Maximum size, in bytes, of a compared page, because the reference is slow. Chosen by hand.
const MAX_PAGE_BYTES: usize = 40_000;
/// Approximate number of compared pages. Chosen by hand.
const PAGES: usize = 200;

/// A corpus page: its name, its text, and its tree written out as valid markup.
struct Sample {
    name: String,
    text: String,
    tidy: String,
}

#[test]
fn methods_equal_the_reference() {
    let (Some(reference), pages) = (shared::reference(), shared::pages()) else { return };
    let samples = sample(&pages);
    if samples.is_empty() {
        return;
    }
    let halves: Vec<&[Sample]> = samples.chunks(samples.len().div_ceil(2)).collect();
    let answers: Vec<Option<Vec<Value>>> = shared::in_parallel(&halves, |half| ask(&reference, half));
    let Some(answers) = answers.into_iter().collect::<Option<Vec<_>>>() else {
        eprintln!("skipped: python3 cannot be run");
        return;
    };
    let answered: Vec<(&Sample, &Value)> = samples.iter().zip(answers.iter().flatten()).collect();
    let mut unexplained = Vec::new();
    for method in OF_SOURCE {
        let why = |page: &Sample, ours: &str, theirs: &str| explain(&page.text, method, ours, theirs);
        unexplained.extend(compare(method, &answered, |page| &page.text, why));
    }
    let same_tree = |(page, answer): &&(&Sample, &Value)| answer["tree"] == outline(&page.tidy);
    let alike: Vec<(&Sample, &Value)> = answered.iter().filter(same_tree).copied().collect();
    println!("the reference builds the same tree of {} of {} tidied pages", alike.len(), answered.len());
    assert!(alike.len() * 10 >= answered.len() * 9);
    for method in OF_TREE {
        unexplained.extend(compare(method, &alike, |page| &page.tidy, |_, _, _| None));
    }
    let shown = &unexplained[..unexplained.len().min(15)];
    assert!(unexplained.is_empty(), "{} differ: {shown:#?}", unexplained.len());
}

/// Returns the pages on which a method differs from the reference without an explanation.
fn compare(
    method: &str,
    pages: &[(&Sample, &Value)],
    text: impl Fn(&Sample) -> &String,
    explain: impl Fn(&Sample, &str, &str) -> Option<&'static str>,
) -> Vec<String> {
    let mut extractor = Extractor::new(crate::cases::options(method));
    let mut unexplained = Vec::new();
    let (mut asked, mut equal) = (0, 0);
    for (page, answer) in pages {
        let Some(theirs) = answer[method].as_str() else { continue };
        asked += 1;
        let ours = extractor.extract(text(page).as_bytes(), Some("text/html; charset=utf-8")).into_text();
        if same(method, &ours, theirs) {
            equal += 1;
        } else if let Some(reason) = explain(page, &ours, theirs) {
            println!("{method} {}: {reason}", page.name);
        } else {
            unexplained.push(format!("{method} {}: {}", page.name, first_difference(&ours, theirs)));
        }
    }
    println!(
        "{method}: equal on {equal} of {asked} pages, explained on {}",
        asked - equal - unexplained.len()
    );
    unexplained
}

/// Whether two texts are the same. Whitespace is ignored for methods that read the tree: in the reference, some of them join the
/// texts of neighboring elements (Density) and others put spaces between them (FE, boilerpipe). We print the text of all methods
/// by the same rules.
fn same(method: &str, ours: &str, theirs: &str) -> bool {
    if OF_TREE.contains(&method) {
        without_whitespace(ours) == without_whitespace(theirs)
    } else {
        fold(ours) == fold(theirs)
    }
}

/// Returns about [`PAGES`] pages, spread evenly over the corpora, with normalized line endings (C1).
fn sample(pages: &[std::path::PathBuf]) -> Vec<Sample> {
    let small: Vec<_> = pages
        .iter()
        .filter(|path| {
            std::fs::metadata(path).is_ok_and(|file| (1..MAX_PAGE_BYTES as u64).contains(&file.len()))
        })
        .collect();
    let step = (small.len() / PAGES).max(1);
    let read = |path: &&std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        let text = Source::decode(&bytes, None).text().replace("\r\n", "\n");
        Sample { name: path.display().to_string(), tidy: tidied(&text), text }
    };
    small.into_iter().step_by(step).map(|path| read(&path)).collect()
}

fn ask(reference: &Path, pages: &[Sample]) -> Option<Vec<Value>> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference_driver.py");
    let mut python = Command::new("python3")
        .args(["-B".as_ref(), driver.as_os_str(), reference.as_os_str()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = python.stdin.take()?;
    let line = |page: &Sample| json!({"text": page.text, "tidy": page.tidy}).to_string() + "\n";
    let input: String = pages.iter().map(line).collect();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().ok()?;
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "the reference failed");
    let lines = String::from_utf8(output.stdout).unwrap();
    Some(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_whitespace(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the reason why the texts of a page may differ, or `None` if no reason is found.
fn explain(text: &str, method: &str, ours: &str, theirs: &str) -> Option<&'static str> {
    if method == "dana" && without_whitespace(ours) == without_whitespace(theirs) {
        return Some("a defect of the reference: the line feeds of its split stay in the text and cut words");
    }
    if method.contains("danag") && without_whitespace(ours) == without_whitespace(theirs) {
        return Some(
            "a defect of the reference: it breaks lines between spans even if nothing between them is left out",
        );
    }
    if text.contains("</>") {
        return Some("`</>` is text by C2 and ignored by the standard");
    }
    let page = Page::parse(Source::from_text(text));
    let raw = |mark: &Mark| mark.kind == TokenKind::Text(TextKind::Raw);
    let contents: Vec<&str> =
        page.marks().iter().filter(|m| raw(m)).map(|m| page.source().slice(m.span)).collect();
    if contents.iter().any(|content| content.contains("<!--") && content.contains("<script")) {
        return Some("a script inside a comment inside a script: C2 has no escaped states");
    }
    let iframe =
        |pair: &[Mark]| pair[0].kind == TokenKind::StartTag && pair[0].tag == Tag::Iframe && raw(&pair[1]);
    if page.marks().windows(2).any(iframe) {
        return Some("the content of `iframe` counts by C2; by the standard it is invisible raw text");
    }
    let spans: Vec<_> = page.runs().filter(|run| run.is_visible()).map(|run| run.span).collect();
    if !spans.is_sorted() {
        return Some("misnested tables: by the standard the text is in another order");
    }
    if page.elements().any(|element| element.tag() == Tag::Noscript && !ends_itself(&page, &element)) {
        return Some("a `noscript` ends before its end tag by the standard");
    }
    odd_head(&page).then_some("a defect of the reference: its head begins and ends by tags only")
}

/// Whether an element has an end tag.
fn ends_itself(page: &Page<'_>, element: &Element<'_>) -> bool {
    let end = page.source().slice(element.span()).to_ascii_lowercase();
    end.trim_end_matches(['>', ' ']).ends_with(&format!("</{}", element.name()))
}

/// Whether the head of a page is irregular: there are several heads, a head lacks its start or end tag, `<html>` is not the first
/// start tag, or an element is before the body that may not be in a head.
fn odd_head(page: &Page<'_>) -> bool {
    let marks = page.marks();
    let tags =
        |kind: TokenKind, tag: Tag| marks.iter().filter(move |m| m.kind == kind && m.tag == tag).count();
    let in_head = |mark: &Mark| {
        mark.kind != TokenKind::StartTag
            || matches!(
                mark.tag,
                Tag::Html
                    | Tag::Head
                    | Tag::Title
                    | Tag::Meta
                    | Tag::Link
                    | Tag::Script
                    | Tag::Style
                    | Tag::Base
                    | Tag::Noscript
            )
    };
    let ends = |mark: &Mark| {
        (mark.kind == TokenKind::EndTag && mark.tag == Tag::Head)
            || (mark.kind == TokenKind::StartTag && mark.tag == Tag::Body)
    };
    let end = marks.iter().position(ends).unwrap_or(marks.len());
    let unclosed = tags(TokenKind::StartTag, Tag::Head) != tags(TokenKind::EndTag, Tag::Head);
    let starts = |mark: &&Mark| mark.kind == TokenKind::StartTag;
    let late_html = marks.iter().filter(starts).skip(1).any(|mark| mark.tag == Tag::Html);
    unclosed || late_html || tags(TokenKind::StartTag, Tag::Head) > 1 || !marks[..end].iter().all(in_head)
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let (ours, theirs) = (fold(ours), fold(theirs));
    let at = ours.char_indices().zip(theirs.chars()).find(|((_, a), b)| a != b).map_or(0, |((at, _), _)| at);
    let around = |text: &str| {
        let start = text.floor_char_boundary(at.saturating_sub(60));
        text[start..text.floor_char_boundary((at + 60).min(text.len()))].to_owned()
    };
    format!("\n  ours   {} …{}…\n  theirs {} …{}…", ours.len(), around(&ours), theirs.len(), around(&theirs))
}
