//! Readers: pages from web archives, indexes of archives, folders, JSON lines and Parquet, as batches for the kernel.
//!
//! A reader knows how its file is read and where it can be read on; what is made of the pages is not known here.

mod cdx;
mod files;
mod jsonl;
mod packed;
mod page;
mod table;
mod warc;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

pub use cdx::CdxReader;
pub use files::FilesReader;
pub use jsonl::JsonLinesReader;
pub use packed::{Cursor, Frames, Input};
use page::PageBatch;
pub use page::{Archived, RawPage};
pub use table::TableReader;
pub use warc::WarcReader;

/// Bytes of pages in a batch: enough that threads seldom meet, few enough that memory is no matter.
const BATCH_BYTES: usize = 4 << 20;
/// Pages in a batch, where they are small.
const BATCH_PAGES: usize = 1024;

/// How much is read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The most bytes of a record, as stored and unpacked; a longer one is an error of its row.
    pub max_record_bytes: usize,
    /// The column or field that has the pages, in Parquet and JSON lines.
    pub html_column: String,
}

impl Default for ReadOptions {
    /// 64 MiB, as the limit of a page; `html`.
    fn default() -> ReadOptions {
        ReadOptions {
            max_record_bytes: dehusk::budget::Limits::DEFAULT_MAX_BYTES,
            html_column: "html".to_owned(),
        }
    }
}

/// Something that pages come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A web archive: `.warc`, `.warc.gz`, `.warc.zst`.
    Warc(PathBuf),
    /// An index of web archives: `.cdx`, `.cdxj`, also `.gz`.
    Cdx(PathBuf),
    /// A file of JSON objects, one in a line: `.jsonl`, `.ndjson`, also `.gz` and `.zst`.
    JsonLines(PathBuf),
    /// A Parquet file.
    Table(PathBuf),
    /// Files of a page each, with what each is called.
    Files {
        /// What the files are called together.
        name: String,
        /// Identifier and path of each page.
        pages: Vec<(String, PathBuf)>,
    },
}

/// What the columns of a source depend on: sources of different kinds do not fit into one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Archives and their indexes.
    Archive,
    /// JSON lines.
    JsonLines,
    /// Parquet.
    Table,
    /// Files of a page each.
    Files,
}

impl Source {
    /// The source that a file is, by the ending of its name; None if that says nothing.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Source> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let packed = [".gz", ".zst"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
        match packed.rsplit_once('.')?.1 {
            "warc" => Some(Source::Warc(path.to_owned())),
            "cdx" | "cdxj" => Some(Source::Cdx(path.to_owned())),
            "jsonl" | "ndjson" => Some(Source::JsonLines(path.to_owned())),
            "parquet" if packed == name => Some(Source::Table(path.to_owned())),
            _ => None,
        }
    }

    /// What its columns depend on.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Source::Warc(_) | Source::Cdx(_) => Kind::Archive,
            Source::JsonLines(_) => Kind::JsonLines,
            Source::Table(_) => Kind::Table,
            Source::Files { .. } => Kind::Files,
        }
    }

    /// What it is called in messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
                path.display().to_string()
            }
            Source::Files { name, .. } => name.clone(),
        }
    }

    /// How far it reaches, in what its cursors count: bytes, rows or pages. 0 if it cannot be read.
    #[must_use]
    pub fn extent(&self) -> u64 {
        match self {
            Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) => {
                path.metadata().map_or(0, |metadata| metadata.len())
            }
            Source::Table(path) => File::open(path).and_then(TableReader::rows).unwrap_or(0),
            Source::Files { pages, .. } => pages.len() as u64,
        }
    }

    /// Opens it at a place that a reader of it gave, or at its beginning.
    ///
    /// # Errors
    /// When it cannot be read, or is not what it seems to be.
    pub fn open(&self, options: &ReadOptions, from: Cursor) -> io::Result<Reader> {
        let frames = |path: &Path| Frames::new(Box::new(File::open(path)?), from);
        let max_bytes = options.max_record_bytes;
        Ok(match self {
            Source::Warc(path) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                Reader::Pages(Box::new(WarcReader::new(frames(path)?, name.unwrap_or_default(), max_bytes)))
            }
            Source::Cdx(path) => {
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                Reader::Pages(Box::new(CdxReader::new(frames(path)?, folder, max_bytes)))
            }
            Source::JsonLines(path) => {
                let column = options.html_column.clone();
                Reader::Pages(Box::new(JsonLinesReader::new(frames(path)?, column, max_bytes)))
            }
            Source::Files { pages, .. } => {
                Reader::Pages(Box::new(FilesReader::new(pages.clone(), max_bytes, from)))
            }
            Source::Table(path) => {
                Reader::Table(TableReader::new(File::open(path)?, &options.html_column, from)?)
            }
        })
    }

    /// The columns of its batches.
    ///
    /// # Errors
    /// When it cannot be read, or is not what it seems to be.
    pub fn schema(&self, options: &ReadOptions) -> io::Result<SchemaRef> {
        match self {
            Source::Table(path) => {
                Ok(TableReader::new(File::open(path)?, &options.html_column, Cursor::default())?.schema())
            }
            _ => Ok(PageBatch::schema(self.kind().into()).into()),
        }
    }
}

/// Gives one page after the other.
pub trait PageReader: Send {
    /// The next page; None at the end.
    ///
    /// # Errors
    /// When the source cannot be read; what is wrong with one page is said in that page.
    fn next_page(&mut self) -> io::Result<Option<RawPage>>;

    /// Where reading goes on after the pages so far.
    fn cursor(&self) -> Cursor;

    /// Which columns its pages have.
    fn layout(&self) -> Layout;
}

/// The columns that pages have besides those that all have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Those of archives.
    pub archived: bool,
    /// Pages are text already, whatever charset they declare.
    pub text: bool,
}

impl From<Kind> for Layout {
    fn from(kind: Kind) -> Layout {
        Layout { archived: kind == Kind::Archive, text: kind == Kind::JsonLines }
    }
}

/// A batch of pages, and where reading goes on after it.
pub struct Chunk {
    /// The pages, as the kernel takes them.
    pub batch: RecordBatch,
    /// Bytes of its pages.
    pub bytes: u64,
    /// Where reading goes on.
    pub after: Cursor,
}

/// Gives one batch after the other; the same ones, whoever asks.
pub enum Reader {
    /// Pages, to be gathered.
    Pages(Box<dyn PageReader>),
    /// Batches, as they are stored.
    Table(TableReader),
}

impl Reader {
    /// The next batch, of hardly more than so many bytes of pages if they are gathered; None at the end.
    ///
    /// # Errors
    /// When the source cannot be read; what is wrong with one page is said in its row.
    pub fn next_chunk(&mut self, most_bytes: u64) -> io::Result<Option<Chunk>> {
        match self {
            Reader::Table(reader) => reader.next_chunk(),
            Reader::Pages(reader) => gathered(reader.as_mut(), most_bytes),
        }
    }
}

fn gathered(reader: &mut dyn PageReader, most_bytes: u64) -> io::Result<Option<Chunk>> {
    let mut batch = PageBatch::new(reader.layout());
    let most_bytes = usize::try_from(most_bytes).unwrap_or(BATCH_BYTES).min(BATCH_BYTES);
    while batch.bytes() < most_bytes && batch.rows() < BATCH_PAGES {
        match reader.next_page()? {
            Some(page) => batch.push(&page),
            None => break,
        }
    }
    if batch.rows() == 0 {
        return Ok(None);
    }
    let bytes = batch.bytes() as u64;
    Ok(Some(Chunk { batch: batch.finish().map_err(arrow)?, bytes, after: reader.cursor() }))
}

fn arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => packed::invalid(other.to_string()),
    }
}
