//! The Arrow kernel: a batch of pages in, a batch of texts out, same rows, same order.
//!
//! | input column | types | what it is |
//! |---|---|---|
//! | `html` ([`BatchOptions::with_html_column`]) | binary, utf8, large or view, dictionaries of them | the page; needed, not passed on |
//! | `url` | utf8, large or view | where it came from: resolves links, tells the host |
//! | `content_type` | utf8, large or view | the HTTP header of that name: tells the encoding, and what is no page |
//! | `error` | utf8, large or view | why there is no page in this row; not passed on but answered |
//! | all others, `id` for one | any | passed on as they are, as `url` and `content_type` are; one with the name of a column that is made gets `input_` before it |
//!
//! Pages in a binary column are decoded by the web's rules, those in a string column are taken as text, whatever charset they
//! declare. Passed columns come first, then those of [`BatchOptions::output_schema`]: `status`, `reason`, `error`, `method`,
//! `encoding`, `encoding_origin`, `bytes`, `page_type`, `quality_score`, `quality_verdict`, `text`; `markdown` and `html` if [`dehusk::Options::with_markup`] asks for them;
//! `raw_jsonld`, `comments`, `links`, `images`, `tables` and `blocks` as [`dehusk::Options::with_parts`] does; with
//! [`BatchOptions::with_metadata`] `title`, `authors`, `date` and the rest; `rules_version` and `options_hash`. Texts are
//! `large_utf8`, columns of few different values are dictionaries, lists are lists, of structs with the fields that the record of
//! `dehusk extract` has. A field that a page lacks is null; `text` is empty instead.
//!
//! Each page has the limits of its [`dehusk::Options`]. A page that cannot be extracted has a `status` and an `error`; even a
//! panic stays in its row. Memory is that of the batch, its output and one page.

mod columns;
mod input;
mod lists;

use std::any::Any;
use std::collections::HashSet;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use dehusk::metadata::Context;
use dehusk::{Extractor, Options};

use crate::content_type;
use columns::{Columns, Row};
use input::{PageCells, PageColumns};

/// What the name of a column begins with that would else have the name of one that is made.
const RENAMED: &str = "input_";

/// What is done with every batch.
///
/// ```
/// use dehusk::Options;
/// use dehusk_batch::BatchOptions;
/// let options = BatchOptions::new(Options::new().with_method("danag")?).with_metadata(true).with_html_column("body");
/// # Ok::<(), dehusk::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchOptions {
    options: Options,
    metadata: bool,
    html_column: String,
}

/// Why no batch of this schema can be worked on. It depends on no page, so it can be known before the first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// The column of pages is not there.
    #[error("there is no column {name:?} of pages; there are {present}")]
    Missing {
        /// The column.
        name: String,
        /// The columns that there are.
        present: String,
    },
    /// A column that is read has a type that it cannot have.
    #[error("the column {name:?} has type {found}; it can be {wanted}")]
    Type {
        /// The column.
        name: String,
        /// Its type.
        found: DataType,
        /// What it can be.
        wanted: &'static str,
    },
    /// A column to be passed on has the name of another one of the answer, even with `input_` before it.
    #[error("there would be two columns {name:?}, of which one is passed on; rename or drop it")]
    Clash {
        /// The column.
        name: String,
    },
    /// Arrow does not take the columns made; a fault of ours.
    #[error("the columns do not fit together ({0}); please report it")]
    Inner(String),
}

impl BatchOptions {
    /// Extraction with these options, no metadata, pages in the column `html`.
    #[must_use]
    pub fn new(options: Options) -> BatchOptions {
        BatchOptions { options, metadata: false, html_column: "html".to_owned() }
    }

    /// Whether columns of metadata are made.
    #[must_use]
    pub fn with_metadata(self, metadata: bool) -> BatchOptions {
        BatchOptions { metadata, ..self }
    }

    /// The column that has the pages.
    #[must_use]
    pub fn with_html_column(self, name: impl Into<String>) -> BatchOptions {
        BatchOptions { html_column: name.into(), ..self }
    }

    /// The options of the extraction.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether columns of metadata are made.
    #[must_use]
    pub fn metadata(&self) -> bool {
        self.metadata
    }

    /// The schema that batches of the schema `input` become: engines ask for it before the first batch.
    ///
    /// # Errors
    /// [`SchemaError`] if such batches cannot be worked on.
    pub fn output_schema(&self, input: &Schema) -> Result<SchemaRef, SchemaError> {
        input::check(input, &self.html_column)?;
        let made = columns::fields(self);
        let passed = self.passed(input).map(|index| beside(&made, input.field(index)));
        let fields: Vec<Field> = passed.chain(made.iter().cloned()).collect();
        let mut names = HashSet::new();
        if let Some(clash) = fields.iter().find(|field| !names.insert(field.name())) {
            return Err(SchemaError::Clash { name: clash.name().clone() });
        }
        Ok(Arc::new(Schema::new_with_metadata(fields, input.metadata().clone())))
    }

    /// The columns of the input that are passed on, by index.
    fn passed(&self, input: &Schema) -> impl Iterator<Item = usize> {
        let is_read = |name: &String| *name == self.html_column || name == input::ERROR;
        (0..input.fields().len()).filter(move |index| !is_read(input.field(*index).name()))
    }
}

/// Extracts batch after batch on one thread; it keeps the buffers of its extractor, no other state.
#[derive(Debug)]
pub struct BatchExtractor {
    options: BatchOptions,
    /// None at first and after a panic, which may have left it in disorder.
    extractor: Option<Extractor>,
}

impl BatchExtractor {
    /// An extractor with these options.
    #[must_use]
    pub fn new(options: BatchOptions) -> BatchExtractor {
        BatchExtractor { options, extractor: None }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &BatchOptions {
        &self.options
    }

    /// Extracts every page of a batch; see [`crate::kernel`] for the columns.
    ///
    /// # Errors
    /// [`SchemaError`] if the columns are not those of a batch of pages. No page is the reason of an error.
    pub fn extract(&mut self, batch: &RecordBatch) -> Result<RecordBatch, SchemaError> {
        let schema = self.options.output_schema(batch.schema_ref())?;
        let pages = PageColumns::of(batch, &self.options.html_column)?;
        let mut columns = Columns::new(&self.options, batch.num_rows());
        for index in 0..batch.num_rows() {
            let row = self.row(&pages, index);
            columns.push(row);
        }
        let passed = self.options.passed(batch.schema_ref()).map(|index| batch.column(index));
        let arrays: Vec<ArrayRef> = passed.cloned().chain(columns.finish()).collect();
        let rows = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(schema, arrays, &rows).map_err(inner)
    }

    fn row(&mut self, pages: &PageColumns<'_>, index: usize) -> Row {
        let page = pages.page(index);
        let length = page.bytes.map_or(0, <[u8]>::len);
        let Some(bytes) = page.bytes.filter(|_| page.error.is_none()) else {
            let error = page.error.unwrap_or("there is no page in this row");
            return Row::Failed { error: error.to_owned(), bytes: length };
        };
        if let Some(kind) = page.content_type().filter(|kind| content_type::cannot_be_page(kind)) {
            return Row::NotHtml { content_type: kind.to_owned(), bytes: length };
        }
        let taken = self.extractor.take();
        let mut extractor = taken.unwrap_or_else(|| Extractor::new(self.options.options.clone()));
        let options = &self.options;
        let work = || {
            let row = extracted(&mut extractor, options, bytes, &page);
            (row, extractor)
        };
        match panic::catch_unwind(AssertUnwindSafe(work)) {
            Ok((row, extractor)) => {
                self.extractor = Some(extractor);
                row
            }
            Err(payload) => Row::Failed { error: sentence_about_panic(payload.as_ref()), bytes: length },
        }
    }
}

/// Extracts every page of one batch. For many batches keep a [`BatchExtractor`].
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, BinaryArray, Int32Array, RecordBatch, cast::AsArray};
/// use dehusk::Options;
/// use dehusk_batch::{BatchOptions, extract_batch};
///
/// let pages: [&[u8]; 2] = [b"<p>The old mill reopens on Monday, after ten years.", b"%PDF-1.7"];
/// let id: ArrayRef = Arc::new(Int32Array::from(vec![7, 8]));
/// let html: ArrayRef = Arc::new(BinaryArray::from_iter_values(pages));
/// let batch = RecordBatch::try_from_iter([("id", id), ("html", html)])?;
///
/// let texts = extract_batch(&batch, &BatchOptions::new(Options::new()))?;
/// assert_eq!(texts.num_rows(), 2);
/// assert_eq!(texts["id"].as_ref(), batch["id"].as_ref());
/// let text = texts["text"].as_string::<i64>();
/// assert_eq!((text.value(0), text.value(1)), ("The old mill reopens on Monday, after ten years.", ""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SchemaError`] if the columns are not those of a batch of pages. No page is the reason of an error.
pub fn extract_batch(batch: &RecordBatch, options: &BatchOptions) -> Result<RecordBatch, SchemaError> {
    BatchExtractor::new(options.clone()).extract(batch)
}

fn extracted(extractor: &mut Extractor, options: &BatchOptions, bytes: &[u8], page: &PageCells<'_>) -> Row {
    let mut opened = extractor.open(bytes, page.content_type());
    if let Some(url) = page.url {
        opened.set_address(url);
    }
    let context = Context { address: page.url, ..Context::default() };
    let metadata = if options.metadata { opened.metadata(&context).map(Box::new) } else { None };
    let extraction = Box::new(opened.extract(options.options.method_value()));
    Row::Extracted { extraction, metadata, is_text: page.is_text }
}

/// A field that is passed on, under a name that no column that is made has.
fn beside(made: &[Field], passed: &Field) -> Field {
    let is_taken = made.iter().any(|own| own.name() == passed.name());
    if is_taken { passed.clone().with_name(format!("{RENAMED}{}", passed.name())) } else { passed.clone() }
}

fn inner(error: ArrowError) -> SchemaError {
    SchemaError::Inner(error.to_string())
}

fn sentence_about_panic(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    format!("dehusk itself failed on this page ({text}); please report it together with the page")
}
