//! Readers: pages from web archives, indexes of archives, folders, JSON lines and Parquet, as batches for the kernel.
//!
//! A reader knows how its file is read and where it can be read on; what is made of the pages is not known here.

mod packed;
mod page;
mod warc;

pub use packed::{Cursor, Frames, Input};
pub use page::{Archived, RawPage};
pub use warc::WarcReader;
