//! Why a page could not be read.

/// Why a page could not be passed to extraction.
#[derive(Debug)]
pub(crate) enum ReadError {
    TooLarge {
        bytes: u64,
        /// The first bytes, which tell what it is; empty if none were read.
        head: Vec<u8>,
    },
    /// The server declared a content type that cannot be a page.
    NotHtml { content_type: String },
    /// Another error, as a sentence.
    Failed(String),
}
