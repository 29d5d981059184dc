//! Ours: all that this bench calls in dehusk. If the core's API moves, this file is what to mend.

use crate::case::Case;
use anyhow::Result;
use dehusk::budget::Limits;
use dehusk::markup::{TokenKind, Tokenizer};
use dehusk::page::{Buffers, Page};
use dehusk::source::{Source, Split};
use dehusk::{Extractor, Options};
use std::hint::black_box;
use std::time::Duration;

/// The methods that are measured as a whole, bytes in, text out; those that build no tree come first.
pub(crate) fn methods() -> Vec<String> {
    let mut methods = dehusk::methods::all().to_vec();
    methods.sort_by_key(|method| method.line_method().is_none());
    methods.into_iter().map(|method| method.name().to_owned()).collect()
}

/// Past this much time a hostile page has proved its point.
const GROWTH_TIMEOUT: Duration = Duration::from_secs(60);
/// Elements a hostile page may have: some ten times what any of them needs, and no more than memory holds.
const GROWTH_MAX_ELEMENTS: usize = 30_000_000;

/// The parts of dehusk, then the methods.
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
    Ok(cases)
}

/// Parsing in the buffers of the page before.
fn reused_page() -> Case {
    let mut buffers = Buffers::default();
    Case::new("dehusk page, reused", "elements", move |page| {
        let parsed = black_box(Page::parse_in(Source::from_text(&page.text), std::mem::take(&mut buffers)));
        let elements = parsed.element_count();
        buffers = parsed.into_buffers();
        Ok(elements as u64)
    })
}

/// Name of the case that measures a method as a whole.
pub(crate) fn case_name(method: &str) -> String {
    format!("dehusk {method}")
}

/// One method as a whole, buffers reused from page to page.
fn method_case(method: &str) -> Result<Case> {
    let mut extractor = Extractor::new(Options::new().with_method(method)?);
    Ok(Case::new(case_name(method), "text bytes", move |page| {
        Ok(black_box(extractor.extract(&page.bytes, None)).text().len() as u64)
    }))
}

/// Decodes the bytes of a page.
pub(crate) fn decode(bytes: &[u8]) -> String {
    Source::decode(bytes, None).text().to_string()
}

/// The counting phase of R2L and DANA.
fn count_lines(text: &str) -> u64 {
    let lines = black_box(Source::from_text(text).lines(Split::Never));
    lines.iter().map(|line| 1 + u64::from(line.non_ascii)).sum()
}

/// The tokenizer in a loop that keeps nothing.
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

/// An extractor that refuses nothing, for hostile pages: bytes in, name of the status out.
pub(crate) fn unlimited(method: &str) -> Result<impl FnMut(&[u8]) -> &'static str> {
    let limits = Limits {
        timeout: Some(GROWTH_TIMEOUT),
        max_bytes: usize::MAX,
        max_depth: usize::MAX,
        max_elements: GROWTH_MAX_ELEMENTS,
        max_output: usize::MAX,
    };
    let mut extractor = Extractor::new(Options::new().with_method(method)?.with_limits(limits));
    Ok(move |bytes: &[u8]| {
        let extraction = extractor.extract(bytes, None);
        black_box(extraction.text());
        extraction.status().as_str()
    })
}
