//! Lists of selectors, which are split without being parsed.

/// Splits a list of selectors at its commas; calls `found` with the start and end of each in the list.
pub(crate) fn selectors(list: &str, mut found: impl FnMut(usize, usize)) {
    let (mut depth, mut start, mut skip) = (0usize, 0, false);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            _ if std::mem::take(&mut skip) => {}
            b'\\' => skip = true,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                found(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    found(start, list.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_at_their_own_commas_only() {
        let list = "a,:is(b, c) , d[x=',']\\,";
        let mut parts = Vec::new();
        selectors(list, |start, end| parts.push(&list[start..end]));
        assert_eq!(parts, ["a", ":is(b, c) ", " d[x=',']\\,"]);
    }
}
