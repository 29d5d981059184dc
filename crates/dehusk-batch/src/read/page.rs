//! A page as a reader found it, before anything is made of it, and batches of such pages.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Int32Builder, Int64Builder, LargeBinaryBuilder, LargeStringBuilder,
    LargeStringDictionaryBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};

use super::Layout;
use super::packed::Cursor;

/// One page, or why it could not be had.
#[derive(Debug, Default)]
pub struct RawPage {
    /// What tells it from others.
    pub id: String,
    /// Its bytes; none if there is an error.
    pub html: Vec<u8>,
    /// Where it came from.
    pub url: Option<String>,
    /// The HTTP header of that name.
    pub content_type: Option<String>,
    /// Where it lies in an archive.
    pub archived: Option<Archived>,
    /// Why it could not be had: a sentence.
    pub error: Option<String>,
}

/// What an archive says about one of its records, enough to read it again.
#[derive(Debug, Default)]
pub struct Archived {
    /// The file, without its folders.
    pub filename: String,
    /// Where the record begins: its frame, and the unpacked bytes of that before it, 0 but in files that were packed as a whole.
    pub place: Cursor,
    /// Bytes from there to the next record; none where several share a frame.
    pub length: Option<u64>,
    /// `WARC-Record-ID`.
    pub record_id: Option<String>,
    /// `WARC-Date`.
    pub date: Option<String>,
    /// `WARC-Payload-Digest`, else `WARC-Block-Digest`.
    pub digest: Option<String>,
    /// `WARC-Truncated`: why the crawler has cut the page.
    pub truncated: Option<String>,
    /// The status of the HTTP response.
    pub http_status: Option<i32>,
}

impl Archived {
    /// Reads what the header of the record says.
    pub(super) fn describe(&mut self, field: impl Fn(&str) -> Option<String>) {
        self.record_id = field("warc-record-id");
        self.date = field("warc-date");
        self.digest = field("warc-payload-digest").or_else(|| field("warc-block-digest"));
        self.truncated = field("warc-truncated");
    }

    /// The record's own identifier without its brackets, else its place.
    pub(super) fn id(&self) -> String {
        match &self.record_id {
            Some(id) => id.trim_matches(['<', '>']).to_owned(),
            None => format!("{}@{}", self.filename, self.place),
        }
    }
}

/// Pages as bytes, or as text that has been decoded already.
enum Html {
    Bytes(LargeBinaryBuilder),
    Text(LargeStringBuilder),
}

/// The columns of a batch while pages come.
pub(super) struct PageBatch {
    id: LargeStringBuilder,
    html: Html,
    url: LargeStringBuilder,
    content_type: LargeStringBuilder,
    error: LargeStringBuilder,
    archived: Option<ArchivedColumns>,
    layout: Layout,
    bytes: usize,
}

impl PageBatch {
    /// An empty batch.
    pub(super) fn new(layout: Layout) -> PageBatch {
        PageBatch {
            id: LargeStringBuilder::new(),
            html: if layout.text {
                Html::Text(LargeStringBuilder::new())
            } else {
                Html::Bytes(LargeBinaryBuilder::new())
            },
            url: LargeStringBuilder::new(),
            content_type: LargeStringBuilder::new(),
            error: LargeStringBuilder::new(),
            archived: layout.archived.then(ArchivedColumns::default),
            layout,
            bytes: 0,
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.id.len()
    }

    /// Bytes of pages.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn push(&mut self, page: &RawPage) {
        self.bytes += page.html.len();
        self.id.append_value(&page.id);
        match &mut self.html {
            Html::Bytes(html) => html.append_value(&page.html),
            Html::Text(html) => html.append_value(String::from_utf8_lossy(&page.html)),
        }
        self.url.append_option(page.url.as_ref());
        self.content_type.append_option(page.content_type.as_ref());
        self.error.append_option(page.error.as_ref());
        if let Some(columns) = &mut self.archived {
            columns.push(page.archived.as_ref().unwrap_or(&Archived::default()));
        }
    }

    /// The fields of every batch.
    pub(super) fn schema(layout: Layout) -> Schema {
        let text = |name| Field::new(name, DataType::LargeUtf8, true);
        let mut fields = vec![
            Field::new("id", DataType::LargeUtf8, false),
            Field::new("html", if layout.text { DataType::LargeUtf8 } else { DataType::LargeBinary }, true),
            text("url"),
            text("content_type"),
            text("error"),
        ];
        if layout.archived {
            fields.extend(ArchivedColumns::fields());
        }
        Schema::new(fields)
    }

    pub(super) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let schema = PageBatch::schema(self.layout);
        let html: &mut dyn ArrayBuilder = match &mut self.html {
            Html::Bytes(html) => html,
            Html::Text(html) => html,
        };
        let columns: [&mut dyn ArrayBuilder; 5] =
            [&mut self.id, html, &mut self.url, &mut self.content_type, &mut self.error];
        let mut arrays: Vec<ArrayRef> = columns.into_iter().map(ArrayBuilder::finish).collect();
        arrays.extend(self.archived.into_iter().flat_map(ArchivedColumns::finish));
        RecordBatch::try_new(Arc::new(schema), arrays)
    }
}

#[derive(Default)]
struct ArchivedColumns {
    filename: LargeStringDictionaryBuilder<Int32Type>,
    offset: Int64Builder,
    skip: Int64Builder,
    length: Int64Builder,
    record_id: LargeStringBuilder,
    date: LargeStringBuilder,
    digest: LargeStringBuilder,
    truncated: LargeStringDictionaryBuilder<Int32Type>,
    http_status: Int32Builder,
}

impl ArchivedColumns {
    fn fields() -> [Field; 9] {
        let text = |name| Field::new(name, DataType::LargeUtf8, true);
        let word = |name| {
            let kind = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::LargeUtf8));
            Field::new(name, kind, true)
        };
        [
            word("warc_filename"),
            Field::new("warc_offset", DataType::Int64, false),
            Field::new("warc_skip", DataType::Int64, false),
            Field::new("warc_length", DataType::Int64, true),
            text("warc_record_id"),
            text("warc_date"),
            text("warc_digest"),
            word("warc_truncated"),
            Field::new("http_status", DataType::Int32, true),
        ]
    }

    fn push(&mut self, about: &Archived) {
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.filename.append_value(&about.filename);
        self.offset.append_value(signed(about.place.offset));
        self.skip.append_value(signed(about.place.skip));
        self.length.append_option(about.length.map(signed));
        self.record_id.append_option(about.record_id.as_ref());
        self.date.append_option(about.date.as_ref());
        self.digest.append_option(about.digest.as_ref());
        self.truncated.append_option(about.truncated.as_ref());
        self.http_status.append_option(about.http_status);
    }

    fn finish(mut self) -> Vec<ArrayRef> {
        let columns: [&mut dyn ArrayBuilder; 9] = [
            &mut self.filename,
            &mut self.offset,
            &mut self.skip,
            &mut self.length,
            &mut self.record_id,
            &mut self.date,
            &mut self.digest,
            &mut self.truncated,
            &mut self.http_status,
        ];
        columns.into_iter().map(ArrayBuilder::finish).collect()
    }
}
