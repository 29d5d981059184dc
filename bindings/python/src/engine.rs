//! An extractor with fixed options that any number of threads may use at once.

use crate::answer::{Answer, MetadataOrReason};
use crate::lists::{self, ListAnswers};
use crate::options::Arguments;
use arrow_array::RecordBatch;
use arrow_pyarrow::PyArrowType;
use arrow_schema::Schema;
use dehusk::metadata::Context;
use dehusk::parts::Parts;
use dehusk::{Extractor, OpenPage, Options, Status};
use dehusk_batch::{BatchOptions, SchemaError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// Text from Python is UTF-8 here; said as a header, it outranks what the page declares.
const UTF_8: &str = "text/html; charset=utf-8";

/// Options, and extractors at rest: their buffers are worth keeping.
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
        let options = arguments.options()?;
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

    /// Extracts one page. `content_type` is ignored of a page that `is_text`; `explain` adds blocks with what decided about them.
    fn extract(
        &self,
        py: Python<'_>,
        page: PyBackedBytes,
        is_text: bool,
        url: Option<String>,
        content_type: Option<String>,
        explain: bool,
    ) -> Answer {
        let content_type = if is_text { Some(UTF_8) } else { content_type.as_deref() };
        let answer = self.work(py, explain, |extractor| {
            let wanted = extractor.options().parts();
            let mut open = extractor.open(&page, content_type);
            self.answer(&mut open, wanted, url.as_deref(), explain)
        });
        answer.unwrap_or_else(|| Answer::panicked(self.options.method(), page.len()))
    }

    /// Reads the metadata of one page and extracts nothing.
    fn metadata(
        &self,
        py: Python<'_>,
        page: PyBackedBytes,
        is_text: bool,
        url: Option<String>,
        content_type: Option<String>,
    ) -> MetadataOrReason {
        let content_type = if is_text { Some(UTF_8) } else { content_type.as_deref() };
        let read = self.work(py, false, |extractor| {
            metadata_of(&mut extractor.open(&page, content_type), url.as_deref())
        });
        read.unwrap_or(MetadataOrReason { metadata: None, status: "error", reason: Some("panic") })
    }

    /// Extracts every page of an Arrow batch, which comes and goes through the C data interface without being copied.
    fn extract_batch(
        &self,
        py: Python<'_>,
        batch: PyArrowType<RecordBatch>,
        column: String,
    ) -> PyResult<PyArrowType<RecordBatch>> {
        let options = self.batch_options(column);
        let texts = py.detach(|| dehusk_batch::extract_batch(&batch.0, &options));
        texts.map(PyArrowType).map_err(unfit)
    }

    /// The schema that batches of a schema become.
    fn batch_schema(&self, schema: PyArrowType<Schema>, column: String) -> PyResult<PyArrowType<Schema>> {
        let schema = self.batch_options(column).output_schema(&schema.0).map_err(unfit)?;
        Ok(PyArrowType(schema.as_ref().clone()))
    }
}

impl Engine {
    fn batch_options(&self, column: String) -> BatchOptions {
        BatchOptions::new(self.options.clone()).with_metadata(self.metadata).with_html_column(column)
    }

    /// Works with an extractor while other threads have the interpreter; `None` after a panic, a defect of ours and no reason to
    /// lose other pages. To `explain` needs blocks, whatever the options say.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        explain: bool,
        work: impl FnOnce(&mut Extractor) -> T + Send,
    ) -> Option<T> {
        let mut extractor = if explain { Extractor::new(self.explaining()) } else { self.wake() };
        // A panic drops the extractor, whose buffers may be in any state, and nothing else is changed.
        let whole = || catch_unwind(AssertUnwindSafe(|| (work(&mut extractor), extractor)));
        let (done, extractor) = py.detach(whole).ok()?;
        if !explain {
            self.rest(extractor);
        }
        Some(done)
    }

    fn explaining(&self) -> Options {
        let mut parts = self.options.parts();
        parts.blocks = true;
        self.options.clone().with_parts(parts)
    }

    /// An extractor at rest, or a new one. Only a thread that holds the interpreter's lock comes here, and none waits: so a
    /// child of `fork` never finds the mutex locked for good.
    fn wake(&self) -> Extractor {
        let idle = self.idle.try_lock().ok().and_then(|mut idle| idle.pop());
        idle.unwrap_or_else(|| Extractor::new(self.options.clone()))
    }

    fn rest(&self, extractor: Extractor) {
        if let Ok(mut idle) = self.idle.try_lock() {
            idle.push(extractor);
        }
    }

    fn answer(&self, open: &mut OpenPage<'_, '_>, wanted: Parts, url: Option<&str>, explain: bool) -> Answer {
        if let Some(url) = url {
            open.set_address(url);
        }
        let mut extraction = open.extract(self.options.method_value());
        let metadata = if self.metadata { open.metadata(&about(url)) } else { None };
        let mut lists = ListAnswers::default();
        if wanted != Parts::NONE && extraction.selection().is_some() {
            lists = lists::answers(open, wanted, extraction.take_lists(), extraction.text());
        }
        if explain && let Some(explanation) = open.explain(self.options.method_value()) {
            lists.explain(explanation);
        }
        Answer::new(extraction, metadata, lists)
    }
}

fn unfit(error: SchemaError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn about(url: Option<&str>) -> Context<'_> {
    Context { address: url, ..Context::default() }
}

fn metadata_of(open: &mut OpenPage<'_, '_>, url: Option<&str>) -> MetadataOrReason {
    let (status, reason) = open.status();
    let metadata = open.metadata(&about(url));
    let (status, reason) = match (&metadata, status) {
        (None, Status::Ok) => (Status::Timeout, Some("timeout")),
        _ => (status, reason),
    };
    MetadataOrReason { metadata: metadata.map(Into::into), status: status.as_str(), reason }
}
