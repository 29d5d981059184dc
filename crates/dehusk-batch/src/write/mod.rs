//! Writes batches to one file, and archives of fetched pages (`warc`). The path of the file and when it counts as finished are up to `run`.

mod json;
pub mod warc;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

pub(crate) use json::write_rows;

/// The maximum size of a row group in bytes, most of which are already compressed: some thousand pages. A row group is kept in
/// memory until it is written. Chosen by hand.
const MAX_ROW_GROUP_BYTES: usize = 16 << 20;
/// The default level of zstd. On text of a few megabytes, higher levels save too little space for the time that they take.
const ZSTD_LEVEL: i32 = 3;
/// Columns whose values hardly ever repeat, so a dictionary would not make them smaller.
const UNIQUE_COLUMNS: [&str; 6] = ["id", "text", "markdown", "html", "warc_record_id", "description"];

/// The format of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Parquet, compressed with zstd.
    Parquet,
    /// JSON lines: one object per line.
    JsonLines,
    /// JSON lines, compressed with gzip.
    JsonLinesGzip,
    /// JSON lines, compressed with zstd.
    JsonLinesZstd,
}

impl FileFormat {
    /// All formats.
    pub const ALL: [FileFormat; 4] =
        [FileFormat::Parquet, FileFormat::JsonLines, FileFormat::JsonLinesGzip, FileFormat::JsonLinesZstd];

    /// The extension of files in this format, without the leading dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            FileFormat::Parquet => "parquet",
            FileFormat::JsonLines => "jsonl",
            FileFormat::JsonLinesGzip => "jsonl.gz",
            FileFormat::JsonLinesZstd => "jsonl.zst",
        }
    }

    /// Returns the format that the extension of a path indicates; None if the extension is unknown.
    ///
    /// ```
    /// use dehusk_batch::write::FileFormat;
    /// assert_eq!(FileFormat::from_path("out/pages.jsonl.zst".as_ref()), Some(FileFormat::JsonLinesZstd));
    /// assert_eq!(FileFormat::from_path("out".as_ref()), None);
    /// ```
    #[must_use]
    pub fn from_path(path: &Path) -> Option<FileFormat> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        FileFormat::ALL.into_iter().find(|format| name.ends_with(&format!(".{}", format.extension())))
    }

    /// The name and type of the first column that the format cannot represent, if there is one.
    #[must_use]
    pub fn unsupported_column(self, schema: &Schema) -> Option<String> {
        if self == FileFormat::Parquet {
            return None;
        }
        let field = schema.fields().iter().find(|field| !json::is_supported(field.data_type()))?;
        Some(format!("{} ({})", field.name(), field.data_type()))
    }

    /// Returns a writer of batches with this schema.
    ///
    /// # Errors
    /// If the file cannot be written or the format cannot represent a column.
    pub fn writer(self, file: File, schema: SchemaRef) -> io::Result<Writer> {
        let out = BufWriter::new(file);
        Ok(Writer(match self {
            FileFormat::Parquet => {
                let writer = ArrowWriter::try_new(out, schema, Some(properties())).map_err(io_error)?;
                Encoder::Parquet(Box::new(writer))
            }
            FileFormat::JsonLines => Encoder::JsonLines(out),
            FileFormat::JsonLinesGzip => {
                Encoder::JsonLinesGzip(GzEncoder::new(out, flate2::Compression::default()))
            }
            FileFormat::JsonLinesZstd => {
                Encoder::JsonLinesZstd(zstd::stream::write::Encoder::new(out, ZSTD_LEVEL)?)
            }
        }))
    }
}

/// A file that is being written. [`FileFormat::writer`] returns one.
pub struct Writer(Encoder);

enum Encoder {
    Parquet(Box<ArrowWriter<BufWriter<File>>>),
    JsonLines(BufWriter<File>),
    JsonLinesGzip(GzEncoder<BufWriter<File>>),
    JsonLinesZstd(zstd::stream::write::Encoder<'static, BufWriter<File>>),
}

impl Writer {
    /// Writes a batch, which must have the schema of the writer.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match &mut self.0 {
            Encoder::Parquet(writer) => {
                writer.write(batch).map_err(io_error)?;
                if writer.in_progress_size() >= MAX_ROW_GROUP_BYTES {
                    writer.flush().map_err(io_error)?;
                }
                Ok(())
            }
            Encoder::JsonLines(out) => write_rows(batch, out),
            Encoder::JsonLinesGzip(out) => write_rows(batch, out),
            Encoder::JsonLinesZstd(out) => write_rows(batch, out),
        }
    }

    /// Finishes the file and syncs it to disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        let mut out = match self.0 {
            Encoder::Parquet(writer) => writer.into_inner().map_err(io_error)?,
            Encoder::JsonLines(out) => out,
            Encoder::JsonLinesGzip(out) => out.finish()?,
            Encoder::JsonLinesZstd(out) => out.finish()?,
        };
        out.flush()?;
        out.get_ref().sync_all()
    }
}

fn properties() -> WriterProperties {
    let level = ZstdLevel::try_new(ZSTD_LEVEL).unwrap_or_default();
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level));
    let plain = |properties: parquet::file::properties::WriterPropertiesBuilder, name: &str| {
        properties.set_column_dictionary_enabled(ColumnPath::from(name), false)
    };
    UNIQUE_COLUMNS.into_iter().fold(properties, plain).build()
}

/// Converts an error of the Parquet writer, keeping an I/O error as it is.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

/// A batch without rows. It makes a writer write at least the schema.
pub(crate) fn empty_batch(schema: &SchemaRef) -> RecordBatch {
    RecordBatch::new_empty(Arc::clone(schema))
}
