//! `Engine`: an extractor with fixed options that any number of threads may share.
//!
//! It runs the library without the interpreter lock and turns a panic into a result. It does not check
//! arguments beyond their types: the Python package does.

use crate::extraction::{ExtractionDict, MetadataDict};
use crate::lists::{self, ListsDict};
use crate::options::Arguments;
use crate::signals::{self, interruptible};
use arrow_array::RecordBatch;
use arrow_pyarrow::PyArrowType;
use arrow_schema::Schema;
use dehusk::metadata::Context;
use dehusk::parts::Parts;
use dehusk::{Extractor, OpenPage, Options, PageInput, Panicked, guarded};
use dehusk_batch::{BatchOptions, SchemaError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::sync::Mutex;

/// The content type used for a page passed as a Python `str`, which arrives here as UTF-8. It is treated as
/// an HTTP header, which takes precedence over the encoding that the page declares.
const UTF_8_CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// The options, and the extractors that are not in use. They are kept so that their buffers are reused.
#[pyclass(frozen, module = "dehusk._native")]
pub(crate) struct Engine {
    options: Options,
    metadata: bool,
    idle: Mutex<Vec<Extractor>>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(arguments: Arguments) -> PyResult<Engine> {
        let options = arguments.options()?.with_clock(signals::clock);
        Ok(Engine { options, metadata: arguments.metadata, idle: Mutex::default() })
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.options.method()
    }

    #[getter]
    fn options_hash(&self) -> String {
        self.options.hash()
    }

    /// Extracts one page. If `is_text` is true, the page was a `str` and `content_type` is ignored. If `explain`
    /// is true, the result lists all blocks, each with the signals that decided whether it is kept.
    fn extract(
        &self,
        py: Python<'_>,
        page: PyBackedBytes,
        is_text: bool,
        url: Option<String>,
        content_type: Option<String>,
        explain: bool,
    ) -> PyResult<ExtractionDict> {
        let content_type = if is_text { Some(UTF_8_CONTENT_TYPE) } else { content_type.as_deref() };
        let result = self.run(py, explain, |extractor| {
            let wanted = extractor.options().parts();
            let input = PageInput { bytes: &page, content_type, address: url.as_deref() };
            self.extract_page(&mut extractor.open_page(&input), wanted, url.as_deref(), explain)
        })?;
        Ok(result.unwrap_or_else(|panicked| {
            ExtractionDict::panicked(self.options.method(), page.len(), panicked.to_string())
        }))
    }

    /// Reads the metadata of one page without extracting its text. The first is `None` if the page cannot be read; the second
    /// says why, if that is a panic or the time limit.
    fn metadata(
        &self,
        py: Python<'_>,
        page: PyBackedBytes,
        is_text: bool,
        url: Option<String>,
        content_type: Option<String>,
    ) -> PyResult<(Option<MetadataDict>, Option<String>)> {
        let content_type = if is_text { Some(UTF_8_CONTENT_TYPE) } else { content_type.as_deref() };
        let metadata = self.run(py, false, |extractor| {
            let mut open = extractor.open(&page, content_type);
            let metadata = open.metadata(&context(url.as_deref()));
            let is_late = metadata.is_none() && open.deadline().check().is_err();
            (metadata, is_late.then(|| "it took longer than it may".to_owned()))
        })?;
        let (metadata, why) = metadata.unwrap_or_else(|panicked| (None, Some(panicked.to_string())));
        Ok((metadata.map(MetadataDict::from), why))
    }

    /// Extracts every page of an Arrow batch. Batches cross the C data interface without being copied.
    fn extract_batch(
        &self,
        py: Python<'_>,
        batch: PyArrowType<RecordBatch>,
        column: String,
    ) -> PyResult<PyArrowType<RecordBatch>> {
        let options = self.batch_options(column);
        let extracted = interruptible(py, || dehusk_batch::extract_batch(&batch.0, &options))?;
        extracted.map(PyArrowType).map_err(schema_error)
    }

    /// Returns the output schema of [`Engine::extract_batch`] for an input schema.
    fn batch_schema(&self, schema: PyArrowType<Schema>, column: String) -> PyResult<PyArrowType<Schema>> {
        let schema = self.batch_options(column).output_schema(&schema.0).map_err(schema_error)?;
        Ok(PyArrowType(schema.as_ref().clone()))
    }
}

impl Engine {
    fn batch_options(&self, column: String) -> BatchOptions {
        BatchOptions::new(self.options.clone()).with_metadata(self.metadata).with_html_column(column)
    }

    /// Calls `work` with an extractor, without the interpreter lock. Returns [`Panicked`] if it panicked, and an error if
    /// a signal handler raised one.
    ///
    /// With `explain`, the extractor lists blocks even if the options do not request them.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        explain: bool,
        work: impl FnOnce(&mut Extractor) -> T + Send,
    ) -> PyResult<Result<T, Panicked>> {
        let mut extractor =
            if explain { Extractor::new(self.options_with_blocks()) } else { self.take_extractor() };
        // After a panic the buffers of the extractor may be in any state, so it is dropped. Nothing else was
        // changed.
        let work = || guarded(|| (work(&mut extractor), extractor));
        let (result, extractor) = match interruptible(py, work)? {
            Ok(done) => done,
            Err(panicked) => return Ok(Err(panicked)),
        };
        if !explain {
            self.return_extractor(extractor);
        }
        Ok(Ok(result))
    }

    fn options_with_blocks(&self) -> Options {
        let mut parts = self.options.parts();
        parts.blocks = true;
        self.options.clone().with_parts(parts)
    }

    /// Returns an idle extractor, or a new one.
    ///
    /// The mutex is taken with `try_lock` only, and only by threads that hold the interpreter lock. So a
    /// process created by `fork` never waits for it, and never inherits it locked.
    fn take_extractor(&self) -> Extractor {
        let idle = self.idle.try_lock().ok().and_then(|mut idle| idle.pop());
        idle.unwrap_or_else(|| Extractor::new(self.options.clone()))
    }

    fn return_extractor(&self, extractor: Extractor) {
        if let Ok(mut idle) = self.idle.try_lock() {
            idle.push(extractor);
        }
    }

    fn extract_page(
        &self,
        open: &mut OpenPage<'_, '_>,
        wanted: Parts,
        url: Option<&str>,
        explain: bool,
    ) -> ExtractionDict {
        // All steps share one deadline. They have the order of the program and of the npm package, so that the same is missing if
        // it is reached.
        let metadata = if self.metadata { open.metadata(&context(url)) } else { None };
        let mut extraction = open.extract(self.options.method_value());
        let mut lists = ListsDict::default();
        if wanted != Parts::NONE && extraction.selection().is_some() {
            lists = lists::convert(open, wanted, extraction.take_lists(), extraction.text());
        }
        if explain && let Some(explanation) = open.explain(self.options.method_value()) {
            lists.explain(explanation);
        }
        ExtractionDict::new(extraction, metadata, lists)
    }
}

fn schema_error(error: SchemaError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn context(url: Option<&str>) -> Context<'_> {
    Context { address: url, ..Context::default() }
}
