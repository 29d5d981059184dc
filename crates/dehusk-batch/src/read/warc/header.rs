//! Parses the header blocks of WARC records and HTTP responses.

use std::borrow::Cow;

/// A start line and the fields that follow it, in order.
#[derive(Debug, Default)]
pub(super) struct Header<'h> {
    /// The line before the fields: `WARC/1.0`, `HTTP/1.1 200 OK`.
    pub(super) start_line: Cow<'h, str>,
    fields: Vec<(Cow<'h, str>, Cow<'h, str>)>,
}

/// The length of the header block at the start of `bytes`, including its final empty line. None if the block has no end.
pub(super) fn length(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = memchr::memchr(b'\n', &bytes[from..]) {
        let next = from + found + 1;
        match &bytes[next..] {
            [b'\n', ..] => return Some(next + 1),
            [b'\r', b'\n', ..] => return Some(next + 2),
            _ => from = next,
        }
    }
    None
}

impl<'h> Header<'h> {
    /// Parses a block. Lines that are not fields are ignored; bytes that are not UTF-8 become U+FFFD.
    pub(super) fn parse(block: &'h [u8]) -> Header<'h> {
        let mut lines =
            block.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let mut header = Header {
            start_line: lines.next().map(String::from_utf8_lossy).unwrap_or_default(),
            fields: Vec::new(),
        };
        for line in lines {
            match (line.first(), header.fields.last_mut()) {
                // A line that starts with a space or a tab continues the previous field.
                (Some(b' ' | b'\t'), Some((_, value))) => {
                    let more = String::from_utf8_lossy(line.trim_ascii());
                    *value = Cow::Owned(format!("{value} {more}"));
                }
                _ => header.fields.extend(parse_field(line)),
            }
        }
        header
    }

    /// The value of the first field with this name, in any case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(own, _)| own.eq_ignore_ascii_case(name))?;
        Some(&found.1)
    }

    /// The values of all fields with this name, as one list (RFC 9110, 5.3). Nothing if there are none.
    pub(super) fn list(&self, name: &str) -> String {
        let found = self.fields.iter().filter(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_ref()).collect::<Vec<_>>().join(", ")
    }
}

fn parse_field(line: &[u8]) -> Option<(Cow<'_, str>, Cow<'_, str>)> {
    let colon = memchr::memchr(b':', line)?;
    let text = |part: std::ops::Range<usize>| String::from_utf8_lossy(line[part].trim_ascii());
    Some((text(0..colon), text(colon + 1..line.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_ends_with_its_empty_line() {
        for (bytes, expected) in [
            (&b"A: b\r\n\r\nbody"[..], Some(8)),
            (b"A: b\n\nbody", Some(6)),
            (b"A: b\n\r\nbody", Some(7)),
            (b"A: b\r\n", None),
            (b"A: b\r\n\r", None),
            (b"", None),
        ] {
            assert_eq!(length(bytes), expected);
        }
    }

    #[test]
    fn field_names_match_in_any_case_and_folded_lines_continue_a_field() {
        let header = Header::parse(b"HTTP/1.1 200 OK\r\nX-A: one\r\n  two\r\nnonsense\r\nx-b:\xFF\r\n\r\n");
        assert_eq!(header.start_line, "HTTP/1.1 200 OK");
        assert_eq!(
            (header.get("x-a"), header.get("X-B"), header.get("c")),
            (Some("one two"), Some("\u{fffd}"), None)
        );
    }
}
