//! The input columns that the kernel reads: pages, addresses, content types and errors, in every string and binary type of Arrow.

use arrow_array::array::AnyDictionaryArray;
use arrow_array::cast::AsArray;
use arrow_array::types::{GenericBinaryType, GenericStringType};
use arrow_array::{Array, BinaryViewArray, GenericByteArray, RecordBatch, StringViewArray};
use arrow_schema::{DataType, Schema};

use super::schema_error::SchemaError;

const URL: &str = "url";
const CONTENT_TYPE: &str = "content_type";
/// The input column that says why a page could not be read. It is not copied, because the output has a column of the same name.
pub(super) const ERROR: &str = "error";

/// The content type assumed for pages in a string column. These pages are already decoded, whatever charset they declare.
const TEXT_CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// The supported types of text columns, as messages list them.
const TEXT_TYPES: &str = "utf8, large_utf8 and utf8_view, and dictionaries of these";
/// The supported types of the column of pages, as messages list them.
const PAGE_TYPES: &str =
    "binary, large_binary, binary_view, utf8, large_utf8 and utf8_view, and dictionaries of these";

/// The cells of one page in a batch.
pub(super) struct PageCells<'b> {
    /// The bytes of the page. None if the cell is null.
    pub(super) bytes: Option<&'b [u8]>,
    pub(super) error: Option<&'b str>,
    pub(super) url: Option<&'b str>,
    declared_content_type: Option<&'b str>,
    /// Whether the page is from a string column.
    pub(super) is_text: bool,
}

impl<'b> PageCells<'b> {
    pub(super) fn content_type(&self) -> Option<&'b str> {
        if self.is_text { Some(TEXT_CONTENT_TYPE) } else { self.declared_content_type }
    }
}

/// The input columns of one batch.
pub(super) struct PageColumns<'b> {
    html: Strings<'b>,
    url: Option<Strings<'b>>,
    content_type: Option<Strings<'b>>,
    error: Option<Strings<'b>>,
}

impl<'b> PageColumns<'b> {
    pub(super) fn of(batch: &'b RecordBatch, html: &str) -> Result<PageColumns<'b>, SchemaError> {
        check_schema(batch.schema_ref(), html)?;
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
            declared_content_type: text(&self.content_type),
            is_text: self.html.is_text(),
        }
    }
}

/// Checks that a schema has the column of pages, and that every column that the kernel reads has a supported type.
pub(super) fn check_schema(schema: &Schema, html: &str) -> Result<(), SchemaError> {
    let field = schema.column_with_name(html).ok_or_else(|| missing(schema, html))?.1;
    if !can_have_pages(field.data_type()) {
        return Err(wrong_type(html, field.data_type(), PAGE_TYPES));
    }
    for name in [URL, CONTENT_TYPE, ERROR] {
        match schema.column_with_name(name) {
            Some((_, field)) if !can_have_text(field.data_type()) => {
                return Err(wrong_type(name, field.data_type(), TEXT_TYPES));
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

/// Whether a column of this type can hold pages. In a column of the type null, no row has a page.
fn can_have_pages(kind: &DataType) -> bool {
    match kind {
        DataType::Null => true,
        DataType::Dictionary(_, values) => is_text(values) || is_binary(values),
        kind => is_text(kind) || is_binary(kind),
    }
}

/// Whether a column of this type can hold addresses and the like. In Python, a list that contains only None becomes a column of type
/// null.
fn can_have_text(kind: &DataType) -> bool {
    match kind {
        DataType::Null => true,
        DataType::Dictionary(_, values) => is_text(values),
        kind => is_text(kind),
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_binary(kind: &DataType) -> bool {
    matches!(kind, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

/// A column of strings or bytes, in any of the Arrow types for them.
enum Strings<'b> {
    Utf8(&'b GenericByteArray<GenericStringType<i32>>),
    LargeUtf8(&'b GenericByteArray<GenericStringType<i64>>),
    Utf8View(&'b StringViewArray),
    Binary(&'b GenericByteArray<GenericBinaryType<i32>>),
    LargeBinary(&'b GenericByteArray<GenericBinaryType<i64>>),
    BinaryView(&'b BinaryViewArray),
    Nulls,
    /// The values of a dictionary, and for each row the index of its value.
    Dictionary(Box<Strings<'b>>, Vec<Option<usize>>),
}

impl<'b> Strings<'b> {
    /// Wraps a column. Returns None if its values are neither strings nor bytes.
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
                let dictionary = array.as_any_dictionary_opt()?;
                let values = Strings::of(dictionary.values().as_ref())?;
                Strings::Dictionary(Box::new(values), keys(dictionary))
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

    /// The cell of a row as text. None if the cell is null or not text.
    fn text(&self, row: usize) -> Option<&'b str> {
        match self {
            Strings::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::Utf8View(array) => array.is_valid(row).then(|| array.value(row)),
            Strings::Dictionary(values, keys) => values.text(keys.get(row).copied().flatten()?),
            _ => None,
        }
    }

    /// The cell of a row as bytes. None if the cell is null.
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

/// The keys of a dictionary column: one for each row, None if the row is null.
fn keys(dictionary: &dyn AnyDictionaryArray) -> Vec<Option<usize>> {
    // The keys of null rows are arbitrary, and the dictionary may have no values at all.
    if dictionary.values().is_empty() {
        return vec![None; dictionary.len()];
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    keys.map(|(row, key)| dictionary.keys().is_valid(row).then_some(key)).collect()
}
