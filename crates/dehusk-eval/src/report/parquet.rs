//! The table of pages as Parquet. It has the columns of the CSV file, each with its type. This module uses
//! the column writers of the `parquet` crate directly, without Arrow and without compression.

use std::io;
use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::cells::Cell;
use super::pages::{COLUMNS, Column, Row, rows};
use crate::results::Results;

/// The name of the root of the schema.
const ROW_NAME: &str = "page";
/// The definition level of a value that is not null.
const PRESENT: i16 = 1;

/// Writes the table of pages as Parquet.
///
/// # Errors
/// When `out` cannot be written.
pub fn pages_parquet(results: &Results, out: impl io::Write + Send) -> io::Result<()> {
    let rows: Vec<Row<'_>> = rows(results).collect();
    write(&rows, out).map_err(io::Error::other)
}

fn write(rows: &[Row<'_>], out: impl io::Write + Send) -> Result<()> {
    // All cells of a column have the same type, so the first row determines the types.
    let Some(first) = rows.first() else { return empty(out) };
    let fields = COLUMNS.iter().map(|(name, cell)| field(name, cell(first))).collect::<Result<_>>()?;
    let mut file =
        SerializedFileWriter::new(out, schema(fields)?, Arc::new(WriterProperties::builder().build()))?;
    let mut group = file.next_row_group()?;
    for column in &COLUMNS {
        let Some(mut writer) = group.next_column()? else { break };
        write_column(rows, column, &mut writer)?;
        writer.close()?;
    }
    group.close()?;
    file.close().map(drop)
}

fn empty(out: impl io::Write + Send) -> Result<()> {
    SerializedFileWriter::new(out, schema(Vec::new())?, Arc::new(WriterProperties::builder().build()))?
        .close()
        .map(drop)
}

fn schema(fields: Vec<TypePtr>) -> Result<TypePtr> {
    Type::group_type_builder(ROW_NAME).with_fields(fields).build().map(Arc::new)
}

fn field(name: &str, cell: Cell<'_>) -> Result<TypePtr> {
    let (physical, converted) = match cell {
        Cell::Text(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        Cell::Number(_) => (Physical::DOUBLE, ConvertedType::NONE),
        Cell::Count(_) => (Physical::INT64, ConvertedType::NONE),
        Cell::Flag(_) => (Physical::BOOLEAN, ConvertedType::NONE),
    };
    let builder = Type::primitive_type_builder(name, physical).with_converted_type(converted);
    builder.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
}

fn write_column(rows: &[Row<'_>], (_, cell): &Column, writer: &mut SerializedColumnWriter<'_>) -> Result<()> {
    let cells = rows.iter().map(cell);
    match cell(&rows[0]) {
        Cell::Text(_) => write_values::<ByteArrayType>(
            cells.map(|cell| if let Cell::Text(text) = cell { text.map(ByteArray::from) } else { None }),
            writer,
        ),
        Cell::Number(_) => write_values::<DoubleType>(
            cells.map(|cell| if let Cell::Number(number) = cell { number } else { None }),
            writer,
        ),
        Cell::Count(_) => write_values::<Int64Type>(
            cells.map(|cell| if let Cell::Count(count) = cell { i64::try_from(count).ok() } else { None }),
            writer,
        ),
        Cell::Flag(_) => write_values::<BoolType>(
            cells.map(|cell| if let Cell::Flag(flag) = cell { flag } else { None }),
            writer,
        ),
    }
}

fn write_values<T: DataType>(
    values: impl Iterator<Item = Option<T::T>>,
    writer: &mut SerializedColumnWriter<'_>,
) -> Result<()> {
    let (mut present, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        levels.push(if value.is_some() { PRESENT } else { 0 });
        present.extend(value);
    }
    writer.typed::<T>().write_batch(&present, Some(&levels), None).map(drop)
}
