//! Page: one page in memory, as bytes and as decoded text.

use dehusk::source::Source;

/// One page in memory.
pub(crate) struct Page {
    /// File name.
    pub(crate) name: String,
    /// The bytes of the file.
    pub(crate) bytes: Vec<u8>,
    /// The bytes, decoded as a browser would decode them; the input of all cases that need UTF-8.
    pub(crate) text: String,
}

impl Page {
    /// A page with these bytes.
    pub(crate) fn new(name: impl Into<String>, bytes: Vec<u8>) -> Page {
        let text = Source::decode(&bytes, None).text().to_string();
        Page { name: name.into(), bytes, text }
    }
}
