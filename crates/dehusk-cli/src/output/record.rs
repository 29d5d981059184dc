//! The record: what the JSON forms say about a page. Its field names and their order are a promise to users, held
//! by `SCHEMA_VERSION`.

use dehusk::{Options, RULES_VERSION};
use serde::Serialize;

use super::metadata::MetadataRecord;
use crate::page::{PageOutcome, SiteRule};

/// Rises when a field changes its name, type or meaning; not when one is added.
pub(super) const SCHEMA_VERSION: u32 = 1;

/// What is the same in every record of a run.
pub(crate) struct RunFacts {
    method: &'static str,
    options_hash: String,
}

impl RunFacts {
    pub(crate) fn new(options: &Options) -> RunFacts {
        RunFacts { method: options.method(), options_hash: options.hash() }
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
            text: &page.text,
            markdown: page.markdown.as_deref(),
            html: page.html.as_deref(),
            metadata: page.metadata.as_deref().map(MetadataRecord::of),
            site_rule: page.site_rule.as_ref(),
            schema_version: SCHEMA_VERSION,
            rules_version: RULES_VERSION,
            options_hash: page.chosen.as_ref().map_or(&self.options_hash, |chosen| &chosen.options_hash),
        }
    }
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
    schema_version: u32,
    rules_version: &'static str,
    options_hash: &'a str,
}
