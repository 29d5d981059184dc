//! Reads which articles the JSON-LD of a page names.

use super::{json, json_ld};
use crate::page::Page;

/// The headline and the address of an article in JSON-LD, as written there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) text: String,
    pub(crate) address: Option<String>,
}

/// Returns the headlines of the articles, postings, reports and reviews at the top level of a page's JSON-LD.
pub(crate) fn headlines(page: &Page<'_>) -> Vec<Headline> {
    let mut found = Vec::new();
    for (script, _) in json_ld::scripts(page) {
        found.extend(json_ld::written(&json::read(&script)).filter_map(headline));
    }
    found
}

fn headline(work: &json::Value<'_>) -> Option<Headline> {
    let text = work.get("headline").or_else(|| work.get("name"))?.text()?.to_owned();
    let main = work.get("mainEntityOfPage");
    let addresses = [work.get("url"), main.and_then(|page| page.get("@id")), main];
    let address = addresses.into_iter().flatten().find_map(json::Value::text).map(str::to_owned);
    Some(Headline { text, address })
}
