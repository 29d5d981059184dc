//! Reads pages from WARC archives, archive indexes, folders, JSON lines and Parquet, as batches for the kernel.
//!
//! A reader knows the format of its file and the positions at which reading can resume. What happens to the pages is up to the
//! caller. The modules depend on each other in one direction: `source` → `cdx`, `warc`, `jsonl`, `files`, `table` → `frames`,
//! `mhtml`, `page`, `chunk`, `read_options` → `json_fields`.

mod cdx;
mod chunk;
mod files;
mod frames;
mod json_fields;
mod jsonl;
pub mod mhtml;
mod page;
mod page_batch;
mod read_options;
mod source;
mod table;
mod warc;

pub use cdx::CdxReader;
pub use chunk::Chunk;
pub use files::FilesReader;
pub use frames::{Cursor, Frames, Input};
pub use json_fields::JsonField;
pub(crate) use json_fields::is_json;
pub use jsonl::JsonLinesReader;
pub use page::{Layout, PageReader, RawPage, SourceKind, WarcInfo};
pub use read_options::ReadOptions;
pub use source::{Reader, Source, json_fields};
pub use table::TableReader;
pub use warc::WarcReader;
