//! Sets of bytes as tables, which are made when the program is compiled. Finds nothing in a text by itself.

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
