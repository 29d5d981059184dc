//! The metadata of a page in JSON and in YAML front matter. Fields have the names that users of other extractors know; their origins
//! are in a separate object.

use std::collections::BTreeMap;

use dehusk::RULES_VERSION;
use dehusk::metadata::{Field, Metadata};
use serde::Serialize;

use crate::outcome::PageOutcome;
use crate::schema::SCHEMA_VERSION;

/// The metadata of a page. Missing fields are null or empty lists.
#[derive(Serialize, Default)]
pub struct MetadataRecord<'a> {
    /// The title, without the name of the site.
    pub title: Option<&'a str>,
    /// All `authors` joined into one string, because other extractors have this field.
    author: Option<String>,
    /// The names of the authors.
    pub authors: &'a [String],
    /// When the page was published, in ISO 8601.
    pub date: Option<&'a str>,
    /// When it was last changed.
    pub date_modified: Option<&'a str>,
    /// The name of the site.
    pub sitename: Option<&'a str>,
    /// The host of the page's address.
    pub hostname: Option<&'a str>,
    /// The summary that the page declares.
    pub description: Option<&'a str>,
    /// The language, as a tag such as `en`.
    pub language: Option<&'a str>,
    /// The direction of the text: `ltr` or `rtl`.
    pub direction: Option<&'a str>,
    /// The address of the main image.
    pub image: Option<&'a str>,
    /// The sections of the site that the page is in.
    pub categories: &'a [String],
    /// The keywords.
    pub tags: &'a [String],
    /// The license, as a name or an address.
    pub license: Option<&'a str>,
    /// The address that the page declares as its own.
    pub canonical: Option<&'a str>,
    /// Where each field was found.
    pub origins: BTreeMap<&'static str, &'static str>,
}

impl<'a> MetadataRecord<'a> {
    /// The record of `metadata`.
    pub fn of(metadata: &'a Metadata) -> MetadataRecord<'a> {
        let authors = list(&metadata.authors);
        MetadataRecord {
            title: text(&metadata.title),
            author: (!authors.is_empty()).then(|| authors.join("; ")),
            authors,
            date: text(&metadata.published),
            date_modified: text(&metadata.modified),
            sitename: text(&metadata.site_name),
            hostname: text(&metadata.hostname),
            description: text(&metadata.description),
            language: text(&metadata.language),
            direction: text(&metadata.direction),
            image: text(&metadata.image),
            categories: list(&metadata.categories),
            tags: list(&metadata.tags),
            license: text(&metadata.license),
            canonical: text(&metadata.canonical),
            origins: metadata.origins().into_iter().map(|(name, origin)| (name, origin.as_str())).collect(),
        }
    }

    /// The fields with several values.
    const LISTS: [&'static str; 3] = ["authors", "categories", "tags"];

    /// The names and values of the fields that are present.
    fn fields(&self) -> Vec<(&'static str, Vec<&'a str>)> {
        let texts = [
            ("title", self.title),
            ("date", self.date),
            ("date_modified", self.date_modified),
            ("sitename", self.sitename),
            ("hostname", self.hostname),
            ("description", self.description),
            ("language", self.language),
            ("direction", self.direction),
            ("image", self.image),
            ("license", self.license),
            ("canonical", self.canonical),
        ];
        let lists = [("authors", self.authors), ("categories", self.categories), ("tags", self.tags)];
        let texts = texts.into_iter().filter_map(|(name, value)| Some((name, vec![value?])));
        let lists = lists.into_iter().filter(|(_, values)| !values.is_empty());
        texts.chain(lists.map(|(name, values)| (name, values.iter().map(String::as_str).collect()))).collect()
    }

    /// The YAML front matter, as [`front_matter`] returns it, with the caller's `id` of the page as the first field if there is one.
    pub fn front_matter(&self, id: Option<&str>, url: Option<&str>) -> String {
        let mut yaml = "---\n".to_owned();
        for (name, value) in [("id", id), ("url", url)] {
            yaml.extend(value.map(|value| format!("{name}: {}\n", quoted(value))));
        }
        for (name, values) in self.fields() {
            let quoted: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            match values.as_slice() {
                [_] if !MetadataRecord::LISTS.contains(&name) => yaml += &format!("{name}: {}\n", quoted[0]),
                _ => yaml += &format!("{name}: [{}]\n", quoted.join(", ")),
            }
        }
        yaml + "---\n\n"
    }

    /// The names of the present fields, and their values as one line of text.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        self.fields().into_iter().map(|(name, values)| (name, values.join("; "))).collect()
    }
}

/// The record of one page of `dehusk metadata` in the JSON formats.
#[derive(Serialize)]
pub struct MetadataPage<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    status: &'static str,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    metadata: MetadataRecord<'a>,
    schema_version: u32,
    rules_version: &'static str,
}

impl<'a> MetadataPage<'a> {
    /// The metadata of a page.
    pub fn of(page: &'a PageOutcome) -> MetadataPage<'a> {
        MetadataPage {
            id: &page.id,
            url: page.url.as_deref(),
            status: page.status.as_str(),
            reason: page.reason.as_deref(),
            error: page.error.as_deref(),
            metadata: page.metadata.as_deref().map(MetadataRecord::of).unwrap_or_default(),
            schema_version: SCHEMA_VERSION,
            rules_version: RULES_VERSION,
        }
    }
}

fn text(field: &Option<Field<String>>) -> Option<&str> {
    field.as_ref().map(|field| field.value.as_str())
}

fn list(field: &Option<Field<Vec<String>>>) -> &[String] {
    field.as_ref().map_or(&[], |field| &field.value)
}

/// The YAML front matter for Markdown: strings in double quotes, lists in square brackets. `url` is the address of a fetched page.
pub fn front_matter(metadata: &Metadata, url: Option<&str>) -> String {
    MetadataRecord::of(metadata).front_matter(None, url)
}

/// A double-quoted string that is valid in YAML and JSON. Characters that YAML does not allow are escaped.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\u{FEFF}' | '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}' => {
                quoted += &format!("\\u{:04X}", c as u32)
            }
            c if c.is_control() => quoted += &format!("\\u{:04X}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
