//! YAML front matter, written by `dehusk-record` as for the program.

use crate::extraction::MetadataDict;
use dehusk_record::MetadataRecord;
use pyo3::prelude::*;

/// Returns the front matter of a page, with its `id` and `url` if they are given.
#[pyfunction]
pub(crate) fn front_matter(metadata: MetadataDict, id: Option<String>, url: Option<String>) -> String {
    let mut record = MetadataRecord::default();
    record.title = metadata.title.as_deref();
    record.authors = &metadata.authors;
    record.date = metadata.date.as_deref();
    record.date_modified = metadata.date_modified.as_deref();
    record.sitename = metadata.sitename.as_deref();
    record.hostname = metadata.hostname.as_deref();
    record.description = metadata.description.as_deref();
    record.language = metadata.language.as_deref();
    record.direction = metadata.direction.as_deref();
    record.image = metadata.image.as_deref();
    record.categories = &metadata.categories;
    record.tags = &metadata.tags;
    record.license = metadata.license.as_deref();
    record.canonical = metadata.canonical.as_deref();
    record.front_matter(id.as_deref(), url.as_deref())
}
