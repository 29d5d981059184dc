//! Main content extraction: from the bytes of a web page to the text that the page is about.
//!
//! ```
//! let page = "<p>The old mill reopens on Monday, after ten years of repair.</p><script>advert()</script>";
//! let extraction = dehusk::extract(page.as_bytes());
//! assert_eq!(extraction.text(), "The old mill reopens on Monday, after ten years of repair.");
//! ```
//!
//! Data flows one way. Bytes become a [`Source`] (decoded text), a source becomes a [`Page`] (tree, runs, blocks), a
//! method of [`methods`] looks at a page and makes a [`Selection`] (which byte ranges are main content, and why), and
//! [`render`] makes text, Markdown or HTML of page and selection. [`Extractor`] does all of it within [`Limits`].
//!
//! The library opens no file, no socket and no thread, prints nothing and reads no clock but for the deadline. The same
//! bytes and options give the same answer, always. Odd input is normal: it gives a result or a [`Status`].

pub mod assessment;
pub mod budget;
mod comments;
mod css;
mod error;
pub mod explain;
mod extract;
mod extraction;
mod fnv;
pub mod grain;
pub mod markup;
pub mod metadata;
pub mod methods;
mod options;
mod page;
pub mod parts;
pub mod render;
mod scope;
pub mod selection;
pub mod site_noise;
pub mod source;
mod wishes;

pub use budget::Limits;
pub use css::Selectors;
pub use error::Error;
pub use extract::{Extractor, OpenPage, extract};
pub use extraction::{Extraction, Status};
pub use metadata::Metadata;
pub use methods::Method;
pub use options::Options;
pub use page::{Block, Buffers as PageBuffers, Element, Event, Mark, Page, Run, Walk};
pub use scope::Scope;
pub use selection::Selection;
pub use site_noise::SiteNoise;
pub use source::{Source, Span};
pub use wishes::TitleLine;

/// Changes whenever the answer for any page may change; part of every record.
pub const RULES_VERSION: &str = "1";

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
