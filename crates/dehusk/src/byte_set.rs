//! Sets of bytes as tables, which are made when the program is compiled, and the next byte of such a set.

/// For each byte, whether it is in a set.
pub(crate) type ByteSet = [bool; 256];

/// Returns the set of these bytes.
pub(crate) const fn byte_set(bytes: &[u8]) -> ByteSet {
    let mut set = [false; 256];
    let mut index = 0;
    while index < bytes.len() {
        set[bytes[index] as usize] = true;
        index += 1;
    }
    set
}

/// Returns the offset of the first byte from `at` on that is in a set; an offset after all bytes if there is none.
pub(crate) fn next_in(set: &ByteSet, bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| set[*byte as usize]).unwrap_or(rest.len())
}
