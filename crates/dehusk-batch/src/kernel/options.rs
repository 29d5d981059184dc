//! The options of the kernel, and the schemas that it accepts and returns.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_schema::{Field, Schema, SchemaRef};
use dehusk::Options;

use super::columns;
use super::input;
use super::schema_error::SchemaError;

/// The prefix given to a copied input column if the kernel adds an output column of the same name.
const INPUT_PREFIX: &str = "input_";

/// Options for the extraction of batches.
///
/// ```
/// use dehusk::Options;
/// use dehusk_batch::BatchOptions;
/// let options = BatchOptions::new(Options::new().with_method("danag")?).with_metadata(true).with_html_column("body");
/// # Ok::<(), dehusk::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchOptions {
    options: Options,
    metadata: bool,
    pub(super) html_column: String,
}

impl BatchOptions {
    /// Returns batch options with these extraction options, without metadata columns, and with `html` as the column of pages.
    #[must_use]
    pub fn new(options: Options) -> BatchOptions {
        BatchOptions { options, metadata: false, html_column: "html".to_owned() }
    }

    /// Sets whether the output has columns of metadata.
    #[must_use]
    pub fn with_metadata(self, metadata: bool) -> BatchOptions {
        BatchOptions { metadata, ..self }
    }

    /// Sets the column that holds the pages.
    #[must_use]
    pub fn with_html_column(self, name: impl Into<String>) -> BatchOptions {
        BatchOptions { html_column: name.into(), ..self }
    }

    /// The extraction options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether the output has columns of metadata.
    #[must_use]
    pub fn metadata(&self) -> bool {
        self.metadata
    }

    /// Returns the output schema for batches with the schema `input`. Engines ask for it before the first batch.
    ///
    /// # Errors
    /// [`SchemaError`] if such batches cannot be extracted.
    pub fn output_schema(&self, input: &Schema) -> Result<SchemaRef, SchemaError> {
        input::check_schema(input, &self.html_column)?;
        let new = columns::fields(&self.options, self.metadata);
        let copied = self.copied_columns(input).map(|index| copied_field(&new, input.field(index)));
        let fields: Vec<Field> = copied.chain(new.iter().cloned()).collect();
        let mut names = HashSet::new();
        if let Some(clash) = fields.iter().find(|field| !names.insert(field.name())) {
            return Err(SchemaError::Clash { name: clash.name().clone() });
        }
        Ok(Arc::new(Schema::new_with_metadata(fields, input.metadata().clone())))
    }

    /// The indices of the input columns that are copied to the output.
    pub(super) fn copied_columns(&self, input: &Schema) -> impl Iterator<Item = usize> {
        let is_read = |name: &String| *name == self.html_column || name == input::ERROR;
        (0..input.fields().len()).filter(move |index| !is_read(input.field(*index).name()))
    }
}

/// The field of a copied column. It is renamed if a column that the kernel adds has the same name.
fn copied_field(new: &[Field], input: &Field) -> Field {
    let is_taken = new.iter().any(|field| field.name() == input.name());
    if is_taken { input.clone().with_name(format!("{INPUT_PREFIX}{}", input.name())) } else { input.clone() }
}
