//! The columns that are made, in their order: what the record of `dehusk extract` says, flat.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, Int64Builder, LargeStringBuilder, LargeStringDictionaryBuilder, ListBuilder,
};
use arrow_array::types::Int32Type;
use arrow_schema::{DataType, Field};
use dehusk::metadata::Metadata;
use dehusk::{Extraction, RULES_VERSION, Status};

use super::BatchOptions;

/// How the encoding of a page in a string column is called.
const TEXT_ORIGIN: &str = "utf8";

/// Bytes that builders begin with for a row, so that they need not grow in the first pages.
const TEXT_BYTES_PER_ROW: usize = 4096;

/// What became of one row.
pub(super) enum Row {
    Extracted {
        extraction: Box<Extraction>,
        metadata: Option<Box<Metadata>>,
        is_text: bool,
    },
    Failed {
        error: String,
        bytes: usize,
    },
    /// Its server called it something that cannot be a page.
    NotHtml {
        content_type: String,
        bytes: usize,
    },
}

type Words = LargeStringDictionaryBuilder<Int32Type>;
type Texts = LargeStringBuilder;
type Lists = ListBuilder<LargeStringBuilder>;

/// The fields of the columns made.
pub(super) fn fields(options: &BatchOptions) -> Vec<Field> {
    let markup = options.options().markup();
    let mut fields = vec![
        word("status", false),
        word("reason", true),
        text("error", true),
        word("method", false),
        word("encoding", true),
        word("encoding_origin", true),
        Field::new("bytes", DataType::Int64, false),
        text("text", false),
    ];
    fields.extend(markup.markdown.then(|| text("markdown", true)));
    fields.extend(markup.html.then(|| text("html", true)));
    if options.metadata() {
        fields.extend(MetadataColumns::fields());
    }
    fields.extend([word("rules_version", false), word("options_hash", false)]);
    fields
}

fn word(name: &str, nullable: bool) -> Field {
    let kind = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::LargeUtf8));
    Field::new(name, kind, nullable)
}

fn text(name: &str, nullable: bool) -> Field {
    Field::new(name, DataType::LargeUtf8, nullable)
}

fn list(name: &str) -> Field {
    Field::new(name, DataType::List(Arc::new(Field::new_list_field(DataType::LargeUtf8, true))), true)
}

/// The columns of one batch while its rows are worked on.
pub(super) struct Columns {
    method: &'static str,
    options_hash: String,
    status: Words,
    reason: Words,
    error: Texts,
    methods: Words,
    encoding: Words,
    encoding_origin: Words,
    bytes: Int64Builder,
    text: Texts,
    markdown: Option<Texts>,
    html: Option<Texts>,
    metadata: Option<MetadataColumns>,
    rules_version: Words,
    options_hashes: Words,
}

impl Columns {
    pub(super) fn new(options: &BatchOptions, rows: usize) -> Columns {
        let texts = || Texts::with_capacity(rows, rows.saturating_mul(TEXT_BYTES_PER_ROW));
        let markup = options.options().markup();
        Columns {
            method: options.options().method(),
            options_hash: options.options().hash(),
            status: Words::new(),
            reason: Words::new(),
            error: Texts::new(),
            methods: Words::new(),
            encoding: Words::new(),
            encoding_origin: Words::new(),
            bytes: Int64Builder::with_capacity(rows),
            text: texts(),
            markdown: markup.markdown.then(texts),
            html: markup.html.then(texts),
            metadata: options.metadata().then(MetadataColumns::default),
            rules_version: Words::new(),
            options_hashes: Words::new(),
        }
    }

    pub(super) fn push(&mut self, row: &Row) {
        match row {
            Row::Extracted { extraction, metadata, is_text } => {
                self.extraction(extraction, *is_text);
                if let Some(columns) = &mut self.metadata {
                    columns.push(metadata.as_deref());
                }
            }
            Row::Failed { error, bytes } => self.failure(Status::Error, None, error, *bytes),
            Row::NotHtml { content_type, bytes } => {
                let error = format!("the server sent it as {content_type}, which is no HTML");
                self.failure(Status::NotHtml, Some("content_type"), &error, *bytes);
            }
        }
        self.methods.append_value(self.method);
        self.rules_version.append_value(RULES_VERSION);
        self.options_hashes.append_value(&self.options_hash);
    }

    fn extraction(&mut self, extraction: &Extraction, is_text: bool) {
        self.status.append_value(extraction.status().as_str());
        self.reason.append_option(extraction.reason());
        self.error.append_null();
        // A page that was refused has never been decoded.
        let decoded = extraction.selection().is_some();
        self.encoding.append_option(decoded.then(|| extraction.encoding()));
        let origin = if is_text { TEXT_ORIGIN } else { extraction.encoding_origin() };
        self.encoding_origin.append_option(decoded.then_some(origin));
        self.bytes.append_value(saturated(extraction.bytes()));
        self.text.append_value(extraction.text());
        for (column, form) in
            [(&mut self.markdown, extraction.markdown()), (&mut self.html, extraction.html())]
        {
            if let Some(column) = column {
                column.append_option(form);
            }
        }
    }

    fn failure(&mut self, status: Status, reason: Option<&str>, error: &str, bytes: usize) {
        self.status.append_value(status.as_str());
        self.reason.append_option(reason);
        self.error.append_value(error);
        for column in [&mut self.encoding, &mut self.encoding_origin] {
            column.append_null();
        }
        self.bytes.append_value(saturated(bytes));
        self.text.append_value("");
        for column in [&mut self.markdown, &mut self.html].into_iter().flatten() {
            column.append_null();
        }
        if let Some(columns) = &mut self.metadata {
            columns.push(None);
        }
    }

    /// The columns in the order of [`fields`].
    pub(super) fn finish(mut self) -> Vec<ArrayRef> {
        let mut first: Vec<&mut dyn ArrayBuilder> = vec![
            &mut self.status,
            &mut self.reason,
            &mut self.error,
            &mut self.methods,
            &mut self.encoding,
            &mut self.encoding_origin,
            &mut self.bytes,
            &mut self.text,
        ];
        first.extend(self.markdown.iter_mut().map(|column| column as &mut dyn ArrayBuilder));
        first.extend(self.html.iter_mut().map(|column| column as &mut dyn ArrayBuilder));
        let mut arrays: Vec<ArrayRef> = first.into_iter().map(ArrayBuilder::finish).collect();
        arrays.extend(self.metadata.into_iter().flat_map(MetadataColumns::finish));
        arrays.extend([&mut self.rules_version, &mut self.options_hashes].map(ArrayBuilder::finish));
        arrays
    }
}

fn saturated(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// The columns of metadata, named as in the record of `dehusk metadata`.
#[derive(Default)]
struct MetadataColumns {
    title: Texts,
    authors: Lists,
    date: Texts,
    date_modified: Texts,
    sitename: Texts,
    hostname: Texts,
    description: Texts,
    language: Words,
    direction: Words,
    image: Texts,
    categories: Lists,
    tags: Lists,
    license: Texts,
    canonical: Texts,
}

impl MetadataColumns {
    fn fields() -> [Field; 14] {
        [
            text("title", true),
            list("authors"),
            text("date", true),
            text("date_modified", true),
            text("sitename", true),
            text("hostname", true),
            text("description", true),
            word("language", true),
            word("direction", true),
            text("image", true),
            list("categories"),
            list("tags"),
            text("license", true),
            text("canonical", true),
        ]
    }

    fn push(&mut self, metadata: Option<&Metadata>) {
        // A page without metadata has the fields of an empty one.
        let nothing = Metadata::default();
        let about = metadata.unwrap_or(&nothing);
        for (column, field) in [
            (&mut self.title, &about.title),
            (&mut self.date, &about.published),
            (&mut self.date_modified, &about.modified),
            (&mut self.sitename, &about.site_name),
            (&mut self.hostname, &about.hostname),
            (&mut self.description, &about.description),
            (&mut self.image, &about.image),
            (&mut self.license, &about.licence),
            (&mut self.canonical, &about.canonical),
        ] {
            column.append_option(field.as_ref().map(|field| &field.value));
        }
        self.language.append_option(about.language.as_ref().map(|field| &field.value));
        self.direction.append_option(about.direction.as_ref().map(|field| &field.value));
        for (column, field) in [
            (&mut self.authors, &about.authors),
            (&mut self.categories, &about.categories),
            (&mut self.tags, &about.tags),
        ] {
            let values = field.as_ref().map(|field| field.value.iter().map(Some));
            column.append_option(values);
        }
    }

    fn finish(mut self) -> Vec<ArrayRef> {
        let columns: [&mut dyn ArrayBuilder; 14] = [
            &mut self.title,
            &mut self.authors,
            &mut self.date,
            &mut self.date_modified,
            &mut self.sitename,
            &mut self.hostname,
            &mut self.description,
            &mut self.language,
            &mut self.direction,
            &mut self.image,
            &mut self.categories,
            &mut self.tags,
            &mut self.license,
            &mut self.canonical,
        ];
        columns.into_iter().map(ArrayBuilder::finish).collect()
    }
}
