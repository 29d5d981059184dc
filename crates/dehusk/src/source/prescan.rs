//! The `<meta>` prescan of the HTML standard.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding>. The
//! prescan reads bytes, not tokens, because the text is not decoded yet. The only element that it recognizes
//! is `meta`.

use super::is_space;
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Number of bytes that are scanned (HTML standard).
const PRESCAN_BYTES: usize = 1024;

/// Returns the encoding that a page declares within its first [`PRESCAN_BYTES`] bytes.
pub(super) fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    Prescan { bytes: head, at: 0 }.run().or_else(|| xml_declaration(head))
}

struct Prescan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Prescan<'a> {
    fn run(&mut self) -> Option<&'static Encoding> {
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            if rest.starts_with(b"<!--") {
                self.skip_comment();
            } else if is_meta(rest) {
                self.at += 5;
                if let Some(encoding) = self.read_meta() {
                    return Some(encoding);
                }
            } else if is_tag(rest) {
                self.skip_tag();
            } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
                self.skip_to(b'>');
            }
            self.at += 1;
        }
        None
    }

    /// Moves to the `>` of `-->`. The dashes may be those of the opening: `<!-->` is a complete comment.
    fn skip_comment(&mut self) {
        let found = self.bytes[self.at + 2..].windows(3).position(|three| three == b"-->");
        self.at = found.map_or(self.bytes.len(), |at| self.at + 2 + at + 2);
    }

    fn skip_to(&mut self, byte: u8) {
        let found = self.bytes[self.at..].iter().position(|other| *other == byte);
        self.at = found.map_or(self.bytes.len(), |at| self.at + at);
    }

    fn skip_tag(&mut self) {
        let end = self.bytes[self.at..].iter().position(|byte| is_space(*byte) || *byte == b'>');
        self.at = end.map_or(self.bytes.len(), |at| self.at + at);
        while self.read_attribute().is_some() {}
    }

    /// Reads the attributes of a `<meta` and returns the encoding that they declare together.
    fn read_meta(&mut self) -> Option<&'static Encoding> {
        let (mut pragma, mut need_pragma, mut label) = (false, None, None);
        let mut seen: Vec<Vec<u8>> = Vec::new();
        while let Some((name, value)) = self.read_attribute() {
            if seen.contains(&name) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" => pragma |= value == b"content-type",
                b"content" if label.is_none() => {
                    if let Some(found) = charset_in(&value) {
                        label = Some(Encoding::for_label(found));
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    label = Some(Encoding::for_label(&value));
                    need_pragma = Some(false);
                }
                _ => {}
            }
            seen.push(name);
        }
        let is_declaration = need_pragma.is_some_and(|needed| !needed || pragma);
        label.flatten().filter(|_| is_declaration).and_then(usable_encoding)
    }

    /// The standard's "get an attribute": the name and the value, both in lower case.
    fn read_attribute(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        self.skip_while(|byte| is_space(byte) || byte == b'/');
        if self.peek()? == b'>' {
            return None;
        }
        let start = self.at;
        self.at += 1; // the first byte belongs to the name even if it is `=`
        self.skip_while(|byte| !is_space(byte) && !matches!(byte, b'=' | b'/' | b'>'));
        let name = self.bytes[start..self.at].to_ascii_lowercase();
        self.skip_while(is_space);
        if self.peek()? != b'=' {
            return Some((name, Vec::new()));
        }
        self.at += 1;
        self.skip_while(is_space);
        Some((name, self.read_value()?))
    }

    fn read_value(&mut self) -> Option<Vec<u8>> {
        let quote = self.peek()?;
        let (start, end) = if matches!(quote, b'"' | b'\'') {
            let start = self.at + 1;
            self.at = start;
            self.skip_while(|byte| byte != quote);
            self.peek()?; // ignores a value that is cut off at the end of the scanned bytes
            self.at += 1;
            (start, self.at - 1)
        } else {
            let start = self.at;
            self.skip_while(|byte| !is_space(byte) && byte != b'>');
            self.peek()?;
            (start, self.at)
        };
        Some(self.bytes[start..end].to_ascii_lowercase())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_while(&mut self, condition: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&condition) {
            self.at += 1;
        }
    }
}

fn is_meta(rest: &[u8]) -> bool {
    let has_name = rest.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"<meta"));
    has_name && rest.get(5).is_some_and(|byte| is_space(*byte) || *byte == b'/')
}

fn is_tag(rest: &[u8]) -> bool {
    match rest {
        [b'<', b'/', letter, ..] | [b'<', letter, ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Returns the encoding to use for a declared encoding. The standard reads a page that declares UTF-16 in
/// ASCII bytes as UTF-8, and `x-user-defined` as windows-1252. An encoding that the standard decodes to a
/// single U+FFFD (`hz-gb-2312` and others) is ignored, so that no page is dropped.
fn usable_encoding(encoding: &'static Encoding) -> Option<&'static Encoding> {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        Some(UTF_8)
    } else if encoding == X_USER_DEFINED {
        Some(WINDOWS_1252)
    } else {
        (encoding != REPLACEMENT).then_some(encoding)
    }
}

/// Returns the label after `charset=` in a content type, by the standard's algorithm "extracting a character
/// encoding from a meta element".
pub(super) fn charset_in(content: &[u8]) -> Option<&[u8]> {
    const WORD: &[u8] = b"charset";
    let mut rest = content;
    loop {
        let found = rest.windows(WORD.len()).position(|window| window.eq_ignore_ascii_case(WORD))?;
        rest = trim_start(&rest[found + WORD.len()..]);
        if let Some(value) = rest.strip_prefix(b"=") {
            return label(trim_start(value));
        }
    }
}

fn label(value: &[u8]) -> Option<&[u8]> {
    let quote = *value.first()?;
    if matches!(quote, b'"' | b'\'') {
        let end = value[1..].iter().position(|byte| *byte == quote)?;
        return Some(&value[1..=end]);
    }
    let end = value.iter().position(|byte| is_space(*byte) || *byte == b';').unwrap_or(value.len());
    Some(&value[..end])
}

fn trim_start(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
    &bytes[start..]
}

/// Returns the encoding that `<?xml … encoding="…"?>` declares. Browsers read this declaration in HTML too.
fn xml_declaration(head: &[u8]) -> Option<&'static Encoding> {
    const WORD: &[u8] = b"encoding";
    let rest = head.strip_prefix(b"<?xml")?;
    let rest = &rest[..rest.iter().position(|byte| *byte == b'>')?];
    let found = rest.windows(WORD.len()).position(|window| window == WORD)?;
    let value = trim_start(&rest[found + WORD.len()..]).strip_prefix(b"=")?;
    let value = trim_start(value);
    matches!(value.first(), Some(b'"' | b'\''))
        .then(|| label(value))
        .flatten()
        .and_then(Encoding::for_label)
        .and_then(usable_encoding)
}
