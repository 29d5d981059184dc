//! The columns of a batch that are read: pages, addresses, content types, in every string and binary type of Arrow.

use arrow_array::array::AnyDictionaryArray;
use arrow_array::cast::AsArray;
use arrow_array::types::{GenericBinaryType, GenericStringType};
use arrow_array::{Array, BinaryViewArray, GenericByteArray, RecordBatch, StringViewArray};
use arrow_schema::{DataType, Schema};

use super::SchemaError;

const URL: &str = "url";
const CONTENT_TYPE: &str = "content_type";
/// Why a page could not be had; not passed on, for a column of the same name is made.
pub(super) const ERROR: &str = "error";

/// A string column has been decoded already, whatever the page in it declares.
const TEXT_TYPE: &str = "text/html; charset=utf-8";

const TEXTS: &str = "utf8, large_utf8 or utf8_view";
const TEXTS_OR_BYTES: &str =
    "binary, large_binary, binary_view, utf8, large_utf8 or utf8_view, or a dictionary of them";

/// One page as it lies in its batch.
pub(super) struct PageCells<'b> {
    /// None where it is null.
    pub(super) bytes: Option<&'b [u8]>,
    pub(super) error: Option<&'b str>,
    pub(super) url: Option<&'b str>,
    declared: Option<&'b str>,
    /// It is from a string column.
    pub(super) is_text: bool,
}

impl<'b> PageCells<'b> {
    pub(super) fn content_type(&self) -> Option<&'b str> {
        if self.is_text { Some(TEXT_TYPE) } else { self.declared }
    }
}

/// The columns of pages of one batch.
pub(super) struct PageColumns<'b> {
    html: Strings<'b>,
    url: Option<Strings<'b>>,
    content_type: Option<Strings<'b>>,
    error: Option<Strings<'b>>,
}

impl<'b> PageColumns<'b> {
    pub(super) fn of(batch: &'b RecordBatch, html: &str) -> Result<PageColumns<'b>, SchemaError> {
        check(batch.schema_ref(), html)?;
        let column = |name| batch.column_by_name(name).and_then(|array| Strings::of(array.as_ref()));
        let missing = || missing(batch.schema_ref(), html);
        Ok(PageColumns {
            html: column(html).ok_or_else(missing)?,
            url: column(URL),
            content_type: column(CONTENT_TYPE),
            error: column(ERROR),
        })
    }

    pub(super) fn page(&self, row: usize) -> PageCells<'b> {
        let text = |column: &Option<Strings<'b>>| column.as_ref().and_then(|column| column.text(row));
        PageCells {
            bytes: self.html.bytes(row),
            error: text(&self.error),
            url: text(&self.url),
            declared: text(&self.content_type),
            is_text: self.html.is_text(),
        }
    }
}

/// Whether batches of the schema are batches of pages.
pub(super) fn check(schema: &Schema, html: &str) -> Result<(), SchemaError> {
    let field = schema.column_with_name(html).ok_or_else(|| missing(schema, html))?.1;
    if !can_have_pages(field.data_type()) {
        return Err(wrong_type(html, field.data_type(), TEXTS_OR_BYTES));
    }
    for name in [URL, CONTENT_TYPE, ERROR] {
        match schema.column_with_name(name) {
            // A column of nothing but nulls, as Python makes of a list of None.
            Some((_, field)) if !is_text(field.data_type()) && *field.data_type() != DataType::Null => {
                return Err(wrong_type(name, field.data_type(), TEXTS));
            }
            _ => {}
        }
    }
    Ok(())
}

fn missing(schema: &Schema, html: &str) -> SchemaError {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let present = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    SchemaError::Missing { name: html.to_owned(), present }
}

fn wrong_type(name: &str, found: &DataType, wanted: &'static str) -> SchemaError {
    SchemaError::Type { name: name.to_owned(), found: found.clone(), wanted }
}

/// A column of nothing but nulls is one of rows without a page.
fn can_have_pages(kind: &DataType) -> bool {
    match kind {
        DataType::Null => true,
        DataType::Dictionary(_, values) => is_text(values) || is_binary(values),
        kind => is_text(kind) || is_binary(kind),
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_binary(kind: &DataType) -> bool {
    matches!(kind, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

/// A column of strings or bytes of any of their types.
enum Strings<'b> {
    Utf8(&'b GenericByteArray<GenericStringType<i32>>),
    LargeUtf8(&'b GenericByteArray<GenericStringType<i64>>),
    Utf8View(&'b StringViewArray),
    Binary(&'b GenericByteArray<GenericBinaryType<i32>>),
    LargeBinary(&'b GenericByteArray<GenericBinaryType<i64>>),
    BinaryView(&'b BinaryViewArray),
    Nulls,
    /// The values of a dictionary, and for each row which of them it is.
    Dictionary(Box<Strings<'b>>, Vec<Option<usize>>),
}

impl<'b> Strings<'b> {
    /// None for a column of another type.
    fn of(array: &'b dyn Array) -> Option<Strings<'b>> {
        Some(match array.data_type() {
            DataType::Utf8 => Strings::Utf8(array.as_string_opt()?),
            DataType::LargeUtf8 => Strings::LargeUtf8(array.as_string_opt()?),
            DataType::Utf8View => Strings::Utf8View(array.as_string_view_opt()?),
            DataType::Binary => Strings::Binary(array.as_binary_opt()?),
            DataType::LargeBinary => Strings::LargeBinary(array.as_binary_opt()?),
            DataType::BinaryView => Strings::BinaryView(array.as_binary_view_opt()?),
            DataType::Null => Strings::Nulls,
            DataType::Dictionary(..) => {
                let words = array.as_any_dictionary_opt()?;
                let values = Strings::of(words.values().as_ref())?;
                Strings::Dictionary(Box::new(values), keys(words))
            }
            _ => return None,
        })
    }

    fn is_text(&self) -> bool {
        match self {
            Strings::Dictionary(values, _) => values.is_text(),
            _ => matches!(self, Strings::Utf8(_) | Strings::LargeUtf8(_) | Strings::Utf8View(_)),
        }
    }

    /// None where it is null or no text.
    fn text(&self, row: usize) -> Option<&'b str> {
        match self {
            Strings::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::Utf8View(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::Dictionary(values, keys) => values.text(keys.get(row).copied().flatten()?),
            _ => None,
        }
    }

    /// None where it is null.
    fn bytes(&self, row: usize) -> Option<&'b [u8]> {
        match self {
            Strings::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::Dictionary(values, keys) => values.bytes(keys.get(row).copied().flatten()?),
            _ => self.text(row).map(str::as_bytes),
        }
    }
}

/// None for rows that are null.
fn keys(words: &dyn AnyDictionaryArray) -> Vec<Option<usize>> {
    // Keys of rows that are null may be anything, and there may be no value at all.
    if words.values().is_empty() {
        return vec![None; words.len()];
    }
    let keys = words.normalized_keys().into_iter().enumerate();
    keys.map(|(row, key)| words.keys().is_valid(row).then_some(key)).collect()
}
