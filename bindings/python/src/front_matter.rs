//! YAML front matter, written by `dehusk-record` as for the program.

use dehusk_record::MetadataRecord;
use pyo3::prelude::*;

/// The fields of the class `Metadata` that are written.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Fields {
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
}

/// Returns the front matter of a page, with its `id` and `url` if they are given.
#[pyfunction]
pub(crate) fn front_matter(metadata: Fields, id: Option<String>, url: Option<String>) -> String {
    let record = MetadataRecord {
        title: metadata.title.as_deref(),
        authors: &metadata.authors,
        date: metadata.date.as_deref(),
        date_modified: metadata.date_modified.as_deref(),
        sitename: metadata.sitename.as_deref(),
        hostname: metadata.hostname.as_deref(),
        description: metadata.description.as_deref(),
        language: metadata.language.as_deref(),
        direction: metadata.direction.as_deref(),
        image: metadata.image.as_deref(),
        categories: &metadata.categories,
        tags: &metadata.tags,
        license: metadata.license.as_deref(),
        canonical: metadata.canonical.as_deref(),
        ..MetadataRecord::default()
    };
    record.front_matter(id.as_deref(), url.as_deref())
}
