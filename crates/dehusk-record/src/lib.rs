//! The record of a page: everything that dehusk found on it, as JSON with stable names.
//!
//! The program, the server and the npm package write the same record, because all of them use this crate. [`Settings`] is the
//! request in JSON, [`answer()`] extracts a page, and [`RunFacts::record`] makes the record of its outcome. [`SCHEMA`] describes it.
//! This crate reads no files, fetches nothing and prints nothing.
//!
//! ```
//! use dehusk::{Extractor, PageInput};
//! use dehusk_record::{RunFacts, Settings, answer};
//!
//! let settings: Settings = serde_json::from_str(r#"{"with": ["markdown", "metadata"]}"#)?;
//! let options = settings.options()?;
//! let facts = RunFacts::new(&options, &settings.with);
//! let page = PageInput::new(b"<title>The mill</title><p>The old mill reopens on Monday, after ten years of repair.</p>");
//! let outcome = answer(&mut Extractor::new(options), "mill", &page, settings.wanted());
//! let record = serde_json::to_value(facts.record(&outcome))?;
//! assert_eq!(record["title"], "The mill");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod explanation;
mod explanation_text;
mod extra;
mod memory;
mod metadata_record;
mod method_record;
mod outcome;
mod parts_record;
mod record;
mod rounded;
pub mod sanitize;
mod schema;
mod settings;

pub use answer::{Wanted, answer};
pub use explanation_text::explanation_text;
pub use extra::Extra;
pub use metadata_record::{MetadataPage, MetadataRecord, front_matter};
pub use method_record::{MethodRecord, ParamRecord, name_with_changes};
pub use outcome::{Encoding, HTML_HEAD, HiddenCounts, PageOutcome, SiteMethod, SiteRule};
pub use record::{Record, RunFacts};
pub use schema::{SCHEMA, SCHEMA_VERSION};
pub use settings::{Settings, Title};
