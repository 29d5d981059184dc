//! Many pages: the same extraction for a column of pages, for web archives and for clusters.
//!
//! [`extract_batch`] is the kernel: an Arrow batch with a column of pages becomes a batch with their texts, same rows, same
//! order. It runs under threads of this crate ([`run::run`]), in Python, in Ray and in Spark alike, and nothing of a page can make
//! it fail. What main content is, is decided in the crate `dehusk`; there is no engine here, no network and no terminal.

pub mod content_type;
pub mod kernel;
pub mod read;
pub mod run;
pub mod write;

pub use kernel::{BatchExtractor, BatchOptions, SchemaError, extract_batch};
