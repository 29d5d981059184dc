//! Collects single pages into a batch.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Int32Builder, Int64Builder, LargeBinaryBuilder, LargeStringBuilder,
    LargeStringDictionaryBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};

use super::json_fields::JsonField;
use super::page::{Layout, RawPage, WarcInfo};

/// The builder of the column of pages: bytes, or text that is already decoded.
enum HtmlColumn {
    Bytes(LargeBinaryBuilder),
    Text(LargeStringBuilder),
}

/// The builders of the columns of one batch.
pub(super) struct PageBatch {
    id: LargeStringBuilder,
    html: HtmlColumn,
    url: LargeStringBuilder,
    content_type: LargeStringBuilder,
    error: LargeStringBuilder,
    warc: Option<WarcColumns>,
    fields: Vec<LargeStringBuilder>,
    schema: Schema,
    bytes: usize,
}

impl PageBatch {
    /// An empty batch of pages with these fields to be copied.
    pub(super) fn new(layout: Layout, fields: &[JsonField]) -> PageBatch {
        PageBatch {
            id: LargeStringBuilder::new(),
            html: if layout.is_text {
                HtmlColumn::Text(LargeStringBuilder::new())
            } else {
                HtmlColumn::Bytes(LargeBinaryBuilder::new())
            },
            url: LargeStringBuilder::new(),
            content_type: LargeStringBuilder::new(),
            error: LargeStringBuilder::new(),
            warc: layout.has_warc_info.then(WarcColumns::default),
            fields: fields.iter().map(|_| LargeStringBuilder::new()).collect(),
            schema: PageBatch::schema(layout, fields),
            bytes: 0,
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.id.len()
    }

    /// The total number of bytes of all pages.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn push(&mut self, page: &RawPage) {
        self.bytes += page.html.len();
        self.id.append_value(&page.id);
        match &mut self.html {
            HtmlColumn::Bytes(html) => html.append_value(&page.html),
            HtmlColumn::Text(html) => html.append_value(String::from_utf8_lossy(&page.html)),
        }
        self.url.append_option(page.url.as_ref());
        self.content_type.append_option(page.content_type.as_ref());
        self.error.append_option(page.error.as_ref());
        if let Some(columns) = &mut self.warc {
            columns.push(page.warc.as_ref().unwrap_or(&WarcInfo::default()));
        }
        for (index, column) in self.fields.iter_mut().enumerate() {
            column.append_option(page.cells.get(index).and_then(Option::as_ref));
        }
    }

    /// The columns of every batch with this layout.
    pub(super) fn schema(layout: Layout, copied: &[JsonField]) -> Schema {
        let text = |name| Field::new(name, DataType::LargeUtf8, true);
        let mut fields = vec![
            Field::new("id", DataType::LargeUtf8, false),
            Field::new(
                "html",
                if layout.is_text { DataType::LargeUtf8 } else { DataType::LargeBinary },
                true,
            ),
            text("url"),
            text("content_type"),
            text("error"),
        ];
        if layout.has_warc_info {
            fields.extend(WarcColumns::fields());
        }
        fields.extend(copied.iter().map(JsonField::column));
        Schema::new(fields)
    }

    pub(super) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let html: &mut dyn ArrayBuilder = match &mut self.html {
            HtmlColumn::Bytes(html) => html,
            HtmlColumn::Text(html) => html,
        };
        let columns: [&mut dyn ArrayBuilder; 5] =
            [&mut self.id, html, &mut self.url, &mut self.content_type, &mut self.error];
        let mut arrays: Vec<ArrayRef> = columns.into_iter().map(ArrayBuilder::finish).collect();
        arrays.extend(self.warc.into_iter().flat_map(WarcColumns::finish));
        arrays.extend(self.fields.iter_mut().map(ArrayBuilder::finish));
        RecordBatch::try_new(Arc::new(self.schema), arrays)
    }
}

/// The builders of the columns of [`WarcInfo`].
#[derive(Default)]
struct WarcColumns {
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

impl WarcColumns {
    fn fields() -> [Field; 9] {
        let text = |name| Field::new(name, DataType::LargeUtf8, true);
        let dictionary = |name| {
            let kind = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::LargeUtf8));
            Field::new(name, kind, true)
        };
        [
            dictionary("warc_filename"),
            Field::new("warc_offset", DataType::Int64, false),
            Field::new("warc_skip", DataType::Int64, false),
            Field::new("warc_length", DataType::Int64, true),
            text("warc_record_id"),
            text("warc_date"),
            text("warc_digest"),
            dictionary("warc_truncated"),
            Field::new("http_status", DataType::Int32, true),
        ]
    }

    fn push(&mut self, warc: &WarcInfo) {
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.filename.append_value(&warc.filename);
        self.offset.append_value(signed(warc.cursor.offset));
        self.skip.append_value(signed(warc.cursor.skip));
        self.length.append_option(warc.length.map(signed));
        self.record_id.append_option(warc.record_id.as_ref());
        self.date.append_option(warc.date.as_ref());
        self.digest.append_option(warc.digest.as_ref());
        self.truncated.append_option(warc.truncated.as_ref());
        self.http_status.append_option(warc.http_status);
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
