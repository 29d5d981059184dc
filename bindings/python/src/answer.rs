//! What comes out of a page, as values that Python takes: every struct here becomes a dictionary.

use dehusk::assessment::{PageType, Quality};
use dehusk::explain::{Explanation, Signal};
use dehusk::metadata::{Field, Metadata};
use dehusk::render::Lost;
use dehusk::selection::Selection;
use dehusk::source::Span;
use dehusk::{Extraction, OpenPage};
use pyo3::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// One page.
#[derive(IntoPyObject)]
pub(crate) struct Answer {
    status: &'static str,
    reason: Option<String>,
    text: String,
    markdown: Option<String>,
    html: Option<String>,
    lost: BTreeMap<&'static str, u32>,
    metadata: Option<MetadataAnswer>,
    blocks: Option<Vec<Block>>,
    page_type: Option<&'static str>,
    quality: Option<QualityAnswer>,
    method: &'static str,
    encoding: &'static str,
    encoding_origin: &'static str,
    replaced: bool,
    bytes: usize,
}

impl Answer {
    pub(crate) fn new(
        extraction: Extraction,
        metadata: Option<Metadata>,
        blocks: Option<Vec<Block>>,
    ) -> Answer {
        Answer {
            status: extraction.status().as_str(),
            reason: extraction.reason().map(str::to_owned),
            lost: lost(extraction.lost()),
            metadata: metadata.map(MetadataAnswer::from),
            blocks,
            page_type: extraction.page_type().map(PageType::as_str),
            quality: extraction.quality().map(QualityAnswer::from),
            method: extraction.method(),
            encoding: extraction.encoding(),
            encoding_origin: extraction.encoding_origin(),
            replaced: extraction.replaced(),
            bytes: extraction.bytes(),
            ..Answer::of_forms(extraction.into_forms())
        }
    }

    /// The answer for a page that made the library panic: a defect of ours, and no reason to lose other pages.
    pub(crate) fn panicked(method: &'static str, bytes: usize) -> Answer {
        let reason = Some("panic".to_owned());
        Answer { status: "error", reason, method, bytes, ..Answer::of_forms(Default::default()) }
    }

    fn of_forms((text, markdown, html): (String, Option<String>, Option<String>)) -> Answer {
        Answer {
            status: "",
            reason: None,
            text,
            markdown,
            html,
            lost: BTreeMap::new(),
            metadata: None,
            blocks: None,
            page_type: None,
            quality: None,
            method: "",
            encoding: "UTF-8",
            encoding_origin: "utf8",
            replaced: false,
            bytes: 0,
        }
    }
}

/// The kinds of which something was lost.
fn lost(lost: Lost) -> BTreeMap<&'static str, u32> {
    let Lost { links, images, emphasis, nesting, spans, formulas, .. } = lost;
    let kinds = [
        ("links", links),
        ("images", images),
        ("emphasis", emphasis),
        ("nesting", nesting),
        ("spans", spans),
        ("formulas", formulas),
    ];
    kinds.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// A text that a browser shows as one box.
#[derive(IntoPyObject)]
pub(crate) struct Block {
    kept: bool,
    score: Option<f32>,
    reason: Option<&'static str>,
    text: String,
    src_start: usize,
    src_end: usize,
    signals: Vec<SignalAnswer>,
}

/// What spoke for or against a block.
#[derive(IntoPyObject)]
pub(crate) struct SignalAnswer {
    name: &'static str,
    weight: f32,
    says: String,
}

/// How good the text probably is.
#[derive(IntoPyObject)]
pub(crate) struct QualityAnswer {
    score: f32,
    verdict: &'static str,
}

impl From<Quality> for QualityAnswer {
    fn from(quality: Quality) -> QualityAnswer {
        QualityAnswer { score: quality.score, verdict: quality.verdict.as_str() }
    }
}

/// Every block of the page with visible text, in the order of a browser.
pub(crate) fn blocks(open: &mut OpenPage<'_, '_>, extraction: &Extraction) -> Option<Vec<Block>> {
    let selection = extraction.selection()?;
    let page = open.page()?;
    let blocks = page.blocks().iter().map(|block| {
        let runs = page.runs_of(block).filter(|run| run.is_visible());
        let text: String = runs.map(|run| page.text_of(&run).into_owned()).collect();
        (text.split_whitespace().collect::<Vec<_>>().join(" "), block.span)
    });
    Some(
        blocks
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, span)| judged(selection, text, span))
            .collect(),
    )
}

/// A block with the verdict on it: of several that reach into it a kept one.
fn judged(selection: &Selection, text: String, span: Span) -> Block {
    let verdicts = &selection.verdicts;
    let first = verdicts.partition_point(|verdict| verdict.span.end() <= span.start());
    let within = || verdicts[first..].iter().take_while(|verdict| verdict.span.start() < span.end());
    let verdict = within().find(|verdict| verdict.kept).or_else(|| within().next());
    Block {
        kept: verdict.is_some_and(|verdict| verdict.kept),
        score: verdict.map(|verdict| verdict.score),
        reason: verdict.map(|verdict| verdict.reason.as_str()),
        text,
        src_start: span.start(),
        src_end: span.end(),
        signals: Vec::new(),
    }
}

/// Puts to each block what decided about it.
pub(crate) fn explain(blocks: &mut [Block], explanation: Explanation) {
    let signals = explanation.blocks.into_iter().map(|block| (block.span.start(), block.signals));
    let mut signals: HashMap<usize, Vec<Signal>> = signals.collect();
    for block in blocks {
        let decisive = signals.remove(&block.src_start).unwrap_or_default().into_iter();
        block.signals =
            decisive.map(|Signal { name, weight, says, .. }| SignalAnswer { name, weight, says }).collect();
    }
}

/// What a page says about itself.
#[derive(IntoPyObject)]
pub(crate) struct MetadataAnswer {
    title: Option<String>,
    authors: Vec<String>,
    date: Option<String>,
    date_modified: Option<String>,
    sitename: Option<String>,
    hostname: Option<String>,
    description: Option<String>,
    language: Option<String>,
    direction: Option<String>,
    image: Option<String>,
    categories: Vec<String>,
    tags: Vec<String>,
    license: Option<String>,
    canonical: Option<String>,
    origins: BTreeMap<&'static str, &'static str>,
}

impl From<Metadata> for MetadataAnswer {
    fn from(metadata: Metadata) -> MetadataAnswer {
        let origins = metadata.origins().into_iter().map(|(name, origin)| (name, origin.as_str())).collect();
        let text = |field: Option<Field<String>>| field.map(|field| field.value);
        let list = |field: Option<Field<Vec<String>>>| field.map_or_else(Vec::new, |field| field.value);
        MetadataAnswer {
            title: text(metadata.title),
            authors: list(metadata.authors),
            date: text(metadata.published),
            date_modified: text(metadata.modified),
            sitename: text(metadata.site_name),
            hostname: text(metadata.hostname),
            description: text(metadata.description),
            language: text(metadata.language),
            direction: text(metadata.direction),
            image: text(metadata.image),
            categories: list(metadata.categories),
            tags: list(metadata.tags),
            license: text(metadata.licence),
            canonical: text(metadata.canonical),
            origins,
        }
    }
}

/// The metadata alone, or why there is none.
#[derive(IntoPyObject)]
pub(crate) struct MetadataOrReason {
    pub(crate) metadata: Option<MetadataAnswer>,
    pub(crate) status: &'static str,
    pub(crate) reason: Option<&'static str>,
}
