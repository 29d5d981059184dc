//! FNV-1a with 64 bits, for fingerprints that are stored, because its hashes are the same on every machine and in every version.
//! Not for security.

/// The hash of no bytes, from the FNV specification.
pub(crate) const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
/// The multiplier, from the FNV specification.
const PRIME: u64 = 0x0100_0000_01B3;

/// Continues a hash: if `hash` is the hash of some bytes, returns the hash of those bytes followed by `bytes`.
pub(crate) fn with(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected hashes are from the test suite of the authors of FNV.
    #[test]
    fn known_hashes() {
        assert_eq!(with(OFFSET, b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(with(with(OFFSET, b"foo"), b"bar"), 0x8594_4171_F739_67E8);
    }
}
