//! Sources of pages, recognized by their file extensions, and the readers that read them.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use arrow_schema::SchemaRef;

use super::cdx::CdxReader;
use super::chunk::{Chunk, io_error};
use super::files::FilesReader;
use super::frames::{Cursor, Frames, invalid_data};
use super::json_fields::{self, JsonField};
use super::jsonl::JsonLinesReader;
use super::page::{PageReader, SourceKind};
use super::page_batch::PageBatch;
use super::read_options::ReadOptions;
use super::table::TableReader;
use super::warc::WarcReader;

/// The maximum total size of the pages in a batch, in bytes: large enough that threads seldom wait for a lock, small enough that
/// batches need little memory. Chosen by hand.
const MAX_BATCH_BYTES: usize = 4 << 20;
/// The maximum number of pages in a batch, which limits batches of small pages. Chosen by hand.
const MAX_BATCH_PAGES: usize = 1024;

/// A source of pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A WARC archive: `.warc`, `.warc.gz`, `.warc.zst`.
    Warc(PathBuf),
    /// An index of WARC archives: `.cdx`, `.cdxj`, also `.gz`.
    Cdx(PathBuf),
    /// A file with one JSON object per line: `.jsonl`, `.ndjson`, also `.gz` and `.zst`.
    JsonLines(PathBuf),
    /// A Parquet file.
    Table(PathBuf),
    /// Files with one page each.
    Files {
        /// The name of the group of files, for messages.
        name: String,
        /// The identifier and the path of each page.
        pages: Vec<(String, PathBuf)>,
    },
}

impl Source {
    /// Returns the source for a file, according to its extension; None if the extension is unknown.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Source> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let inner =
            [".gz", ".zst"].iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(&name);
        match inner.rsplit_once('.')?.1 {
            "warc" => Some(Source::Warc(path.to_owned())),
            "cdx" | "cdxj" => Some(Source::Cdx(path.to_owned())),
            "jsonl" | "ndjson" => Some(Source::JsonLines(path.to_owned())),
            "parquet" if inner == name => Some(Source::Table(path.to_owned())),
            _ => None,
        }
    }

    /// The kind of the source, which determines its columns.
    #[must_use]
    pub fn kind(&self) -> SourceKind {
        match self {
            Source::Warc(_) | Source::Cdx(_) => SourceKind::Archive,
            Source::JsonLines(_) => SourceKind::JsonLines,
            Source::Table(_) => SourceKind::Table,
            Source::Files { .. } => SourceKind::Files,
        }
    }

    /// The name of the source for messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Source::Warc(path) | Source::Cdx(path) | Source::JsonLines(path) | Source::Table(path) => {
                path.display().to_string()
            }
            Source::Files { name, .. } => name.clone(),
        }
    }

    /// The size of the source in the unit of its cursors: bytes, rows or pages. 0 if it cannot be read.
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

    /// Opens the source at a position that one of its readers returned, or at its start.
    ///
    /// # Errors
    /// If the source cannot be read, or its contents do not have the format that its extension indicates.
    pub fn open(&self, options: &ReadOptions, from: Cursor) -> io::Result<Reader> {
        guarded(|| self.open_unguarded(options, from))
    }

    fn open_unguarded(&self, options: &ReadOptions, from: Cursor) -> io::Result<Reader> {
        let frames = |path: &Path| Frames::new(Box::new(File::open(path)?), from);
        let max_bytes = options.max_record_bytes;
        Ok(match self {
            Source::Warc(path) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let (file, name) = (Box::new(File::open(path)?), name.unwrap_or_default());
                Reader::Pages(Box::new(WarcReader::open(file, from, name, max_bytes)?))
            }
            Source::Cdx(path) => {
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                Reader::Pages(Box::new(CdxReader::new(frames(path)?, folder, max_bytes)))
            }
            Source::JsonLines(path) => {
                Reader::Pages(Box::new(JsonLinesReader::new(frames(path)?, options.clone())))
            }
            Source::Files { pages, .. } => {
                Reader::Pages(Box::new(FilesReader::new(pages.clone(), max_bytes, from)))
            }
            Source::Table(path) => Reader::Table(TableReader::new(File::open(path)?, options, from)?),
        })
    }

    /// The columns of the source's batches.
    ///
    /// # Errors
    /// If the source cannot be read, or its contents do not have the format that its extension indicates.
    pub fn schema(&self, options: &ReadOptions) -> io::Result<SchemaRef> {
        match self {
            Source::Table(path) => {
                Ok(TableReader::new(File::open(path)?, options, Cursor::default())?.schema())
            }
            Source::JsonLines(_) => Ok(PageBatch::schema(self.kind().into(), &options.json_fields).into()),
            _ => Ok(PageBatch::schema(self.kind().into(), &[]).into()),
        }
    }
}

/// The fields of JSON lines that are copied to the output: those that [`ReadOptions::columns`] names, or else all in the first lines of
/// each source, for the columns of the output have to be known before its first row.
#[must_use]
pub fn json_fields(sources: &[Source], options: &ReadOptions) -> Vec<JsonField> {
    let files = sources.iter().filter_map(|source| match source {
        Source::JsonLines(path) => Some(path.as_path()),
        _ => None,
    });
    let files: Vec<&Path> = files.collect();
    let own = [&options.html_column, options.url_name(), options.id_name(), "content_type", "error"];
    let is_other = |name: &str| !own.contains(&name);
    let wanted = options.columns.as_ref();
    let wanted = wanted.map(|names| names.iter().filter(|name| is_other(name)).collect::<Vec<_>>());
    let mut found = json_fields::fields_of(&files, wanted.as_deref());
    found.retain(|name, _| is_other(name));
    found.into_iter().map(|(name, is_text)| JsonField { name, is_text }).collect()
}

/// Reads one batch after the other. Where a batch ends depends only on the source and on the options.
pub enum Reader {
    /// Reads single pages, which are collected into batches.
    Pages(Box<dyn PageReader>),
    /// Reads batches of rows from a Parquet file.
    Table(TableReader),
}

impl Reader {
    /// Returns the next batch, or None at the end. A batch collected from single pages ends once its pages have `max_bytes` bytes
    /// in total.
    ///
    /// # Errors
    /// If the source cannot be read. An error of a single page is reported in its row. After an error the reader is of no use.
    pub fn next_chunk(&mut self, max_bytes: u64) -> io::Result<Option<Chunk>> {
        guarded(|| match self {
            Reader::Table(reader) => reader.next_chunk(),
            Reader::Pages(reader) => collect_batch(reader.as_mut(), max_bytes),
        })
    }
}

/// Turns a panic, of a reader or of a crate that it uses, into an error of the source: a worker thread that ended with it would leave
/// the others waiting for its batch.
fn guarded<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let failed = |message: &str| {
        invalid_data(format!("internal error ({message}); please report this together with the file"))
    };
    dehusk::guarded(work).unwrap_or_else(|panicked| Err(failed(panicked.message())))
}

fn collect_batch(reader: &mut dyn PageReader, max_bytes: u64) -> io::Result<Option<Chunk>> {
    let mut batch = PageBatch::new(reader.layout(), reader.fields());
    let max_bytes = usize::try_from(max_bytes).unwrap_or(MAX_BATCH_BYTES).min(MAX_BATCH_BYTES);
    while batch.bytes() < max_bytes && batch.rows() < MAX_BATCH_PAGES {
        match reader.next_page()? {
            Some(page) => batch.push(&page),
            None => break,
        }
    }
    if batch.rows() == 0 {
        return Ok(None);
    }
    let bytes = batch.bytes() as u64;
    Ok(Some(Chunk { batch: batch.finish().map_err(io_error)?, bytes, after: reader.cursor() }))
}

#[cfg(test)]
mod tests {
    use super::super::page::{Layout, RawPage};
    use super::*;

    struct Panicking;

    impl PageReader for Panicking {
        fn next_page(&mut self) -> io::Result<Option<RawPage>> {
            panic!("a negative length")
        }

        fn cursor(&self) -> Cursor {
            Cursor::default()
        }

        fn layout(&self) -> Layout {
            SourceKind::JsonLines.into()
        }
    }

    #[test]
    fn a_panic_while_reading_is_an_error_of_the_source() {
        let error = Reader::Pages(Box::new(Panicking)).next_chunk(1000).err().map(|error| error.to_string());
        assert!(error.as_ref().is_some_and(|error| error.contains("a negative length")), "{error:?}");
    }
}
