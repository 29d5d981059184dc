//! What the host sends as JSON: the options of an extractor, and what to do with a page.

use dehusk_record::Settings;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The options of an extractor: those of [`Settings`], and the address that links are resolved against.
pub(crate) struct Setup {
    pub(crate) settings: Settings,
    /// As `--base`. It applies to pages without an address of their own.
    pub(crate) base: Option<String>,
}

impl Setup {
    /// Reads the options.
    ///
    /// # Errors
    /// A sentence that names the option.
    pub(crate) fn read(json: &[u8]) -> Result<Setup, String> {
        let mut fields: Map<String, Value> =
            serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let base = fields.remove("base").as_ref().and_then(Value::as_str).map(str::to_owned);
        let settings = serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
        Ok(Setup { settings, base })
    }
}

/// What to do with a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The name of the page in its record.
    pub(crate) id: String,
    pub(crate) url: Option<String>,
    pub(crate) content_type: Option<String>,
    /// Whether the page was a string of the host, which arrives as UTF-8 whatever the page declares.
    #[serde(default)]
    pub(crate) is_text: bool,
    pub(crate) want: Want,
    /// The size of a page that is too large to be sent, in bytes. The page buffer then has its first bytes.
    pub(crate) too_large: Option<u64>,
    /// A sentence about a page that could not be processed. The page buffer is then not read.
    pub(crate) error: Option<String>,
}

/// The form of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Want {
    /// The record, as `dehusk extract --format jsonl` writes it.
    Record,
    /// The same, indented, as `--format json` writes it.
    Indented,
    /// The record of the metadata alone, as `dehusk metadata --format jsonl` writes it.
    Metadata,
    /// The same, indented.
    IndentedMetadata,
    /// The explanation as text, as `--explain` writes it.
    Explanation,
    /// The metadata as YAML front matter, as `--front-matter` writes it. It is empty if there is none.
    FrontMatter,
}
