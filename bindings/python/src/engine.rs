//! An extractor with fixed options that any number of threads may use at once.

use crate::answer::{self, Answer, MetadataOrReason};
use crate::options::Arguments;
use arrow_array::RecordBatch;
use arrow_pyarrow::PyArrowType;
use arrow_schema::Schema;
use dehusk::metadata::Context;
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
    blocks: bool,
    idle: Mutex<Vec<Extractor>>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(arguments: Arguments) -> PyResult<Engine> {
        let options = arguments.options()?;
        let Arguments { metadata, blocks, .. } = arguments;
        Ok(Engine { options, metadata, blocks, idle: Mutex::default() })
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
        let mut extractor = self.wake();
        let answer = py.detach(|| {
            // A panic drops the extractor, whose buffers may be in any state, and nothing else is changed.
            let answer = catch_unwind(AssertUnwindSafe(|| {
                let mut open = extractor.open(&page, content_type);
                self.answer(&mut open, url.as_deref(), explain)
            }));
            answer.map(|answer| (answer, extractor))
        });
        match answer {
            Ok((answer, extractor)) => {
                self.rest(extractor);
                answer
            }
            Err(_) => Answer::panicked(self.options.method(), page.len()),
        }
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
        let mut extractor = self.wake();
        let read = py.detach(|| {
            let read = catch_unwind(AssertUnwindSafe(|| {
                let mut open = extractor.open(&page, content_type);
                metadata_of(&mut open, url.as_deref())
            }));
            read.map(|read| (read, extractor))
        });
        match read {
            Ok((read, extractor)) => {
                self.rest(extractor);
                read
            }
            Err(_) => MetadataOrReason { metadata: None, status: "error", reason: Some("panic") },
        }
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

    fn answer(&self, open: &mut OpenPage<'_, '_>, url: Option<&str>, explain: bool) -> Answer {
        if let Some(url) = url {
            open.set_address(url);
        }
        let extraction = open.extract(self.options.method_value());
        let metadata = if self.metadata { open.metadata(&about(url)) } else { None };
        let mut blocks = if self.blocks || explain { answer::blocks(open, &extraction) } else { None };
        if let Some(blocks) = blocks.as_mut().filter(|_| explain)
            && let Some(explanation) = open.explain(self.options.method_value())
        {
            answer::explain(blocks, explanation);
        }
        Answer::new(extraction, metadata, blocks)
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
