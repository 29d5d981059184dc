//! Where the strings, comments and addresses of style sheets end.

/// The position of the quote that ends the string at `start`, or of the last byte.
pub(crate) fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            byte if *byte == quote || *byte == b'\n' => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len().saturating_sub(1)
}

/// The position of the last byte of the comment at `start`.
pub(crate) fn comment_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start + 2..).unwrap_or(&[]);
    memchr::memmem::find(rest, b"*/").map_or(bytes.len().saturating_sub(1), |found| start + 2 + found + 1)
}

/// The position of the parenthesis that ends an address without quotes, as in `url(a;b{)`; `None` if no parenthesis at
/// `open` begins one.
pub(crate) fn address_end(bytes: &[u8], open: usize) -> Option<usize> {
    const NAME: &[u8] = b"url";
    let name = open.checked_sub(NAME.len()).filter(|_| bytes[open] == b'(')?;
    let is_within = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'\\');
    let is_name =
        bytes[name..open].eq_ignore_ascii_case(NAME) && !bytes[..name].last().is_some_and(is_within);
    let first = bytes[open + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
    if !is_name || matches!(first, Some(b'"' | b'\'')) {
        return None;
    }
    let mut at = open + 1;
    loop {
        at += memchr::memchr2(b')', b'\\', bytes.get(at..)?).unwrap_or(bytes.len());
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            _ => return Some(at.min(bytes.len() - 1)),
        }
    }
}
