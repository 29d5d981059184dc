//! Converts the arguments of the Python `Extractor` into [`Options`].

use dehusk::budget::Limits;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::{Error, Options};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;

/// The arguments of `Extractor`, passed as a dictionary.
///
/// A limit that is `None` means the library's default, except `timeout`, where `None` means no time limit.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Arguments {
    method: Option<String>,
    params: Vec<(String, String)>,
    select: Vec<String>,
    exclude: Vec<String>,
    hidden: Option<String>,
    invisible: Option<String>,
    languages: Vec<String>,
    title: Option<String>,
    include_tables: bool,
    include_comments: bool,
    include_links: bool,
    include_images: bool,
    data_images: bool,
    list_marks: bool,
    table_rows: bool,
    markdown: bool,
    html: bool,
    pub(crate) metadata: bool,
    blocks: bool,
    links: bool,
    images: bool,
    tables: bool,
    items: bool,
    comments: bool,
    jsonld: bool,
    timeout: Option<f64>,
    max_bytes: Option<usize>,
    max_depth: Option<usize>,
    max_elements: Option<usize>,
    max_output: Option<usize>,
    max_memory: Option<usize>,
}

impl Arguments {
    /// Returns the options, or a `ValueError` that says what is wrong.
    pub(crate) fn options(&self) -> PyResult<Options> {
        self.build().map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn build(&self) -> Result<Options, Error> {
        let mut options = Options::new();
        if let Some(name) = &self.method {
            options = options.with_method(name)?;
        }
        for (name, value) in &self.params {
            options = options.with_param(name, value)?;
        }
        for css in &self.select {
            options = options.with_select(css)?;
        }
        for css in &self.exclude {
            options = options.with_exclude(css)?;
        }
        if let Some(choice) = &self.hidden {
            options = options.with_hidden(choice.parse()?);
        }
        if let Some(choice) = &self.invisible {
            options = options.with_invisible(choice.parse()?);
        }
        if let Some(choice) = &self.title {
            options = options.with_title(choice.parse()?);
        }
        if !self.include_tables {
            options = options.without_tables();
        }
        if !self.include_comments {
            options = options.without_comments();
        }
        let mut markup = Markup::NONE;
        (markup.markdown, markup.html) = (self.markdown, self.html);
        (markup.without_links, markup.without_images) = (!self.include_links, !self.include_images);
        markup.data_images = self.data_images;
        (markup.text.lists, markup.text.rows) = (self.list_marks, self.table_rows);
        let options = options.with_parts(self.parts()).with_languages(&self.languages)?;
        Ok(options.with_markup(markup).with_limits(self.limits()))
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::NONE;
        parts.blocks = self.blocks;
        parts.links = self.links;
        parts.images = self.images;
        parts.tables = self.tables;
        parts.items = self.items;
        parts.comments = self.comments;
        parts.json_ld = self.jsonld;
        parts
    }

    fn limits(&self) -> Limits {
        // A timeout too long for a `Duration` is in practice no limit.
        let timeout = self.timeout.map(|time| Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX));
        Limits {
            timeout,
            max_bytes: self.max_bytes.unwrap_or(Limits::DEFAULT_MAX_BYTES),
            max_depth: self.max_depth.unwrap_or(Limits::DEFAULT_MAX_DEPTH),
            max_elements: self.max_elements.unwrap_or(Limits::DEFAULT_MAX_ELEMENTS),
            max_output: self.max_output.unwrap_or(Limits::DEFAULT_MAX_OUTPUT),
            max_memory: self.max_memory,
        }
    }
}
