//! Main content extraction: from the bytes of a web page to the text that the page is about.
//!
//! ```
//! let page = "<p>The old mill reopens on Monday, after ten years of repair.</p><script>advert()</script>";
//! let extraction = dehusk::extract(page.as_bytes());
//! assert_eq!(extraction.text(), "The old mill reopens on Monday, after ten years of repair.");
//! ```
//!
//! Data flows one way. Bytes become a [`source::Source`] (decoded text), a source becomes a [`page::Page`] (tree, runs, blocks),
//! a method of [`methods`] looks at a page and makes a [`selection::Selection`] (which byte ranges are main content, and why), and
//! [`render`] makes text, Markdown or HTML of page and selection. [`Extractor`] does all of it within [`budget::Limits`].
//!
//! What every caller needs stands here; the rest is in the module of its noun. `examples/` has short programs.
//!
//! The library opens no file, no socket and no thread, prints nothing and reads no clock but for the deadline. The same
//! bytes and options give the same answer, always. Odd input is normal: it gives a result or a [`Status`].
//!
//! # Features
//!
//! Both are on by default. A program that only needs text can do without them: `default-features = false`.
//!
//! - `css`: CSS selectors, to extract from parts of a page (`Options::with_select`, `with_exclude`, `with_scope`) and to find
//!   metadata (`metadata::FieldRules`).
//! - `addresses`: resolves and normalizes URLs of links, images and metadata as browsers do. Without it, relative URLs stay
//!   relative in Markdown, HTML and lists of links, and are left out of metadata. Markdown and HTML then have only those absolute
//!   URLs that normalizing would not change; other links become plain text.

pub mod assessment;
pub mod budget;
mod comments;
#[cfg(feature = "css")]
pub mod css;
mod data_article;
mod data_tables;
mod error;
pub mod explain;
mod extract;
mod extraction;
mod facts;
mod fnv;
pub mod grain;
pub mod markup;
pub mod metadata;
pub mod method;
pub mod methods;
mod not_html;
mod options;
pub mod overrides;
pub mod page;
mod papers;
pub mod parts;
pub mod render;
#[cfg(feature = "css")]
pub mod scope;
#[cfg(not(feature = "css"))]
#[path = "scope_without_css.rs"]
pub mod scope;
pub mod selection;
pub mod site_noise;
pub mod source;
mod text_key;
#[cfg(feature = "addresses")]
mod web_address;
#[cfg(not(feature = "addresses"))]
#[path = "web_address_without_url.rs"]
mod web_address;

pub use error::Error;
pub use extract::{Extractor, GuardedExtractor, OpenPage, PageInput, Panicked, extract, guarded};
pub use extraction::{Extraction, Status};
pub use options::Options;

/// Changes whenever the answer for any page may change; part of every record.
pub const RULES_VERSION: &str = "1";

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
