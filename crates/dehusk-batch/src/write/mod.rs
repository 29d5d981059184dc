//! Writers: batches into one file of a form. Where the file is and when it counts is the business of `run`.

mod json;

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

/// Bytes of a row group, most of it packed, which lies in memory until it is written: some thousand pages.
const ROW_GROUP_BYTES: usize = 16 << 20;
/// Zstd's own default; higher levels cost more than they save on text of a few megabytes.
const ZSTD_LEVEL: i32 = 3;
/// Columns whose values do not repeat: looking for repetitions in them is in vain.
const TEXTS: [&str; 6] = ["id", "text", "markdown", "html", "warc_record_id", "description"];

/// The form of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Parquet, its columns packed by zstd.
    Parquet,
    /// A JSON object in each line.
    JsonLines,
    /// The same, packed by gzip.
    JsonLinesGzip,
    /// The same, packed by zstd.
    JsonLinesZstd,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 4] = [Form::Parquet, Form::JsonLines, Form::JsonLinesGzip, Form::JsonLinesZstd];

    /// How names of such files end.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Form::Parquet => "parquet",
            Form::JsonLines => "jsonl",
            Form::JsonLinesGzip => "jsonl.gz",
            Form::JsonLinesZstd => "jsonl.zst",
        }
    }

    /// The form that a name asks for; None if it says nothing.
    ///
    /// ```
    /// use dehusk_batch::write::Form;
    /// assert_eq!(Form::of_file("out/pages.jsonl.zst".as_ref()), Some(Form::JsonLinesZstd));
    /// assert_eq!(Form::of_file("out".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Form> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        Form::ALL.into_iter().find(|form| name.ends_with(&format!(".{}", form.ending())))
    }

    /// A column that it cannot hold, with its type.
    #[must_use]
    pub fn cannot_hold(self, schema: &Schema) -> Option<String> {
        if self == Form::Parquet {
            return None;
        }
        let field = schema.fields().iter().find(|field| !json::can_hold(field.data_type()))?;
        Some(format!("{} ({})", field.name(), field.data_type()))
    }

    /// A writer of batches into a file.
    ///
    /// # Errors
    /// When the file cannot be written or the form cannot hold the columns.
    pub fn writer(self, file: File, schema: SchemaRef) -> io::Result<Writer> {
        let out = BufWriter::new(file);
        Ok(Writer(match self {
            Form::Parquet => {
                let writer = ArrowWriter::try_new(out, schema, Some(properties())).map_err(parquet)?;
                Packer::Parquet(Box::new(writer))
            }
            Form::JsonLines => Packer::JsonLines(out),
            Form::JsonLinesGzip => Packer::JsonLinesGzip(GzEncoder::new(out, flate2::Compression::default())),
            Form::JsonLinesZstd => Packer::JsonLinesZstd(zstd::stream::write::Encoder::new(out, ZSTD_LEVEL)?),
        }))
    }
}

/// A file that is being written; [`Form::writer`] makes it.
pub struct Writer(Packer);

enum Packer {
    Parquet(Box<ArrowWriter<BufWriter<File>>>),
    JsonLines(BufWriter<File>),
    JsonLinesGzip(GzEncoder<BufWriter<File>>),
    JsonLinesZstd(zstd::stream::write::Encoder<'static, BufWriter<File>>),
}

impl Writer {
    /// Writes a batch of the writer's columns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match &mut self.0 {
            Packer::Parquet(writer) => {
                writer.write(batch).map_err(parquet)?;
                if writer.in_progress_size() >= ROW_GROUP_BYTES {
                    writer.flush().map_err(parquet)?;
                }
                Ok(())
            }
            Packer::JsonLines(out) => write_rows(batch, out),
            Packer::JsonLinesGzip(out) => write_rows(batch, out),
            Packer::JsonLinesZstd(out) => write_rows(batch, out),
        }
    }

    /// Ends the file and waits until the disk has it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        let mut out = match self.0 {
            Packer::Parquet(writer) => writer.into_inner().map_err(parquet)?,
            Packer::JsonLines(out) => out,
            Packer::JsonLinesGzip(out) => out.finish()?,
            Packer::JsonLinesZstd(out) => out.finish()?,
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
    TEXTS.into_iter().fold(properties, plain).build()
}

/// What the disk said, where it was the disk.
fn parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

/// Only for the schema of a file without rows.
pub(crate) fn no_rows(schema: &SchemaRef) -> RecordBatch {
    RecordBatch::new_empty(Arc::clone(schema))
}
