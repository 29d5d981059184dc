//! Main content extraction: from the bytes of a web page to the text that the page is about.
//!
//! ```
//! let page = "<p>The old mill reopens on Monday, after ten years of repair.</p><script>advert()</script>";
//! let extraction = dehusk::extract(page.as_bytes());
//! assert_eq!(extraction.text(), "The old mill reopens on Monday, after ten years of repair.");
//! ```
//!
//! Data flows one way. Bytes become a [`source::Source`] (decoded text), and that becomes a [`page::Page`] (tree, runs, blocks).
//! A method of [`methods`] reads the page and returns a [`selection::Selection`] (which byte ranges are main content, and why).
//! [`render`] turns page and selection into text, Markdown or HTML. [`Extractor`] does all of this within [`budget::Limits`].
//!
//! The root of the crate exports what every caller needs; everything else is in the modules. The folder `examples/` has short
//! programs.
//!
//! The library opens no files or sockets, starts no threads, prints nothing, and reads the clock only for the deadline. The same
//! bytes and options always give the same answer, unless the deadline passes. Malformed input is not an error: every input gives
//! an [`Extraction`] with a [`Status`].
//!
//! # Features
//!
//! The features are on by default. A program that only needs text can turn them off: `default-features = false`.
//!
//! - `css`: CSS selectors, to extract from parts of a page (`Options::with_select`, `with_exclude`, `with_scope`) and to find
//!   metadata (`metadata::FieldRules`).
//! - `addresses`: resolves and normalizes URLs of links, images and metadata as browsers do. Without this feature, relative URLs
//!   stay relative in Markdown, HTML and lists of links, and are left out of metadata. Absolute URLs appear in Markdown and HTML
//!   only if normalizing would not change them; other links become plain text.
//! - `grain`: the learned method `grain` with its model of 0.4 MB, and the kind and the quality of pages. Without this feature,
//!   `cetd` is the default method.
//! - `languages`: detects the language and the direction of pages that do not declare them, and chooses pages by language
//!   (`Options::with_languages`).
//! - `invisible`: counts and removes characters that readers do not see (`Options::with_invisible`). Without it, they are not
//!   counted.

pub mod assessment;
pub mod budget;
mod byte_set;
mod cart_links;
mod comments;
mod conditions;
mod controls;
#[cfg(feature = "css")]
pub mod css;
mod data_article;
mod data_tables;
mod declared_type;
mod error;
pub mod explain;
mod extract;
mod extraction;
mod facts;
mod figures;
mod fnv;
pub mod grain;
#[cfg(feature = "invisible")]
pub mod invisible;
mod line_numbers;
pub mod markup;
mod masking;
mod media_queries;
pub mod metadata;
pub mod method;
pub mod methods;
mod not_html;
mod options;
pub mod overrides;
pub mod page;
mod page_cost;
mod papers;
pub mod parts;
mod quantity;
mod records;
pub mod render;
#[cfg(feature = "css")]
pub mod scope;
#[cfg(not(feature = "css"))]
#[path = "scope_without_css.rs"]
pub mod scope;
pub mod selection;
mod sentence_ends;
pub mod site_noise;
pub mod source;
mod style_text;
mod text_key;
#[cfg(feature = "languages")]
mod text_sample;
#[cfg(not(feature = "languages"))]
#[path = "text_sample_without_languages.rs"]
mod text_sample;
mod thread_time;
pub mod visibility;
#[cfg(feature = "addresses")]
mod web_address;
#[cfg(not(feature = "addresses"))]
#[path = "web_address_without_url.rs"]
mod web_address;
mod window;

pub use error::Error;
pub use extract::{Extractor, GuardedExtractor, OpenPage, PageInput, Panicked, extract, guarded};
pub use extraction::{Extraction, Status};
pub use options::Options;

/// The version of the extraction rules. It changes whenever the answer for any page may change, and it is part of every record.
pub const RULES_VERSION: &str = "14";

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
