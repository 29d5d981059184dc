//! Lists of selectors, which are split without being parsed.

use crate::style_text::{comment_end, string_end};

/// Splits a list of selectors at its commas; calls `found` with the start and end of each in the list.
pub(crate) fn selectors(list: &str, mut found: impl FnMut(usize, usize)) {
    let bytes = list.as_bytes();
    let (mut depth, mut start, mut at) = (0usize, 0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' | b'\'' => at = string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => at = comment_end(bytes, at),
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                found(start, at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    found(start, list.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_at_their_own_commas_only() {
        let list = "a,:is(b, c) , d[x=',']\\,,e/*,*/,[x='('],'";
        let mut parts = Vec::new();
        selectors(list, |start, end| parts.push(&list[start..end]));
        assert_eq!(parts, ["a", ":is(b, c) ", " d[x=',']\\,", "e/*,*/", "[x='(']", "'"]);
    }
}
