//! The record of a page in the JSON formats. The names and the order of its fields are stable; they are versioned by `SCHEMA_VERSION`
//! and documented in `schema/record.schema.json`.

use std::collections::BTreeMap;

use dehusk::assessment::{Assessment, PageType, Quality};
use dehusk::parts::Parts;
use dehusk::render::Lost;
use dehusk::{Options, RULES_VERSION};
use serde::Serialize;

use crate::explanation;
use crate::extra::Extra;
use crate::metadata_record::MetadataRecord;
use crate::outcome::{PageOutcome, SiteRule};
use crate::parts_record::{BlockRecord, CommentRecord, ImageRecord, ItemRecord, LinkRecord, TableRecord};
use crate::rounded::Rounded;
use crate::schema::SCHEMA_VERSION;

/// The values that are the same in every record of a run.
#[derive(Clone, Debug)]
pub struct RunFacts {
    method: &'static str,
    options_hash: String,
    parts: Parts,
    metadata: bool,
    /// Whether pages are explained.
    pub explains: bool,
}

impl RunFacts {
    /// The values of a run with these options. `extras` are the fields that are wanted besides the text.
    pub fn new(options: &Options, extras: &[Extra]) -> RunFacts {
        RunFacts {
            method: options.method(),
            options_hash: options.hash(),
            parts: options.parts(),
            metadata: Extra::Metadata.is_in(extras),
            explains: false,
        }
    }

    /// Sets whether pages are explained.
    pub fn explaining(self, explains: bool) -> RunFacts {
        RunFacts { explains, ..self }
    }

    /// The record of a page.
    pub fn record<'a>(&'a self, page: &'a PageOutcome) -> Record<'a> {
        let (parts, lists) = (self.parts, &page.lists);
        let has_markup = page.markdown.is_some() || page.html.is_some();
        let metadata = || page.metadata.as_deref().map(MetadataRecord::of).unwrap_or_default();
        let site_method = page.site_method.as_ref();
        Record {
            id: &page.id,
            url: page.url.as_deref(),
            status: page.status.as_str(),
            reason: page.reason.as_deref(),
            error: page.error.as_deref(),
            method: site_method.map_or(self.method, |site| site.method),
            encoding: page.encoding.map(|encoding| encoding.name),
            encoding_origin: page.encoding.map(|encoding| encoding.origin),
            replaced: page.encoding.is_some_and(|encoding| encoding.replaced),
            looks_like_utf8: page.encoding.is_some_and(|encoding| encoding.looks_like_utf8),
            bytes: page.bytes,
            page_type: page.assessment.map(|assessment| assessment.page_type().as_str()),
            page_types: page.assessment.map(page_types),
            quality: page.quality.map(QualityRecord::of),
            hidden_kept: some_count(page.hidden.kept),
            hidden_removed: some_count(page.hidden.removed),
            invisible: some_count(page.invisible),
            metadata: self.metadata.then(metadata),
            text: &page.text,
            markdown: page.markdown.as_deref(),
            html: page.html.as_deref(),
            lost: has_markup.then(|| LostRecord::of(page.lost)),
            raw_jsonld: parts.json_ld.then_some(&lists.json_ld),
            items: list_records(parts.items, &lists.items, ItemRecord::of),
            comments: list_records(parts.comments, &lists.comments, CommentRecord::of),
            links: list_records(parts.links, &lists.links, LinkRecord::of),
            images: list_records(parts.images, &lists.images, ImageRecord::of),
            tables: list_records(parts.tables, &lists.tables, TableRecord::of),
            blocks: list_records(parts.blocks, &lists.blocks, BlockRecord::of),
            site_rule: page.site_rule.as_ref(),
            explanation: page.explanation.as_deref().map(explanation::Blocks),
            timing_ms: page.time.map(|time| (time.as_secs_f64() * 1e6).round() / 1e3),
            schema_version: SCHEMA_VERSION,
            rules_version: RULES_VERSION,
            options_hash: site_method.map_or(&self.options_hash, |site| &site.options_hash),
        }
    }
}

/// Converts the items of a list to records. None if the list was not requested.
fn list_records<'a, T, R>(is_requested: bool, list: &'a [T], record: impl Fn(&'a T) -> R) -> Option<Vec<R>> {
    is_requested.then(|| list.iter().map(record).collect())
}

/// A count that is left out of the record if it is zero.
fn some_count(count: usize) -> Option<usize> {
    (count > 0).then_some(count)
}

#[derive(Serialize)]
struct QualityRecord {
    score: Rounded,
    verdict: &'static str,
}

impl QualityRecord {
    fn of(quality: Quality) -> QualityRecord {
        QualityRecord { score: Rounded(quality.score), verdict: quality.verdict.as_str() }
    }
}

/// The probability of each page type.
fn page_types(assessment: Assessment) -> BTreeMap<&'static str, Rounded> {
    let pairs = PageType::ALL.into_iter().zip(assessment.page_types);
    pairs.map(|(kind, probability)| (kind.as_str(), Rounded(probability))).collect()
}

/// The record of a page.
#[derive(Serialize)]
pub struct Record<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    status: &'static str,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    method: &'static str,
    encoding: Option<&'static str>,
    encoding_origin: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    replaced: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    looks_like_utf8: bool,
    bytes: u64,
    /// The page type. None if the method does not classify pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    page_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_types: Option<BTreeMap<&'static str, Rounded>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<QualityRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden_kept: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden_removed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invisible: Option<usize>,
    #[serde(flatten)]
    metadata: Option<MetadataRecord<'a>>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<LostRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_jsonld: Option<&'a Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<ItemRecord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<Vec<CommentRecord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<Vec<LinkRecord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    images: Option<Vec<ImageRecord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<Vec<TableRecord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<BlockRecord<'a>>>,
    /// The rule for the page. None if there is no sites file or it has no rule for the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_rule: Option<&'a SiteRule>,
    /// The explanation of every block. None if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<explanation::Blocks<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing_ms: Option<f64>,
    schema_version: u32,
    rules_version: &'static str,
    options_hash: &'a str,
}

/// How many items of each kind Markdown or HTML could not express.
#[derive(Serialize)]
struct LostRecord {
    links: u32,
    images: u32,
    emphasis: u32,
    nesting: u32,
    spans: u32,
    formulas: u32,
}

impl LostRecord {
    fn of(lost: Lost) -> LostRecord {
        let Lost { links, images, emphasis, nesting, spans, formulas, .. } = lost;
        LostRecord { links, images, emphasis, nesting, spans, formulas }
    }
}
