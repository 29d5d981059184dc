//! Blocks of 64 bytes and bit masks over them: bit `i` of a mask says whether byte `i` belongs to a class.
//!
//! Every function is inlined, because computing a mask takes a handful of instructions and a call would cost
//! more. The vector types come from the crate `wide` and work on every processor. On x86-64, without special
//! compiler flags, they use SSE2. This module only computes masks; the callers interpret them.

use wide::u8x16;

/// Number of bytes in a block, and of bits in a mask.
pub(crate) const BLOCK: usize = 64;

/// The bytes of one block.
#[derive(Clone, Copy)]
pub(crate) struct Block([u8x16; 4]);

impl Block {
    #[inline(always)]
    pub(crate) fn new(bytes: &[u8; BLOCK]) -> Block {
        let quarters = bytes.as_chunks::<16>().0;
        Block([0, 1, 2, 3].map(|quarter| u8x16::new(quarters[quarter])))
    }

    /// Returns the first bytes of a slice as a block, padded with zeros if the slice is shorter than a block.
    #[inline(always)]
    pub(crate) fn starting(bytes: &[u8]) -> Block {
        match bytes.first_chunk::<BLOCK>() {
            Some(whole) => Block::new(whole),
            None => Block::padded(bytes),
        }
    }

    #[inline]
    fn padded(bytes: &[u8]) -> Block {
        let mut block = [0; BLOCK];
        block[..bytes.len()].copy_from_slice(bytes);
        Block::new(&block)
    }

    #[inline(always)]
    fn mask(&self, select: impl Fn(u8x16) -> u8x16) -> u64 {
        let bits = |quarter: usize| u64::from(select(self.0[quarter]).to_bitmask()) << (16 * quarter);
        bits(0) | bits(1) | bits(2) | bits(3)
    }

    /// Returns the mask of the bytes that equal `byte`.
    #[inline(always)]
    pub(crate) fn equal(&self, byte: u8) -> u64 {
        let byte = u8x16::splat(byte);
        self.mask(|quarter| quarter.simd_eq(byte))
    }

    /// Returns the mask of the bytes outside ASCII.
    #[inline(always)]
    pub(crate) fn high(&self) -> u64 {
        let [a, b, c, d] = self.0;
        if (a | b | c | d).to_bitmask() == 0 {
            return 0; // most blocks of most pages are ASCII only
        }
        self.mask(|quarter| quarter) // `to_bitmask` collects the top bit of each byte
    }

    /// Returns the mask of the bytes in `first..=last`.
    #[inline(always)]
    pub(crate) fn within(&self, first: u8, last: u8) -> u64 {
        let (from, width) = (u8x16::splat(first), u8x16::splat(last - first));
        self.mask(|quarter| {
            let shifted = quarter - from;
            shifted.min(width).simd_eq(shifted)
        })
    }

    /// Returns the mask of the lead bytes of multi-byte UTF-8 sequences: one for each character outside
    /// ASCII.
    #[inline(always)]
    pub(crate) fn lead(&self) -> u64 {
        self.within(0xC0, 0xFF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive_mask(bytes: &[u8], is_in: impl Fn(u8) -> bool) -> u64 {
        bytes.iter().enumerate().map(|(bit, byte)| u64::from(is_in(*byte)) << bit).sum()
    }

    proptest! {
        #[test]
        fn masks_equal_those_of_a_naive_loop(bytes in prop::collection::vec(any::<u8>(), 1..=BLOCK), wanted in any::<u8>()) {
            let block = Block::starting(&bytes);
            let valid = u64::MAX >> (BLOCK - bytes.len());
            prop_assert_eq!(block.equal(wanted) & valid, naive_mask(&bytes, |byte| byte == wanted));
            prop_assert_eq!(block.equal(bytes[0]) & valid, naive_mask(&bytes, |byte| byte == bytes[0]));
            prop_assert_eq!(block.high(), naive_mask(&bytes, |byte| byte >= 0x80));
            prop_assert_eq!(block.lead(), naive_mask(&bytes, |byte| byte >= 0xC0));
            prop_assert_eq!(block.within(9, 13), naive_mask(&bytes, |byte| (9..=13).contains(&byte)));
        }
    }
}
