//! The result of an extraction in the form that Python receives: every struct here becomes a dictionary.
//!
//! The names of the fields are the keys of the dictionaries, which `python/dehusk/_native.pyi` declares.

use dehusk::Extraction;
use dehusk::assessment::{Assessment, PageType, Quality};
use dehusk::metadata::{Field, Metadata};
use dehusk::render::Lost;
use pyo3::prelude::*;
use std::collections::BTreeMap;

use crate::lists::ListsDict;

/// The result for one page.
#[derive(IntoPyObject)]
pub(crate) struct ExtractionDict {
    status: &'static str,
    reason: Option<String>,
    error: Option<String>,
    text: String,
    markdown: Option<String>,
    html: Option<String>,
    lost: Option<BTreeMap<&'static str, u32>>,
    metadata: Option<MetadataDict>,
    lists: ListsDict,
    page_type: Option<&'static str>,
    page_types: Option<BTreeMap<&'static str, f32>>,
    quality: Option<QualityDict>,
    hidden_kept: usize,
    hidden_removed: usize,
    invisible: usize,
    method: &'static str,
    encoding: &'static str,
    encoding_origin: &'static str,
    replaced: bool,
    bytes: usize,
}

impl ExtractionDict {
    pub(crate) fn new(
        extraction: Extraction,
        metadata: Option<Metadata>,
        lists: ListsDict,
    ) -> ExtractionDict {
        ExtractionDict {
            status: extraction.status().as_str(),
            reason: extraction.reason().map(str::to_owned),
            lost: has_markup(&extraction).then(|| lost_counts(extraction.lost())),
            metadata: metadata.map(MetadataDict::from),
            lists,
            page_type: extraction.page_type().map(PageType::as_str),
            page_types: extraction.assessment().map(probabilities),
            quality: extraction.quality().map(QualityDict::from),
            hidden_kept: extraction.hidden_kept(),
            hidden_removed: extraction.hidden_removed(),
            invisible: extraction.invisible(),
            method: extraction.method(),
            encoding: extraction.encoding(),
            encoding_origin: extraction.encoding_origin(),
            replaced: extraction.replaced(),
            bytes: extraction.bytes(),
            ..ExtractionDict::with_text(extraction.into_forms())
        }
    }

    /// The result for a page on which the library panicked. A panic is a bug, but it must not stop the
    /// extraction of other pages.
    pub(crate) fn panicked(method: &'static str, bytes: usize, sentence: String) -> ExtractionDict {
        ExtractionDict {
            status: "error",
            error: Some(sentence),
            method,
            bytes,
            ..ExtractionDict::with_text(Default::default())
        }
    }

    /// A result that contains the text, the Markdown and the HTML; all other fields have defaults.
    fn with_text((text, markdown, html): (String, Option<String>, Option<String>)) -> ExtractionDict {
        ExtractionDict {
            status: "",
            reason: None,
            error: None,
            text,
            markdown,
            html,
            lost: None,
            metadata: None,
            lists: ListsDict::default(),
            page_type: None,
            page_types: None,
            quality: None,
            hidden_kept: 0,
            hidden_removed: 0,
            invisible: 0,
            method: "",
            encoding: "UTF-8",
            encoding_origin: "utf8",
            replaced: false,
            bytes: 0,
        }
    }
}

fn has_markup(extraction: &Extraction) -> bool {
    extraction.markdown().is_some() || extraction.html().is_some()
}

/// The probability of each kind of page.
fn probabilities(assessment: &Assessment) -> BTreeMap<&'static str, f32> {
    PageType::ALL.into_iter().map(|kind| (kind.as_str(), assessment.probability(kind))).collect()
}

/// Counts the items that Markdown or HTML could not express, by kind.
fn lost_counts(lost: Lost) -> BTreeMap<&'static str, u32> {
    let Lost { links, images, emphasis, nesting, spans, formulas, .. } = lost;
    BTreeMap::from([
        ("links", links),
        ("images", images),
        ("emphasis", emphasis),
        ("nesting", nesting),
        ("spans", spans),
        ("formulas", formulas),
    ])
}

/// The estimated quality of the text.
#[derive(IntoPyObject)]
pub(crate) struct QualityDict {
    score: f32,
    verdict: &'static str,
}

impl From<Quality> for QualityDict {
    fn from(quality: Quality) -> QualityDict {
        QualityDict { score: quality.score, verdict: quality.verdict.as_str() }
    }
}

/// The metadata of a page.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MetadataDict {
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) date: Option<String>,
    pub(crate) date_modified: Option<String>,
    pub(crate) sitename: Option<String>,
    pub(crate) hostname: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) direction: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) license: Option<String>,
    pub(crate) canonical: Option<String>,
    origins: BTreeMap<String, String>,
}

impl From<Metadata> for MetadataDict {
    fn from(metadata: Metadata) -> MetadataDict {
        let origins = metadata
            .origins()
            .into_iter()
            .map(|(name, origin)| (name.to_owned(), origin.as_str().to_owned()))
            .collect();
        let text = |field: Option<Field<String>>| field.map(|field| field.value);
        let list = |field: Option<Field<Vec<String>>>| field.map_or_else(Vec::new, |field| field.value);
        MetadataDict {
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
            license: text(metadata.license),
            canonical: text(metadata.canonical),
            origins,
        }
    }
}
