//! Ours: the cases of dehusk. Only this file and `page.rs` call dehusk, so only they need to change if its API
//! changes.

use crate::case::Case;
use anyhow::Result;
use dehusk::budget::Limits;
use dehusk::markup::{TokenKind, Tokenizer};
use dehusk::page::{Buffers, Page};
use dehusk::source::{Source, Split};
use dehusk::{Extractor, Options};
use std::hint::black_box;
use std::time::Duration;

/// The names of all methods; those that do not build a tree come first.
pub(crate) fn methods() -> Vec<String> {
    let mut methods = dehusk::methods::all().to_vec();
    methods.sort_by_key(|method| method.line_method().is_none());
    methods.into_iter().map(|method| method.name().to_owned()).collect()
}

/// Presets for which the DANA talk has a speed of their own.
const PRESETS_OF_THE_TALK: [&str; 3] = ["tccb-18", "lqf-50", "lqf-75"];

/// Timeout of one extraction of a hostile page. Chosen by hand.
const GROWTH_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum number of elements of a hostile page. Chosen by hand: ten times the number that any hostile page
/// has, and few enough that the tree fits into memory.
const GROWTH_MAX_ELEMENTS: usize = 30_000_000;

/// The cases of dehusk: first the parts of an extraction, then all methods and the presets of the DANA talk.
pub(crate) fn cases() -> Result<Vec<Case>> {
    let mut cases = vec![
        Case::new("dehusk lines", "lines + non-ASCII", |page| Ok(count_lines(&page.text))),
        Case::new("dehusk tokenizer", "start tags", |page| Ok(count_start_tags(&page.text))),
        Case::new("dehusk page", "elements", |page| {
            let parsed = black_box(Page::parse(Source::from_text(&page.text)));
            Ok(parsed.element_count() as u64)
        }),
        reused_page(),
    ];
    for method in methods() {
        cases.push(method_case(&method)?);
    }
    for preset in PRESETS_OF_THE_TALK {
        cases.push(method_case(preset)?);
    }
    Ok(cases)
}

/// Parses a page into the buffers of the previous page.
fn reused_page() -> Case {
    let mut buffers = Buffers::default();
    Case::new("dehusk page, reused", "elements", move |page| {
        let parsed = black_box(Page::parse_in(Source::from_text(&page.text), std::mem::take(&mut buffers)));
        let elements = parsed.element_count();
        buffers = parsed.into_buffers();
        Ok(elements as u64)
    })
}

/// The name of the case that measures a complete method.
pub(crate) fn case_name(method: &str) -> String {
    format!("dehusk {method}")
}

/// A case that runs a complete method, from bytes to text, and reuses the buffers of the previous page.
fn method_case(method: &str) -> Result<Case> {
    let mut extractor = Extractor::new(Options::new().with_method(method)?);
    Ok(Case::new(case_name(method), "text bytes", move |page| {
        Ok(black_box(extractor.extract(&page.bytes, None)).text().len() as u64)
    }))
}

/// Runs the line-counting phase of R2L and DANA.
fn count_lines(text: &str) -> u64 {
    let lines = black_box(Source::from_text(text).lines(Split::Never));
    lines.iter().map(|line| 1 + u64::from(line.non_ascii)).sum()
}

/// Runs the tokenizer and counts start tags.
fn count_start_tags(text: &str) -> u64 {
    let mut tokenizer = Tokenizer::new(text);
    let mut attributes = Vec::new();
    let mut start_tags = 0;
    while let Some(token) = tokenizer.next(&mut attributes) {
        start_tags += u64::from(black_box(token).kind == TokenKind::StartTag);
        attributes.clear();
    }
    start_tags
}

/// An extractor with raised limits, for hostile pages. The function takes the bytes of a page and returns the
/// name of the status.
pub(crate) fn unlimited(method: &str) -> Result<impl FnMut(&[u8]) -> &'static str> {
    let limits = Limits {
        timeout: Some(GROWTH_TIMEOUT),
        max_bytes: usize::MAX,
        max_depth: usize::MAX,
        max_elements: GROWTH_MAX_ELEMENTS,
        max_output: usize::MAX,
        max_memory: Some(usize::MAX),
    };
    let mut extractor = Extractor::new(Options::new().with_method(method)?.with_limits(limits));
    Ok(move |bytes: &[u8]| {
        let extraction = extractor.extract(bytes, None);
        black_box(extraction.text());
        extraction.status().as_str()
    })
}
