//! Tokens that begin with `<!` or `<?`: comments, declarations, CDATA sections and DOCTYPEs.
//!
//! The functions only find the end of such a token. [`Doctype::parse`] parses the contents of a DOCTYPE.

use crate::source::is_space;
use memchr::{memchr, memchr_iter, memmem};

/// Returns the end of the data and the end of the token, for a comment whose data begins at `from`, right
/// after `<!--`.
pub(super) fn comment_end(bytes: &[u8], from: usize) -> (usize, usize) {
    if bytes.get(from) == Some(&b'>') {
        return (from, from + 1);
    }
    if bytes[from..].starts_with(b"->") {
        return (from, from + 2);
    }
    for found in memchr_iter(b'>', &bytes[from..]) {
        let data = &bytes[from..from + found];
        if let Some(end) = data.strip_suffix(b"--").or_else(|| data.strip_suffix(b"--!")) {
            return (from + end.len(), from + found + 1);
        }
    }
    // The source ends inside the comment. Dashes at the end of the source are not data.
    let data = &bytes[from..];
    let closing = [&b"--!"[..], b"--", b"-"].into_iter().find_map(|end| data.strip_suffix(end));
    (from + closing.unwrap_or(data).len(), bytes.len())
}

/// Returns the end of the data and the end of the token, for a bogus comment or a DOCTYPE. Both kinds of
/// token end at the next `>`.
pub(super) fn declaration_end(bytes: &[u8], from: usize) -> (usize, usize) {
    match memchr(b'>', &bytes[from..]) {
        Some(found) => (from + found, from + found + 1),
        None => (bytes.len(), bytes.len()),
    }
}

/// Returns the end of the data and the end of the token, for a CDATA section.
pub(super) fn cdata_end(bytes: &[u8], from: usize) -> (usize, usize) {
    match memmem::find(&bytes[from..], b"]]>") {
        Some(found) => (from + found, from + found + 3),
        None => (bytes.len(), bytes.len()),
    }
}

/// The contents of a DOCTYPE token.
///
/// ```
/// let doctype = dehusk::markup::Doctype::parse("<!DOCTYPE html>");
/// assert_eq!(doctype.name.as_deref(), Some("html"));
/// assert!(!doctype.force_quirks);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doctype {
    /// The name of the document type, in lower case.
    pub name: Option<String>,
    /// The public identifier.
    pub public_id: Option<String>,
    /// The system identifier.
    pub system_id: Option<String>,
    /// The standard's force-quirks flag, which a malformed declaration sets.
    pub force_quirks: bool,
}

/// Length of `<!DOCTYPE` in bytes.
const OPENING_BYTES: usize = 9;

impl Doctype {
    /// Parses the source of a DOCTYPE token, from its `<` to its `>` or the end of the page.
    #[must_use]
    pub fn parse(source: &str) -> Doctype {
        let mut reader = Reader { rest: source.get(OPENING_BYTES..).unwrap_or("") };
        let mut doctype = Doctype::default();
        doctype.force_quirks = !doctype.read(&mut reader);
        doctype
    }

    /// Fills in the fields. Returns false where the standard sets the force-quirks flag.
    fn read(&mut self, reader: &mut Reader<'_>) -> bool {
        reader.skip_spaces();
        let name = reader.take_until(|byte| is_space(byte) || byte == b'>');
        if name.is_empty() {
            return false;
        }
        self.name = Some(super::Decode::name(name).into_owned());
        reader.skip_spaces();
        if reader.is_at_close() {
            return true;
        }
        if reader.take_keyword("public") {
            reader.skip_spaces();
            let (id, closed) = reader.take_quoted();
            self.public_id = id;
            if self.public_id.is_none() || !closed {
                return false;
            }
            reader.skip_spaces();
            return reader.is_at_close() || self.read_system(reader);
        }
        reader.take_keyword("system") && {
            reader.skip_spaces();
            self.read_system(reader)
        }
    }

    fn read_system(&mut self, reader: &mut Reader<'_>) -> bool {
        let (id, closed) = reader.take_quoted();
        self.system_id = id;
        reader.skip_spaces();
        // Text after the system identifier is a parse error that does not set the force-quirks flag. The end
        // of the source sets the flag.
        self.system_id.is_some() && closed && !reader.rest.is_empty()
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take_until(&mut self, stop: impl Fn(u8) -> bool) -> &'a str {
        let end = self.rest.bytes().position(stop).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn skip_spaces(&mut self) {
        self.take_until(|byte| !is_space(byte));
    }

    fn is_at_close(&self) -> bool {
        self.rest.starts_with('>')
    }

    fn take_keyword(&mut self, word: &str) -> bool {
        let found = self.rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if found {
            self.rest = &self.rest[word.len()..];
        }
        found
    }

    /// Reads a quoted identifier. The returned flag says whether its closing quotation mark comes before any
    /// `>` and before the end of the source.
    fn take_quoted(&mut self) -> (Option<String>, bool) {
        let Some(quote) = self.rest.bytes().next().filter(|byte| matches!(byte, b'"' | b'\'')) else {
            return (None, false);
        };
        self.rest = &self.rest[1..];
        let id = self.take_until(|byte| byte == quote || byte == b'>');
        let closed = self.rest.as_bytes().first() == Some(&quote);
        if closed {
            self.rest = &self.rest[1..];
        }
        (Some(super::Decode::data(id).into_owned()), closed)
    }
}
