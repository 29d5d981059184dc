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
//! The root of the crate has what every caller needs; everything else is in the module that is named after it. The folder
//! `examples/` has short programs.
//!
//! The library opens no files or sockets, starts no threads, prints nothing, and reads the clock only for the deadline. The same
//! bytes and options always give the same answer, unless the deadline passes. Malformed input is normal: it gives a result or a
//! [`Status`].

pub mod assessment;
pub mod budget;
mod comments;
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
pub mod scope;
pub mod selection;
pub mod site_noise;
pub mod source;
mod text_key;

pub use error::Error;
pub use extract::{Extractor, GuardedExtractor, OpenPage, PageInput, Panicked, extract, guarded};
pub use extraction::{Extraction, Status};
pub use options::Options;

/// The version of the rules. It changes whenever the answer for any page may change, and is part of every record.
pub const RULES_VERSION: &str = "2";

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
