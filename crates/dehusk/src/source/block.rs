//! Sixty-four bytes at a time: bit masks that say which bytes of a block are of a kind.
//!
//! All of it is inlined: a mask is a handful of instructions, a call would cost more. The vectors are `wide`'s, safe on every processor; without special flags they are SSE2 on x86-64. What the masks
//! mean is the callers' business.

use wide::u8x16;

/// Bytes of a block, and bits of a mask.
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

    /// The first bytes of a slice; where it is shorter than a block, zeros follow.
    #[inline(always)]
    pub(crate) fn starting(bytes: &[u8]) -> Block {
        match bytes.first_chunk::<BLOCK>() {
            Some(whole) => Block::new(whole),
            None => Block::short(bytes),
        }
    }

    #[inline]
    fn short(bytes: &[u8]) -> Block {
        let mut padded = [0; BLOCK];
        padded[..bytes.len()].copy_from_slice(bytes);
        Block::new(&padded)
    }

    #[inline(always)]
    fn mask(&self, of: impl Fn(u8x16) -> u8x16) -> u64 {
        let bits = |quarter: usize| u64::from(of(self.0[quarter]).to_bitmask()) << (16 * quarter);
        bits(0) | bits(1) | bits(2) | bits(3)
    }

    /// Bytes equal to `byte`.
    #[inline(always)]
    pub(crate) fn equal(&self, byte: u8) -> u64 {
        let byte = u8x16::splat(byte);
        self.mask(|quarter| quarter.simd_eq(byte))
    }

    /// Bytes outside ASCII.
    #[inline(always)]
    pub(crate) fn high(&self) -> u64 {
        let [a, b, c, d] = self.0;
        if (a | b | c | d).to_bitmask() == 0 {
            return 0; // most blocks of most pages
        }
        self.mask(|quarter| quarter) // the mask of a vector is its top bits
    }

    /// Bytes in `first..=last`.
    #[inline(always)]
    pub(crate) fn within(&self, first: u8, last: u8) -> u64 {
        let (from, width) = (u8x16::splat(first), u8x16::splat(last - first));
        self.mask(|quarter| {
            let shifted = quarter - from;
            shifted.min(width).simd_eq(shifted)
        })
    }

    /// First bytes of characters outside ASCII.
    #[inline(always)]
    pub(crate) fn lead(&self) -> u64 {
        self.within(0xC0, 0xFF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(bytes: &[u8], of: impl Fn(u8) -> bool) -> u64 {
        bytes.iter().enumerate().map(|(bit, byte)| u64::from(of(*byte)) << bit).sum()
    }

    proptest! {
        #[test]
        fn masks_equal_their_naive_twins(bytes in prop::collection::vec(any::<u8>(), 1..=BLOCK), wanted in any::<u8>()) {
            let block = Block::starting(&bytes);
            let valid = u64::MAX >> (BLOCK - bytes.len());
            prop_assert_eq!(block.equal(wanted) & valid, naive(&bytes, |byte| byte == wanted));
            prop_assert_eq!(block.equal(bytes[0]) & valid, naive(&bytes, |byte| byte == bytes[0]));
            prop_assert_eq!(block.high(), naive(&bytes, |byte| byte >= 0x80));
            prop_assert_eq!(block.lead(), naive(&bytes, |byte| byte >= 0xC0));
            prop_assert_eq!(block.within(9, 13), naive(&bytes, |byte| (9..=13).contains(&byte)));
        }
    }
}
