//! Rows of a batch as JSON objects, one in a line.

use std::io::{self, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrowNativeTypeOp, RecordBatch, StructArray};
use arrow_schema::DataType;
use serde::Serialize;

/// Whether values of a type can be said in JSON without loss.
pub(super) fn can_hold(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Boolean | DataType::Null => {
            true
        }
        DataType::Float32 | DataType::Float64 => true,
        DataType::Dictionary(key, value) => key.is_dictionary_key_type() && can_hold(value),
        DataType::List(item) | DataType::LargeList(item) => can_hold(item.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| can_hold(field.data_type())),
        kind => kind.is_integer(),
    }
}

/// Writes all rows.
pub(crate) fn write_rows(batch: &RecordBatch, out: &mut impl Write) -> io::Result<()> {
    let rows = StructArray::from(batch.clone());
    let mut line = Vec::new();
    for row in 0..rows.len() {
        line.clear();
        object(&rows, row, &mut line)?;
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

fn object(array: &StructArray, row: usize, out: &mut Vec<u8>) -> io::Result<()> {
    let mut before = b'{';
    for (field, column) in array.fields().iter().zip(array.columns()) {
        out.push(before);
        before = b',';
        say(field.name(), out)?;
        out.push(b':');
        value(column.as_ref(), row, out)?;
    }
    out.extend_from_slice(if before == b'{' { b"{}" } else { b"}" });
    Ok(())
}

fn say(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) -> io::Result<()> {
    Ok(serde_json::to_writer(out, value)?)
}

fn value(array: &dyn Array, row: usize, out: &mut Vec<u8>) -> io::Result<()> {
    if array.is_null(row) || *array.data_type() == DataType::Null {
        out.extend_from_slice(b"null");
        return Ok(());
    }
    match array.data_type() {
        DataType::Utf8 => say(array.as_string::<i32>().value(row), out),
        DataType::LargeUtf8 => say(array.as_string::<i64>().value(row), out),
        DataType::Utf8View => say(array.as_string_view().value(row), out),
        DataType::Boolean => say(&array.as_boolean().value(row), out),
        DataType::Float32 => say(&array.as_primitive::<Float32Type>().value(row), out),
        DataType::Float64 => say(&array.as_primitive::<Float64Type>().value(row), out),
        DataType::List(_) => list(array.as_list::<i32>().value(row).as_ref(), out),
        DataType::LargeList(_) => list(array.as_list::<i64>().value(row).as_ref(), out),
        DataType::Struct(_) => object(array.as_struct(), row, out),
        DataType::Dictionary(key, _) => word(key, array, row, out),
        kind => match integer(kind, array, row) {
            Some(number) => say(&number, out),
            None => Err(io::Error::other(format!("a value of type {kind} cannot be said in JSON"))),
        },
    }
}

fn list(items: &dyn Array, out: &mut Vec<u8>) -> io::Result<()> {
    out.push(b'[');
    for index in 0..items.len() {
        if index > 0 {
            out.push(b',');
        }
        value(items, index, out)?;
    }
    out.push(b']');
    Ok(())
}

fn word(key: &DataType, array: &dyn Array, row: usize, out: &mut Vec<u8>) -> io::Result<()> {
    match key {
        DataType::Int8 => word_of::<Int8Type>(array, row, out),
        DataType::Int16 => word_of::<Int16Type>(array, row, out),
        DataType::Int32 => word_of::<Int32Type>(array, row, out),
        DataType::Int64 => word_of::<Int64Type>(array, row, out),
        DataType::UInt8 => word_of::<UInt8Type>(array, row, out),
        DataType::UInt16 => word_of::<UInt16Type>(array, row, out),
        DataType::UInt32 => word_of::<UInt32Type>(array, row, out),
        _ => word_of::<UInt64Type>(array, row, out),
    }
}

fn word_of<K: ArrowDictionaryKeyType>(array: &dyn Array, row: usize, out: &mut Vec<u8>) -> io::Result<()> {
    let words = array.as_dictionary::<K>();
    match words.key(row) {
        Some(key) => value(words.values().as_ref(), key, out),
        None => say(&(), out),
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
