//! What HTTP headers say about the body of a page: whether its content type can be a page, and how its content codings are removed.
//!
//! Web archives (`dehusk-batch`), fetched pages (`dehusk-fetch`) and the server (`dehusk-serve`) share this crate. It opens no file and no connection.

pub mod coded_stream;
pub mod content_coding;
pub mod content_type;
