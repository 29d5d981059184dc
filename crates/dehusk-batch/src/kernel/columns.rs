//! The columns that the kernel adds to the output, in order. They hold the fields of the record of `dehusk extract`, one column
//! each.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, Float32Builder, Int64Builder, LargeStringBuilder, LargeStringDictionaryBuilder, ListBuilder,
};
use arrow_array::types::Int32Type;
use arrow_schema::{DataType, Field};
use dehusk::assessment::{PageType, Quality};
use dehusk::metadata::Metadata;
use dehusk::{Extraction, Options, RULES_VERSION, Status, parts};

use super::lists::{self, ListColumns, saturating_i64};

/// The value of `encoding_origin` for a page from a string column.
const TEXT_ORIGIN: &str = "utf8";

/// The initial capacity of text columns in bytes per row: large enough that the columns seldom have to grow. Chosen by hand.
const TEXT_BYTES_PER_ROW: usize = 4096;

/// The outcome of one row.
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
    /// The server declared a content type that cannot be a page.
    NotHtml {
        content_type: String,
        bytes: usize,
    },
}

/// Builds a column with few distinct values as a dictionary.
type Words = LargeStringDictionaryBuilder<Int32Type>;
type Texts = LargeStringBuilder;
type Lists = ListBuilder<LargeStringBuilder>;

/// The fields of the new columns.
pub(super) fn fields(options: &Options, metadata: bool) -> Vec<Field> {
    let markup = options.markup();
    let mut fields = vec![
        word("status", false),
        word("reason", true),
        text("error", true),
        word("method", false),
        word("encoding", true),
        word("encoding_origin", true),
        Field::new("bytes", DataType::Int64, false),
        word("page_type", true),
        Field::new("quality_score", DataType::Float32, true),
        word("quality_verdict", true),
        Field::new("hidden_kept", DataType::Int64, false),
        Field::new("hidden_removed", DataType::Int64, false),
        Field::new("invisible", DataType::Int64, false),
        text("text", false),
    ];
    fields.extend(markup.markdown.then(|| text("markdown", true)));
    fields.extend(markup.html.then(|| text("html", true)));
    let parts = options.parts();
    fields.extend(parts.json_ld.then(|| list("raw_jsonld")));
    fields.extend(lists::fields(parts));
    if metadata {
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

/// The new columns of a batch while its rows are being extracted.
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
    page_type: Words,
    quality_score: Float32Builder,
    quality_verdict: Words,
    hidden_kept: Int64Builder,
    hidden_removed: Int64Builder,
    invisible: Int64Builder,
    text: Texts,
    markdown: Option<Texts>,
    html: Option<Texts>,
    json_ld: Option<Lists>,
    lists: ListColumns,
    metadata: Option<MetadataColumns>,
    rules_version: Words,
    options_hashes: Words,
    /// The size in bytes of the texts, the markup and the lists so far.
    size: usize,
}

impl Columns {
    pub(super) fn new(options: &Options, metadata: bool, rows: usize) -> Columns {
        let texts = || Texts::with_capacity(rows, rows.saturating_mul(TEXT_BYTES_PER_ROW));
        let (markup, parts) = (options.markup(), options.parts());
        Columns {
            method: options.method(),
            options_hash: options.hash(),
            status: Words::new(),
            reason: Words::new(),
            error: Texts::new(),
            methods: Words::new(),
            encoding: Words::new(),
            encoding_origin: Words::new(),
            bytes: Int64Builder::with_capacity(rows),
            page_type: Words::new(),
            quality_score: Float32Builder::with_capacity(rows),
            quality_verdict: Words::new(),
            hidden_kept: Int64Builder::with_capacity(rows),
            hidden_removed: Int64Builder::with_capacity(rows),
            invisible: Int64Builder::with_capacity(rows),
            text: texts(),
            markdown: markup.markdown.then(texts),
            html: markup.html.then(texts),
            json_ld: parts.json_ld.then(Lists::default),
            lists: ListColumns::new(parts),
            metadata: metadata.then(MetadataColumns::default),
            rules_version: Words::new(),
            options_hashes: Words::new(),
            size: 0,
        }
    }

    /// The size in bytes of the texts, the markup and the lists of the rows so far. Everything else of a row is small.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn push(&mut self, row: Row) {
        match row {
            Row::Extracted { extraction, metadata, is_text } => {
                self.push_extraction(*extraction, is_text);
                if let Some(columns) = &mut self.metadata {
                    columns.push(metadata.as_deref());
                }
            }
            Row::Failed { error, bytes } => self.push_failure(Status::Error, None, &error, bytes),
            Row::NotHtml { content_type, bytes } => {
                let error = format!("the server sent the content type {content_type}, which is not HTML");
                self.push_failure(Status::NotHtml, Some("content_type"), &error, bytes);
            }
        }
        self.methods.append_value(self.method);
        self.rules_version.append_value(RULES_VERSION);
        self.options_hashes.append_value(&self.options_hash);
    }

    fn push_extraction(&mut self, mut extraction: Extraction, is_text: bool) {
        self.status.append_value(extraction.status().as_str());
        self.reason.append_option(extraction.reason());
        self.error.append_null();
        // A rejected page was never decoded.
        let decoded = extraction.selection().is_some();
        self.encoding.append_option(decoded.then(|| extraction.encoding()));
        let origin = if is_text { TEXT_ORIGIN } else { extraction.encoding_origin() };
        self.encoding_origin.append_option(decoded.then_some(origin));
        self.bytes.append_value(saturating_i64(extraction.bytes()));
        self.push_assessment(extraction.page_type(), extraction.quality());
        self.push_hidden(extraction.hidden_kept(), extraction.hidden_removed(), extraction.invisible());
        self.text.append_value(extraction.text());
        self.size += extraction.text().len();
        for (column, form) in
            [(&mut self.markdown, extraction.markdown()), (&mut self.html, extraction.html())]
        {
            if let Some(column) = column {
                column.append_option(form);
                self.size += form.map_or(0, str::len);
            }
        }
        self.push_lists(decoded.then(|| extraction.take_lists()).as_ref());
    }

    fn push_assessment(&mut self, page_type: Option<PageType>, quality: Option<Quality>) {
        self.page_type.append_option(page_type.map(PageType::as_str));
        self.quality_score.append_option(quality.map(|quality| quality.score));
        self.quality_verdict.append_option(quality.map(|quality| quality.verdict.as_str()));
    }

    fn push_hidden(&mut self, kept: usize, removed: usize, invisible: usize) {
        self.hidden_kept.append_value(saturating_i64(kept));
        self.hidden_removed.append_value(saturating_i64(removed));
        self.invisible.append_value(saturating_i64(invisible));
    }

    fn push_lists(&mut self, lists: Option<&parts::Lists>) {
        if let Some(column) = &mut self.json_ld {
            column.append_option(lists.map(|lists| lists.json_ld.iter().map(Some)));
            self.size += lists.map_or(0, |lists| lists.json_ld.iter().map(String::len).sum());
        }
        self.size += self.lists.push(lists);
    }

    fn push_failure(&mut self, status: Status, reason: Option<&str>, error: &str, bytes: usize) {
        self.status.append_value(status.as_str());
        self.reason.append_option(reason);
        self.error.append_value(error);
        for column in [&mut self.encoding, &mut self.encoding_origin] {
            column.append_null();
        }
        self.bytes.append_value(saturating_i64(bytes));
        self.push_assessment(None, None);
        self.push_hidden(0, 0, 0);
        self.text.append_value("");
        for column in [&mut self.markdown, &mut self.html].into_iter().flatten() {
            column.append_null();
        }
        self.push_lists(None);
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
            &mut self.page_type,
            &mut self.quality_score,
            &mut self.quality_verdict,
            &mut self.hidden_kept,
            &mut self.hidden_removed,
            &mut self.invisible,
            &mut self.text,
        ];
        first.extend(self.markdown.iter_mut().map(|column| column as &mut dyn ArrayBuilder));
        first.extend(self.html.iter_mut().map(|column| column as &mut dyn ArrayBuilder));
        first.extend(self.json_ld.iter_mut().map(|column| column as &mut dyn ArrayBuilder));
        let mut arrays: Vec<ArrayRef> = first.into_iter().map(ArrayBuilder::finish).collect();
        arrays.extend(self.lists.finish());
        arrays.extend(self.metadata.into_iter().flat_map(MetadataColumns::finish));
        arrays.extend([&mut self.rules_version, &mut self.options_hashes].map(ArrayBuilder::finish));
        arrays
    }
}

/// The metadata columns. Each has the name of its field in the record of `dehusk metadata`.
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
        let empty = Metadata::default();
        let metadata = metadata.unwrap_or(&empty);
        for (column, field) in [
            (&mut self.title, &metadata.title),
            (&mut self.date, &metadata.published),
            (&mut self.date_modified, &metadata.modified),
            (&mut self.sitename, &metadata.site_name),
            (&mut self.hostname, &metadata.hostname),
            (&mut self.description, &metadata.description),
            (&mut self.image, &metadata.image),
            (&mut self.license, &metadata.license),
            (&mut self.canonical, &metadata.canonical),
        ] {
            column.append_option(field.as_ref().map(|field| &field.value));
        }
        self.language.append_option(metadata.language.as_ref().map(|field| &field.value));
        self.direction.append_option(metadata.direction.as_ref().map(|field| &field.value));
        for (column, field) in [
            (&mut self.authors, &metadata.authors),
            (&mut self.categories, &metadata.categories),
            (&mut self.tags, &metadata.tags),
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
