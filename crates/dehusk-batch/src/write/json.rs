//! Writes the rows of a batch as JSON lines.

use std::io::{self, BufWriter, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Date32Type, Date64Type, Float32Type, Float64Type, Int8Type,
    Int16Type, Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrowNativeTypeOp, RecordBatch, StructArray};
use arrow_schema::{DataType, TimeUnit};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::read::is_json;

/// Whether values of a type can be written as JSON without loss.
pub(super) fn is_supported(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Boolean | DataType::Null => {
            true
        }
        DataType::Float32 | DataType::Float64 => true,
        DataType::Timestamp(..) | DataType::Date32 | DataType::Date64 => true,
        DataType::Dictionary(key, value) => key.is_dictionary_key_type() && is_supported(value),
        DataType::List(item) | DataType::LargeList(item) => is_supported(item.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| is_supported(field.data_type())),
        kind => kind.is_integer(),
    }
}

/// Writes each row as one line. A line is written while it is made: one with all lists can have millions of bytes.
pub(crate) fn write_rows(batch: &RecordBatch, out: &mut impl Write) -> io::Result<()> {
    let rows = StructArray::from(batch.clone());
    // Without `flush`, which would end a block of compressed output.
    let mut out = BufWriter::new(out);
    for row in 0..rows.len() {
        write_object(&rows, row, &mut out)?;
        out.write_all(b"\n")?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error).map(drop)
}

fn write_object(array: &StructArray, row: usize, out: &mut impl Write) -> io::Result<()> {
    let mut separator = b'{';
    for (field, column) in array.fields().iter().zip(array.columns()) {
        out.write_all(&[separator])?;
        separator = b',';
        write_scalar(field.name(), out)?;
        out.write_all(b":")?;
        match column.as_string_opt::<i64>().filter(|column| is_json(field) && column.is_valid(row)) {
            Some(column) => write_json(column.value(row), out)?,
            None => write_value(column.as_ref(), row, out)?,
        }
    }
    out.write_all(if separator == b'{' { b"{}" } else { b"}" })
}

/// Writes a cell that is JSON as it is, unless it is none or has several lines, as in files of other programs.
fn write_json(text: &str, out: &mut impl Write) -> io::Result<()> {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(value) if !text.contains(['\n', '\r']) => write_scalar(value, out),
        _ => write_scalar(text, out),
    }
}

fn write_scalar(value: &(impl Serialize + ?Sized), out: &mut impl Write) -> io::Result<()> {
    Ok(serde_json::to_writer(out, value)?)
}

fn write_value(array: &dyn Array, row: usize, out: &mut impl Write) -> io::Result<()> {
    if array.is_null(row) || *array.data_type() == DataType::Null {
        return out.write_all(b"null");
    }
    match array.data_type() {
        DataType::Utf8 => write_scalar(array.as_string::<i32>().value(row), out),
        DataType::LargeUtf8 => write_scalar(array.as_string::<i64>().value(row), out),
        DataType::Utf8View => write_scalar(array.as_string_view().value(row), out),
        DataType::Boolean => write_scalar(&array.as_boolean().value(row), out),
        DataType::Float32 => write_scalar(&array.as_primitive::<Float32Type>().value(row), out),
        DataType::Float64 => write_scalar(&array.as_primitive::<Float64Type>().value(row), out),
        DataType::Timestamp(..) | DataType::Date32 | DataType::Date64 => write_scalar(&time(array, row), out),
        DataType::List(_) => write_list(array.as_list::<i32>().value(row).as_ref(), out),
        DataType::LargeList(_) => write_list(array.as_list::<i64>().value(row).as_ref(), out),
        DataType::Struct(_) => write_object(array.as_struct(), row, out),
        DataType::Dictionary(key, _) => write_dictionary_value(key, array, row, out),
        kind => match integer(kind, array, row) {
            Some(number) => write_scalar(&number, out),
            None => Err(io::Error::other(format!("a value of type {kind} cannot be written as JSON"))),
        },
    }
}

/// A date or a time as ISO 8601 writes it, such as `2026-11-23T16:18:39.5`, with a `Z` if its time zone is known: Arrow then stores it
/// in UTC. None if it is too far from today for a calendar.
fn time(array: &dyn Array, row: usize) -> Option<String> {
    let (time, zone) = match array.data_type() {
        DataType::Date32 => return Some(array.as_primitive::<Date32Type>().value_as_date(row)?.to_string()),
        DataType::Date64 => return Some(array.as_primitive::<Date64Type>().value_as_date(row)?.to_string()),
        DataType::Timestamp(TimeUnit::Second, zone) => {
            (array.as_primitive::<TimestampSecondType>().value_as_datetime(row), zone)
        }
        DataType::Timestamp(TimeUnit::Millisecond, zone) => {
            (array.as_primitive::<TimestampMillisecondType>().value_as_datetime(row), zone)
        }
        DataType::Timestamp(TimeUnit::Microsecond, zone) => {
            (array.as_primitive::<TimestampMicrosecondType>().value_as_datetime(row), zone)
        }
        DataType::Timestamp(TimeUnit::Nanosecond, zone) => {
            (array.as_primitive::<TimestampNanosecondType>().value_as_datetime(row), zone)
        }
        _ => return None,
    };
    // The format of `Debug` is that of ISO 8601, with as many digits of a second as there are.
    Some(format!("{:?}{}", time?, if zone.is_some() { "Z" } else { "" }))
}

fn write_list(items: &dyn Array, out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"[")?;
    for index in 0..items.len() {
        if index > 0 {
            out.write_all(b",")?;
        }
        write_value(items, index, out)?;
    }
    out.write_all(b"]")
}

fn write_dictionary_value(
    key: &DataType,
    array: &dyn Array,
    row: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    match key {
        DataType::Int8 => write_key::<Int8Type>(array, row, out),
        DataType::Int16 => write_key::<Int16Type>(array, row, out),
        DataType::Int32 => write_key::<Int32Type>(array, row, out),
        DataType::Int64 => write_key::<Int64Type>(array, row, out),
        DataType::UInt8 => write_key::<UInt8Type>(array, row, out),
        DataType::UInt16 => write_key::<UInt16Type>(array, row, out),
        DataType::UInt32 => write_key::<UInt32Type>(array, row, out),
        _ => write_key::<UInt64Type>(array, row, out),
    }
}

fn write_key<K: ArrowDictionaryKeyType>(
    array: &dyn Array,
    row: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let dictionary = array.as_dictionary::<K>();
    match dictionary.key(row) {
        Some(key) => write_value(dictionary.values().as_ref(), key, out),
        None => write_scalar(&(), out),
    }
}

fn integer(kind: &DataType, array: &dyn Array, row: usize) -> Option<i128> {
    Some(match kind {
        DataType::Int8 => number::<Int8Type>(array, row).into(),
        DataType::Int16 => number::<Int16Type>(array, row).into(),
        DataType::Int32 => number::<Int32Type>(array, row).into(),
        DataType::Int64 => number::<Int64Type>(array, row).into(),
        DataType::UInt8 => number::<UInt8Type>(array, row).into(),
        DataType::UInt16 => number::<UInt16Type>(array, row).into(),
        DataType::UInt32 => number::<UInt32Type>(array, row).into(),
        DataType::UInt64 => number::<UInt64Type>(array, row).into(),
        _ => return None,
    })
}

fn number<T: ArrowPrimitiveType>(array: &dyn Array, row: usize) -> T::Native
where
    T::Native: ArrowNativeTypeOp,
{
    array.as_primitive::<T>().value(row)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Date32Array, TimestampMillisecondArray, TimestampSecondArray};

    use super::*;

    #[test]
    fn times_are_written_as_iso_8601() {
        let seconds: ArrayRef = Arc::new(TimestampSecondArray::from(vec![1_795_450_719]));
        let milliseconds = TimestampMillisecondArray::from(vec![1_795_450_719_500]).with_timezone("+02:00");
        let huge: ArrayRef = Arc::new(TimestampSecondArray::from(vec![i64::MAX]));
        let day: ArrayRef = Arc::new(Date32Array::from(vec![20_780]));
        let columns = [("a", seconds), ("b", Arc::new(milliseconds) as ArrayRef), ("c", day), ("d", huge)];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        assert!(batch.schema().fields().iter().all(|field| is_supported(field.data_type())));
        let mut line = Vec::new();
        write_rows(&batch, &mut line).unwrap();
        let expected = "{\"a\":\"2026-11-23T16:18:39\",\"b\":\"2026-11-23T16:18:39.500Z\",\"c\":\"2026-11-23\",\"d\":null}\n";
        assert_eq!(String::from_utf8(line).unwrap(), expected);
    }
}
