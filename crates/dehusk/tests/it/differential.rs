//! Our methods against the independent Python reference, on corpus pages.
//!
//! The reference cuts tags by the forgiving rules of C2, we by the HTML standard; where a page's markup is broken the two
//! may differ, and so they may where the reference has a slip. Every such page is explained by a property of its source
//! (`explain`); a page that differs without one is an error.

use crate::shared;
use dehusk::markup::{Tag, TextKind, TokenKind};
use dehusk::{Extractor, Mark, Page, Source};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Methods with parameters, as the driver answers them.
const METHODS: [&str; 8] = [
    "plain",
    "r2l",
    "dana",
    "danag",
    "addanag",
    "r2l,P=3,s1=r2l_blocks,split=always",
    "danag,L=40,P=5,seed_rule=column,snap=none",
    "addanag,L=100,anchor_overhead=7,fill_gaps=true,snap=word",
];
/// The reference is slow: pages up to this size, and about so many of them.
const LARGEST: usize = 60_000;
const PAGES: usize = 300;

#[test]
fn methods_equal_the_reference() {
    let (Some(reference), pages) = (shared::reference(), shared::pages()) else { return };
    let texts = sample(&pages);
    if texts.is_empty() {
        return;
    }
    let halves: Vec<&[(String, String)]> = texts.chunks(texts.len().div_ceil(2)).collect();
    let answers: Vec<Option<Vec<Value>>> = shared::in_parallel(&halves, |half| ask(&reference, half));
    let Some(answers) = answers.into_iter().collect::<Option<Vec<_>>>() else {
        eprintln!("skipped: python3 cannot be run");
        return;
    };
    let mut unexplained = Vec::new();
    for method in METHODS {
        let mut extractor = Extractor::new(crate::cases::options(method));
        let (mut equal, mut explained) = (0, 0);
        for ((name, text), answer) in texts.iter().zip(answers.iter().flatten()) {
            let ours = extractor.extract(text.as_bytes(), Some("text/html; charset=utf-8")).into_text();
            let theirs = answer[method].as_str().unwrap();
            if fold(&ours) == fold(theirs) {
                equal += 1;
            } else if let Some(reason) = explain(text, method, &ours, theirs) {
                println!("{method} {name}: {reason}");
                explained += 1;
            } else {
                unexplained.push(format!("{method} {name}: {}", first_difference(&ours, theirs)));
            }
        }
        println!("{method}: equal on {equal} of {} pages, explained on {explained}", texts.len());
    }
    assert!(
        unexplained.is_empty(),
        "{} differ: {:#?}",
        unexplained.len(),
        &unexplained[..unexplained.len().min(15)]
    );
}

/// Pages spread evenly over the corpora: name and text, line ends normalised (C1).
fn sample(pages: &[std::path::PathBuf]) -> Vec<(String, String)> {
    let small: Vec<_> = pages
        .iter()
        .filter(|path| std::fs::metadata(path).is_ok_and(|file| (1..LARGEST as u64).contains(&file.len())))
        .collect();
    let step = (small.len() / PAGES).max(1);
    let read = |path: &&std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        let text = Source::decode(&bytes, None).text().replace("\r\n", "\n");
        (path.display().to_string(), text)
    };
    small.into_iter().step_by(step).map(|path| read(&path)).collect()
}

fn ask(reference: &Path, pages: &[(String, String)]) -> Option<Vec<Value>> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference_driver.py");
    let mut python = Command::new("python3")
        .args(["-B".as_ref(), driver.as_os_str(), reference.as_os_str()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = python.stdin.take()?;
    let input: String = pages.iter().map(|(_, text)| Value::from(text.as_str()).to_string() + "\n").collect();
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

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Why a page may differ, from its source.
fn explain(text: &str, method: &str, ours: &str, theirs: &str) -> Option<&'static str> {
    if method == "dana" && without_blanks(ours) == without_blanks(theirs) {
        return Some("a slip of the reference: the line feeds of its split stay in the text and cut words");
    }
    if text.contains("</>") {
        return Some("`</>` is text by C2, nothing by the standard");
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
        return Some("what is inside `iframe` is counted by C2, raw text that nobody sees by the standard");
    }
    odd_head(&page).then_some("a slip of the reference: only `</head>` and `<body>` end its head")
}

/// A second head, or one that ends without a tag.
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
    unclosed || tags(TokenKind::StartTag, Tag::Head) > 1 || !marks[..end].iter().all(in_head)
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
