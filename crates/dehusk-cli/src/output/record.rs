//! The record: what the JSON forms say about a page. Its field names and their order are a promise to users, held
//! by `SCHEMA_VERSION`.

use std::collections::BTreeMap;

use dehusk::assessment::{Assessment, PageType, Quality};
use dehusk::{Options, RULES_VERSION};
use serde::{Serialize, Serializer};

use super::explanation::{self, BlockRecord};
use super::metadata::MetadataRecord;
use crate::page::{PageOutcome, SiteRule};

/// Rises when a field changes its name, type or meaning; not when one is added.
pub(super) const SCHEMA_VERSION: u32 = 1;

/// What is the same in every record of a run.
pub(crate) struct RunFacts {
    method: &'static str,
    options_hash: String,
    /// Whether pages have explanations.
    pub(super) explains: bool,
}

impl RunFacts {
    pub(crate) fn new(options: &Options) -> RunFacts {
        RunFacts { method: options.method(), options_hash: options.hash(), explains: false }
    }

    pub(crate) fn explaining(self, explains: bool) -> RunFacts {
        RunFacts { explains, ..self }
    }

    pub(super) fn record<'a>(&'a self, page: &'a PageOutcome) -> Record<'a> {
        Record {
            id: &page.id,
            status: page.status.as_str(),
            reason: page.reason.as_deref(),
            error: page.error.as_deref(),
            method: page.chosen.as_ref().map_or(self.method, |chosen| chosen.method),
            encoding: page.encoding.map(|encoding| encoding.name),
            encoding_origin: page.encoding.map(|encoding| encoding.origin),
            bytes: page.bytes,
            page_type: page.assessment.map(|assessment| assessment.page_type().as_str()),
            page_types: page.assessment.map(page_types),
            quality: page.quality.map(QualityRecord::of),
            text: &page.text,
            markdown: page.markdown.as_deref(),
            html: page.html.as_deref(),
            metadata: page.metadata.as_deref().map(MetadataRecord::of),
            site_rule: page.site_rule.as_ref(),
            explanation: page.explanation.as_deref().map(explanation::blocks),
            schema_version: SCHEMA_VERSION,
            rules_version: RULES_VERSION,
            options_hash: page.chosen.as_ref().map_or(&self.options_hash, |chosen| &chosen.options_hash),
        }
    }
}

/// A number for reading: three places after the point.
#[derive(Clone, Copy)]
pub(super) struct Rounded(pub(super) f32);

impl Serialize for Rounded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64((f64::from(self.0) * 1000.0).round() / 1000.0)
    }
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

/// The probability of each kind of page.
fn page_types(assessment: Assessment) -> BTreeMap<&'static str, Rounded> {
    let pairs = PageType::ALL.into_iter().zip(assessment.page_types);
    pairs.map(|(kind, probability)| (kind.as_str(), Rounded(probability))).collect()
}

#[derive(Serialize)]
pub(super) struct Record<'a> {
    id: &'a str,
    status: &'static str,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    method: &'static str,
    encoding: Option<&'static str>,
    encoding_origin: Option<&'static str>,
    bytes: u64,
    /// Of methods that tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    page_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_types: Option<BTreeMap<&'static str, Rounded>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<QualityRecord>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<&'a str>,
    /// Where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<MetadataRecord<'a>>,
    /// Where the sites file has a rule for the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_rule: Option<&'a SiteRule>,
    /// Where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<BlockRecord<'a>>>,
    schema_version: u32,
    rules_version: &'static str,
    options_hash: &'a str,
}
