//! Extraction of many pages: for columns of pages, for web archives and for clusters.
//!
//! [`extract_batch`] is the kernel: it takes an Arrow batch with a column of pages and returns a batch with their texts, with the same
//! rows in the same order. It runs on the threads of this crate ([`run::run`]), in Python, in Ray and in Spark, and no page can
//! make it fail. The crate `dehusk` decides what is main content. This crate contains no extraction method, no network access and
//! no terminal output.

pub mod kernel;
pub mod read;
pub mod run;
pub mod write;

pub use kernel::{BatchExtractor, BatchOptions, SchemaError, extract_batch};
