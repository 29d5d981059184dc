//! One page before extraction, as a reader found it, and the interface of readers that return single pages.

use std::io;

use super::frames::Cursor;
use super::json_fields::JsonField;

/// One page, or the reason why it could not be read.
#[derive(Debug, Default)]
pub struct RawPage {
    /// The identifier of the page.
    pub id: String,
    /// The bytes of the page; empty if there is an error.
    pub html: Vec<u8>,
    /// The address of the page.
    pub url: Option<String>,
    /// The HTTP header `Content-Type`.
    pub content_type: Option<String>,
    /// What the archive says about the record of the page.
    pub warc: Option<WarcInfo>,
    /// Why the page could not be read, as a sentence.
    pub error: Option<String>,
    /// The cells of [`PageReader::fields`]. If there are too few, the last ones are empty.
    pub cells: Vec<Option<String>>,
}

/// What an archive says about one of its records: enough to read the record again.
#[derive(Debug, Default)]
pub struct WarcInfo {
    /// The file name, without folders.
    pub filename: String,
    /// Where the record starts: the offset of its frame, and the number of uncompressed bytes before it in that frame. That
    /// number is 0 unless the file was compressed as a whole.
    pub cursor: Cursor,
    /// The number of bytes in the file from the start of the record to the next record. None if several records share a frame.
    pub length: Option<u64>,
    /// `WARC-Record-ID`.
    pub record_id: Option<String>,
    /// `WARC-Date`.
    pub date: Option<String>,
    /// `WARC-Payload-Digest`, else `WARC-Block-Digest`.
    pub digest: Option<String>,
    /// `WARC-Truncated`: why the crawler truncated the page.
    pub truncated: Option<String>,
    /// The status code of the HTTP response.
    pub http_status: Option<i32>,
}

impl WarcInfo {
    /// Copies the values that are needed from the record's header; `field` returns the value of a field by its lower-case name.
    pub(super) fn read_header(&mut self, field: impl Fn(&str) -> Option<String>) {
        self.record_id = field("warc-record-id");
        self.date = field("warc-date");
        self.digest = field("warc-payload-digest").or_else(|| field("warc-block-digest"));
        self.truncated = field("warc-truncated");
    }

    /// The record ID without its angle brackets or, if the record has no ID, its file name and position.
    pub(super) fn id(&self) -> String {
        match &self.record_id {
            Some(id) => id.trim_matches(['<', '>']).to_owned(),
            None => format!("{}@{}", self.filename, self.cursor),
        }
    }
}

/// Reads one page after the other.
pub trait PageReader: Send {
    /// Returns the next page, or None at the end.
    ///
    /// # Errors
    /// If the source cannot be read. An error of a single page is reported in that page.
    fn next_page(&mut self) -> io::Result<Option<RawPage>>;

    /// The position at which reading continues after the pages returned so far.
    fn cursor(&self) -> Cursor;

    /// Which columns the pages have.
    fn layout(&self) -> Layout;

    /// The fields that are copied to the output.
    fn fields(&self) -> &[JsonField] {
        &[]
    }
}

/// The kind of a source, which determines its columns. Sources of different kinds do not fit into one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// WARC archives and their indexes.
    Archive,
    /// JSON lines.
    JsonLines,
    /// Parquet.
    Table,
    /// Files with one page each.
    Files,
}

/// Which columns pages have in addition to the columns common to all pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Whether pages have the columns of [`WarcInfo`].
    pub has_warc_info: bool,
    /// Whether the pages are text that is already decoded, whatever charset they declare.
    pub is_text: bool,
}

impl From<SourceKind> for Layout {
    fn from(kind: SourceKind) -> Layout {
        Layout { has_warc_info: kind == SourceKind::Archive, is_text: kind == SourceKind::JsonLines }
    }
}
