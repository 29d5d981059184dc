//! What comes out of a page, as values that Python takes: every struct here becomes a dictionary.

use dehusk::Extraction;
use dehusk::assessment::{PageType, Quality};
use dehusk::metadata::{Field, Metadata};
use dehusk::render::Lost;
use pyo3::prelude::*;
use std::collections::BTreeMap;

use crate::lists::ListAnswers;

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
    lists: ListAnswers,
    page_type: Option<&'static str>,
    quality: Option<QualityAnswer>,
    method: &'static str,
    encoding: &'static str,
    encoding_origin: &'static str,
    replaced: bool,
    bytes: usize,
}

impl Answer {
    pub(crate) fn new(extraction: Extraction, metadata: Option<Metadata>, lists: ListAnswers) -> Answer {
        Answer {
            status: extraction.status().as_str(),
            reason: extraction.reason().map(str::to_owned),
            lost: lost(extraction.lost()),
            metadata: metadata.map(MetadataAnswer::from),
            lists,
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
            lists: ListAnswers::default(),
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
